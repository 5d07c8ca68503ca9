#!/bin/sh
# Draws docs/pictures/contact_models.svg: one drop from 1 m in the three contact models, the end of it
# magnified, and below, a block on an incline in the same three. Needs gnuplot.
#
#   tools/plot_contact.sh > docs/pictures/contact_models.svg
#
# Everything drawn comes from the CSV that mbsim writes. MBSIM names another program than
# build/mbsim.
set -eu
cd "$(dirname "$0")/.."
mbsim=${MBSIM:-build/mbsim}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# name, model, slope, height, upward speed along the line, report times
run() {
  cat > "$scratch/$1.dat" <<DECK
PLCLINE 1  1 9  8 9   0 0  0   0 0  1 0
X 1  0 $4
X 8  0 0
X 9  $3
FIX 8
FIX 9
DYNX 1
END HALT
XM 1  1
STARTVX 1 1 $5
GRAVITY 0 -9.81
CONTACT 1 $2
TIMESTEP $6
END END
DECK
  "$mbsim" --csv "$scratch/$1.csv" "$scratch/$1.dat" > /dev/null
}
run penalty "PENALTY 1e4 1 0.35" 0 1 0 "2.2 550"
run rigid "RIGID 0.6" 0 1 0 "2.2 550"
run impulses "IMPULSES 0.6 2e-2" 0 1 0 "2.2 550"
run penalty_incline "PENALTY 1e5 1 50 0.5 2e-2" 0.349 0 0 "0.5 250"
run rigid_incline "RIGID 0 0.5 0.4" 0.349 0 0 "0.5 250"
run impulses_incline "IMPULSES 0 1e-2 0.5" 0.349 0 0 "0.5 250"

gnuplot > "$scratch/out.svg" <<PLOT
set terminal svg size 900,640 font "sans,13" background "white"
set datafile separator ","
set multiplot layout 2,2
set key top right opaque
set grid lc rgb "#dddddd"
set style line 1 lw 2 lc rgb "#c0392b"
set style line 2 lw 2 lc rgb "#1f618d"
set style line 3 lw 2 lc rgb "#1e8449"
set xlabel "t [s]"
set title "a ball dropped from 1 m"
set ylabel "height [m]"
plot "$scratch/penalty.csv" using "t":"x1_2" with lines ls 1 title "PENALTY", \
     "$scratch/rigid.csv" using "t":"x1_2" with lines ls 2 title "RIGID", \
     "$scratch/impulses.csv" using "t":"x1_2" with lines ls 3 title "IMPULSES"
set title "the end of it"
set ylabel "height [mm]"
set xrange [1.5:2.2]
set yrange [-15:40]
plot "$scratch/penalty.csv" using "t":(1000*column("x1_2")) with lines ls 1 title "PENALTY: sinks in, trembles", \
     "$scratch/rigid.csv" using "t":(1000*column("x1_2")) with lines ls 2 title "RIGID: rests", \
     "$scratch/impulses.csv" using "t":(1000*column("x1_2")) with lines ls 3 title "IMPULSES: flights of 20 ms"
set xrange [0:0.5]
set yrange [*:*]
set title "a block at rest on 20 degrees, mu = 0.5"
set ylabel "slip downhill [mm]"
set key top left
plot "$scratch/penalty_incline.csv" using "t":(-1000*column("contact1.slip")) with lines ls 1 title "PENALTY: creeps", \
     "$scratch/rigid_incline.csv" using "t":(-1000*column("contact1.slip")) with lines ls 2 title "RIGID: sticks", \
     "$scratch/impulses_incline.csv" using "t":(-1000*column("contact1.slip")) with lines ls 3 title "IMPULSES: creeps"
set title "the first 0.1 s of it"
set xrange [0:0.1]
replot
unset multiplot
PLOT
cat "$scratch/out.svg"
