#!/usr/bin/env python3
"""How many files of src reach a header through their includes, directly or by other headers:
    tools/include_reach.py plan/plan.h text/parameters.h
Prints files, .cpp files alone, and the headers that pass it on to most .cpp files: how many fewer
there would be without their one include."""
import collections
import pathlib
import re
import sys

src = pathlib.Path(__file__).parent.parent / "src"
files = [p for p in src.rglob("*") if p.suffix in (".h", ".cpp")]
users = collections.defaultdict(set)
for path in files:
    for header in re.findall(r'#include "([^"]+)"', path.read_text()):
        users[header].add(str(path.relative_to(src)))


def reached_by(header, without=None):
    found, left = set(), [header]
    while left:
        at = left.pop()
        for user in users[at] - found:
            if (user, at) != without:
                found.add(user)
                left.append(user)
    return found


def count(found):
    return sum(name.endswith(".cpp") for name in found)


for header in sys.argv[1:]:
    found = reached_by(header)
    print(f"{header}: {len(found)} of {len(files)} files, {count(found)} of {count(map(str, files))} .cpp files")
    passing = [(count(found) - count(reached_by(header, (user, at))), user, at)
               for at in found | {header} for user in users[at] if user.endswith(".h")]
    for saved, user, at in sorted(passing, key=lambda p: (-p[0], p[1:]))[:5]:
        if saved:
            print(f"    {saved} by {user} -> {at}")
