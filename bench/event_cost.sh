#!/usr/bin/env bash
# What runs with events, contacts, friction and tables cost: instructions of whole runs in millions
# (callgrind, Debian: valgrind), which do not depend on the load of the machine. Beside a second
# program the ratios, and their geometric mean.
#
#   bench/event_cost.sh MBSIM [OTHER [JSON file]]      OTHER may be - for none
#
# A deck that one of them does not run to its end has no ratio.
set -eu
[ $# -gt 0 ] || { echo "usage: bench/event_cost.sh MBSIM [OTHER [JSON file]]" >&2; exit 2; }
command -v valgrind > /dev/null || { echo "event_cost: valgrind is missing" >&2; exit 1; }
binary=$(realpath "$1")
other=${2:--}
[ "$other" = - ] || other=$(realpath "$other")
json=${3:-/dev/null}
root=$(cd "$(dirname "$0")/.." && pwd)
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Discs of 0.1 m fall into a box; each meets the floor, both walls and every other disc: ten with
# penalty contacts, twenty with rigid ones.
discs() {  # count, the model of a contact, the end of the deck
  awk -v n="$1" -v model="$2" -v ending="$3" 'BEGIN {
  for (i = 0; i < n; ++i) {
    p = 2 * i + 1
    printf "PLCLINE %d %d %d 98 99 0 0 0.1 0 0 1 0\n", ++e, p, p + 1
    printf "PLCLINE %d %d %d 98 99 0 0 0.1 -0.6 0 0 -1\n", ++e, p, p + 1
    printf "PLCLINE %d %d %d 98 99 0 0 0.1 0.6 0 0 1\n", ++e, p, p + 1
  }
  for (i = 0; i < n; ++i)
    for (j = 0; j < i; ++j)
      printf "PLCCIRC %d %d %d %d %d 0 0 0.1 0 0 0.1\n", ++e, 2 * i + 1, 2 * i + 2, 2 * j + 1, 2 * j + 2
  for (i = 0; i < n; ++i)
    printf "X %d %g %g\nX %d 0\n", 2 * i + 1, 0.25 * (i % 4) - 0.375 + 0.1 * i / n, 0.2 + 0.25 * int(i / 4), 2 * i + 2
  print "X 98 0 0\nX 99 0\nFIX 98\nFIX 99"
  for (i = 0; i < n; ++i) printf "DYNX %d\nDYNX %d\n", 2 * i + 1, 2 * i + 2
  print "END HALT"
  for (i = 0; i < n; ++i) printf "XM %d 1\nXM %d 0.005\n", 2 * i + 1, 2 * i + 2
  print "GRAVITY 0 -9.81"
  for (k = 1; k <= e; ++k) printf "CONTACT %d %s\n", k, model
  print ending "\nEND END"
}'
}
discs 10 "PENALTY 1e5 1.5 0.2 0.3 0.01" "TIMESTEP 0.3 3\\nINTEG STEP 1e-5 1e-5" > "$scratch/ten_discs.dat"
discs 20 "RIGID 0.3 0.3 0.25" "TIMESTEP 0.2 4" > "$scratch/twenty_discs.dat"

# A force plate at 200 Hz for 10 s, 2001 rows: a push of 30 ms and 600 N at 4 s.
awk 'BEGIN {
  print "t fx fy xi eta"
  for (k = 0; k <= 2000; ++k) {
    s = (k / 200 - 4) / 0.03
    printf "%.3f %.17g 0 0 0\n", k / 200, (s > 0 && s < 1 ? 600 * sin(3.141592653589793 * s) ^ 2 : 0)
  }
}' > "$scratch/plate.csv"
cat > "$scratch/force_plate.dat" <<'DECK'
1 0 0 0 1 0 0 0 0
0 0 0
1 3
0 10 1
MASS 1 2 0.1
FORCE 1 TABLE "plate.csv"
END
DECK

# instructions PROGRAM DECK: in millions, or nothing where the run does not end with status 0.
instructions() {
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$1" --no-report "$2" \
    > /dev/null 2> "$scratch/log" || return 0
  awk '/Collected/ { printf "%.3f", $NF / 1e6 }' "$scratch/log"
}

cd "$root"
printf '%-34s %12s %12s %7s\n' deck Minstr other ratio
printf '{"program": "event_cost", "unit": "million instructions", "rows": [' > "$json"
comma=
for deck in decks/events/*.dat decks/contact/*.dat decks/friction/*.dat \
    decks/muscles/jump_and_landing.dat "$scratch/ten_discs.dat" "$scratch/twenty_discs.dat" \
    "$scratch/force_plate.dat"; do
  name=${deck#decks/}
  name=${name#"$scratch"/}
  a=$(instructions "$binary" "$deck")
  b=
  [ "$other" = - ] || b=$(instructions "$other" "$deck")
  [ -n "$a$b" ] || continue  # a deck of a failure that is shown
  printf '%s %s %s\n' "$name" "${a:--}" "${b:--}" | awk '{
    ratio = $2 > 0 && $3 > 0 ? sprintf("%.3f", $2 / $3) : "-"
    printf "%-34s %12s %12s %7s\n", $1, $2, $3, ratio }' | tee -a "$scratch/table"
  printf '%s\n{"name": "%s", "minstr": %s, "other": %s}' "$comma" "${name%.dat}" "${a:-null}" "${b:-null}" >> "$json"
  comma=,
done
printf '\n]}\n' >> "$json"
awk '$4 > 0 { sum += log($4); ++n; if ($4 > most) { most = $4; who = $1 } }
  END { if (n) printf "geometric mean of %d ratios %.3f, largest %.3f (%s)\n", n, exp(sum / n), most, who }' \
  "$scratch/table"
