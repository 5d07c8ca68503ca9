#!/usr/bin/env python3
"""The texts of the messages in src that the tables of docs/errors.md do not have, as rows of docs/messages.md.

    tools/message_texts.py INDEX      INDEX: the rows that are there already

A message is what error(), warning(), fail(), refuse() and usage_error() are given as what is wrong.
What differs from deck to deck is `...`. The page of the manual is that of the folder or file.
"""
import glob
import re
import sys

# The first that a path contains.
PAGES = [("muscle", "muscles"), ("static_optimisation", "muscles"), ("staticopt", "muscles"), ("friction", "friction"),
         ("contact", "contact"), ("cam_", "contact"), ("curve", "contact"), ("outline", "contact"), ("event", "events"),
         ("impact", "events"), ("measure", "measures"), ("ode_", "states"), ("state", "states"), ("sweep", "sweep"), ("stride", "strides"), ("heel_toe", "strides"),
         ("study", "optimise"), ("average", "average"), ("static", "statics"), ("eigen", "statics"), ("draw/", "pictures"),
         ("diff", "diff"), ("report/", "report"), ("unit", "what-a-deck-means"), ("table", "what-a-deck-means"),
         ("version", "versions"), ("command/", "command-line"), ("space", "space"), ("segdyn", "chains"), ("chain", "chains"),
         ("native", "native"), ("kabios", "kabios"), ("joint", "mechanisms"), ("path_", "mechanisms"),
         ("formula", "mechanisms"), ("deck/lines", "kabios"), ("text/", "kabios"), ("observ", "own-tables"),
         ("name_records", "own-tables"), ("run_records", "dynamics"), ("run/", "dynamics"), ("", "words")]
# What says more than the folder.
WORDS = [("EIGEN", "statics"), ("STATIC", "statics"), ("equilibrium", "statics"), ("certified", "certify"),
         ("reruns", "certify"), ("muscle", "muscles"), ("converted", "what-a-deck-means")]

# What begins so is what was expected, and not what is wrong.
CURES = ("expected", "choose another", "what mbsim writes", "at least one row", "the first is in", "leave it out")


def arguments(text, at):
    """The arguments of a call whose parenthesis is at `at`; None where it does not end."""
    out, depth, start, k = [], 0, at + 1, at
    while k < len(text):
        c = text[k]
        if c == '"':
            k += 1
            while text[k] != '"':
                k += 2 if text[k] == "\\" else 1
        elif c == "'" and re.match(r"'(\\.|[^\\])'", text[k:k + 4]):
            k += 3 if text[k + 1] == "\\" else 2
        elif c in "([{":
            depth += 1
        elif c in ")]}":
            depth -= 1
            if depth == 0:
                return out + [text[start:k]]
        elif c == "," and depth == 1:
            out.append(text[start:k])
            start = k + 1
        k += 1
    return None


LITERAL = r'"(?:[^"\\]|\\.)*"'


def texts(expression):
    """What an argument may say; [] if it is no text of ours."""
    expression = expression.strip()
    whole = re.fullmatch(r"std::string\((.*)\)", expression, re.S)
    if whole:
        return texts(whole.group(1))
    branches = re.fullmatch(r"[^\"]*\?\s*(%s)\s*:\s*(%s)" % (LITERAL, LITERAL), expression, re.S)
    if branches:
        return [text for branch in branches.groups() for text in texts(branch)]
    if re.fullmatch(LITERAL, expression):
        return [expression[1:-1]]
    format_call = re.match(r"fmt::format\s*\(", expression)
    if format_call:
        given = arguments(expression, format_call.end() - 1)
        rest = expression[format_call.end():]
        return texts(given[0]) if given and re.fullmatch(LITERAL, given[0].strip()) and rest.rstrip().endswith(")") else []
    parts = re.findall(LITERAL, expression)
    if not parts or "?" in expression or "[&" in expression:
        return []
    out = re.sub(r"\s+", " ", "...".join(part[1:-1] for part in parts))
    return [("..." if not expression.startswith('"') else "") + out + ("..." if not expression.endswith('"') else "")]


def shown(text):
    text = re.sub(r"\{[^{}]*\}", "...", text.replace("{{", "<").replace("}}", ">"))
    text = text.replace("<", "{").replace(">", "}") if "<" in text else text
    text = text.replace('\\"', '"').replace("\\\\", "\\").replace("\\n", " ").replace("|", "/").replace("`", "'")
    return re.sub(r"(\.\.\.\s*){2,}", "... ", text).strip()


def words(text):
    return re.sub(r"[^a-z ]", " ", text.lower()).split()


def main():
    index = " ".join(words(open(sys.argv[1]).read()))
    found = {}
    for name in sorted(glob.glob("src/**/*.cpp", recursive=True)):
        text = re.sub(r'"\s*\n\s*"', "", open(name).read())
        for call in re.finditer(r"\b(error|warning|fail|refuse|usage_error)\s*\(", text):
            given = arguments(text, call.end() - 1)
            if not given:
                continue
            which = {"error": 2, "warning": 2, "usage_error": 0}.get(call.group(1))
            candidates = given[which:which + 1] if which is not None else given
            said = next((some for some in map(texts, candidates) if some and len(words(some[0])) >= 3), [])
            for one in said:
                one = shown(one)
                pieces = [" ".join(words(piece)) for piece in one.split("...")]
                longest = max(pieces, key=len)
                if len(words(one)) < 3 or one.startswith(CURES) or longest in index:
                    continue
                page = next((page for word, page in WORDS if word in one), None) or \
                    next(page for part, page in PAGES if part in name)
                found.setdefault(one, page)
    for text in sorted(found, key=lambda one: (words(one), one)):
        print("| `%s` | [%s.md](%s.md) |" % (text, found[text], found[text]))


if __name__ == "__main__":
    main()
