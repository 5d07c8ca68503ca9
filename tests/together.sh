#!/usr/bin/env bash
# Writes files of tests as one source, which compiles in a third of the time:
#
#   tests/together.sh OUT FILE...
#
# Each file keeps its names to itself, in a namespace called after it, and its own line numbers. Its
# tests must stand in its unnamed namespace, and headers of tests may not share a name.
set -euo pipefail

out=$1
shift
mkdir -p "$(dirname "$out")"
for file in "$@"; do
  name=$(basename "$file" .cpp)
  printf '#line 1 "%s"\n' "$file"
  sed -e "s|^namespace {\$|namespace in_$name { namespace {|" \
    -e 's|^}  // namespace$|}}  // namespace|' "$file"
done > "$out"
