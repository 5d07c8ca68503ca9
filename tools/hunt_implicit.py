#!/usr/bin/env python3
"""Random decks with springs, beams, muscles, laws, contacts and nets of space: STIFF and GALPHA against DOP853.

A deck disagrees if a place at its end is off by more than 100 tolerances (of a mechanism of size 1), while DOP853 at
the same tolerance is off by less than 20, and contacts that are thicker by one tolerance move the place by less than
its error; it stops if the method ends with another status than DOP853. Decks with
rigid contacts end before the third impact. Of a deck that disagrees the errors at a tenth and a hundredth of the
tolerance are told, too: if they fall with the tolerance, nothing is wrong but the steps. Decks that disagree or stop
are left in the present directory.
"""
import argparse
import math
import random
import re
import resource
import signal
import subprocess
import sys


def beams(r):
    n, kind = r.randint(1, 7), r.choice(["PLBEAM", "PLBEAMG", "PLBEAML"])
    bend = math.radians(r.uniform(-60, 60))
    points = [(0.0, 0.0)]
    for k in range(n):
        turn = bend * k / n
        points.append((points[-1][0] + math.cos(turn) / n, points[-1][1] + math.sin(turn) / n))
    lines = [f"{kind} {k+1} {2*k+1} {2*k+2} {2*k+3} {2*k+4}" for k in range(n)]
    lines += [f"X {2*k+1} {x:.6f} {y:.6f}" for k, (x, y) in enumerate(points)]
    lines += ["FIX 1"] + (["FIX 2"] if r.random() < 0.7 else [])
    lines += [f"RLSE {k+1}" for k in range(n)] + ["END HALT"]
    stretch, damp = 10 ** r.uniform(2, 4), r.choice([0, 0, 1e-3, 1e-2])
    for k in range(n):
        lines += [f"EM {k+1} 1", f"ESTIFF {k+1} {stretch:.6g} 1"]
        if damp:
            lines.append(f"EDAMP {k+1} {stretch*damp:.6g} {damp}")
    tip = 2 * n + 1
    lines.append(r.choice([f"XF {tip} 0 {r.uniform(-0.5, 0.5):.4f}", "GRAVITY 0 -0.3",
                           f"XLAW {tip} 2 = {r.uniform(0.05, 0.5):.4f}*sin({r.uniform(1, 20):.3f}*t)",
                           f"XLAW {tip} 1 = -0.3*cos(x{tip+1}_1)\nXLAW {tip} 2 = -0.3*sin(x{tip+1}_1)"]))
    return lines, r.uniform(0.1, 0.6)


def rope(r):
    n = r.randint(2, 20)
    lines = [f"PLTRUSS {k+1} {k+1} {k+2}" for k in range(n)]
    lines += [f"X {k+1} {k/n:.6f} {0.1*math.sin(3*k/n):.6f}" for k in range(n + 1)] + ["FIX 1"]
    if r.random() < 0.3:
        lines.append(f"FIX {n+1}")
    lines += [f"RLSE {k+1}" for k in range(n)] + ["END HALT"]
    stiff, damp, law = 10 ** r.uniform(2, 5) / n, r.choice([0, 1e-3, 1e-2]), r.random() < 0.3
    for k in range(n):
        lines.append(f"XM {k+2} {1/n:.6f}")
        if law:
            lines.append(f"ELAW {k+1} 1 = {stiff*n:.6g}*max(0, e) + {stiff*n*0.01:.6g}*ed")
        else:
            lines.append(f"ESTIFF {k+1} {stiff:.6g}")
            if damp:
                lines.append(f"EDAMP {k+1} {stiff*damp:.6g}")
    return lines + ["GRAVITY 0 -9.81"], r.uniform(0.1, 0.35)


