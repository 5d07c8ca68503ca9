#!/usr/bin/env bash
# Runs all test programs of a build, each in a few processes, not one process for each test:
#
#   tools/run_tests.sh BUILD [JOBS]
#
# For builds whose programs are slow to start (sanitizers). What fails is printed whole; exit status
# 1 then. `ctest` runs the same tests one by one.
set -uo pipefail

build=${1:?folder of a build} jobs=${2:-2}
export tests_total=12  # processes for a program
logs=$(mktemp -d)
export logs
trap 'rm -rf "$logs"' EXIT

run_shard() {
  local program=$1 shard=$2 log status
  log=$logs/$(basename "$program").$shard
  GTEST_TOTAL_SHARDS=$tests_total GTEST_SHARD_INDEX=$shard timeout 1800 "$program" --gtest_brief=1 \
    > "$log" 2>&1
  status=$?
  if [ $status -ne 0 ]; then
    printf '==> %s, part %s of %s: exit status %s\n' "$program" "$shard" "$tests_total" $status
    cat "$log"
    touch "$logs/failed"
  fi
}
export -f run_shard

found=0
for program in "$build"/tests/test_*; do
  [ -f "$program" ] && [ -x "$program" ] || continue
  found=1
  for ((shard = 0; shard < tests_total; shard++)); do echo "$program $shard"; done
done > "$logs/list"
xargs -L 1 -P "$jobs" bash -c 'run_shard "$@"' run < "$logs/list"
passed=$(cat "$logs"/test_* | awk '/^\[  PASSED  \]/ { sum += $4 } END { print sum + 0 }')
echo "$passed tests passed"
[ "$found" = 1 ] && [ "$passed" -gt 0 ] && [ ! -e "$logs/failed" ]
