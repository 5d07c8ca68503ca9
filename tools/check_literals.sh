#!/bin/sh
# A small number such as 1e-12 decides what is zero, the same or rounding, and belongs to the table
# src/base/tolerances.h. One that belongs to a formula has a comment: on its line, in its statement
# or just above it. Lists each that has none as file:line and exits 1.
cd "$(dirname "$0")/.." || exit 1

find src \( -name '*.h' -o -name '*.cpp' \) -print | LC_ALL=C sort |
  grep -v -e '^src/base/tolerances.h$' -e '_coefficients.h$' -e '/rodasp.cpp$' |
  xargs -r awk '
  FNR == 1 { commented = raw = 0 }
  /R"[A-Za-z]*\(/ { raw = 1 }   # text of a page or a deck
  raw { if ($0 ~ /\)[A-Za-z]*"/) raw = 0; next }
  /^[ \t]*$/ { commented = 0; next }
  /\/\// { here = commented = 1 }
  {
    code = $0
    gsub(/"[^"]*"/, "", code)
    sub(/\/\/.*/, "", code)
    if (!commented && code ~ /[0-9.]e-[0-9]/) { printf "%s:%d:%s\n", FILENAME, FNR, $0; bad = 1 }
    if (code ~ /;[ \t]*$/) commented = 0
  }
  END { exit bad }' || exit 1

# What the program reads from its environment and writes to stderr goes through src/command. A trace
# from a search for a fault does not stay.
if grep -rnE 'getenv|printf\(stderr|std::cerr' src | grep -v '^src/command/'; then exit 1; fi