def net(r, name, points, bars, held):
    lines = [f"X {k+1} " + " ".join(f"{c:.6f}" for c in p) for k, p in enumerate(points)]
    for k, (a, b) in enumerate(bars):
        lines += [f"{name} {k+1} {a+1} {b+1}", f"RLSE {k+1}"]
    lines += [f"FIX {k+1}" for k in held] + ["END HALT"]
    stiff, damp = 10 ** r.uniform(2, 5), r.choice([0, 0, 1e-3])
    for k in range(len(bars)):
        lines += [f"ESTIFF {k+1} {stiff:.6g}", f"EM {k+1} 1"] + ([f"EDAMP {k+1} {stiff*damp:.6g}"] if damp else [])
    return lines


def girder(r):
    n = r.randint(1, 9)
    points = [(i / n, y / n) for i in range(n + 1) for y in (0, 1)]
    bars = []
    for i in range(n + 1):
        bars.append((2 * i, 2 * i + 1))
        if i < n:
            bars += [(2*i, 2*i + 2), (2*i + 1, 2*i + 3), (2*i, 2*i + 3)]
    lines = net(r, "PLTRUSS", points, bars, [0, 1])
    return lines + [f"XF {2*n+1} 0 {r.uniform(-0.5, 0.5):.4f}"], r.uniform(0.05, 0.4)


def dome(r):
    rings, m = r.randint(2, 3), r.randint(3, 8)
    points, bars = [(0, 0, 0.3)], []
    for k in range(1, rings + 1):
        for j in range(m):
            turn = 2 * math.pi * (j + 0.5 * (k % 2)) / m
            points.append((k/rings*math.cos(turn), k/rings*math.sin(turn), 0.3*(1 - (k/rings)**2)))
    number = lambda k, j: 1 + (k - 1)*m + j % m
    bars += [(0, number(1, j)) for j in range(m)]
    for k in range(1, rings):
        for j in range(m):
            bars += [(number(k, j), number(k, j+1)), (number(k, j), number(k+1, j)),
                     (number(k, j), number(k+1, j+1 if k % 2 else j+m-1))]
    lines = net(r, "TRUSS", points, sorted(set(tuple(sorted(b)) for b in bars)),
                [number(rings, j) for j in range(m)])
    return lines + [r.choice([f"XF 1 {r.uniform(-.2,.2):.4f} 0 {r.uniform(-1, 1):.4f}", "GRAVITY 0 0 -9.81"])], r.uniform(0.05, 0.3)


def bodies(r):
    n, lines, before = r.randint(1, 8), ["X 1000 0 0", "FIX 1000", "FIX 1001"], (1000, 1001)
    for k in range(n):
        p, a = 2*k + 1, 2*k + 2
        lines += [f"X {p} {(k+0.5)/n:.6f} 0", f"X {a} 0",
                  f"PLREV {k+1} {before[0]} {before[1]} {p} {a} {0 if k == 0 else 0.5/n:.6f} 0 {-0.5/n:.6f} 0",
                  f"RLSE {k+1}"]
        before = (p, a)
    lines.append("END HALT")
    stiff, damp = 10 ** r.uniform(2, 5), r.choice([0, 1e-3, 1e-2])
    for k in range(n):
        lines += [f"XM {2*k+1} {1/n:.6f}", f"XM {2*k+2} {1/n**3/12:.8f}", f"ESTIFF {k+1} {stiff:.6g} {stiff:.6g}"]
        if damp:
            lines.append(f"EDAMP {k+1} {stiff*damp:.6g} {stiff*damp:.6g}")
    return lines + ["GRAVITY 0 -9.81"], r.uniform(0.1, 0.35)


def touching(n, radius, lines):
    """Discs on a floor and beside each other; the numbers of their contacts."""
    contacts = []
    for i in range(n):
        contacts.append(len(contacts) + 1)
        lines.append(f"PLCLINE {contacts[-1]} {2*i+1} {2*i+2} 100 101 0 0 {radius} 0 0 1 0")
        for j in range(i):
            contacts.append(len(contacts) + 1)
            lines.append(f"PLCCIRC {contacts[-1]} {2*i+1} {2*i+2} {2*j+1} {2*j+2} 0 0 {radius} 0 0 {radius}")
    return contacts


