#!/bin/sh
# Counts the floating-point operations of a process: callgrind (Debian: valgrind) counts how often
# each instruction is executed, objdump tells which of them calculate. Additions, subtractions,
# multiplications, divisions and square roots count one for each number they work on, a fused
# multiply-add two; comparisons, conversions, signs and moves count nothing. Sines are counted as
# what the library does for them.
#
#   bench/count_operations.sh COMMAND...      its stdout is thrown away
set -eu
[ $# -gt 0 ] || { echo "usage: bench/count_operations.sh COMMAND..." >&2; exit 2; }
for tool in valgrind objdump; do
  command -v "$tool" > /dev/null || { echo "count_operations: $tool is missing" >&2; exit 1; }
done
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
valgrind -q --tool=callgrind --dump-instr=yes --compress-pos=no --compress-strings=no \
  --callgrind-out-file="$scratch/counts" "$@" > /dev/null

# Object, address, times. The line after "calls=" belongs to the callee.
awk '/^ob=/ { object = substr($0, 4) }
     /^calls=/ { getline; next }
     /^0x/ { times[object " " $1] += $3 }
     END { for (place in times) print place, times[place] }' "$scratch/counts" > "$scratch/times"
cut -d ' ' -f 1 "$scratch/times" | sort -u | while read -r object; do
  [ -r "$object" ] || continue
  objdump -d --no-show-raw-insn "$object" | awk -v object="$object" '
    /^ *[0-9a-f]+:\t/ { address = $1; sub(/:$/, "", address); $1 = ""; print object, "0x" address $0 }'
done > "$scratch/code"

awk '
  # Numbers worked on by one instruction.
  function lanes(name, operands, wide) {
    if (name ~ /s[sd]$/) return 1
    wide = operands ~ /%zmm/ ? 8 : operands ~ /%ymm/ ? 4 : 2
    return name ~ /ps$/ ? 2 * wide : wide
  }
  function weight(name, operands) {
    if (name ~ /^v?(add|sub|mul|div|sqrt)[sp][sd]$/) return lanes(name, operands)
    if (name ~ /^v?(hadd|hsub|addsub)p[sd]$/) return lanes(name, operands)
    if (name ~ /^vfn?m(add|sub|addsub|subadd)(132|213|231)[sp][sd]$/)
      return 2 * lanes(name, operands)
    if (name ~ /^f(add|sub|subr|mul|div|divr)(p|s|l)?$/ || name == "fsqrt") return 1
    return 0
  }
  NR == FNR { times[$1 " " $2] = $3; all += $3; next }
  ($1 " " $2) in times {
    seen += times[$1 " " $2]
    n = times[$1 " " $2] * weight($3, $0)
    total += n
    of[$1] += n
  }
  END {
    printf "%.3f Mflop in %.3f million instructions", total / 1e6, all / 1e6
    printf " (%.2f %% of them without disassembly)\n", 100 * (all - seen) / all
    for (object in of) if (of[object] > 0) {
      name = object
      sub(/.*\//, "", name)
      printf "  %.3f in %s\n", of[object] / 1e6, name
    }
  }' "$scratch/times" "$scratch/code"
