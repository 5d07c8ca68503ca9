#!/usr/bin/env bash
# Runs every deck that has a report in reference_output/ and compares with a plain diff:
# tools/check_references.sh path/to/mbsim. Names the decks that differ; exit status 1 then.
set -u
cd "$(dirname "$0")/.."
binary=${1:?expected the path of an mbsim}
decks=0
different=()
while read -r reference; do
  deck=decks/${reference#reference_output/}
  deck=${deck%.txt}.dat
  decks=$((decks + 1))
  "$binary" "$deck" 2> /dev/null | cmp -s - "$reference" || different+=("$deck")
done < <(find reference_output -name '*.txt' | LC_ALL=C sort)
if [ ${#different[@]} -gt 0 ]; then
  printf 'differs from its reference: %s\n' "${different[@]}" >&2
  exit 1
fi
echo "$decks reports as in reference_output, byte for byte"
