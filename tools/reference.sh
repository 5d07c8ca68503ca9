#!/usr/bin/env bash
# Renews one reference report: DECK=decks/kabios/four_bar.dat WHY="reason" tools/reference.sh
# writes reference_output/kabios/four_bar.txt, shows what changed and notes date, commit, deck and
# reason in reference_output/HISTORY. A reference belongs to a commit, so nothing but the deck and
# reference_output/ itself may differ from it.
set -eu
cd "$(dirname "$0")/.."
refuse() { echo "reference: $*" >&2; exit 2; }

deck=${DECK:-}
deck=${deck#./}
why=$(printf %s "${WHY:-}" | tr -s '[:space:]' ' ' | sed 's/^ //; s/ $//')
case "$deck" in decks/*) ;; *) refuse "DECK must be a file under decks/" ;; esac
[ -f "$deck" ] || refuse "$deck does not exist"
[ -n "$why" ] || refuse "say why this reference changes: WHY=\"...\""
changed=$(git status --porcelain --untracked-files=all -- . ":(exclude)$deck" ":(exclude)reference_output")
[ -z "$changed" ] || refuse "commit or remove these first:
$changed"

make build >&2
name=${deck#decks/}
target=reference_output/${name%.*}.txt
report=$(mktemp)
trap 'rm -f "$report"' EXIT
build/mbsim "$deck" > "$report" || refuse "mbsim $deck ended with exit status $?"

if [ -f "$target" ]; then
  if cmp -s "$target" "$report"; then echo "reference: $target is unchanged"; exit 0; fi
  build/mbsim diff "$target" "$report" || [ $? -eq 4 ] || refuse "mbsim diff failed"
fi
mkdir -p "$(dirname "$target")"
cat "$report" > "$target"
printf '%s\t%s\t%s\t%s\n' "$(date -u +%Y-%m-%d)" "$(git rev-parse --short HEAD)" "$deck" "$why" \
  >> reference_output/HISTORY
echo "reference: wrote $target"
