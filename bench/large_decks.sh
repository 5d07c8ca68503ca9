#!/usr/bin/env bash
# Decks of many lines: how fast they are read and run, and in how much memory.
#
#   bench/large_decks.sh path/to/mbsim [JSON file]     all kinds, a line each
#   bench/large_decks.sh --write KIND COUNT            writes such a deck to stdout
#
# A table stands in a file beside the deck: `--write rows COUNT` writes that file.
set -eu
export LC_ALL=C
kinds="param out report measure chain table"

# A beam that turns about its end, one second; the lines of the kind before TIMESTEP.
deck() {
  awk -v kind="$1" -v n="$2" 'BEGIN {
    if (kind == "rows") {
      print "u,f"
      for (k = 0; k < n; k++) print k "," k % 7
      exit
    }
    print "PLBEAM 1 1 2 3 4\nX 1 0 0\nX 3 1 0\nFIX 1\nDYNX 2 1\nEND HALT\nEM 1 1"
    if (kind == "table") print "OUT q = table(\"rows.csv\", t)"
    for (k = 0; k < n && kind != "table"; k++) {
      if (kind == "param") print "PARAM p" k " = " (k ? "p" k - 1 " + 1" : 0)
      if (kind == "out" || kind == "report") print "OUT o" k " = " k "*x3_1"
      if (kind == "measure") print "MEASURE m" k " = LAST x3_1"
      if (kind == "chain") print "MEASURE m" k " = " (k ? "m" k - 1 " + 1" : "LAST x3_1")
    }
    if (kind == "param") print "OUT total = p" n - 1
    if (kind == "report") {
      printf "REPORT"
      for (k = 0; k < n; k++) printf " o%d", k
      print ""
    }
    print "TIMESTEP 1 1\nEND END"
  }'
}

if [ "${1:-}" = --write ]; then
  deck "${2:?kind: $kinds rows}" "${3:?how many}"
  exit
fi
binary=$(realpath "${1:?expected the path of an mbsim}")
json=${2:-/dev/null}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
rows=""
echo "kind       lines   CPU [s]   lines/s   memory [MB]"
for kind in $kinds; do
  count=100000
  if [ "$kind" = table ]; then
    count=1000000
    deck rows $count > "$scratch/rows.csv"
  fi
  deck "$kind" $count > "$scratch/$kind.dat"
  # User and system time and the peak of memory, from the system.
  python3 - "$binary" "$scratch/$kind.dat" > "$scratch/figures" <<'PYTHON'
import os, resource, subprocess, sys
with open(os.devnull, "w") as nowhere:
    subprocess.run(sys.argv[1:], stdout=nowhere, check=True)
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss / 1024)
PYTHON
  read -r seconds memory < "$scratch/figures"
  printf '%-8s %7d  %8.2f  %8.0f  %12.0f\n' "$kind" $count "$seconds" \
    "$(echo "$count $seconds" | awk '{ print $1 / $2 }')" "$memory"
  rows+="${rows:+, }{\"kind\": \"$kind\", \"lines\": $count, \"cpu_s\": $seconds, \"memory_mb\": $memory}"
done
echo "[$rows]" > "$json"
