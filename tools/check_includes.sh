#!/bin/sh
# Data flows one way: a folder under src/ includes itself and the folders before it in the list
# below, never one behind it; main.cpp may include all. The rooms of a folder (deck/lines) include
# each other without a circle. The deck is seen by the folders that read it or serve whoever wrote
# it, by no other. Lists each offender as file:line, or the circle, and exits 1.
#
#   tools/check_includes.sh [--list]      --list prints which room includes which, and how often
cd "$(dirname "$0")/.." || exit 1

find src tests bench \( -name '*.h' -o -name '*.cpp' \) -print 2>/dev/null | LC_ALL=C sort |
  xargs -r awk -v list="${1:-}" '
  function offend(what) { printf "%s:%d: %s\n", FILENAME, FNR, what; bad = 1 }
  function folder_of(room) { return room ~ "/" ? substr(room, 1, index(room, "/") - 1) : room }
  BEGIN {
    count = split("base nodes linalg text plan deck elements laws model build assembly solve integrate " \
                  "observe report run program study draw command nlopt", order, " ")
    for (i = 1; i <= count; i++) rank[order[i]] = i
    never["integrate"] = " elements model assembly solve "         # it sees functions only
    never["report"] = " linalg elements laws assembly solve integrate "  # it computes nothing
    readers = " deck build program study draw command "
  }
  FNR == 1 {
    here = FILENAME
    sub("/[^/]*$", "", here)
    in_src = sub("^src/", "", here) && FILENAME != "src/main.cpp"
    if (in_src && !(folder_of(here) in rank))
      offend("no such folder in the list of tools/check_includes.sh")
  }
  /^[ \t]*#[ \t]*include[ \t]*[<"]/ {
    quoted = $0 ~ /^[^<]*"/
    sub(/^[^<"]*[<"]/, "")
    sub(/[>"].*/, "")
    room = $0
    if (!sub("/[^/]*$", "", room)) room = ""
    from = folder_of(here)
    to = folder_of(room)
    if ($0 == "linalg/lapack.h" && here != "linalg") offend("lapack.h is private to linalg/")
    if (!in_src) next
    if (quoted && !(to in rank)) offend("\"" $0 "\" is not named folder/file.h from src/")
    if (!(to in rank) || !(from in rank)) next
    if (rank[to] > rank[from]) offend(from "/ comes before " to "/ and may not include it")
    if (index(never[from], " " to " ")) offend(from "/ may not include " to "/")
    if (to == "deck" && !index(readers, " " from " "))
      offend(from "/ may not include deck/: it is for" readers)
    if (room == here) next
    arrows[here, room]++
    if (!(here in known)) { known[here] = 1; rooms[++n] = here }
    if (!(room in known)) { known[room] = 1; rooms[++n] = room }
  }
  END {
    # What a room reaches, by one more room on the way each time.
    for (arrow in arrows) reaches[arrow] = 1
    for (k = 1; k <= n; k++)
      for (i = 1; i <= n; i++)
        if ((rooms[i], rooms[k]) in reaches)
          for (j = 1; j <= n; j++)
            if ((rooms[k], rooms[j]) in reaches) reaches[rooms[i], rooms[j]] = 1
    for (arrow in arrows) {
      split(arrow, ends, SUBSEP)
      if ((ends[2], ends[1]) in reaches) {
        printf "%s includes %s, which leads back to it\n", ends[1], ends[2]
        bad = 1
      }
      if (list == "--list") printf "%s -> %s %d\n", ends[1], ends[2], arrows[arrow] | "LC_ALL=C sort"
    }
    exit bad
  }' || exit 1

# The page of the rooms has each of them, and no other.
page=$(sed -n 's/^| \([a-z_/]*\) | .*/\1/p; /^## /q' docs/rooms.md | grep -v '^room$' | LC_ALL=C sort)
rooms=$(find src -mindepth 2 \( -name '*.h' -o -name '*.cpp' \) | sed 's,^src/,,; s,/[^/]*$,,' | LC_ALL=C sort -u)
[ "$page" = "$rooms" ] || {
  printf '%s\n%s\n' "$page" "$rooms" | LC_ALL=C sort | uniq -u | sed 's,^,only in src or only in docs/rooms.md: ,'
  exit 1
}
