#!/usr/bin/env bash
# Puts mbsim where the system looks for programs, or takes it away again:
#
#   tools/install.sh install PREFIX [DESTDIR]
#   tools/install.sh uninstall PREFIX [DESTDIR]
#
# DESTDIR stands before every name, for packages. What was installed is listed in
# PREFIX/share/mbsim/installed, which uninstall reads; folders that are empty then go, too. Man pages
# need pandoc: without it they are left out, and it is said. MBSIM names another program than
# build/mbsim; mbsim-nlopt is looked for beside it. ZSH_FOLDER: where zsh looks (site-functions).
set -eu
what=${1:?expected install or uninstall}
prefix=${2:?expected a prefix, as /usr/local}
case $prefix in
  /*) ;;
  *) echo "install: PREFIX=$prefix: expected a full name, as /usr/local" >&2; exit 2 ;;
esac
root=${3:-}$prefix
list=$root/share/mbsim/installed
cd "$(dirname "$0")/.."

uninstall() {
  if [ ! -f "$list" ]; then
    echo "uninstall: $list is missing: nothing was installed there by make install" >&2
    exit 1
  fi
  local name folder
  while read -r name; do rm -f "$root/$name"; done < "$list"
  sed -n 's,/[^/]*$,,p' "$list" | sort -u > "$scratch/folders"
  rm -f "$list"
  echo share/mbsim >> "$scratch/folders"
  while read -r folder; do
    while [ "$folder" != . ] && rmdir "$root/$folder" 2> /dev/null; do folder=$(dirname "$folder"); done
  done < <(sort -r "$scratch/folders")
}

# put MODE FILE NAME: NAME is relative to the prefix.
put() {
  install -D -m "$1" "$2" "$root/$3"
  echo "$3" >> "$scratch/list"
}

# put_all FOLDER NAME CONDITION...: the files of a folder that find gives, at once.
put_all() {
  local from=$1 to=$2
  shift 2
  (cd "$from" && find . -type f "$@") | sed 's,^\./,,' | LC_ALL=C sort > "$scratch/files"
  mkdir -p "$root/$to"
  tar -C "$from" -cf - --mode=u=rwX,go=rX -T "$scratch/files" | tar -C "$root/$to" --no-same-owner -xf -
  sed "s,^,$to/," "$scratch/files" >> "$scratch/list"
}

install_all() {
  local program folder shell file
  umask 022
  program=$(realpath "${MBSIM:-build/mbsim}")
  if [ ! -x "$program" ]; then echo "install: $program is missing; make build" >&2; exit 1; fi
  folder=$(dirname "$program")
  put 755 "$program" bin/mbsim
  if [ -x "$folder/mbsim-nlopt" ]; then
    put 755 "$folder/mbsim-nlopt" bin/mbsim-nlopt
  else
    echo "install: mbsim-nlopt is left out: NLopt was not there when mbsim was built" >&2
  fi
  for shell in bash zsh fish; do "$program" help --completion $shell > "$scratch/$shell"; done
  put 644 "$scratch/bash" share/bash-completion/completions/mbsim
  put 644 "$scratch/zsh" "share/zsh/${ZSH_FOLDER:-site-functions}/_mbsim"
  put 644 "$scratch/fish" share/fish/vendor_completions.d/mbsim.fish
  "$program" help --syntax vim > "$scratch/mbsim.vim"
  "$program" help --syntax textmate > "$scratch/mbsim.tmLanguage.json"
  echo 'autocmd BufRead,BufNewFile *.mbsim setfiletype mbsim' > "$scratch/detect.vim"
  put 644 "$scratch/mbsim.vim" share/vim/vimfiles/syntax/mbsim.vim
  put 644 "$scratch/detect.vim" share/vim/vimfiles/ftdetect/mbsim.vim
  put 644 "$scratch/mbsim.tmLanguage.json" share/mbsim/mbsim.tmLanguage.json
  put 644 tools/mbsim.py share/mbsim/mbsim.py
  put 644 LICENSE share/doc/mbsim/copyright
  gzip -9nc docs/CHANGELOG.md > "$scratch/changelog.gz"
  put 644 "$scratch/changelog.gz" share/doc/mbsim/changelog.gz
  put_all docs share/doc/mbsim/manual \( -name '*.md' -o -path './pictures/*' \)
  put_all decks share/doc/mbsim/examples ! -path './bad/*'
  if MBSIM=$program tools/man_pages.sh "$scratch/man"; then
    for file in "$scratch"/man/*.[15]; do
      gzip -9n "$file"
      put 644 "$file.gz" "share/man/man${file##*.}/$(basename "$file").gz"
    done
  else
    echo "install: the man pages are left out; all else is there" >&2
  fi
  install -D -m 644 "$scratch/list" "$list"
}

scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
case $what in
  install) install_all ;;
  uninstall) uninstall ;;
  *) echo "usage: tools/install.sh install|uninstall PREFIX [DESTDIR]" >&2; exit 2 ;;
esac
