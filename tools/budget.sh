#!/usr/bin/env bash
# Runs a part of the checks and holds it to its budget:
#
#   tools/budget.sh NAME SECONDS COMMAND...
#
# SECONDS are those of processors: user and system time of the command and of all that it starts.
# So neither a machine that others keep busy nor one of more processors raises a false alarm, and on
# one that is slower in a short loop than that of the budgets they are longer in proportion. The part
# fails where it has taken more than one and a half times its budget; MBSIM_BUDGET=no says what it
# took and goes on.
set -uo pipefail

name=${1:?name of the part} budget=${2:?budget in seconds}
shift 2
times=$(mktemp)
trap 'rm -f "$times"' EXIT

# The loop takes 0.36 s on the machine of the budgets.
TIMEFORMAT=%U
loop=$({ time awk 'BEGIN { for (i = 0; i < 5000000; i++) s += i % 7 }'; } 2>&1)
budget=$(awk -v budget="$budget" -v loop="$loop" \
  'BEGIN { slower = loop / 0.36; printf "%.0f", budget * (slower > 1 ? slower : 1) }')

TIMEFORMAT='%U %S'
{ time "$@" 2>&3; } 3>&2 2> "$times"
status=$?
taken=$(tail -n 1 "$times" | awk '{ printf "%.0f", $1 + $2 }')
echo "$name: $taken s of processor time, budget $budget s" >&2
if [ "$status" -ne 0 ]; then exit "$status"; fi
if [ $((2 * taken)) -gt $((3 * budget)) ] && [ "${MBSIM_BUDGET:-}" != no ]; then
  echo "$name: more than one and a half times its budget: make it quicker, or say in" \
    "docs/decisions.md why it may take longer and change the budget in the Makefile" >&2
  exit 1
fi
