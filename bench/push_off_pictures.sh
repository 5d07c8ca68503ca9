#!/bin/sh
# Makes docs/pictures/push_off.svg and push_off_time.svg: accuracy against work on the push-off of a
# vertical jump, as figure 3 of van Soest et al. 1992, from the figures that bench/work_precision
# writes, by mbsim plot.
#
#   bench/push_off_pictures.sh mbsim bench/results/push_off.json docs/pictures
#
# make bench-push-off calls it.
set -eu
mbsim=$1 json=$2 folder=$3
table=$(mktemp)
trap 'rm -f "$table"' EXIT
{
  echo method,evaluations,milliseconds,error
  for method in STEP DOP853 STIFF RK4 HEUN; do
    # One object a line, sorted by work.
    awk -v method="$method" '
      function number(key) {
        match($0, "\"" key "\": [-+0-9.e]+")
        return substr($0, RSTART + length(key) + 4, RLENGTH - length(key) - 4) + 0
      }
      index($0, "\"method\": \"" method "\"") && index($0, "\"form\": \"reduced\"") &&
      number("error") > 0 { print method "," number("rhs") "," 1000 * number("seconds") "," number("error") }
    ' "$json" | sort -t, -k2 -g
  done
} > "$table"
error='sum of squared errors of the accelerations at 0.24 s'
"$mbsim" plot "$table" evaluations error --by method --log xy --points --ylabel "$error" \
  --xlabel 'evaluations of the right-hand side' --width 560 -o "$folder/push_off.svg"
"$mbsim" plot "$table" milliseconds error --by method --log xy --points --ylabel "$error" \
  --xlabel 'CPU time [ms]' --width 560 -o "$folder/push_off_time.svg"
