#!/usr/bin/env bash
# Runs a part of the checks and holds it to its budget:
#
#   tools/budget.sh NAME SECONDS COMMAND...
#
# SECONDS are those of processors: user and system time of the command and of all that it starts, on
# a machine where the yardstick, the compilation of a small file, takes 1 s. On a slower machine the
# budget is longer in proportion. The yardstick is taken before and after the part, as often at once
# as the machine has processors: one processor alone is quicker than all of them are when they share
# caches and memory, and a machine that others keep busy changes within minutes. The part fails where
# it has taken more than one and a half times its budget; MBSIM_BUDGET=no says what it took and goes
# on.
set -uo pipefail

name=${1:?name of the part} budget=${2:?budget in seconds}
shift 2
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# Seconds of a processor that the yardstick takes, the mean of as many as there are processors.
yardstick() {
  local jobs
  jobs=$(nproc 2> /dev/null || echo 2)
  printf '#include <map>\n#include <random>\n#include <regex>\n%s\n' \
    'bool f(const char* text) { return std::regex_match(text, std::regex("a*b|c+d")); }' > "$scratch/y.cpp"
  TIMEFORMAT='%U %S'
  for ((k = 0; k < jobs; k++)); do
    { time c++ -w -std=c++20 -O1 -c "$scratch/y.cpp" -o "$scratch/y$k.o"; } 2>> "$scratch/yardsticks" &
  done
  wait
}

yardstick
TIMEFORMAT='%U %S'
{ time "$@" 2>&3; } 3>&2 2> "$scratch/times"
status=$?
taken=$(tail -n 1 "$scratch/times" | awk '{ printf "%.0f", $1 + $2 }')
yardstick
budget=$(awk -v budget="$budget" '{ total += $1 + $2 } END { printf "%.0f", budget * total / NR }' \
  "$scratch/yardsticks")
echo "$name: $taken s of processor time, budget $budget s" >&2
if [ "$status" -ne 0 ]; then exit "$status"; fi
if [ $((2 * taken)) -gt $((3 * budget)) ] && [ "${MBSIM_BUDGET:-}" != no ]; then
  echo "$name: more than one and a half times its budget: make it quicker, or say in" \
    "docs/decisions.md why it may take longer and change the budget in the Makefile" >&2
  exit 1
fi
