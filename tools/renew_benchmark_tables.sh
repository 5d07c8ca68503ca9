#!/bin/sh
# Puts new tables into docs/benchmarks.md, in the places of those that begin with the same words:
#
#   { make bench; make bench-peers; make bench-operations; } | tee bench/results/tables.txt
#   tools/renew_benchmark_tables.sh bench/results/tables.txt
#
# Tables that are in one of the two files only are left out. Run it when the machine is quiet.
set -eu
cd "$(dirname "$0")/.."
new=${1:?usage: renew_benchmark_tables.sh FILE}
scratch=$(mktemp)
trap 'rm -f "$scratch"' EXIT
awk '
  # The words a table begins with, or nothing where the line begins none.
  function key(line) {
    if (line ~ /^[^ ].*: error = /) return substr(line, 1, index(line, ": error") - 1)
    if (line ~ /^(CPU, medians|CPU, interleaved|whole process|floating-point operations)/)
      return substr(line, 1, 12)
    return ""
  }
  NR == FNR {
    if (key($0) != "") inside = key($0)
    else if ($0 == "" || $0 ~ /^(Simbody|ninja|make)/) inside = ""
    if (inside != "") table[inside] = table[inside] "    " $0 "\n"
    next
  }
  /^    / {
    first = !block
    block = 1
    if (first) {
      place = key(substr($0, 5))
      replaced = place in table
      if (replaced) printf "%s", table[place]
    }
    if (!replaced) print
    next
  }
  { block = 0; print }
' "$new" docs/benchmarks.md > "$scratch"
cat "$scratch" > docs/benchmarks.md