def discs(r):
    n, radius, lines = r.randint(1, 4), 0.1, ["X 100 0 0", "FIX 100", "FIX 101"]
    for i in range(n):
        lines += [f"X {2*i+1} {0.15+0.24*i+r.uniform(0, .02):.6f} {0.11+r.uniform(0, .1):.6f}", f"X {2*i+2} 0"]
    contacts = touching(n, radius, lines)
    lines += [f"RLSE {c}" for c in contacts] + ["END HALT"]
    for i in range(n):
        lines += [f"XM {2*i+1} 1", f"XM {2*i+2} {0.5*radius**2}", f"STARTVX {2*i+1} 1 {r.uniform(-.5, .5):.4f}"]
    stiff = 10 ** r.uniform(3, 6)
    lines += [f"CONTACT {c} PENALTY {stiff:.6g} {r.choice([1, 1.5])} {r.choice([0, 0.3])}" for c in contacts]
    return lines + ["GRAVITY 0 -9.81"], r.uniform(0.1, 0.4)


def four_bars(r):
    n, count, lines, node, element, tops, held, all_beams = r.randint(1, 3), r.randint(1, 3), [], 1, 1, [], [], []
    for k in range(count + 1):
        for i in range(n + 1):
            lines.append(f"X {node+2*i} {k + i/n*0.5:.6f} {i/n*0.866:.6f}")
        held.append(node)
        for i in range(n):
            lines.append(f"PLBEAM {element} {node+2*i} {node+2*i+1} {node+2*i+2} {node+2*i+3}")
            all_beams.append(element)
            element += 1
        tops.append(node + 2*n)
        node += 2*n + 2
    rods = []
    for k in range(count):
        lines.append(f"PLTRUSS {element} {tops[k]} {tops[k+1]}")
        rods.append(element)
        element += 1
    lines += [f"FIX {h}" for h in held] + [f"RLSE {b}" for b in all_beams] + ["END HALT"]
    stretch, bend = 10 ** r.uniform(3, 6), 10 ** r.uniform(0, 2)
    for b in all_beams:
        lines += [f"EM {b} 1", f"ESTIFF {b} {stretch:.6g} {bend:.6g}"]
    return lines + [f"XM {t} 1" for t in tops] + ["GRAVITY 0 -9.81"], r.uniform(0.1, 0.4)


MODELS = ["VSB", "VSB SET 1993", "VSB SET MUSK", "DGF", "THELEN"]


def muscle(r, name, place, reach, sign):
    """A muscle over `place`, whose fibre is near its best length where the joint is at 0, if reach is 0."""
    length, slack, arm = r.uniform(0.05, 0.15), r.uniform(0.1, 0.3), sign * r.uniform(0.01, 0.04)
    rigid = r.random() < 0.3
    # VSB has a fibre of its best length at FMAX 0 and this path; the tendon stretches by a few per cent.
    path = slack * 1.01 + length * r.uniform(0.8, 1.1) - arm * reach
    words = [f"MUSCLE {name} {r.choice(MODELS)}", "RIGID" if rigid else "", f"{place} {path:.5f} {arm:.5f}",
             f"FMAX {10 ** r.uniform(1, 3):.4g} LOPT {length:.4f} LSLACK {slack:.4f}"]
    words.append(r.choice([f"ONSET {r.uniform(0, 0.1):.3f} FROM {r.uniform(0, 0.3):.3f} TO {r.uniform(0.3, 1):.3f}",
                           f"STIM = 0.3 + 0.25*sin({r.uniform(3, 30):.3f}*t)"]))
    return " ".join(words)


