#!/usr/bin/env bash
# Renews one reference report: DECK=decks/kabios/four_bar.dat WHY="reason" tools/reference.sh
# writes the report to reference_output/kabios/four_bar.txt and shows what changed. A deck that warns,
# or that is meant to fail (exit status 3, or 5 by a limit of its own), has four_bar.err as well: its stderr and, last, a line
# "exit status N". Date, commit, deck and reason are noted in reference_output/HISTORY. A reference
# belongs to a commit, so nothing but the deck and reference_output/ itself may differ from it.
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
target=reference_output/${name%.*}
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
status=0
build/mbsim "$deck" > "$scratch/txt" 2> "$scratch/err" || status=$?
case $status in 0|3|5) ;; *) cat "$scratch/err" >&2; refuse "mbsim $deck ended with exit status $status" ;; esac
if [ -s "$scratch/err" ] || [ "$status" -ne 0 ]; then echo "exit status $status" >> "$scratch/err"; fi

renewed=
for kind in txt err; do
  old=$target.$kind new=$scratch/$kind
  if [ "$kind" = err ] && [ ! -s "$new" ]; then
    if [ -f "$old" ]; then rm "$old"; renewed="$renewed -$old"; fi
    continue
  fi
  if [ -f "$old" ] && cmp -s "$old" "$new"; then continue; fi
  if [ -s "$old" ] && [ -s "$new" ]; then
    if [ "$kind" = txt ]; then build/mbsim diff "$old" "$new" || true; else diff -u "$old" "$new" || true; fi
  fi
  mkdir -p "$(dirname "$old")"
  cat "$new" > "$old"
  renewed="$renewed $old"
done
if [ -z "$renewed" ]; then echo "reference: $target is unchanged"; exit 0; fi
printf '%s\t%s\t%s\t%s\n' "$(date -u +%Y-%m-%d)" "$(git rev-parse --short HEAD)" "$deck" "$why" \
  >> reference_output/HISTORY
echo "reference: wrote$renewed"
