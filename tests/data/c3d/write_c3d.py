#!/usr/bin/env python3
"""Writes the C3D files of the tests beside itself, from the tables of the public description of the
format (c3d.org): every number is put at the place that a table names. It shares nothing with the
program that reads them. Run it again after a change: python3 tests/data/c3d/write_c3d.py"""
import math
import os
import struct

HERE = os.path.dirname(os.path.abspath(__file__))


class Processor:
    def __init__(self, code):
        self.code = code

    def word(self, n):  # 16 bits, with or without sign
        return struct.pack('>H' if self.code == 86 else '<H', n & 0xFFFF)

    def real(self, x):
        if self.code == 84:
            return struct.pack('<f', x)
        if self.code == 86:
            return struct.pack('>f', x)
        # F floating of a VAX: 2^(e - 128) 0.1fff in binary; the word with sign and exponent first.
        x = struct.unpack('<f', struct.pack('<f', x))[0]
        if x == 0:
            return b'\0\0\0\0'
        fraction, exponent = math.frexp(abs(x))  # 0.5 <= fraction < 1
        bits = int((fraction - 0.5) * 2 ** 24)
        high = (0x8000 if x < 0 else 0) | (exponent + 128) << 7 | bits >> 16
        return struct.pack('<HH', high, bits & 0xFFFF)


def group(p, number, name, text=''):
    body = p.word(3 + len(text)) + bytes([len(text)]) + text.encode()
    return bytes([len(name), 256 - number]) + name.encode() + body


def parameter(p, number, name, kind, sizes, data, text=''):
    inner = struct.pack('b', kind) + bytes([len(sizes)]) + bytes(sizes) + data
    inner += bytes([len(text)]) + text.encode()
    return bytes([len(name), number]) + name.encode() + p.word(2 + len(inner)) + inner