def limb(r):
    """A chain of segments with a pair of muscles at each joint; some with a spring over a joint."""
    n = r.randint(1, 4)
    phi = [r.uniform(-1.2, 1.2)]
    while len(phi) < n:
        phi.append(phi[-1] + r.uniform(-1, 1))
    lines = ["SEGDYN"]
    for k in range(n):
        length = r.uniform(0.2, 0.5)
        lines.append(f"SEGMENT {k+1} {r.uniform(1, 8):.4f} {length:.4f} {length*0.45:.4f} {r.uniform(.02, .1):.4f}")
    lines += [f"STATE {k+1} {phi[k]:.5f} {r.uniform(-1, 1):.4f}" for k in range(n)] + ["BASE 0 0"]
    lines.append("GRAV 0 -9.81" if r.random() < 0.7 else "GRAV 0 0")
    for k in range(n):
        angle = phi[k] - (phi[k-1] if k else 0)
        lines += [muscle(r, f"F{k+1}", f"ARM {k+1}", angle, -1), muscle(r, f"E{k+1}", f"ARM {k+1}", angle, 1)]
    return lines, r.uniform(0.1, 0.3)


def pulled(r):
    """Masses in a row between springs and muscles over the springs, stiff tendons among them."""
    n = r.randint(1, 6)
    lines = [f"PLTRUSS {k+1} {k+1} {k+2}" for k in range(n)]
    lines += [f"X {k+1} {k/n:.6f} {0.05*r.uniform(-1, 1) if k else 0:.6f}" for k in range(n + 1)]
    lines += ["FIX 1"] + [f"RLSE {k+1}" for k in range(n)] + ["END HALT"]
    stiff = 10 ** r.uniform(2, 5)
    lines += [f"XM {k+2} {r.uniform(0.5, 2)/n:.5f}" for k in range(n)]
    for k in range(n):
        lines.append(f"ESTIFF {k+1} {stiff:.6g}")
        if r.random() < 0.5:
            length, slack = r.uniform(0.05, 0.15), r.uniform(0.1, 0.3)
            lines.append(f"MUSCLE M{k+1} {r.choice(MODELS)} {'RIGID' if r.random() < 0.3 else ''} OVER {k+1} 1 "
                         f"{slack*1.01 + length*r.uniform(0.8, 1.1) - 1/n:.5f} 1 FMAX {stiff*r.uniform(.002, .05):.5g} "
                         f"LOPT {length:.4f} LSLACK {slack:.4f} ONSET {r.uniform(0, 0.05):.3f} FROM 0.05 TO {r.random():.3f}")
    return lines + ["GRAVITY 0 -9.81"], r.uniform(0.1, 0.3)


def landing(r):
    """A beam that falls on the ground with its tip, by penalty or rigid."""
    n = r.randint(1, 6)
    kind = r.choice(["PLBEAM", "PLBEAMG", "PLBEAML"])
    lines = [f"{kind} {k+1} {2*k+1} {2*k+2} {2*k+3} {2*k+4}" for k in range(n)]
    lines += [f"X {2*k+1} {k/n:.6f} {0.2*k/n:.6f}" for k in range(n + 1)] + ["X 100 0 0", "FIX 100", "FIX 101", "FIX 1"]
    tip, radius = 2*n + 1, r.uniform(0, 0.05)
    lines.append(f"PLCLINE {n+1} {tip} {tip+1} 100 101 0 0 {radius:.4f} 0 {0.2 - radius - r.uniform(.01, .1):.4f} 1 0")
    lines += [f"RLSE {k+1}" for k in range(n + 1)] + ["END HALT"]
    stretch, bend, damp = 10 ** r.uniform(2, 4), 10 ** r.uniform(0, 1.5), r.choice([0, 1e-3, 1e-2])
    for k in range(n):
        lines += [f"EM {k+1} 1", f"ESTIFF {k+1} {stretch:.6g} {bend:.6g}"]
        if damp:
            lines.append(f"EDAMP {k+1} {stretch*damp:.6g} {bend*damp:.6g}")
    lines.append(f"CONTACT {n+1} " + r.choice([f"PENALTY {10 ** r.uniform(3, 5):.6g} {r.choice([1, 1.5])} {r.choice([0, 0.3])}",
                                               f"RIGID {r.uniform(0, 0.9):.3f}",
                                               f"RIGID {r.uniform(0, 0.9):.3f} 0.5 0.4"]))
    return lines + ["GRAVITY 0 -9.81"], r.uniform(0.1, 0.6)


