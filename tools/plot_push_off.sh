#!/bin/sh
# Draws docs/pictures/push_off.svg: accuracy against work on the push-off of a vertical jump, as
# figure 3 of van Soest et al. 1992, from the figures that bench/work_precision writes.
#
#   tools/plot_push_off.sh bench/results/push_off.json > docs/pictures/push_off.svg
#
# Needs gnuplot; make bench-push-off calls it.
set -eu
json=$1
command -v gnuplot > /dev/null || { echo "plot_push_off: gnuplot is missing" >&2; exit 1; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
for method in STEP DOP853 STIFF RK4 HEUN; do
  # One object a line: evaluations, milliseconds, error, sorted by work.
  awk -v method="$method" '
    function number(key) {
      match($0, "\"" key "\": [-+0-9.e]+")
      return substr($0, RSTART + length(key) + 4, RLENGTH - length(key) - 4) + 0
    }
    index($0, "\"method\": \"" method "\"") && index($0, "\"form\": \"reduced\"") &&
    number("error") > 0 { print number("rhs"), 1000 * number("seconds"), number("error") }
  ' "$json" | sort -n > "$scratch/$method"
done
cd "$scratch"
gnuplot << 'PLOT'
set terminal svg size 760,380 font "sans-serif,12" background rgb "white"
set multiplot layout 1,2
set logscale xy
set format y "10^{%L}"
set grid lc rgb "#dddddd"
set yrange [1e-20:1e7]
methods = "STEP DOP853 STIFF RK4 HEUN"
colours = "#0072b2 #d55e00 #009e73 #000000 #999999"
unset key
set ylabel "sum of squared errors of the accelerations at 0.24 s"
set xlabel "evaluations of the right-hand side"
set format x "10^{%L}"
plot for [i = 1:5] word(methods, i) using 1:3 with linespoints lw 2 pt 7 ps 0.5 lc rgb word(colours, i)
set key top right box lc rgb "#dddddd" opaque samplen 2
unset ylabel
set xlabel "CPU time, ms"
plot for [i = 1:5] word(methods, i) using 2:3 with linespoints lw 2 pt 7 ps 0.5 lc rgb word(colours, i) \
  title word(methods, i)
unset multiplot
PLOT
