#!/usr/bin/env python3
"""Writes decks/gait/strides.trc, strides.mot, strides.c3d and strides_truth.csv: two strides of a
right leg whose motion and loads are known exactly. The angles at hip, knee and ankle are Fourier
series through rounded means of healthy adults; thigh, shank and foot follow from them, the loads by
the equations of Newton and Euler in the plane. Nothing is shared with the program that reads the
files. Run it again after a change: python3 tests/data/gait/write_strides.py"""
import cmath
import math
import os
import random
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, '..', 'c3d'))
import write_c3d  # noqa: E402

OUT = os.path.join(HERE, '..', '..', '..', 'decks', 'gait')
G, NOISE = 9.81, 4e-4
MASS, HEIGHT = 70.0, 1.75
STRIDE, STANCE = 1.1, 0.62  # s, and the part of it on the ground
STRIKES = [0.1, 0.1 + STRIDE]  # heel strikes of the two strides; the second ends at 2.3 s
BEGIN, END = -0.2, 2.6
# Winter (2009), table 4.1 and lengths of Drillis and Contini: length, mass, centre from the upper
# end, radius of gyration about the centre.
THIGH = (0.245 * HEIGHT, 0.100 * MASS, 0.433, 0.323)
SHANK = (0.246 * HEIGHT, 0.0465 * MASS, 0.433, 0.302)
FOOT = (0.19, 0.0145 * MASS, 0.500, 0.475)  # ankle to toe
# Degrees at each tenth of a stride from heel strike on; flexion and dorsiflexion positive.
HIP = (21, 18, 10, 2, -5, -10, -6, 8, 18, 22)
KNEE = (4, 16, 19, 13, 8, 12, 33, 62, 55, 20)
ANKLE = (0, -5, 2, 6, 9, 4, -16, -8, 0, 1)


def series(values):
    n = len(values)
    return [sum(v * cmath.exp(-2j * math.pi * h * k / n) for k, v in enumerate(values)) / n
            for h in range(5)]


SERIES = [series(v) for v in (HIP, KNEE, ANKLE)]


def angle(joint, t):
    """Value, rate and acceleration in radians."""
    s, v, a = 0.0, 0.0, 0.0
    for h, c in enumerate(SERIES[joint]):
        w = 2 * math.pi * h / STRIDE
        z = (2 if h else 1) * c * cmath.exp(1j * w * (t - STRIKES[0]))
        s, v, a = s + z.real, v - w * z.imag, a - w * w * z.real
    r = math.radians(1)
    return s * r, v * r, a * r


def segments(t):
    """Angles of thigh, shank and foot from +x, from the upper end down, foot from ankle to toe."""
    hip, knee, ankle = (angle(j, t) for j in range(3))
    thigh = [hip[0] - math.pi / 2, hip[1], hip[2]]
    shank = [a - b for a, b in zip(thigh, knee)]
    foot = [a + b for a, b in zip(shank, ankle)]
    foot[0] += math.pi / 2
    return thigh, shank, foot


def down(phi, r):
    """A vector of length r at the angle phi, and its second derivative."""
    c, s = math.cos(phi[0]), math.sin(phi[0])
    return (r * c, r * s), (-r * (s * phi[2] + c * phi[1] ** 2), r * (c * phi[2] - s * phi[1] ** 2))


def ankle_from_hip(t):
    thigh, shank, _ = segments(t)
    a, b = down(thigh, THIGH[0])[0], down(shank, SHANK[0])[0]
    return a[0] + b[0], a[1] + b[1]


# The ankle rests on the average while the foot is flat.
FLAT = [STRIKES[0] + p * STRIDE for p in (0.1, 0.4)]
SPEED = -(ankle_from_hip(FLAT[1])[0] - ankle_from_hip(FLAT[0])[0]) / (FLAT[1] - FLAT[0])
LEVEL = 0.09 - ankle_from_hip(STRIKES[0] + 0.25 * STRIDE)[1]


def hip_place(t):
    w = 4 * math.pi / STRIDE
    p = w * (t - STRIKES[0])
    return ((SPEED * t + 0.01 * math.sin(p), LEVEL - 0.015 * math.cos(p - 0.6)),
            (-0.01 * w * w * math.sin(p), 0.015 * w * w * math.cos(p - 0.6)))


