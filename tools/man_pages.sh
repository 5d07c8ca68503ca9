#!/usr/bin/env bash
# Makes the man pages from the manual and from the table of options, by pandoc of Debian:
#
#   tools/man_pages.sh FOLDER    FOLDER/mbsim.1, one page for each verb, FOLDER/mbsim-deck.5
#
# MBSIM names another program than build/mbsim. Exit status 3 without pandoc.
set -eu
out=$(realpath -m "${1:?expected a folder}")
cd "$(dirname "$0")/.."
program=$(realpath "${MBSIM:-build/mbsim}")
if ! command -v pandoc > /dev/null; then
  echo "man_pages: pandoc is missing; on Debian: apt-get install pandoc" >&2
  exit 3
fi
version=$("$program" --version | sed -n 's/^mbsim //p')
mkdir -p "$out"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
"$program" help --listing > "$scratch/listing"

# page NAME SECTION: Markdown from standard input.
page() {
  pandoc -f gfm+definition_lists -t man -s --columns=66 --lua-filter=tools/man_pages.lua \
    -V header-includes=".ad l" -V hyphenate= \
    -M title="$(echo "$1" | tr a-z A-Z)" -M section="$2" -M header="mbsim" -M footer="mbsim $version" \
    -o "$out/$1.$2"
  # Code stands four letters further in, and A|B|C in a table may be broken.
  sed -i -e '/^\.IP$/{N;s/^\.IP\n\.nf$/.IP "" 4\n.nf/}' -e '/^\.TS$/,/^\.TE$/s/\([^ ]|\)\([^ ]\)/\1\\:\2/g' "$out/$1.$2"
}

# The text of a page of the manual without its title.
manual() {
  echo "# $(sed -n '1s/^# //p' "docs/$1.md")"
  echo
  sed 1d "docs/$1.md" | sed '/^<!-- .* -->$/d; /^!\[/d'
}

verb_page() {
  local verb=$1 usage=$2 pages=$3 what=$4 name=mbsim-$1
  if [ "$verb" = run ]; then name=mbsim; fi
  {
    printf '# NAME\n\n%s - %s\n\n# SYNOPSIS\n\n```\nmbsim %s\n```\n\n# OPTIONS\n\n' "$name" "$what" "$usage"
    awk -F '\t' -v verb="$verb" '($1 == "option" || $1 == "word") && $2 == verb {
      gap = $4 == "" || substr($4, 1, 1) == "[" ? "" : " "
      printf "**`%s%s%s`**\n\n:   %s\n\n", $3, gap, $4, $7 }' "$scratch/listing"
    if [ "$verb" = run ]; then
      printf '# VERBS\n\n'
      awk -F '\t' '$1 == "verb" && $2 != "run" { printf "**mbsim-%s(1)**\n\n:   %s\n\n", $2, $5 }' "$scratch/listing"
    fi
    for one in $pages; do manual "$one"; done
    printf '\n# SEE ALSO\n\n'
    [ "$verb" = run ] || printf '**mbsim(1)**, '
    printf '**mbsim-deck(5)**; `mbsim help WORD`; the manual in the folder of documents of mbsim\n'
  } > "$scratch/$name.md"
  page "$name" 1 < "$scratch/$name.md"
}

page mbsim-nlopt 1 << 'END'
# NAME

mbsim-nlopt - searches of NLopt for mbsim optimise

# DESCRIPTION

mbsim starts this program itself and tells it over a pipe what a run has given. It is of no use without it.

# SEE ALSO

**mbsim-optimise(1)**
END
awk -F '\t' '$1 == "verb"' "$scratch/listing" > "$scratch/verbs"
while IFS=$'\t' read -r _ verb usage pages what; do
  verb_page "$verb" "$usage" "$pages" "$what"
done < "$scratch/verbs"

{
  printf '# NAME\n\nmbsim-deck - decks of mbsim: mechanisms in a text file\n\n'
  for one in what-a-deck-means kabios native chains words; do manual "$one"; done
  manual versions | sed '/^## A release/,$d'
  printf '\n# SEE ALSO\n\n**mbsim(1)**; `mbsim help WORD`\n'
} > "$scratch/deck.md"
page mbsim-deck 5 < "$scratch/deck.md"
