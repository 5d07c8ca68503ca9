#!/usr/bin/env bash
# Prepares a release, or makes its tag: docs/versions.md has the checklist.
#
#   tools/release.sh VERSION          looks whether all is ready and sets the number everywhere
#   tools/release.sh VERSION yes      makes the tag of the commit that has it
#
# Nothing is built, committed or pushed.
set -eu
cd "$(dirname "$0")/.."
new=${1:-}
tag=${2:-}
if ! [[ $new =~ ^[0-9]+\.[0-9]+\.[0-9]+$ ]]; then
  echo "release: VERSION='$new': expected three numbers, as make release VERSION=0.9.0" >&2
  exit 2
fi
old=$(sed -n 's/^project(mbsim VERSION \([0-9.]*\) .*/\1/p' CMakeLists.txt)
failed=0
item() {  # text command...
  local text=$1
  shift
  if "$@" > /dev/null 2>&1; then echo "[x] $text"; else echo "[ ] $text"; failed=1; fi
}
newest() { [ "$(printf '%s\n' "$1" "$2" | sort -V | tail -1)" = "$1" ]; }
nothing_unreleased() {
  [ -z "$(sed -n '/^## Unreleased/,/^## [0-9]/p' docs/CHANGELOG.md | grep -v '^## ' | grep -v '^ *$')" ]
}
changed=src/deck/lines/changed_words.cpp
none_waits() { ! grep -q '{kNext, ' $changed; }
item "nothing is uncommitted" test -z "$(git status --porcelain)"
item "the branch is main" test "$(git rev-parse --abbrev-ref HEAD)" = main
item "docs/CHANGELOG.md has a heading '## $new'" grep -qx "## $new\( .*\)\?" docs/CHANGELOG.md
item "nothing is left under Unreleased" nothing_unreleased
item "no tag v$new yet" test -z "$(git tag -l "v$new")"
if [ "$tag" = yes ]; then
  item "CMakeLists.txt has $new" test "$old" = "$new"
  item "each changed word has the number of its release" none_waits
  [ $failed = 0 ] || { echo "release: no tag is made" >&2; exit 1; }
  git tag -a "v$new" -m "mbsim $new"
  echo "the tag v$new is made; git push origin v$new"
  exit 0
fi
item "$new is larger than $old" eval "[ $new != $old ] && newest $new $old"
[ $failed = 0 ] || { echo "release: nothing is changed" >&2; exit 1; }

sed -i "s/^project(mbsim VERSION $old /project(mbsim VERSION $new /" CMakeLists.txt
sed -i "s/^version: .*/version: $new/" docs/CITATION.cff
IFS=. read -r edition feature mend <<< "$new"
sed -i -e "s/{kNext, /{{$edition, $feature, $mend}, /" \
  -e "s/kNext = {.*};/kNext = {$edition, $((feature + 1)), 0};/" $changed
if command -v clang-format > /dev/null; then clang-format -i $changed; fi
find reference_output -name '*.txt' -exec sed -i "1s/^# mbsim $old,/# mbsim $new,/" {} +
sed -i "s/# mbsim $old,/# mbsim $new,/; s/\`mbsim $old,/\`mbsim $new,/" docs/kabios.md docs/report.md
printf '%s\t%s\t%s\t%s\n' "$(date -u +%Y-%m-%d)" "$(git rev-parse --short HEAD)" "all references" \
  "the first line names mbsim $new; no number changes" >> reference_output/HISTORY
git diff --stat | tail -1
cat << END
Still to do, by hand:
[ ] make test && make check
[ ] make reproducible
[ ] make package, and the package tried in a bare Debian 12
[ ] docs/benchmarks.md: numbers of this version, or it says of which
[ ] git commit -am "mbsim $new", then make release VERSION=$new TAG=yes
END
