#!/usr/bin/env python3
"""Renews the table "which method when" of docs/dynamics.md.

    MBSIM=build/mbsim tools/method_table.py [deck ...]

Runs ten decks by every method and puts steps, time of the processor and error of the positions
between its marks; with decks named, their rows are only printed. The error is the largest difference from a run at much tighter tolerances, as a
part of the largest position. Run it when the machine is quiet.
"""
import csv
import os
import re
import resource
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
PAGE = os.path.join(ROOT, "docs", "dynamics.md")
BEGIN, END = "<!-- methods -->", "<!-- end of methods -->"
MBSIM = os.environ.get("MBSIM", os.path.join(ROOT, "build", "mbsim"))
LONGEST, LONGEST_FINE = 5, 20  # seconds of the processor for one run, and for the one to compare with
STEPS = 2000  # of methods with fixed steps
# Each deck, and what it stands for.
DECKS = [
    ("own/double_pendulum", "rigid bodies"),
    ("own/andrews", "rigid, fast, closed loops"),
    ("space/top", "a body of space"),
    ("own/elastic_four_bar", "beams whose vibrations count"),
    ("own/rotating_beam", "a beam that turns"),
    ("own/stiff_pendulum", "a stiff spring"),
    ("own/whip", "many stiff springs and dampers"),
    ("contact/wheel_penalty", "contact by penalty"),
    ("friction/stick_slip", "dry friction"),
    ("muscles/squat_jump", "muscles"),
]
TOLERANCES = ["STEP", "DOP853", "STIFF", "GALPHA", "AUTO"]
FIXED = ["GALPHA STEP", "RK4"]


def with_method(text, method):
    """The deck with another INTEG line, and without ERROR."""
    lines = [line for line in text.split("\n") if not re.match(r"\s*ERROR\b", line)]
    found = False
    for k, line in enumerate(lines):
        if re.match(r"\s*INTEG\s+(STEP|DOP853|STIFF|GALPHA|AUTO|RK4|HEUN)\b", line):
            lines[k], found = "INTEG " + method, True
    if not found:
        last = max(k for k, line in enumerate(lines) if re.match(r"\s*(TIMES|TIMESTEP|TIME)\b", line))
        lines.insert(last + 1, "INTEG " + method)
    return "\n".join(lines)


def run(deck, text, directory, longest=LONGEST):
    """Steps, seconds of the processor and rows of positions; None where the run does not end well."""
    # Beside the deck, since it may include files.
    path = os.path.join(directory, "deck.dat")
    text = re.sub(r'^(\s*INCLUDE\s+"?)(?!/)', lambda m: m.group(1) + os.path.dirname(deck) + "/", text,
                  flags=re.M)
    with open(path, "w", encoding="utf-8") as out:
        out.write(text)
    table = os.path.join(directory, "rows.csv")
    before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
    done = subprocess.run([MBSIM, "--no-report", "--audit", "--csv", table, path], capture_output=True,
                          text=True, check=False,
                          preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (longest, longest)))
    seconds = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before
    steps = re.search(r"steps accepted (\d+), rejected (\d+)", done.stderr)
    if done.returncode != 0 or not steps:
        return None
    with open(table, encoding="utf-8") as rows:
        head, *body = list(csv.reader(rows))
    places = [k for k, name in enumerate(head) if re.match(r"x\d|(?!momentum).*\.(x|y|z|phi)$", name)]
    return (int(steps.group(1)) + int(steps.group(2)), seconds,
            [[float(row[k]) for k in places] for row in body])


def error(rows, fine):
    largest = max((abs(v) for row in fine for v in row), default=0) or 1
    count = min(len(rows), len(fine))
    return max(abs(a - b) for r, f in zip(rows[:count], fine) for a, b in zip(r, f)) / largest


def span_of(rows_path):
    with open(rows_path, encoding="utf-8") as rows:
        body = list(csv.reader(rows))[1:]
    return float(body[-1][0]) - float(body[0][0])


def cell(result, fine):
    if result is None:
        return "-"
    steps, seconds, rows = result
    time = f"{seconds:.2f} s" if seconds >= 0.01 else "below 0.01 s"
    return f"{steps}<br>{time}<br>{error(rows, fine):.0e}"


def table(decks):
    out = ["| deck | " + " | ".join(f"{m} 1e-6" for m in TOLERANCES) + " | "
           + " | ".join(f"{m}, {STEPS} steps" for m in FIXED) + " |",
           "|---" * (1 + len(TOLERANCES) + len(FIXED)) + "|"]
    with tempfile.TemporaryDirectory() as directory:
        for name, kind in decks:
            deck = os.path.join(ROOT, "decks", name + ".dat")
            with open(deck, encoding="utf-8") as file:
                text = file.read()
            fine = None
            for method in ("DOP853 1e-11 1e-11", "STEP 1e-11 1e-11", "DOP853 1e-8 1e-8"):
                fine = run(deck, with_method(text, method), directory, LONGEST_FINE)
                if fine:
                    break
            if not fine:
                sys.exit(f"{name}: no run to compare with")
            length = span_of(os.path.join(directory, "rows.csv"))
            cells = [cell(run(deck, with_method(text, f"{m} 1e-6 1e-6"), directory), fine[2])
                     for m in TOLERANCES]
            cells += [cell(run(deck, with_method(text, f"{m} {length / STEPS!r}"), directory), fine[2])
                      for m in FIXED]
            out.append(f"| `decks/{name}.dat`: {kind} | " + " | ".join(cells) + " |")
            print(out[-1], file=sys.stderr)
    return "\n".join(out)


def main():
    asked = sys.argv[1:]
    rows = table([deck for deck in DECKS if not asked or deck[0] in asked])
    if asked:
        return print(rows)
    with open(PAGE, encoding="utf-8") as page:
        text = page.read()
    begin, end = text.index(BEGIN) + len(BEGIN), text.index(END)
    text = text[:begin] + "\n" + rows + "\n" + text[end:]
    with open(PAGE, "w", encoding="utf-8") as page:
        page.write(text)


if __name__ == "__main__":
    main()