def rebounds(r):
    """Discs that rebound, on springs to points of the ground or free."""
    n, radius, lines = r.randint(1, 3), 0.1, ["X 100 0 0", "FIX 100", "FIX 101"]
    place = [(0.15 + 0.24*i + r.uniform(0, .02), 0.11 + r.uniform(0, .1)) for i in range(n)]
    lines += [f"X {2*i+1} {x:.6f} {y:.6f}\nX {2*i+2} 0" for i, (x, y) in enumerate(place)]
    contacts = touching(n, radius, lines)
    springs = [len(contacts) + 1 + i for i in range(n)] if r.random() < 0.7 else []
    for i, e in enumerate(springs):
        lines += [f"X {200+i} {place[i][0] + r.uniform(-.3, .3):.5f} {place[i][1] + 0.3:.5f}", f"FIX {200+i}",
                  f"PLTRUSS {e} {200+i} {2*i+1}"]
    lines += [f"RLSE {c}" for c in contacts + springs] + ["END HALT"]
    for i in range(n):
        lines += [f"XM {2*i+1} 1", f"XM {2*i+2} {0.5*radius**2}", f"STARTVX {2*i+1} 1 {r.uniform(-.5, .5):.4f}"]
    lines += [f"ESTIFF {e} {10 ** r.uniform(1, 4):.5g}" for e in springs]
    friction = r.choice(["", " 0.4 0.3"])
    lines += [f"CONTACT {c} RIGID {r.uniform(0, 0.9):.3f}{friction}" for c in contacts]
    return lines + ["GRAVITY 0 -9.81"], r.uniform(0.1, 0.6)


KINDS = [beams, beams, rope, girder, dome, bodies, discs, four_bars, limb, limb, pulled, landing, rebounds]
SECONDS = 4  # of the processor, for one run
IMPACTS = 3


def deck_of(lines, end, method):
    if lines[0] == "SEGDYN":
        tail = [f"TIME 0 {end:.9g} {end:.9g}", f"INTEG {method}", "END"]
    else:
        tail = ["DOF AUTO", f"TIMES 0 {end:.9g} {end:.9g}", f"INTEG {method}", "END END"]
    return "\n".join(lines + tail) + "\n"


def call(mbsim, words, deck):
    limit = lambda: resource.setrlimit(resource.RLIMIT_CPU, (SECONDS, SECONDS))
    return subprocess.run([mbsim] + words + ["-"], input=deck, capture_output=True, text=True, preexec_fn=limit)


def run(mbsim, lines, end, method):
    """Why it stopped, or "" and the places at the end; the places of a chain are its angles."""
    done = call(mbsim, ["--no-report", "--csv", "-"], deck_of(lines, end, method))
    rows = done.stdout.split("\n")
    if done.returncode < 0:
        return "slow", None
    if done.returncode != 0 or len(rows) < 3:
        return f"status {done.returncode}: " + done.stderr.split("\n")[0][:160], None
    names, last = rows[0].split(","), rows[-2].split(",")
    return "", {n: float(v) for n, v in zip(names, last) if re.fullmatch(r"x\d+_\d+|phi\d+", n)}


def end_before_impact(mbsim, lines, end, method):
    """The time before the third impact, if it comes before the end."""
    if not any(" RIGID " in line and line.startswith("CONTACT") for line in lines):
        return end
    done = call(mbsim, [], deck_of(lines, end, method))
    times = [float(t) for t in re.findall(r"^# CONTACT \d+ at t = (\S+): bounce", done.stdout, re.M)]
    times = sorted(set(times))
    return 0.5*(times[IMPACTS - 2] + times[IMPACTS - 1]) if len(times) >= IMPACTS else end


