#!/usr/bin/env bash
# STATIC and EIGEN k of growing mechanisms: processor time of whole runs, the least of three, less the
# time of `--check`, and the exponent of its growth from 100 to 1000 elements, per iteration of STATIC.
#
#   bench/static_decks.sh path/to/mbsim [JSON file]     all jobs, a line each
#   bench/static_decks.sh --write JOB COUNT             writes such a deck to stdout
set -eu
export LC_ALL=C
jobs="bent modes damped following laws girder"

# A cantilever of PLBEAM (EI = 1, EA = 1e6), or a girder of COUNT bays, with what the job asks for.
deck() {
  awk -v job="$1" -v n="$2" 'BEGIN {
    if (job == "girder") {
      for (k = 0; k <= n; k++) for (s = 0; s < 2; s++) {
        node = 2*k + s + 1
        points = points "X " node " " k " " s "\n"
        free = free (k > 0 ? "DYNX " node "\n" : "FIX " node "\n")
        masses = masses (k > 0 ? "XM " node " 1\n" : "")
      }
      for (k = 0; k < n; k++) {
        a = 2*k + 1
        split(a " " a + 2 " " a + 1 " " a + 3 " " a " " a + 3 " " a + 2 " " a + 3, ends, " ")
        for (b = 1; b <= 4; b++) {
          e++
          bars = bars "PLTRUSS " e " " ends[2*b - 1] " " ends[2*b] "\nRLSE " e "\n"
          springs = springs "ESTIFF " e " 1e6\n"
        }
      }
      print bars points free "END HALT\n" masses springs "XF " 2*n + 1 " 0 -0.01\nSTATIC\nEIGEN 5\nEND END"
      exit
    }
    for (k = 1; k <= n; k++) {
      a = 2*k - 1
      beams = beams "PLBEAM " k " " a " " a + 1 " " a + 2 " " a + 3 "\nDYNE " k "\n"
      points = points "X " a + 2 " " k/n " 0\n"
      laws = laws "ESTIFF " k " 1e6 1\nEM " k " 1\n"
      if (job == "damped") laws = laws "EDAMP " k " 0 0.001\n"
      if (job == "laws") laws = laws "ELAW " k " 2 = 0.5*sinh(e)\nELAW " k " 3 = 0.5*sinh(e)\n"
    }
    tip = 2*n + 1
    if (job == "bent") load = "XF " tip " 0 10\nSTATIC\n"
    if (job == "laws") load = "XLAW " tip " 2 = 10 - 2*x\nSTATIC\n"
    if (job == "following") load = "XLAW " tip " 1 = -10*cos(x" tip + 1 "_1)\nXLAW " tip " 2 = -10*sin(x" tip + 1 "_1)\nSTATIC\nEIGEN 6\n"
    if (job == "modes" || job == "damped") load = "EIGEN 6\n"
    print beams "X 1 0 0\n" points "FIX 1\nFIX 2\nEND HALT\n" laws load "END END"
  }'
}

if [ "${1:-}" = --write ]; then
  deck "${2:?job: $jobs}" "${3:?how many}"
  exit
fi
binary=$(realpath "${1:?expected the path of an mbsim}")
json=${2:-/dev/null}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
rows=""
echo "job           n   CPU [s]   --check [s]   iterations"
for job in $jobs; do
  for count in 100 1000; do
    deck "$job" $count > "$scratch/deck.dat"
    python3 - "$binary" "$scratch/deck.dat" > "$scratch/figures" <<'PYTHON'
import re, resource, subprocess, sys
def seconds(*words):
    best, out = 1e9, ""
    for _ in range(3):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        run = subprocess.run([sys.argv[1], *words, sys.argv[2]], capture_output=True, text=True, check=True)
        used = resource.getrusage(resource.RUSAGE_CHILDREN)
        best = min(best, used.ru_utime + used.ru_stime - before.ru_utime - before.ru_stime)
        out = run.stdout + run.stderr
    return best, out
whole, text = seconds("--audit")
check, _ = seconds("--check")
found = re.search(r"iterations (\d+)", text)
print(f"{whole:.4f} {check:.4f} {found.group(1) if found else 1}")
PYTHON
    read -r whole check iterations < "$scratch/figures"
    printf '%-9s %5d  %8.3f  %12.3f  %11d\n' "$job" $count "$whole" "$check" "$iterations"
    rows+="${rows:+, }{\"job\": \"$job\", \"n\": $count, \"cpu_s\": $whole, \"check_s\": $check, \"iterations\": $iterations}"
    if [ $count = 100 ]; then
      small="$whole $check $iterations"
    else
      echo "$small $whole $check $iterations" | awk '{
        printf "          exponent %.2f\n", log((($4 - $5) / $6) / (($1 - $2) / $3)) / log(10) }'
    fi
  done
done
echo "[$rows]" > "$json"
