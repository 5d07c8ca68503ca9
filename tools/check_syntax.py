#!/usr/bin/env python3
"""All decks through the grammars that `mbsim help --syntax` prints: no word may be one that is not known.

    tools/check_syntax.py path/to/mbsim [deck ...]

The grammar of TextMate is read here (match, begin and end, include). That of vim is tried by vim
where Debian's vim is there. decks/bad is left out, but a word that no deck knows must be found
by both. Exit status 1 with the words and their places otherwise.
"""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
UNKNOWN = "# a deck\n2 1 0 1 0 0 0 0 0\n0 0 0\nMASSS 2 1\nMASS 2 1 &\n 0.5\n"


class Grammar:
    """As much of a TextMate grammar as ours has."""

    def __init__(self, text):
        self.data = json.loads(text)
        self.compiled = {}

    def regex(self, text):
        if text not in self.compiled:
            # (?i) in the middle, which Python wants at the start.
            flags = re.I if "(?i)" in text else 0
            self.compiled[text] = re.compile(text.replace("(?i)", ""), flags)
        return self.compiled[text]

    def rules(self, patterns):
        for pattern in patterns:
            if "include" in pattern:
                yield from self.rules(self.data["repository"][pattern["include"][1:]]["patterns"])
            else:
                yield pattern

    def scopes(self, text):
        """(line, column, word, scope) of each match."""
        stack = []
        for number, line in enumerate(text.split("\n"), 1):
            line += "\n"
            at, turns = 0, 0
            while at <= len(line) and turns < 10 * len(line) + 10:
                turns += 1
                inner = stack[-1]["patterns"] if stack else self.data["patterns"]
                found, rule = None, None
                if stack:
                    found = self.regex(stack[-1]["end"]).search(line, at)
                for candidate in self.rules(inner):
                    match = self.regex(candidate.get("begin") or candidate["match"]).search(line, at)
                    if match and (found is None or match.start() < found.start()) and \
                            (match.end() > match.start() or "begin" in candidate):
                        found, rule = match, candidate
                if found is None:
                    break
                if rule is None:
                    stack.pop()
                elif "begin" in rule:
                    stack.append(rule)
                else:
                    yield number, found.start() + 1, found.group().strip(), rule["name"]
                at = found.end()
                if at >= len(line) and (rule is None or "begin" in rule):
                    break


def textmate(program, decks):
    grammar = Grammar(subprocess.check_output([program, "help", "--syntax", "textmate"], text=True))
    wrong = lambda text: [(n, c, w) for n, c, w, s in grammar.scopes(text) if s.startswith("invalid")]
    if wrong(UNKNOWN) != [(4, 1, "MASSS")]:
        return ["the grammar of TextMate does not find the unknown word alone: %r" % wrong(UNKNOWN)]
    out, words = [], 0
    for deck in decks:
        text = open(deck, encoding="latin-1").read()
        words += sum(1 for found in grammar.scopes(text) if found[3].startswith("keyword.control"))
        out += ["%s:%d:%d: TextMate: %s" % (deck, n, c, w) for n, c, w in wrong(text)]
    print("TextMate: %d decks, %d keywords" % (len(decks), words))
    return out


VIM = r"""
set nocompatible
syntax on
let s:found = []
for s:deck in readfile($DECKS)
  execute 'silent edit' fnameescape(s:deck)
  syntax clear
  unlet! b:current_syntax
  execute 'source' $SYNTAX
  for s:line in range(1, line('$'))
    for s:match in [matchstrpos(getline(s:line), '^\s*\zs\h\w*')]
      if s:match[1] >= 0 && synIDattr(synID(s:line, s:match[1] + 1, 1), 'name') ==# 'mbsimWrong'
        call add(s:found, s:deck . ':' . s:line . ':' . (s:match[1] + 1) . ': vim: ' . s:match[0])
      endif
    endfor
  endfor
  bwipeout!
endfor
call writefile(s:found, $FOUND)
qall!
"""


def vim(program, decks):
    if not shutil.which("vim"):
        print("vim: not there, not tried")
        return []
    with tempfile.TemporaryDirectory() as folder:
        name = lambda file: os.path.join(folder, file)
        with open(name("mbsim.vim"), "w") as out:
            out.write(subprocess.check_output([program, "help", "--syntax", "vim"], text=True))
        open(name("unknown.dat"), "w").write(UNKNOWN)
        open(name("decks"), "w").write("\n".join(decks + [name("unknown.dat")]) + "\n")
        open(name("script.vim"), "w").write(VIM)
        environment = dict(os.environ, DECKS=name("decks"), SYNTAX=name("mbsim.vim"), FOUND=name("found"), TERM="dumb")
        subprocess.run(["vim", "-u", "NONE", "-N", "-es", "-S", name("script.vim")], env=environment,
                       stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, timeout=300)
        if not os.path.exists(name("found")):
            return ["vim: it could not read the syntax file"]
        found = open(name("found")).read().split("\n")[:-1]
    expected = name("unknown.dat") + ":4:1: vim: MASSS"
    if expected not in found:
        return ["vim does not find the unknown word"] + found
    print("vim: %d decks" % len(decks))
    return [line for line in found if line != expected]


def main():
    program = os.path.abspath(sys.argv[1])
    decks = sys.argv[2:] or sorted(
        os.path.join(folder, name) for folder, _, names in os.walk(os.path.join(ROOT, "decks"))
        for name in names if name.endswith(".dat") and "/bad" not in folder)
    problems = textmate(program, decks) + vim(program, decks)
    print("\n".join(problems), end="\n" if problems else "")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