def distance(one, other):
    return max(abs(one[n] - other[n]) for n in one)


def thicker(lines, by):
    """The lines with a larger radius in each contact."""
    def line(words):
        return " ".join(words[:8] + [f"{float(words[8]) + by:.12g}"] + words[9:])
    return [line(one.split()) if one.startswith("PLC") else one for one in lines]


def judge(mbsim, lines, end, method, tolerance, exact):
    """"" if the method agrees; else what is the matter, and whether that is a fault."""
    why, found = run(mbsim, lines, end, f"{method} {tolerance:g} {tolerance:g}")
    if why:
        return ("slow" if why == "slow" else "stop"), why, 0
    off = distance(found, exact) / tolerance
    if off <= 100:
        return "", "", off
    why = f"off by {off:.3g} tolerances"
    _, loose = run(mbsim, lines, end, f"DOP853 {tolerance:g} {tolerance:g}")
    if loose and distance(loose, exact) > 20 * tolerance:
        return "sensitive", why + f", DOP853 by {distance(loose, exact)/tolerance:.3g}", off
    _, moved = run(mbsim, thicker(lines, tolerance), end, f"DOP853 {tolerance*1e-3:g} {tolerance*1e-3:g}")
    if moved and distance(moved, exact) > off * tolerance:
        return "sensitive", why + f", a contact one tolerance thicker by {distance(moved, exact)/tolerance:.3g}", off
    for part in (10, 100):
        tight = tolerance / part
        _, found = run(mbsim, lines, end, f"{method} {tight:g} {tight:g}")
        why += f", of {tight:g} " + (f"{distance(found, exact)/tight:.3g}" if found else "none")
    return "off", why, off


class Tally:
    """What has been found so far: printed at the end, also where the hunt is ended from outside."""

    def __init__(self):
        self.kinds, self.ends, self.worst = {}, {}, {}

    def __enter__(self):
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
        return self

    def __exit__(self, *_):
        print("decks:", sum(self.kinds.values()), self.kinds, "ends:", self.ends, "worst:",
              {k: f"{v:.3g} tolerances" for k, v in self.worst.items()}, flush=True)

    @staticmethod
    def count(table, name):
        table[name] = table.get(name, 0) + 1


def hunt(asked, tally):
    for seed in range(asked.first, asked.first + asked.count):
        r = random.Random(seed)
        kind = r.choice(KINDS)
        lines, end = kind(r)
        tolerance = asked.tolerance or r.choice([1e-5, 1e-6])
        fine = f"DOP853 {tolerance*1e-3:g} {tolerance*1e-3:g}"
        end = end_before_impact(asked.mbsim, lines, end, fine)
        why, exact = run(asked.mbsim, lines, end, fine)
        if why:
            tally.count(tally.ends, "skipped")
            print(seed, kind.__name__, "DOP853:", why, flush=True)
            continue
        tally.count(tally.kinds, kind.__name__)
        for method in ("STIFF", "GALPHA"):
            verdict, why, off = judge(asked.mbsim, lines, end, method, tolerance, exact)
            tally.count(tally.ends, f"{method} {verdict or 'agrees'}")
            if verdict != "sensitive":
                tally.worst[method] = max(tally.worst.get(method, 0), off)
            if verdict:
                print(seed, kind.__name__, method, verdict + ":", why, flush=True)
            if verdict in ("stop", "off"):
                with open(f"implicit_{seed}_{method}.dat", "w") as file:
                    file.write(deck_of(lines, end, f"{method} {tolerance:g} {tolerance:g}"))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("mbsim")
    parser.add_argument("count", type=int, nargs="?", default=100)
    parser.add_argument("first", type=int, nargs="?", default=1, help="first seed")
    parser.add_argument("tolerance", type=float, nargs="?", help="left out: 1e-5 or 1e-6, drawn")
    asked = parser.parse_args()
    with Tally() as tally:
        hunt(asked, tally)


if __name__ == "__main__":
    main()
