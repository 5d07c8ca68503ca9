#!/usr/bin/env bash
# Runs the examples in README.md and docs/: what the manual shows is what the program does.
#
#   ```deck               a deck: mbsim runs it and must end with exit status 0
#   ```deck check         the same with --check
#   ```deck arm.dat       the deck is saved as arm.dat (otherwise deck.dat) for later blocks and messages
#   ```sh run             commands, run by sh -eu with mbsim on the PATH; exit status 0 as well
#
# The next fenced blocks may say what comes out; a line that is just ... stands for one or more lines:
#   ```stdout             the standard output, exactly
#   ```stderr             the standard error, exactly, and an exit status other than 0
#   ```stderr 3           the standard error, exactly, and exit status 3 (0: a warning)
#
# Fences start in column 1. All blocks of one file share a scratch folder that holds a copy of
# decks/ and of tools/mbsim.py. The recipes are run a second time in a German locale, which is made
# in the scratch folder. Other blocks are not looked at. A failing block is listed as file:line; exit status 1.
# MBSIM names another program than build/mbsim; FILES, separated by blanks, other files than all.
set -u
cd "$(dirname "$0")/.."
root=$PWD
program=$(realpath "${MBSIM:-$root/build/mbsim}")
if [ ! -x "$program" ]; then echo "check_docs_examples: $program is missing; make build" >&2; exit 1; fi
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT
bin=$scratch/bin
mkdir "$bin" && ln -s "$program" "$bin/mbsim"
run=0
failed=0

fail() {  # file line message
  echo "$1:$2: $3"
  failed=$((failed + 1))
}

# Each block goes to $scratch/block/N; the index has its line and its info string.
extract() {
  rm -rf "$scratch/block" "$scratch/work"
  mkdir -p "$scratch/block" "$scratch/work"
  if [ -d decks ]; then cp -r decks "$scratch/work/"; fi
  if [ -f tools/mbsim.py ]; then mkdir "$scratch/work/tools" && cp tools/mbsim.py "$scratch/work/tools/"; fi
  awk -v out="$scratch/block/" '
    match($0, /^[ \t]*```+/) {
      ticks = substr($0, 1, RLENGTH); indented = sub(/^[ \t]+/, "", ticks)
      info = substr($0, RLENGTH + 1); gsub(/^[ \t]+|[ \t]+$/, "", info)
      if (!fence) {
        fence = length(ticks); file = out (++n); printf "" > file
        print FNR "\t" (indented && info ~ /^(deck|sh run|stdout|stderr)/ ? "indented" : info)
        next
      }
      if (info == "" && length(ticks) >= fence) { close(file); fence = 0; next }
    }
    fence { print > file }
    END { if (fence) print FNR "\tunclosed" }' "$1" > "$scratch/index"
}

# Exit 0 if file $2 is what block $1 shows.
same() {
  cmp -s "$1" "$2" && return 0
  grep -qx '\.\.\.' "$1" || return 1
  local pattern
  pattern=$(sed 's/[][*?\\()|+@!]/\\&/g; s/^\.\.\.$/*/' "$1")
  # shellcheck disable=SC2053  # a pattern on purpose
  [[ $(cat "$2") == $pattern ]]
}

run_deck() {  # block, words of the info string after "deck"
  local block=$1 name=deck.dat options=()
  shift
  for word in "$@"; do
    case "$word" in
      check) options+=(--check) ;;
      *.*) name=$word ;;
      *) echo "unknown word '$word' after deck" > "$scratch/stderr"; return 99 ;;
    esac
  done
  cp "$block" "$scratch/work/$name"
  (cd "$scratch/work" && timeout 60 "$bin/mbsim" ${options[@]+"${options[@]}"} "$name") \
    > "$scratch/stdout" 2> "$scratch/stderr" < /dev/null
}

german=()  # variables of the German locale, while it is tried
in_locale() {
  env ${german[@]+-u LC_ALL -u LC_NUMERIC "${german[@]}"} "$@"
}

run_shell() {
  (cd "$scratch/work" && PATH="$bin:$PATH" in_locale timeout 60 sh -eu "$1") \
    > "$scratch/stdout" 2> "$scratch/stderr" < /dev/null
}

check_file() {
  local file=$1 lines=() infos=() line info i status wanted
  extract "$file"
  while IFS=$'\t' read -r line info; do lines+=("$line"); infos+=("$info"); done < "$scratch/index"
  i=0
  while [ $i -lt ${#lines[@]} ]; do
    local at=${lines[$i]} words=(${infos[$i]}) block=$scratch/block/$((i + 1))
    i=$((i + 1))
    case "${words[*]-}" in
      deck | deck\ *) run_deck "$block" "${words[@]:1}"; status=$? ;;
      "sh run") run_shell "$block"; status=$? ;;
      stdout* | stderr*) fail "$file" "$at" "no example stands before this block"; continue ;;
      indented) fail "$file" "$at" "an example must start in column 1"; continue ;;
      unclosed) fail "$file" "$at" "a fenced block is not closed"; continue ;;
      *) continue ;;
    esac
    run=$((run + 1))
    wanted=0
    while [ $i -lt ${#lines[@]} ]; do
      words=(${infos[$i]})
      case "${words[0]-}" in stdout) ;; stderr) wanted=${words[1]-error} ;; *) break ;; esac
      block=$scratch/block/$((i + 1))
      if ! same "$block" "$scratch/${words[0]}"; then
        fail "$file" "${lines[$i]}" "${words[0]} differs (- shown, + written)"
        diff -u "$block" "$scratch/${words[0]}" | sed '1,2d; s/^/    /' | head -40
      fi
      i=$((i + 1))
    done
    case "$wanted:$status" in
      error:0) fail "$file" "$at" "exit status 0, an error was expected" ;;
      error:* | "$status:$status") ;;
      *) fail "$file" "$at" "exit status $status, expected $wanted"
         head -20 "$scratch/stderr" | sed 's/^/    /' ;;
    esac
  done
}

while IFS= read -r file; do check_file "$file"; done \
  < <(if [ -n "${FILES:-}" ]; then printf '%s\n' $FILES; exit; fi
      ls README.md 2>/dev/null; find docs -name '*.md' 2>/dev/null | LC_ALL=C sort)

# Decimal commas everywhere but in mbsim.
if [ -z "${FILES:-}" ] || [[ " $FILES " == *" docs/recipes.md "* ]]; then
  if localedef -i de_DE -f UTF-8 "$scratch/de_DE.UTF-8" > /dev/null 2>&1; then
    german=(LOCPATH="$scratch" LANG=de_DE.UTF-8)
    if [ "$(in_locale printf '%.1f' 0,5 2> /dev/null)" = 0,5 ]; then check_file docs/recipes.md
    else fail docs/recipes.md 1 "the German locale has no effect"; fi
  else
    echo "no German locale can be made here (localedef -i de_DE): recipes run without one only" >&2
  fi
fi
echo "examples in the docs: $run run, $failed failed"
[ "$failed" -eq 0 ]
