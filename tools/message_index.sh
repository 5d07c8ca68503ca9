#!/usr/bin/env bash
# The index of messages, docs/messages.md: each message of the tables of docs/errors.md, by its text,
# with the section that tells cause and cure; then those of src that have no row there.
#
#   tools/message_index.sh           writes it anew
#   tools/message_index.sh --check   exit status 1 where the part of errors.md is not what would be written;
#                                    of messages of src that have changed it is only said
set -eu
cd "$(dirname "$0")/.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
{
  cat << 'END'
# Messages by their text

Every message of the tables of [errors.md](errors.md), in the order of the alphabet (what a message begins
with that changes, as a name or a number, is `...`). The section tells its cause and cure. Written by
`tools/message_index.sh`.

| message | section |
|---|---|
END
  awk '
    /^```/ { fenced = !fenced }
    fenced { next }
    /^## / {
      section = substr($0, 4); anchor = tolower(section)
      gsub(/[^a-z0-9 _-]/, "", anchor); gsub(/ /, "-", anchor)
      next
    }
    /^\| message / { table = 1; next }
    !/^\|/ { table = 0 }
    table && /^\| / {
      cell = $0; gsub(/\\\|/, "\001", cell); sub(/^\| */, "", cell); sub(/ *\|.*/, "", cell)
      while (match(cell, /`[^`]*`/)) {
        text = substr(cell, RSTART, RLENGTH); cell = substr(cell, RSTART + RLENGTH)
        gsub(/\001/, "\\|", text)
        key = tolower(text); gsub(/[^a-z0-9 ]/, "", key); sub(/^ +/, "", key)
        print key "\t| " text " | [" section "](errors.md#" anchor ") |"
      }
    }' docs/errors.md | LC_ALL=C sort -u | cut -f 2-
} > "$scratch/page"
cat >> "$scratch/page" << 'END'

## Those that errors.md has not

They say themselves what was expected. The page is about the records or the verb.

| message | page |
|---|---|
END
tools/message_texts.py "$scratch/page" >> "$scratch/page"
if [ "${1:-}" != --check ]; then
  cp "$scratch/page" docs/messages.md
  exit
fi
second='/^## Those that/,$d'
if ! cmp -s "$scratch/page" docs/messages.md && cmp -s <(sed "$second" "$scratch/page") <(sed "$second" docs/messages.md); then
  echo "docs/messages.md: messages of src have changed; tools/message_index.sh writes them anew" >&2
elif ! cmp -s "$scratch/page" docs/messages.md; then
  echo "docs/messages.md: tools/message_index.sh writes another page:"
  diff docs/messages.md "$scratch/page" | head -10 | sed 's/^/    /'
  exit 1
fi
