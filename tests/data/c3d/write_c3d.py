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
