#!/usr/bin/env bash
# Runs a second of sweeps and searches, beside a loop of the shell:
#   bench/sweep_rate.sh path/to/mbsim [threads]
# Four-bars: decks/optimise/transmission.dat (41 times, two measures). Push-offs:
# decks/bench/push_off.dat with another knee moment each, to 1e-6. Jumps:
# decks/muscles/best_jump.dat (six muscles) with another onset each, by STEP to 1e-6.
set -eu
cd "$(dirname "$0")/.."
binary=$(realpath "${1:?expected the path of an mbsim}")
threads=${2:-$(nproc)}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export LC_ALL=C

timed() {  # what runs command...
  local what=$1 runs=$2 begun ended
  shift 2
  begun=$(date +%s.%N)
  "$@" > /dev/null 2> "$scratch/err" || { cat "$scratch/err" >&2; exit 1; }
  ended=$(date +%s.%N)
  echo "$what $runs $begun $ended" | awk '{ printf "%-34s %7d runs %8.2f s %9.0f a second\n", $1, $2, $4 - $3, $2/($4 - $3) }'
}

sed -e '/^PARAM tolerance/s/1e-9/1e-6/' -e 's/^PARAM foot/PARAM knee = 144\nMEASURE height = LAST cm.y\n&/' \
  -e 's/^\(RSDA 3 4 .*\) 144$/\1 ${knee}/' decks/bench/push_off.dat > "$scratch/push_off.dat"
grep -q 'knee}' "$scratch/push_off.dat"
rocker=decks/optimise/transmission.dat
timed four-bars_sweep 10000 "$binary" sweep $rocker -p crank=0.02:0.03999:0.00002 -p rocker=0.08,0.081,0.082,0.083,0.084,0.085,0.086,0.087,0.088,0.089 -j "$threads"
timed push-offs_sweep 1000 "$binary" sweep "$scratch/push_off.dat" -p knee=100:199.9:0.1 -j "$threads"
cp decks/muscles/amsterdam_2017.* "$scratch"
sed 's/^INTEG .*/INTEG STEP 1e-6 1e-6/' decks/muscles/best_jump.dat > "$scratch/jump.dat"
timed jumps_sweep 1000 "$binary" sweep "$scratch/jump.dat" -p onset_sol=0.03:0.034995:0.000005 -j "$threads"
timed four-bars_optimise 10000 "$binary" optimise $rocker --max swing --subject 'mumin > 40deg' -p crank -p rocker --evals 10000 -j "$threads"
loop() { for k in $(seq 100 299); do "$binary" measure -D crank=0.0$k $rocker; done; }
timed four-bars_loop_of_the_shell 200 loop