def texts(p, number, name, all_texts, width=None):
    width = width or max([len(t) for t in all_texts] + [1])
    out = b''
    for part in range(0, len(all_texts), 255):  # no dimension is larger than 255
        some = all_texts[part:part + 255]
        data = ''.join(t.ljust(width) for t in some).encode()
        more = '' if part == 0 else str(part // 255 + 1)
        out += parameter(p, number, name + more, -1, [width, len(some)], data)
    return out


def reals(p, number, name, values, sizes=None):
    out = b''
    for part in range(0, len(values), 255) if sizes is None else [0]:
        some = values[part:part + 255] if sizes is None else values
        more = '' if part == 0 else str(part // 255 + 1)
        out += parameter(p, number, name + more, 4, sizes or [len(some)],
                         b''.join(p.real(v) for v in some))
    return out


def words(p, number, name, values, sizes=None):
    out = b''
    for part in range(0, len(values), 255) if sizes is None else [0]:
        some = values[part:part + 255] if sizes is None else values
        more = '' if part == 0 else str(part // 255 + 1)
        out += parameter(p, number, name + more, 2, sizes or [len(some)],
                         b''.join(p.word(v) for v in some))
    return out


def write(name, code, real, labels, frames, rate, channels=(), samples=1, analog=None, first=1,
          plates=(), units='mm', scale=0.1, more_groups=0, unsigned=False):
    """frames: per frame a list of (x, y, z) or None. analog: per sample the values of all channels
    as physical numbers. channels: (label, unit, scale, offset)."""
    p = Processor(code)
    n, c = len(labels), len(channels)
    s = b''
    s += group(p, 1, 'POINT', 'markers')
    s += parameter(p, 1, 'USED', 2, [], p.word(n))
    s += parameter(p, 1, 'SCALE', 4, [], p.real(-scale if real else scale))
    s += parameter(p, 1, 'RATE', 4, [], p.real(rate))
    s += parameter(p, 1, 'FRAMES', 2, [], p.word(len(frames)))
    s += parameter(p, 1, 'UNITS', -1, [4], units.ljust(4).encode())
    s += texts(p, 1, 'LABELS', labels)
    s += group(p, 2, 'ANALOG')
    s += parameter(p, 2, 'USED', 2, [], p.word(c))
    if c:
        s += texts(p, 2, 'LABELS', [ch[0] for ch in channels])
        s += texts(p, 2, 'UNITS', [ch[1] for ch in channels], 4)
        s += parameter(p, 2, 'GEN_SCALE', 4, [], p.real(0.5))
        s += reals(p, 2, 'SCALE', [2 * ch[2] for ch in channels])
        s += words(p, 2, 'OFFSET', [ch[3] for ch in channels])
        if unsigned:
            s += parameter(p, 2, 'FORMAT', -1, [8], b'UNSIGNED')
    s += group(p, 3, 'FORCE_PLATFORM')
    s += parameter(p, 3, 'USED', 2, [], p.word(len(plates)))
    if plates:
        width = max(len(f['channels']) for f in plates)
        s += words(p, 3, 'TYPE', [f['type'] for f in plates])
        s += reals(p, 3, 'CORNERS', [v for f in plates for c4 in f['corners'] for v in c4],
                   [3, 4, len(plates)])
        s += reals(p, 3, 'ORIGIN', [v for f in plates for v in f['origin']], [3, len(plates)])
        s += words(p, 3, 'CHANNEL',
                   [v for f in plates for v in (f['channels'] + [0] * width)[:width]],
                   [width, len(plates)])
        # Fortran order: the row runs fastest.
        s += reals(p, 3, 'CAL_MATRIX',
                   [f.get('matrix', [[0.0] * 6] * 6)[i][j] for f in plates for j in range(6)
                    for i in range(6)], [6, 6, len(plates)])
        s += words(p, 3, 'ZERO', [0, 0])
    for k in range(more_groups):  # groups and parameters that nobody asks for
        s += group(p, 10 + k, 'MORE%d' % k)
        for i in range(5):
            s += parameter(p, 10 + k, 'VALUE%d' % i, 4, [2], p.real(1) + p.real(2))
    s += b'\0\0'
    section = bytes([1, 0x50, 0, code]) + s
    blocks = (len(section) + 511) // 512
    section = bytes([1, 0x50, blocks & 255, code]) + s
    section += b'\0' * (512 * blocks - len(section))
    head = bytearray(512)
    head[0:2] = bytes([2, 0x50])  # word 1: the parameters begin in block 2
    head[2:4] = p.word(n)
    head[4:6] = p.word(c * samples if c else 0)
    head[6:8] = p.word(first)
    head[8:10] = p.word(first + len(frames) - 1)
    head[12:16] = p.real(-scale if real else scale)
    head[16:18] = p.word(2 + blocks)
    head[18:20] = p.word(samples if c else 0)
    head[20:24] = p.real(rate)
    number = p.real if real else (lambda v: p.word(int(round(v))))
    data = b''
    for k, frame in enumerate(frames):
        for place in frame:
            if place is None:
                data += number(0) + number(0) + number(0) + number(-1)
                continue
            for v in place:
                data += number(v if real else v / scale)
            data += number(3)  # a residual
        for i in range(samples if c else 0):
            for ch, v in zip(channels, analog[k * samples + i]):
                data += number(v / ch[2] + ch[3])
    data += b'\0' * (-len(data) % 512)
    with open(os.path.join(HERE, name), 'wb') as out:
        out.write(bytes(head) + section + data)


def walk(n):
    """Places in mm of three markers at 100 Hz; the second is hidden in the third frame."""
    out = []
    for k in range(n):
        knee = None if k == 2 else (20.5 + k, -500.0 + k, 110.0)
        out.append([(10.0 + k, 900.0 + k, 100.0), knee, (30.0 + k, 90.0 + k, -100.0)])
    return out



LABELS = ['anna:R Hip', 'anna:R Knee', 'anna:R.Ankle']
CHANNELS = [('Fx1', 'N', 0.25, 0), ('EMG 1', 'V', 0.5, 100)]

if __name__ == '__main__':
    for code, who in ((84, 'intel'), (85, 'dec'), (86, 'mips')):
        for real in (False, True):
            write('%s_%s.c3d' % (who, 'real' if real else 'whole'), code, real, LABELS, walk(5), 100,
                  CHANNELS, 4, [(0.5 * k, 3.5 - k) for k in range(20)], scale=0.5)
    # 300 markers, 40 groups of which nobody asks for 39; frames 101 to 103; 50000 as an unsigned number.
    write('many.c3d', 84, False, ['M%d' % k for k in range(1, 301)],
          [[(float(k), 2.0 * k, j + 1.0) for k in range(1, 301)] for j in range(3)], 50,
          [('count', 'V', 1.0, 40000)], 1, [(10000.0,), (-10.0,), (0.0,)], first=101,
          more_groups=100, unsigned=True, scale=1.0)

    # Plates. A force on the foot of (-30, 0, 800) N at (x, y) on the surface, a free moment of 4 N m,
    # all in the laboratory (z up). The plate's first axis is y of the laboratory, its second x, its
    # third points down; its middle is at (250, 500, 0) mm.
    corners = [(500, 800, 0), (500, 200, 0), (0, 200, 0), (0, 800, 0)]
    depth, a, b = 40.0, 120.0, 200.0

    def on_plate(k):
        """Force and moment about the middle of the surface, in the frame of the plate; N and Nmm."""
        fx, fy, fz = (-30.0, 10.0, 800.0) if 0 < k < 4 else (0.0, 0.0, 0.0)
        x, y, free = 100.0 + 50 * k - 250, 460.0 - 500, 4000.0 if fz else 0.0
        mx, my, mz = y * fz, -x * fz, x * fy - y * fx + free
        return [fy, fx, -fz, my, mx, -mz], (y, x)  # axes: y, x, -z of the laboratory

    def at_sensors(k):
        (f1, f2, f3, m1, m2, m3), _ = on_plate(k)
        # The middle of the surface lies at r = (0, 0, -depth) from the sensors: M0 = M + r x F.
        return [f1, f2, f3, m1 + depth * f2, m2 - depth * f1, m3]

    def kistler(k):
        f1, f2, f3, m1, m2, m3 = at_sensors(k)
        # Shares of four sensors at (+-a, +-b) that give these sums; Fx12 and Fx34 carry the moment.
        d = m3 / (2 * b)
        z = [f3 / 4 + m1 / (4 * b) - m2 / (4 * a), f3 / 4 + m1 / (4 * b) + m2 / (4 * a),
             f3 / 4 - m1 / (4 * b) + m2 / (4 * a), f3 / 4 - m1 / (4 * b) - m2 / (4 * a)]
        return [f1 / 2 - d, f1 / 2 + d, f2 / 2, f2 / 2] + z

    def type_one(k):
        (f1, f2, f3, m1, m2, m3), (p1, p2) = on_plate(k)
        return [f1, f2, f3, p1, p2, m3 - (p1 * f2 - p2 * f1)]

    matrix = [[(1.0 if i == j else 0.02 * (i - j)) for j in range(6)] for i in range(6)]

    def volts(k):
        """Solves matrix v = load."""
        rows = [r[:] + [v] for r, v in zip(matrix, at_sensors(k))]
        for i in range(6):
            for j in range(6):
                if j != i:
                    q = rows[j][i] / rows[i][i]
                    rows[j] = [vj - q * vi for vj, vi in zip(rows[j], rows[i])]
        return [rows[i][6] / rows[i][i] for i in range(6)]

    def plate_file(name, kind, load, channels, origin, sign=1, units=None):
        width = len(load(1))
        units = units or ['N'] * 3 + (['mm', 'mm', 'Nmm'] if kind == 1 else
                                      ['N'] * 5 if kind == 3 else ['Nmm'] * 3)
        names = [('C%d' % (k + 1), units[k], 1.0, 0) for k in range(width)]
        write(name, 84, True, ['RANK'], [[(1.0, 2.0, 3.0)]] * 3, 100, names, 2,
              [[sign * v for v in load(k)] for k in range(6)],
              plates=[{'type': kind, 'corners': corners, 'origin': origin,
                       'channels': list(range(1, width + 1)), 'matrix': matrix}])

    plate_file('plate1.c3d', 1, type_one, 6, (0, 0, 0))
    plate_file('plate2.c3d', 2, at_sensors, 6, (0, 0, -depth))
    plate_file('plate2_action.c3d', 2, at_sensors, 6, (0, 0, depth), -1, ['N', 'N', 'N', '', '', ''])
    plate_file('plate3.c3d', 3, kistler, 8, (a, b, -depth))
    plate_file('plate4.c3d', 4, volts, 6, (0, 0, -depth), 1, ['V'] * 6)

    # decks/gait/walk.c3d: a leg that walks along y of the laboratory, z up; made up. Places in mm at
    # 100 Hz with 0.3 mm of noise, two plates of type 2 at 500 Hz of which the leg steps on the first.
    state = [20261126]

    def noise(size):  # sum of twelve even numbers
        total = 0.0
        for _ in range(12):
            state[0] = (state[0] * 1103515245 + 12345) % 2 ** 31
            total += state[0] / 2 ** 31
        return size * (total - 6)

    def leg(t):
        """Hip, knee, ankle and toe (y, z) in mm."""
        thigh = math.radians(-85 + 25 * math.cos(2 * math.pi * t))
        shank = thigh - math.radians(20 + 15 * math.sin(2 * math.pi * t + 0.8))
        foot = shank + math.radians(85 + 8 * math.sin(4 * math.pi * t))
        hip = (400 + 1200 * t, 880 + 15 * math.cos(4 * math.pi * t))
        out, at = [hip], hip
        for angle, length in ((thigh, 420), (shank, 430), (foot, 180)):
            at = (at[0] + length * math.cos(angle), at[1] + length * math.sin(angle))
            out.append(at)
        return out, shank

    def marker(x, place, along=(0.0, 0.0), angle=0.0):
        c, s = math.cos(angle), math.sin(angle)
        y = place[0] + c * along[0] - s * along[1]
        z = place[1] + s * along[0] + c * along[1]
        return (x + noise(0.3), y + noise(0.3), z + noise(0.3))

    def leg_frame(k):
        (hip, knee, ankle, toe), shank = leg(k / 100)
        frame = [marker(200, hip), marker(150, knee, (3.0, 4.0)), marker(250, knee, (-3.0, -4.0)),
                 marker(200, ankle), marker(210, toe)]
        # Three on the shank, counted from the knee along the bone and to its left.
        frame += [marker(260, knee, place, shank) for place in
                  ((80.0, 45.0), (200.0, -50.0), (300.0, 40.0))]
        if 40 <= k < 44:
            frame[1] = None
        return frame

    def leg_plates(j):
        t = j / 500
        values = []
        for begin, end, first in ((0.1, 0.7, 450.0), (0.55, 1.15, 1050.0)):
            s = (t - begin) / (end - begin)
            fz = 700 * math.sin(math.pi * s) * (1 + 0.3 * math.cos(4 * math.pi * s)) if 0 < s < 1 else 0
            fy = -0.2 * fz * math.cos(math.pi * s)
            y = first + 220 * s - (first + 50)  # from the middle of the plate
            # Axes of the plate: x, -y, -z of the laboratory; the sensors 40 mm below the surface.
            f = (0.0, -fy, -fz)
            r = (0.0, -y, -40.0)
            m = [r[1] * f[2] - r[2] * f[1], r[2] * f[0] - r[0] * f[2], r[0] * f[1] - r[1] * f[0]]
            values += [v + noise(0.5) for v in f] + [v + noise(20.0) for v in m]
        return values

    def plate_at(middle, channels):
        return {'type': 2, 'origin': (0, 0, -40.0), 'channels': channels,
                'corners': [(450, middle - 300, 0), (0, middle - 300, 0), (0, middle + 300, 0),
                            (450, middle + 300, 0)]}

    write('../../../decks/gait/walk.c3d', 84, True,
          ['made up:' + name for name in ('HIP', 'KNL', 'KNM', 'ANK', 'TOE', 'SH1', 'SH2', 'SH3')],
          [leg_frame(k) for k in range(111)], 100,
          [('%s%d' % (name, k), unit, 1.0, 0) for k in (1, 2) for name, unit in
           (('Fx', 'N'), ('Fy', 'N'), ('Fz', 'N'), ('Mx', 'Nmm'), ('My', 'Nmm'), ('Mz', 'Nmm'))],
          5, [leg_plates(j) for j in range(555)],
          plates=[plate_at(500, [1, 2, 3, 4, 5, 6]), plate_at(1100, [7, 8, 9, 10, 11, 12])])
