# For list.txt: the eigenvalues of the bicycle at many speeds, in the folder of the picture.
echo speed,weave,weave2,swings,capsize,castering > speeds.csv
for v in $(seq 0 0.1 10); do
  "$mbsim" -D speed=$v --csv modes.csv --no-report "$root/decks/space/bicycle_modes.dat"
  awk -F, -v v=$v '$2 > 0 && $6 > 0 { w = x = $5; f = $6 } $2 > 0 && $6 == 0 { r[++n] = $5 }
    END { for (i = 2; i <= n; i++) for (j = i; j > 1 && r[j] < r[j-1]; j--) { s = r[j]; r[j] = r[j-1]; r[j-1] = s }
          if (n == 4) { w = r[3]; x = r[4]; f = 0 }
          print v "," w "," x "," f "," r[2] "," r[1] }' modes.csv >> speeds.csv
done
"$mbsim" plot speeds.csv speed weave weave2 swings capsize castering --yrange -10,10 --xlabel 'speed [m/s]' --ylabel 'real parts, and how fast the weave swings [1/s]' --width 560 -o picture.svg
