#!/usr/bin/env python3
"""The plain formula of `orbit-bench rank` in NumPy, on one thread: rank.py DIR [REPS]. Prints the same members.

One array for each column and word, so that every step runs over memory in order; bits are counted by the processor's
own instruction (numpy.bitwise_count, NumPy 2).
"""

import json
import os
import sys
import time
from pathlib import Path

os.environ.update(OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1")
import numpy as np

folder, repetitions = Path(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 5
meta = json.loads((folder / "meta.json").read_text())
n, k, single = meta["n"], meta["k"], np.float32


def columns(name, kind, width):
    table = np.fromfile(folder / name, kind).reshape(n, width)
    return [np.ascontiguousarray(table[:, column]) for column in range(width)]


def popcount(words):
    return sum(np.bitwise_count(word).astype(single) for word in words)


start = time.perf_counter()
sliders, points = columns("pers.f32", "<f4", 3), columns("xyz.f32", "<f4", 3)
interests, hours = columns("interests.u64", "<u8", meta["words"]), columns("avail.u64", "<u8", 3)
if meta["vocab"] <= 32:
    interests = [interests[0].astype(np.uint32)]
(group,), (frequency,) = columns("group.u8", "u1", 1), columns("freq.u8", "u1", 1)
interest_count, hour_count = popcount(interests), popcount(hours)
prepared = time.perf_counter() - start


def shared(words, me):
    count = np.bitwise_count(words[0] & words[0][me]).astype(single)
    for word in words[1:]:
        count += np.bitwise_count(word & word[me])
    return count


def best(me):
    score = single(0.30) - np.sqrt(sum((c - c[me]) ** 2 for c in sliders)) * single(0.30 / 3**0.5)
    common = shared(interests, me)
    score += single(0.30) * common / np.maximum(single(1), interest_count + interest_count[me] - common)
    score += single(0.20) * shared(hours, me) / np.maximum(single(1), np.minimum(hour_count, hour_count[me]))
    chord = np.sqrt(sum((c - c[me]) ** 2 for c in points))
    angle = np.arcsin(np.minimum(chord * single(0.5), single(1)))
    score += single(0.10) * np.exp(angle * single(-2 * 6371.0088 / meta["decay_km"]))
    score += single(0.05) * (group == group[me])
    score += single(0.05) * (frequency == frequency[me])
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
            checksum += float(np.sum(scores))
            top = top or [int(slot) for slot in found[:3]]
times.sort()
spread = [round(value, 4) for value in (times[0], times[len(times) // 2], times[-1])]
print(
    json.dumps(
        {
            "impl": f"numpy {np.__version__}", "n": n, "vocab": meta["vocab"], "prepare_ms": round(prepared * 1e3, 1),
            "top3": top, "query_ms": spread, "checksum": round(checksum, 4),
        }
    )
)
