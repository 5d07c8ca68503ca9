#!/usr/bin/env bash
# What formulas cost against the built-in elements of the same constraints: chains of bars (PLTRUSS)
# and of hinges (PLREV) that swing, by RK4. Instructions of one evaluation (callgrind, Debian:
# valgrind): of 120 steps less those of 20, over 4 evaluations a step, so that reading and starting
# do not count.
#
#   bench/formula_cost.sh MBSIM [LINKS...]      1 5 20 40 links if none is given
set -eu
[ $# -gt 0 ] || { echo "usage: bench/formula_cost.sh MBSIM [LINKS...]" >&2; exit 2; }
command -v valgrind > /dev/null || { echo "formula_cost: valgrind is missing" >&2; exit 1; }
binary=$1
shift
[ $# -gt 0 ] || set -- 1 5 20 40
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# deck KIND LINKS STEPS; KIND: bars, bars_formula, hinges, hinges_formula
deck() {
  awk -v kind="$1" -v n="$2" -v steps="$3" 'BEGIN {
    bars = kind ~ /^bars/
    for (i = 0; i < n; ++i) {
      a = 0.3 * sin(1.1 * i) - 0.4
      cx[i] = x + 0.25 * cos(a); cy[i] = y + 0.25 * sin(a); phi[i] = a
      x += 0.5 * cos(a); y += 0.5 * sin(a)
      ex[i] = x; ey[i] = y
      p = 2 * i + 1; xi = i > 0 ? 0.25 : 0
      if (kind == "bars") printf "PLTRUSS %d %d %d\n", i + 1, i + 1, i + 2
      if (kind == "bars_formula")
        printf "FORMULA %d = sqrt((x%d_1-x%d_1)^2+(x%d_2-x%d_2)^2)-0.5\n", i + 1, i + 2, i + 1, i + 2, i + 1
      if (kind == "hinges") printf "PLREV %d %d %d %d %d %g 0 -0.25 0\n", i + 1, p, p + 1, p + 2, p + 3, xi
      if (kind == "hinges_formula") {
        printf "FORMULA %d = x%d_1+%g*cos(x%d_1)-x%d_1+0.25*cos(x%d_1)\n", p, p, xi, p + 1, p + 2, p + 3
        printf "FORMULA %d = x%d_2+%g*sin(x%d_1)-x%d_2+0.25*sin(x%d_1)\n", p + 1, p, xi, p + 1, p + 2, p + 3
      }
    }
    print "X 1 0 0\nFIX 1"
    if (!bars) print "X 2 0\nFIX 2"
    for (i = 0; i < n; ++i)
      if (bars) printf "X %d %.17g %.17g\n", i + 2, ex[i], ey[i]
      else printf "X %d %.17g %.17g\nX %d %.17g\n", 2 * i + 3, cx[i], cy[i], 2 * i + 4, phi[i]
    print "END HALT"
    for (i = 0; i < n; ++i)
      if (bars) printf "XM %d %g\n", i + 2, 1 + 0.1 * (i % 3)
      else printf "XM %d 1.5\nXM %d 0.03\n", 2 * i + 3, 2 * i + 4
    printf "GRAVITY 0 -9.81\nDOF AUTO\nTIMES 0 %g %g\nINTEG RK4 0.001\nEND END\n", steps / 1000, steps / 1000
  }' > "$scratch/deck.dat"
}

instructions() {
  deck "$@"
  valgrind --tool=callgrind --callgrind-out-file=/dev/null "$binary" --no-report "$scratch/deck.dat" \
    2>&1 > /dev/null | awk '/Collected/ { print $NF }'
}

cost() { echo $((($(instructions "$1" "$2" 120) - $(instructions "$1" "$2" 20)) / 400)); }

printf '%-8s %5s %12s %12s %6s\n' chain links element formula ratio
for kind in bars hinges; do
  for n in "$@"; do
    awk -v kind=$kind -v n="$n" -v a="$(cost $kind "$n")" -v b="$(cost ${kind}_formula "$n")" \
      'BEGIN { printf "%-8s %5d %12d %12d %6.2f\n", kind, n, a, b, b / a }'
  done
done
