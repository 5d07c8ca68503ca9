#!/usr/bin/env python3
"""Runs every verb of mbsim on damaged decks, tables and options.

    tests/fuzz/verbs.py path/to/mbsim [seconds] [--seed N] [--finds FOLDER]

A find is: an exit status beyond the contract, a signal, a message of a sanitizer, an error with
status 0, a status other than 0 without a message, a number that is none in a report, a run that
does not end by its --timeout, a file that nobody asked for. Decks and command lines of finds stay
in FOLDER (default: fuzz_finds). The last lines count decks, runs and finds; the exit status is 1
where there was a find. Best with a sanitized program (make check-sanitizers builds build-asan).
"""
import argparse
import collections
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
LIMIT = 2.0  # --timeout of a run [s]
LIMIT_OF_STUDIES = 0.2  # that of each of their runs, up to 100 [s]
HANG = 30.0  # a sanitized program may need so long to end after it [s]
NUMBER = re.compile(r"(?<![A-Za-z_0-9.])[-+]?\d+\.?\d*(?:[eE][-+]?\d+)?")
OTHERS = ["0", "1", "-1", "2", "0.5", "1e-3", "1e3", "1e-9", "1e9", "1e17", "1e150", "1e308",
          "-1e308", "5e-324", "1e-308", "999999999", "30deg", "nan", "inf", "1.2.3", "0,1"]
NOT_FINITE = re.compile(r"(?<![A-Za-z_0-9.])[-+]?(?:nan|inf)(?![A-Za-z_0-9.])", re.I)
SANITIZER = re.compile(r"AddressSanitizer|LeakSanitizer|UndefinedBehavior|runtime error:|terminate called")


def scaled(text, rng):
    try:
        return "%.15g" % (float(text) * rng.choice([2, 0.5, -1, 10, 0.1, 1.001, 1e3, 1e-3, 1e6]))
    except ValueError:
        return text


def damage(text, other, rng):
    """A few changes of numbers, lines or bytes."""
    for _ in range(rng.choice([0, 1, 1, 1, 2, 3])):
        kind = rng.random()
        lines = text.split("\n")
        if kind < 0.55:
            places = list(NUMBER.finditer(text))
            if rng.random() < 0.75:  # no counts, no numbers of nodes
                places = [m for m in places if "." in m.group()] or places
            if places:
                m = rng.choice(places)
                new = scaled(m.group(), rng) if rng.random() < 0.6 else rng.choice(OTHERS)
                text = text[:m.start()] + new + text[m.end():]
        elif kind < 0.85:
            k, j = rng.randrange(len(lines)), rng.randrange(len(lines))
            how = rng.randrange(4)
            if how == 0:
                del lines[k]
            elif how == 1:
                lines[k], lines[j] = lines[j], lines[k]
            elif how == 2:
                lines.insert(k, lines[j])
            else:
                lines.insert(k, rng.choice(other.split("\n")))
            text = "\n".join(lines)
        elif kind < 0.95 and text:
            k = rng.randrange(len(text))
            text = text[:k] + chr(rng.choice([0, 7, 27, 34, 37, 60, 92, 255, 0x2212])) + text[k + rng.randrange(2):]
        else:
            text = text[:rng.randrange(len(text) + 1)]
    return text


