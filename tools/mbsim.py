"""mbsim from Python: runs, measures and sweeps as numpy arrays.

    import mbsim
    motion = mbsim.run("rocker.dat", crank=0.8)        # {"t": array, "body4.phi": array, ...}
    swing = mbsim.measure("rocker.dat", crank=0.8)["swing"]
    table = mbsim.sweep("rocker.dat", crank=[0.6, 0.8, 1.0])     # {"crank": array, "swing": ...}

Parameters are those of the deck's PARAM lines. `options` go to the command line as they are:
options=["--set", "feps=1e-10"]. A run that does not end with status 0 raises mbsim.Failed, which
has status, message and, for run(), the rows that were computed. The program is the one that the
environment variable MBSIM names, else mbsim on the PATH. Needs numpy and nothing else.
"""
import csv
import io
import os
import subprocess

import numpy as np


class Failed(RuntimeError):
    def __init__(self, status, message, result=None):
        super().__init__(f"mbsim ended with status {status}: {message.strip()}")
        self.status, self.message, self.result = status, message, result


def _text(value):
    return value if isinstance(value, str) else repr(float(value))  # repr reads back to the bit


def _call(words):
    done = subprocess.run([os.environ.get("MBSIM", "mbsim"), *words], capture_output=True,
                          text=True, encoding="utf-8")
    return done.returncode, done.stdout, done.stderr


def _defines(parameters):
    return [word for name, value in parameters.items() for word in ("-D", f"{name}={_text(value)}")]


def _columns(text):
    rows = list(csv.reader(io.StringIO(text)))
    columns = zip(*rows[1:]) if len(rows) > 1 else [()] * len(rows[0]) if rows else []
    return dict(zip(rows[0] if rows else [], map(_array, columns)))


def _array(cells):
    try:
        return np.array(cells, dtype=float)
    except ValueError:
        return np.array(cells, dtype=str)


def run(deck, options=(), **parameters):
    """All channels of one run, by their names in the CSV."""
    words = ["--no-report", "--csv", "-", *options, *_defines(parameters), "--", os.fspath(deck)]
    status, out, message = _call(words)
    if status:
        raise Failed(status, message, _columns(out))
    return _columns(out)


def measure(deck, options=(), **parameters):
    """The MEASURE lines of one run: name -> float, nan where there is no value."""
    status, out, message = _call(["measure", *options, *_defines(parameters), os.fspath(deck)])
    if status:
        raise Failed(status, message)
    return {name: float(value) for name, value in map(str.split, out.splitlines())}


def sweep(deck, options=(), **lists):
    """One run for each combination of the values: column -> array, status and message among them."""
    words = [w for name, values in lists.items() for w in ("-p", f"{name}=" + ",".join(map(_text, values)))]
    status, out, message = _call(["sweep", *options, *words, os.fspath(deck)])
    if status not in (0, 3, 4):  # 3 and 4: the table is whole and says so in its rows
        raise Failed(status, message)
    return _columns(out)
