#!/usr/bin/env bash
# Whether the tests find faults that are planted on purpose, one at a time:
#
#   tools/plant_faults.sh [FIRST [LAST]]
#
# The faults are the lines of tests/faults/faults.txt, counted from 1. A copy of the committed tree in
# build-faults/ is built as by make dev; for each fault the test programs of its kinds are built and
# run, the first that fails ends the search. Says which kind has found each fault, and how many were
# found; exit status 1 if one was not. About a minute for each on two cores.
set -euo pipefail
cd "$(dirname "$0")/.."
first=${1:-1} last=${2:-1000}
list=$PWD/tests/faults/faults.txt

rm -rf build-faults
git worktree prune
git worktree add -q --detach build-faults HEAD
trap 'git worktree remove --force build-faults' EXIT
cd build-faults
cmake --log-level=NOTICE -S . -B build -DCMAKE_BUILD_TYPE=Debug -DMBSIM_TOGETHER=ON \
  -DCMAKE_CXX_FLAGS_DEBUG="-O1" > /dev/null

trim() { sed 's/^ *//; s/ *$//'; }
found=0 planted=0 number=0
while IFS='|' read -r file old new kinds; do
  number=$((number + 1))
  if [ "$number" -lt "$first" ] || [ "$number" -gt "$last" ]; then continue; fi
  file=src/$(trim <<< "$file") old=$(trim <<< "$old") new=$(trim <<< "$new")
  FAULT_OLD=$old FAULT_NEW=$new awk '
    BEGIN { old = ENVIRON["FAULT_OLD"]; new = ENVIRON["FAULT_NEW"] }
    (at = index($0, old)) {
      ++count
      $0 = substr($0, 1, at - 1) new substr($0, at + length(old))
    }
    { print }
    END { exit count != 1 }' "$file" > fault.tmp || {
    echo "fault $number: '$old' does not stand in $file once" >&2
    exit 2
  }
  mv fault.tmp "$file"
  planted=$((planted + 1))
  by=nothing
  for kind in $kinds; do
    # A fault that does not compile is none.
    cmake --build build -j"$(nproc)" --target mbsim "test_$kind" > build.log 2>&1 || {
      tail -n 20 build.log >&2
      exit 2
    }
    if ! ctest --test-dir build -j"$(nproc)" -L "^$kind\$" --stop-on-failure > test.log 2>&1; then
      by="$kind ($(grep -m 1 -oE '\(Failed\)|\*\*\*[A-Za-z]+' test.log || true) $(
        grep -m 1 -oE '[0-9]+ - [^ ]+' test.log | sed 's/.* - //' || true))"
      break
    fi
  done
  [ "$by" = nothing ] || found=$((found + 1))
  echo "fault $number, $file: found by $by"
  git checkout -q -- "$file"
done < <(grep -v '^#' "$list")
echo "$found of $planted faults found"
[ "$found" = "$planted" ]
