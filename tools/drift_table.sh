#!/usr/bin/env bash
# Table 1 of Casius, Bobbert, van Soest 2004 made anew: ten revolutions of decks/chains/sprint_ten.dat
# with HEUN at four steps and STEP at eight tolerances, constraints at the level of accelerations only
# (PROJECT OFF) and projected. Per run: evaluations and steps, power of two legs in the last revolution,
# and how far the hip is from its place, and how fast it is, after ten revolutions.
# MBSIM names another program than build/mbsim.
set -eu
cd "$(dirname "$0")/.."
program=${MBSIM:-build/mbsim}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

row() {  # method number ON|OFF
  case $1 in HEUN) integ="INTEG HEUN $2" ;; *) integ="INTEG $1 $2 $2" ;; esac
  sed "s/^INTEG .*/$integ\nPROJECT $3/" decks/chains/sprint_ten.dat > "$scratch/deck.dat"
  "$program" --csv "$scratch/rows.csv" --audit "$scratch/deck.dat" > /dev/null 2> "$scratch/audit.txt"
  steps=$(sed -n 's/^steps accepted \([0-9]*\).*/\1/p' "$scratch/audit.txt")
  awk -F, -v method="$1" -v number="$2" -v project="$3" -v steps="$steps" '
    NR == 1 { for (k = 1; k <= NF; ++k) column[$k] = k }
    NR > 1 { before = work; work = $column["lock1.work"] }
    END {
      split("0.17 0.17 0.48 0.46", l, " ")
      x = 0.14270024; y = -0.80929327
      for (i = 1; i <= 4; ++i) {
        phi = $column["phi" i]; rate = $column["phid" i]
        x += l[i] * cos(phi); y += l[i] * sin(phi)
        xd -= l[i] * sin(phi) * rate; yd += l[i] * cos(phi) * rate
      }
      printf "| %s | %s | %s | %d | %.6f | %.1e | %.1e |\n", method, number, project, steps,
             2 * (before - work) / 0.5, sqrt(x * x + y * y), sqrt(xd * xd + yd * yd)
    }' "$scratch/rows.csv"
}

echo "| method | step or tolerance | PROJECT | steps | power [W] | hip off [m] | hip speed [m/s] |"
echo "|---|---|---|---|---|---|---|"
for project in OFF ON; do
  for h in 1e-3 5e-4 2e-4 1e-4; do row HEUN $h $project; done
  for tolerance in 1e-3 1e-4 1e-5 1e-6 1e-7 1e-8 1e-9 1e-10; do row STEP $tolerance $project; done
done
