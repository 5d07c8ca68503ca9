#!/bin/sh
# Makes the pictures of docs/pictures/list.txt with mbsim itself.
#
#   tools/make_pictures.sh           writes them to docs/pictures
#   tools/make_pictures.sh --check   writes nothing: lists each that is no longer what mbsim makes,
#                                    and exits 1 then
#
# MBSIM names another program than build/mbsim.
set -eu
cd "$(dirname "$0")/.."
mbsim=${MBSIM:-build/mbsim}
[ -x "$mbsim" ] || { echo "make_pictures: $mbsim is missing; make build" >&2; exit 1; }
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
made=0
different=0
while read -r name arguments; do
  case "$name" in '' | '#'*) continue ;; esac
  # A run that ends early, at a dead position, has a picture as well.
  # shellcheck disable=SC2086  # the arguments are words
  "$mbsim" $arguments -o "$scratch/picture.svg" < /dev/null 2> "$scratch/errors" || true
  if [ ! -s "$scratch/picture.svg" ]; then
    echo "make_pictures: $name cannot be made: $(head -n 1 "$scratch/errors")" >&2
    exit 1
  fi
  made=$((made + 1))
  if [ "${1:-}" = --check ]; then
    if ! cmp -s "$scratch/picture.svg" "docs/pictures/$name"; then
      echo "docs/pictures/$name is not what mbsim makes; make pictures"
      different=1
    fi
  else
    cp "$scratch/picture.svg" "docs/pictures/$name"
  fi
  rm "$scratch/picture.svg"
done < docs/pictures/list.txt
echo "$made pictures" >&2
exit $different
