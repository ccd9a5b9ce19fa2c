#!/usr/bin/env python3
"""Computes the score of `orbit-bench rank` in NumPy, on one thread, and prints the same members.

    rank.py DIR [REPS]

Each column and word is a separate array, so that every step reads memory in order. The processor's instruction counts
bits (numpy.bitwise_count, NumPy 2).
"""

import json
import math
import os
import sys
import time
from pathlib import Path

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
import numpy as np

folder, repetitions = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 5
meta = json.loads((folder / "meta.json").read_text())
n, vocabulary, k, single = meta["n"], meta["vocab"], meta["k"], np.float32
ROW = 16 / (6371 * math.pi / 180)  # height of a square in degrees


def columns(name, kind, width):
    table = np.fromfile(folder / name, kind).reshape(n, width)
    return [np.ascontiguousarray(table[:, column]) for column in range(width)]


def rounded(numbers):
    return np.copysign(np.floor(np.abs(numbers) + 0.5), numbers)


def squares(latitudes, longitudes):
    """The row, the column, and the number of columns in the row, for each place."""
    rows = rounded(latitudes.astype(float) / ROW)
    columns = np.maximum(1, rounded(360 / ROW * np.cos(np.radians(np.clip(rows * ROW, -90, 90)))))
    turns = longitudes.astype(float) / 360
    column = rounded((turns - np.floor(turns + 0.5)) * columns)
    return [part.astype(np.int32) for part in (rows, np.where(column < 0, column + columns, column), columns)]


def holders(interest):
    """A byte for each person: 1 if the person has the interest, and 0 otherwise."""
    word = interests[interest // width]
    return (word >> word.dtype.type(interest % width)).astype(np.uint8) & np.uint8(1)


start = time.perf_counter()
sliders = columns("pers.f32", "<f4", 3)
interests, hours = columns("interests.u64", "<u8", meta["words"]), columns("avail.u64", "<u8", 3)
width = 64
if vocabulary <= 32:
    interests, width = [interests[0].astype(np.uint32)], 32
(group,), (frequency,) = columns("group.u8", "u1", 1), columns("freq.u8", "u1", 1)
row, column, around = squares(*columns("latlng.f32", "<f4", 2))
weights, total = [], np.zeros(n, single)
for interest in range(vocabulary):
    having = holders(interest)
    weights.append(math.floor(16 * (1 + math.log2((n + 1) / (int(having.sum()) + 1))) + 0.5))
    total += having * single(weights[-1])
inverse = np.where(total > 0, 1 / np.maximum(total, 1), 0).astype(single)
is_free = (hours[0] | hours[1] | hours[2]) != 0
free_time = np.array([0.05, 0.05] + [0.5] * 4 + [0.95] * 163, single) * single(0.25)
prepared = time.perf_counter() - start


def shared_hours(me):
    count = np.bitwise_count(hours[0] & hours[0][me])
    for word in hours[1:]:
        count += np.bitwise_count(word & word[me])
    return count


def home(me):
    """The distance score of each person's square: 1 for the same square, 0.5 for a neighbour, and 0.1 otherwise."""
    whole = around * around[me]
    eastward = np.abs(column * around[me] - column[me] * around)
    is_near = 20 * np.minimum(eastward, whole - eastward) < 19 * (around + around[me])
    is_next = (np.abs(row - row[me]) <= 1) & is_near
    is_same = (row == row[me]) & (column == column[me])
    return np.where(is_same, single(1), np.where(is_next, single(0.5), single(0.1)))


def best(me):
    both = single(0.22) - np.sqrt(sum((c - c[me]) ** 2 for c in sliders)) * single(0.22 / 3**0.5)
    if is_free[me]:
        both += is_free * free_time[shared_hours(me)]
    apart = np.abs(group.astype(np.int8) - np.int8(group[me]))
    both += single(0.05) * np.array([1, 0.5, 0, 0], single)[apart]
    both += single(0.04) * ((frequency == frequency[me]) | (frequency == 3) | (frequency[me] == 3))
    both += single(0.10) * home(me)
    common = np.zeros(n, single)
    for interest in range(vocabulary):
        if int(interests[interest // width][me]) >> interest % width & 1:
            common += holders(interest) * single(weights[interest])
    common *= single(0.30)
    mine, theirs = both + common * inverse[me], both + common * inverse
    score = 2 * mine * theirs / np.maximum(mine + theirs, single(1e-9))
    score[me] = -1
    found = np.argpartition(-score, k)[:k]
    order = np.lexsort((found, -score[found]))
    return found[order], score[found[order]]


best(meta["queries"][0])
times, checksum, top = [], 0.0, []
for repetition in range(repetitions):
    for query in meta["queries"]:
        start = time.perf_counter()
        found, scores = best(query)
        times.append((time.perf_counter() - start) * 1e3)
        if repetition == 0:
            checksum += float(np.sum(scores, dtype=float))
            top = top or [int(slot) for slot in found[:3]]
times.sort()
spread = [round(value, 4) for value in (times[0], times[len(times) // 2], times[-1])]
print(
    json.dumps(
        {
            "impl": f"numpy {np.__version__}", "n": n, "vocab": vocabulary, "prepare_ms": round(prepared * 1e3, 1),
            "top3": top, "query_ms": spread, "checksum": round(checksum, 4),
        }
    )
)
