#!/usr/bin/env bash
# Runs all test programs of a build, each in a few processes, not one process for each test, which
# would take a third longer:
#
#   tools/run_tests.sh BUILD [JOBS]
#
# What fails is printed whole; exit status 1 then. `ctest` runs the same tests one by one.
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
cat "$logs"/test_* | awk '/^\[  PASSED  \]/ { passed += $4 } /^\[  FAILED  \].* \([0-9]+ ms\)$/ { ++failed }
  END { printf "%d tests passed, %d failed\n", passed, failed; exit passed == 0 }' &&
  [ "$found" = 1 ] && [ ! -e "$logs/failed" ]