def push(t, stride):
    """Force on the foot and where: two humps, braking and driving, from the heel to the toes."""
    u = (t - STRIKES[stride]) / (STANCE * STRIDE)
    if not 0 < u < 1:
        return 0.0, 0.0, 0.0
    up = math.sin(math.pi * u)
    # The ankle at a quarter of the stride: the foot is flat.
    there = STRIKES[stride] + 0.25 * STRIDE
    x = hip_place(there)[0][0] + ankle_from_hip(there)[0]
    return (-0.9 * MASS * math.sin(2 * math.pi * u) * up * 2.2, MASS * G * up * (1.75 - 0.75 * up * up),
            x - 0.04 + 0.19 * u)


def leg(t):
    """Per segment: upper end, its acceleration, centre, its acceleration, angle."""
    at, acc = hip_place(t)
    out = []
    for phi, (length, _, centre, _) in zip(segments(t), (THIGH, SHANK, FOOT)):
        r, a = down(phi, length * centre)
        out.append((at, acc, (at[0] + r[0], at[1] + r[1]), (acc[0] + a[0], acc[1] + a[1]), phi))
        r, a = down(phi, length)
        at, acc = (at[0] + r[0], at[1] + r[1]), (acc[0] + a[0], acc[1] + a[1])
    return out, at


def loads(t):
    """Moments on thigh, shank and foot at their upper ends, counter-clockwise."""
    fx = fy = m = 0.0
    where = (0.0, 0.0)
    for stride in range(2):
        f = push(t, stride)
        if f[1]:
            fx, fy, where = -f[0], -f[1], (f[2], 0.0)
    out = []
    for (up, _, c, a, phi), (length, mass, _, gyration) in reversed(
            list(zip(leg(t)[0], (THIGH, SHANK, FOOT)))):
        ux, uy = mass * a[0] + fx, mass * (a[1] + G) + fy
        m = (mass * (gyration * length) ** 2 * phi[2] + m + (where[0] - c[0]) * fy
             - (where[1] - c[1]) * fx - (up[0] - c[0]) * uy + (up[1] - c[1]) * ux)
        out.append(m)
        fx, fy, where = ux, uy, up
    return out[::-1]


def truth(t):
    """Angle [deg], internal moment [N m/kg] and power [W/kg] of hip, knee and ankle."""
    out = []
    for joint, m in enumerate(loads(t)):
        s, v, _ = angle(joint, t)
        flexing = m if joint != 1 else -m  # the shank bends backwards
        out += [math.degrees(s), -flexing / MASS, flexing * v / MASS]
    return out


def markers(t):
    """Places in the plane: hip, two beside the knee, two on the shank, ankle, heel, toe."""
    parts, toe = leg(t)
    _, shank, foot = parts

    def beside(part, along, across):
        c, s = math.cos(part[4][0]), math.sin(part[4][0])
        return part[0][0] + along * c - across * s, part[0][1] + along * s + across * c

    return [parts[0][0], beside(shank, 0.0, 0.05), beside(shank, 0.0, -0.05),
            beside(shank, 0.15, 0.045), beside(shank, 0.30, -0.04), foot[0],
            beside(foot, -0.05, -0.035), toe]


NAMES = ['HIP', 'KNL', 'KNM', 'SH1', 'SH2', 'ANK', 'HEEL', 'TOE']
HIDDEN = {(3, k) for k in range(150, 155)} | {(7, k) for k in range(210, 213)}


