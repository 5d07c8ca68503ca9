#!/bin/sh
# Data flows one way: a folder under src/ includes itself and the folders before it in the list
# below, never one behind it; main.cpp may include all. Lists each offender as file:line and exits 1.
cd "$(dirname "$0")/.." || exit 1

find src tests bench \( -name '*.h' -o -name '*.cpp' \) -print 2>/dev/null | LC_ALL=C sort |
  xargs -r awk '
  function offend(what) { printf "%s:%d: %s\n", FILENAME, FNR, what; bad = 1 }
  BEGIN {
    count = split("base nodes linalg text plan deck elements laws model assembly solve integrate observe " \
                  "report analysis deck_run study draw command nlopt", order, " ")
    for (i = 1; i <= count; i++) rank[order[i]] = i
    never["integrate"] = " elements model assembly solve "         # it sees functions only
    never["report"] = " linalg elements laws assembly solve integrate "  # it computes nothing
  }
  FNR == 1 {
    in_src = split(FILENAME, part, "/") && part[1] == "src" && FILENAME != "src/main.cpp"
    here = part[1] == "src" ? part[2] : part[1]
    if (in_src && !(here in rank)) offend("no such folder in the list of tools/check_includes.sh")
  }
  /^[ \t]*#[ \t]*include[ \t]*[<"]/ {
    quoted = $0 ~ /^[^<]*"/
    sub(/^[^<"]*[<"]/, "")
    sub(/[>"].*/, "")
    folder = $0 ~ "/" ? substr($0, 1, index($0, "/") - 1) : ""
    if ($0 == "linalg/lapack.h" && here != "linalg") offend("lapack.h is private to linalg/")
    if (!in_src) next
    if (quoted && !(folder in rank)) offend("\"" $0 "\" is not named folder/file.h from src/")
    if (!(folder in rank) || !(here in rank)) next
    if (rank[folder] > rank[here]) offend(here "/ comes before " folder "/ and may not include it")
    if (index(never[here], " " folder " ")) offend(here "/ may not include " folder "/")
  }
  END { exit bad }' || exit 1
