#!/usr/bin/env bash
# The keyword tables of the manual, as `mbsim help --table NAME` prints them: each stands between
#
#   <!-- table NAME -->
#   <!-- end of table -->
#
#   tools/manual_tables.sh           writes them anew
#   tools/manual_tables.sh --check   exit status 1 where one differs from what the program says
#
# MBSIM names another program than build/mbsim.
set -eu
cd "$(dirname "$0")/.."
program=$(realpath "${MBSIM:-build/mbsim}")
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
failed=0
for page in $(grep -l '^<!-- table ' docs/*.md); do
  awk -v program="$program" '
    /^<!-- table .* -->$/ {
      print
      name = $0; sub(/^<!-- table /, "", name); sub(/ -->$/, "", name)
      command = "\"" program "\" help --table \"" name "\""
      while ((command | getline row) > 0) print row
      if (close(command) != 0) exit 1
      inside = 1
      next
    }
    /^<!-- end of table -->$/ { inside = 0 }
    !inside { print }
    END { if (inside) exit 1 }' "$page" > "$scratch/page" || { echo "$page: a table is not known, or has no end"; exit 1; }
  if [ "${1:-}" != --check ]; then
    cmp -s "$page" "$scratch/page" || cp "$scratch/page" "$page"
  elif ! diff -u "$page" "$scratch/page" > "$scratch/diff"; then
    echo "$page: tools/manual_tables.sh writes other tables:"
    sed '1,2d; s/^/    /' "$scratch/diff" | head -20
    failed=1
  fi
done
exit $failed
