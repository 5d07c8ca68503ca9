#!/bin/sh
# Writes the deck of the N-four-bar mechanism (IFToMM library A02; Gonzalez, Dopico, Lugris and
# Cuadrado 2006) for any N: tools/make_n_four_bar.sh N [FULL|REDUCED] [start angle] > deck.dat
# N + 1 cranks of 1 m and 1 kg stand on the ground at x = 0, 1, ..., N, N rods join their tips.
set -eu
n=${1:?usage: make_n_four_bar.sh N [FULL|REDUCED] [start angle of the cranks]}
form=${2:-REDUCED}
angle=${3:-pi / 2}
awk -v n="$n" -v form="$form" -v angle="$angle" 'BEGIN {
  print "# The N-four-bar mechanism (IFToMM benchmark library A02) with N = " n ": parallelogram loops of"
  print "# uniform rods of 1 m and 1 kg. Upright, it is released with tips that move at 1 m/s. All rods"
  print "# come to lie in one line twice a turn; the Jacobian loses rank there and the motion must keep its"
  print "# branch. Every crank obeys theta\" = -k cos theta, k = 9.81 ((N + 1)/2 + N)/((N + 1)/3 + N)."
  print "# Rods are bodies: point nodes 1, 2, ... and angle nodes 1001, ... are cranks, 2001, ... and"
  print "# 3001, ... the rods between them. Written by tools/make_n_four_bar.sh " n " " form "."
  print "PARAM theta = " angle
  print "PARAM tolerance = 1e-10"
  print "X 5001 0 0                       # the ground\nX 5002 0"
  for (i = 0; i <= n; i++) {
    printf "X %d ${%d + cos(theta) / 2} ${sin(theta) / 2}\n", i + 1, i
    printf "X %d ${theta}\n", i + 1001
  }
  for (i = 1; i <= n; i++) {
    printf "X %d ${%g + cos(theta)} ${sin(theta)}\n", i + 2000, i - 0.5
    printf "X %d 0\n", i + 3000
  }
  for (i = 0; i <= n; i++)
    printf "PLREV %d 5001 5002 %d %d  %d 0  -0.5 0\n", i + 1, i + 1, i + 1001, i
  for (i = 1; i <= n; i++) {
    printf "PLREV %d %d %d %d %d  0.5 0  -0.5 0\n", 2 * i + 999, i, i + 1000, i + 2000, i + 3000
    printf "PLREV %d %d %d %d %d  0.5 0  0.5 0\n", 2 * i + 1000, i + 1, i + 1001, i + 2000, i + 3000
  }
  print "FIX 5001\nFIX 5002\nEND HALT"
  for (i = 0; i <= n; i++) printf "XM %d 1\nXM %d ${1 / 12}\n", i + 1, i + 1001
  for (i = 1; i <= n; i++) printf "XM %d 1\nXM %d ${1 / 12}\n", i + 2000, i + 3000
  for (i = 0; i <= n; i++) {
    printf "STARTVX %d 1 ${0.5 * sin(theta)}\nSTARTVX %d 2 ${-0.5 * cos(theta)}\n", i + 1, i + 1
    printf "STARTVX %d 1 -1\n", i + 1001
  }
  for (i = 1; i <= n; i++)
    printf "STARTVX %d 1 ${sin(theta)}\nSTARTVX %d 2 ${-cos(theta)}\n", i + 2000, i + 2000
  print "GRAVITY 0 -9.81\nDOF AUTO\nFORM " form
  print "INTEG STEP ${tolerance} ${tolerance}\nTIMESTEP 10 100\nEND END"
}'
