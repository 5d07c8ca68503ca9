#!/usr/bin/env bash
# Builds the program of the commit twice, in two folders of other names and lengths, and compares
# byte for byte: exit status 1 and the first bytes that differ where they do not agree.
set -eu
cd "$(dirname "$0")/../.."
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
export CCACHE_DISABLE=1
for folder in a another/folder/of_a_longer_name; do
  mkdir -p "$(dirname "$scratch/$folder")"
  git clone -q --shared . "$scratch/$folder"
  MBSIM_SETUP=no make -C "$scratch/$folder" build
done
first=$scratch/a/build second=$scratch/another/folder/of_a_longer_name/build
sha256sum "$first/mbsim" "$second/mbsim" | sed "s,$scratch/,,"
cmp "$first/mbsim" "$second/mbsim"
if [ -x "$first/mbsim-nlopt" ]; then cmp "$first/mbsim-nlopt" "$second/mbsim-nlopt"; fi
echo "two builds in different folders are the same program"
