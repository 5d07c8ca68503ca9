#!/usr/bin/env python3
"""Random decks with springs, beams, dampers, laws, contacts and nets of space: STIFF and GALPHA against DOP853.

    tools/hunt_implicit.py MBSIM [COUNT [FIRST SEED [TOLERANCE]]]

A deck disagrees if a place at its end is off by more than 100 tolerances (of a mechanism of size 1), while DOP853 at
the same tolerance is not; it stops if the method ends with another status than DOP853. Disagreeing decks are left in
the present directory.
"""
import math
import os
import random
import subprocess
import sys


def beams(r):
    n, kind = r.randint(1, 12), r.choice(["PLBEAM", "PLBEAMG", "PLBEAML"])
    bend = math.radians(r.uniform(-60, 60))
    points = [(0.0, 0.0)]
    for k in range(n):
        turn = bend * k / n
        points.append((points[-1][0] + math.cos(turn) / n, points[-1][1] + math.sin(turn) / n))
    lines = [f"{kind} {k+1} {2*k+1} {2*k+2} {2*k+3} {2*k+4}" for k in range(n)]
    lines += [f"X {2*k+1} {x:.6f} {y:.6f}" for k, (x, y) in enumerate(points)]
    lines += ["FIX 1"] + (["FIX 2"] if r.random() < 0.7 else [])
    lines += [f"RLSE {k+1}" for k in range(n)] + ["END HALT"]
    stretch, damp = 10 ** r.uniform(2, 5), r.choice([0, 0, 1e-3, 1e-2])
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


def discs(r):
    n, radius, lines, contacts = r.randint(1, 4), 0.1, ["X 100 0 0", "FIX 100", "FIX 101"], []
    for i in range(n):
        lines += [f"X {2*i+1} {0.15+0.24*i+r.uniform(0, .02):.6f} {0.11+r.uniform(0, .1):.6f}", f"X {2*i+2} 0"]
    for i in range(n):
        contacts.append(len(contacts) + 1)
        lines.append(f"PLCLINE {contacts[-1]} {2*i+1} {2*i+2} 100 101 0 0 {radius} 0 0 1 0")
        for j in range(i):
            contacts.append(len(contacts) + 1)
            lines.append(f"PLCCIRC {contacts[-1]} {2*i+1} {2*i+2} {2*j+1} {2*j+2} 0 0 {radius} 0 0 {radius}")
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


KINDS = [beams, beams, rope, girder, dome, bodies, discs, four_bars]


def run(mbsim, lines, end, method, patience):
    deck = "\n".join(lines + ["DOF AUTO", f"TIMES 0 {end:.4f} {end:.4f}", f"INTEG {method}", "END END"]) + "\n"
    try:
        done = subprocess.run([mbsim, "--no-report", "--csv", "-", "-"], input=deck, capture_output=True, text=True,
                              timeout=patience)
    except subprocess.TimeoutExpired:
        return "slow", None, deck
    rows = done.stdout.split("\n")
    if done.returncode != 0 or len(rows) < 3:
        return f"status {done.returncode}: " + done.stderr.split("\n")[0][:160], None, deck
    names, last = rows[0].split(","), rows[-2].split(",")
    return "", {n: float(v) for n, v in zip(names, last) if n[0] == "x" and "." not in n}, deck


def main():
    mbsim, count, first, tolerance = sys.argv[1], 100, 1, 1e-6
    if len(sys.argv) > 2:
        count = int(sys.argv[2])
    if len(sys.argv) > 3:
        first = int(sys.argv[3])
    if len(sys.argv) > 4:
        tolerance = float(sys.argv[4])
    compared, stops, sensitive, skipped, worst = 0, 0, 0, 0, {}
    for seed in range(first, first + count):
        r = random.Random(seed)
        kind = r.choice(KINDS)
        lines, end = kind(r)
        why, exact, _ = run(mbsim, lines, end, "DOP853 1e-11 1e-11", 60)
        if why:
            skipped += 1
            print(seed, kind.__name__, "DOP853:", why, flush=True)
            continue
        _, loose, _ = run(mbsim, lines, end, f"DOP853 {tolerance} {tolerance}", 60)
        for method in ("STIFF", "GALPHA"):
            why, found, deck = run(mbsim, lines, end, f"{method} {tolerance} {tolerance}", 120)
            compared += 1
            if why:
                stops += 1
            else:
                off = max(abs(found[n] - exact[n]) for n in exact)
                worst[method] = max(worst.get(method, 0), off / tolerance)
                if off <= 100 * tolerance:
                    continue
                if loose and max(abs(loose[n] - exact[n]) for n in exact) > 20 * tolerance:
                    sensitive += 1
                    continue
                why = f"off by {off / tolerance:.3g} tolerances"
            print(seed, kind.__name__, method, why, flush=True)
            name = f"implicit_{seed}_{method}.dat"
            with open(name, "w") as file:
                file.write(deck)
    print(f"{compared} runs compared, {stops} stopped, {sensitive} of decks that are sensitive, {skipped} decks skipped;",
          "worst of all:", {k: f"{v:.3g} tolerances" for k, v in worst.items()})


if __name__ == "__main__":
    main()