def main():
    chance = random.Random(20261126)
    frames = []
    for k in range(round((END - BEGIN) * 100) + 1):
        places = []
        for j, (x, y) in enumerate(markers(BEGIN + 0.01 * k)):
            p = (1000 * (x + chance.gauss(0, NOISE)), 1000 * (y + chance.gauss(0, NOISE)))
            places.append(None if (j, k) in HIDDEN else p)
        frames.append(places)
    # .trc: y up, z to the right of the subject.
    text = 'PathFileType\t4\t(X/Y/Z)\tstrides.trc\n'
    text += 'DataRate\tCameraRate\tNumFrames\tNumMarkers\tUnits\tOrigDataRate\n'
    text += '100\t100\t%d\t%d\tmm\t100\n' % (len(frames), len(NAMES))
    text += 'Frame#\tTime\t' + '\t\t\t'.join(NAMES) + '\n'
    text += '\t\t' + '\t'.join('X%d\tY%d\tZ%d' % (j, j, j) for j in range(1, len(NAMES) + 1)) + '\n\n'
    for k, places in enumerate(frames):
        text += '%d\t%.2f' % (k + 1, BEGIN + 0.01 * k)
        for p in places:
            text += '\t\t\t' if p is None else '\t%.2f\t%.2f\t90.00' % p
        text += '\n'
    with open(os.path.join(OUT, 'strides.trc'), 'w') as out:
        out.write(text)

    # .mot: two plates at 200 Hz, a little noise everywhere.
    rows = []
    for k in range(round((END - BEGIN) * 200) + 1):
        row = []
        for stride in range(2):
            f = push(BEGIN + 0.005 * k, stride)
            row += [f[0] + chance.gauss(0, 0.5), f[1] + chance.gauss(0, 1.0), f[2], 0.0]
        rows.append(row)
    text = 'strides\nversion=1\nnRows=%d\nnColumns=9\ninDegrees=yes\nendheader\n' % len(rows)
    text += 'time\t' + '\t'.join('%d_ground_force_%s' % (p, c) for p in (1, 2)
                                 for c in ('vx', 'vy', 'px', 'py')) + '\n'
    for k, row in enumerate(rows):
        text += '%.3f\t' % (BEGIN + 0.005 * k) + '\t'.join('%.4f' % v for v in row) + '\n'
    with open(os.path.join(OUT, 'strides.mot'), 'w') as out:
        out.write(text)

    # .c3d: the walk goes along -y of a laboratory whose z points up, frame 1 at BEGIN. Plates of
    # type 2 hold the force on the plate; their axes: x to the right of the subject, y forwards, z
    # down, the sensors 40 mm below the surface.
    plates, channels, depth = [], [], 40.0
    middles = [push(s + 0.5 * STANCE * STRIDE, k)[2] for k, s in enumerate(STRIKES)]
    for k, middle in enumerate(middles):
        y = -1000 * middle
        plates.append({'type': 2, 'origin': (0, 0, -depth),
                       'channels': list(range(6 * k + 1, 6 * k + 7)),
                       'corners': [(200, y - 300, 0), (-200, y - 300, 0), (-200, y + 300, 0),
                                   (200, y + 300, 0)]})
        channels += [('%s%d' % (c, k + 1), 'N', 0.05, 0) for c in ('Fx', 'Fy', 'Fz')]
        channels += [('%s%d' % (c, k + 1), 'Nmm', 20.0, 0) for c in ('Mx', 'My', 'Mz')]
    analog = []
    for k in range(2 * len(frames)):
        row = []
        for p, middle in enumerate(middles):
            fx, fy, x = push(BEGIN + 0.005 * k, p)
            f1, f2, f3 = (v + chance.gauss(0, 0.5) for v in (0.0, -fx, fy))
            # r x F of the place of the force, from the middle of the surface, then from the sensors.
            row += [f1, f2, f3, 1000 * (x - middle) * f3 + depth * f2, -depth * f1, 0.0]
        analog.append(row)
    places = [[None if p is None else (90.0, -p[0], p[1]) for p in frame] for frame in frames]
    write_c3d.write(os.path.join(OUT, 'strides.c3d'), 84, True, NAMES, places, 100.0, channels, 2, analog,
                    plates=plates, scale=0.1)

    with open(os.path.join(OUT, 'strides_truth.csv'), 'w') as out:
        out.write('t,' + ','.join('%s.%s' % (j, w) for j in ('hip', 'knee', 'ankle')
                                  for w in ('angle', 'moment', 'power')) + '\n')
        for k in range(111 * 2):
            t = 0.1 + 0.01 * k
            if t < 2.305:
                out.write('%.2f,' % t + ','.join('%.5f' % v for v in truth(t)) + '\n')


if __name__ == '__main__':
    main()