class Fuzz:
    def __init__(self, program, seed, finds):
        self.program, self.rng, self.finds = os.path.abspath(program), random.Random(seed), finds
        self.scratch = tempfile.mkdtemp(prefix="mbsim_verbs_")
        self.work = os.path.join(self.scratch, "decks")
        shutil.copytree(os.path.join(ROOT, "decks"), self.work)
        self.decks = sorted(os.path.join(folder, name)
                            for folder, _, names in os.walk(self.work)
                            for name in names if name.endswith(".dat"))
        self.text = {}
        for deck in self.decks:
            with open(deck, encoding="latin-1") as stream:
                self.text[deck] = stream.read()
        self.right = [d for d in self.decks if "/bad/" not in d]
        self.searched = [d for d in self.right if "PARAM" in self.text[d] and "MEASURE" in self.text[d]]
        self.count = collections.Counter()
        self.statuses = collections.Counter()

    def names(self, text, keyword):
        found = re.findall(r"^\s*%s\s+([A-Za-z_]\w*)" % keyword, text, re.M | re.I)
        return found or ["q"]

    def command(self, deck, text, out):
        """A verb with options, some of them wrong; (name, words)."""
        rng = self.rng
        parameter, measure = rng.choice(self.names(text, "PARAM")), rng.choice(self.names(text, "MEASURE"))
        value = rng.choice(["0.5:2:0.5", "1,2,3", "0:0.1", "1e-9:1e9:1e8", "nan", "2"])
        channel = rng.choice(["body2.x", "x3_1", "energy.total", "*", "t", "nothing"])
        run = [["-D", parameter + "=" + rng.choice(OTHERS)], ["--digits", rng.choice(["1", "17", "auto", "99"])],
               ["--certify"], ["--cross-check"], ["--strict"], ["--audit"], ["--no-echo"],
               ["--set", "path=" + rng.choice(["dense", "sparse", "joint", "lapack", "none"])],
               ["--csv", out + ".csv"], ["--columns", channel]]
        extra = [word for words in rng.sample(run, rng.randrange(3)) for word in words]
        verbs = {
            "run": extra + [deck],
            "check": ["--check"] + extra + [deck],
            "echo": ["--echo", deck],
            "convert": ["--convert", "native", deck],
            "measure": ["measure", deck],
            "draw": ["draw", deck, "-o", out + ".svg"],
            "animate": ["animate", deck, "-o", out + ".html"],
            "plot": ["plot", deck, "t", channel, "-o", out + ".svg"],
            "sweep": ["sweep", deck, "-p", parameter + "=" + value, "-o", out + ".csv"],
            "sample": ["sweep", deck, "-p", parameter + "=0:1", "--sample", rng.choice(["3", "0", "x"]), "-o", out + ".csv"],
            "array": ["sweep", deck, "-p", parameter + "=" + value, "--slurm", out, "--tasks", "2"],
            "optimise": ["optimise", deck, "--min", measure, "-p", parameter, "--evals", "20", "-o", out + ".csv"],
            "solve": ["solve", deck, "-p", parameter, measure + " = 1"],
            "sensitivity": ["sensitivity", deck, "-p", parameter],
            "diff": ["diff", deck, rng.choice(self.decks)],
            "help": ["help", rng.choice(re.findall(r"[A-Za-z]{2,}", text) or ["q"])],
        }
        name = rng.choice(sorted(verbs))
        words = verbs[name]
        if name not in ("diff", "help", "array", "echo", "convert"):
            is_study = name in ("sweep", "sample", "optimise", "solve", "sensitivity")
            words = words + ["--timeout", "%g" % (LIMIT_OF_STUDIES if is_study else LIMIT)]
        return name, words

    def problem(self, name, words, status, out, err):
        if status < 0 or status > 5:
            return "exit status %d" % status
        if SANITIZER.search(err):
            return "sanitizer"
        if status == 0 and re.search(r"^[^#\n]*: error: ", err, re.M):
            return "error with status 0"
        in_table = name in ("sweep", "sample") and status in (3, 4)
        if status not in (0, 1) and not in_table and not err.strip():
            return "status %d without a message" % status
        if "nan" in words or name in ("diff", "echo", "convert", "help", "measure", "sensitivity"):
            return None  # a measure may have no value
        for line in out.split("\n"):  # nor may one that says why
            if not line.startswith("#") and "(" not in line and NOT_FINITE.search(line):
                return "not a number: " + line[:100]
        return None

    def once(self):
        rng = self.rng
        original = rng.choice(rng.choice([self.decks, self.right, self.searched]))
        text = damage(self.text[original], self.text[rng.choice(self.decks)], rng)
        folder = os.path.dirname(original)
        deck = os.path.join(folder, "fuzzed.dat")
        with open(deck, "w", encoding="utf-8", errors="replace") as stream:
            stream.write(text)
        table = None
        beside = [n for n in sorted(os.listdir(folder)) if n.split(".")[-1] in ("csv", "mot", "sto", "tsv", "txt", "inc")]
        if beside and rng.random() < 0.2:
            table = os.path.join(folder, rng.choice(beside))
            shutil.copy(table, self.scratch + "/kept")
            with open(table, encoding="latin-1") as stream:
                rows = stream.read()
            with open(table, "w", encoding="utf-8", errors="replace") as stream:
                stream.write(damage(rows[:20000], rows[:2000], rng))
        before = set(os.listdir(folder))
        self.count["decks"] += 1
        for _ in range(2):
            out = os.path.join(self.scratch, "out")
            name, words = self.command(deck, text, out)
            self.count["runs"] += 1
            begun = time.monotonic()
            try:
                done = subprocess.run([self.program] + words, stdin=subprocess.DEVNULL, capture_output=True,
                                      timeout=HANG, cwd=ROOT)
                status = done.returncode
                printed, said = (b.decode("utf-8", "replace") for b in (done.stdout, done.stderr))
                why = self.problem(name, words, status, printed, said)
            except subprocess.TimeoutExpired:
                status, said, why = "none", "", "no end after %g s" % HANG
            self.statuses[name, status] += 1
            left = set(os.listdir(folder)) - before
            odd = [n for n in os.listdir(self.scratch)
                   if n not in ("decks", "kept") and not n.startswith("out") or ".tmp" in n or n.endswith(".part")]
            if left or odd:
                why = why or "files left: %s" % sorted(left | set(odd))
            if why:
                self.keep(deck, table, words, why, said, time.monotonic() - begun)
            for n in list(os.listdir(self.scratch)):
                if n not in ("decks", "kept"):
                    path = os.path.join(self.scratch, n)
                    shutil.rmtree(path) if os.path.isdir(path) else os.remove(path)
            for n in left:
                os.remove(os.path.join(folder, n))
        os.remove(deck)
        if table:
            shutil.copy(self.scratch + "/kept", table)

    def keep(self, deck, table, words, why, said, seconds):
        self.count["finds"] += 1
        folder = os.path.join(self.finds, "%03d" % self.count["finds"])
        os.makedirs(folder, exist_ok=True)
        shutil.copy(deck, folder)
        if table:
            shutil.copy(table, folder)
        with open(os.path.join(folder, "find.txt"), "w") as stream:
            stream.write("%s\n%s\n%.1f s\n%s\n" % (why, " ".join(words), seconds, said))
        print("find %d: %s: %s" % (self.count["finds"], why, " ".join(words)), flush=True)


def main():
    ask = argparse.ArgumentParser()
    ask.add_argument("program")
    ask.add_argument("seconds", nargs="?", type=float, default=60)
    ask.add_argument("--seed", type=int, default=1)
    ask.add_argument("--finds", default="fuzz_finds")
    asked = ask.parse_args()
    fuzz = Fuzz(asked.program, asked.seed, asked.finds)
    end = time.monotonic() + asked.seconds
    try:
        while time.monotonic() < end:
            fuzz.once()
    finally:
        shutil.rmtree(fuzz.scratch, ignore_errors=True)
    for (name, status), times in sorted(fuzz.statuses.items(), key=str):
        print("%-12s status %s: %d" % (name, status, times))
    print("decks %d, runs %d, finds %d" % tuple(fuzz.count[k] for k in ("decks", "runs", "finds")))
    sys.exit(fuzz.count["finds"] > 0)


if __name__ == "__main__":
    main()
