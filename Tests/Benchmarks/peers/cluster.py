#!/usr/bin/env python3
"""Runs pysupercluster (C++) on the input of `orbit-bench cluster`, and prints the same members.

    cluster.py POINTS QUERIES [REPS]
"""

import json
import resource
import sys
import time

import numpy as np
import pysupercluster

points = np.fromfile(sys.argv[1], "<f8").reshape(-1, 2)[:, ::-1].copy()
queries = json.load(open(sys.argv[2]))
repetitions = int(sys.argv[3]) if len(sys.argv) > 3 else 3


def box(sides):
    west, south, east, north = sides
    return {"top_left": (west, north), "bottom_right": (east, south)}


def timed(work):
    start = time.perf_counter()
    result = work()
    return result, (time.perf_counter() - start) * 1e3


def spread(times):
    times.sort()
    return [round(times[place], 3) for place in (0, len(times) // 2, -1)]


world = box([-180, -90, 180, 90])
load, every, views = [], [], []
for _ in range(repetitions):
    index, spent = timed(lambda: pysupercluster.SuperCluster(points, min_zoom=0, max_zoom=16, radius=40, extent=512))
    load.append(spent)
    every.append(timed(lambda: [index.getClusters(**world, zoom=zoom) for zoom in range(17)])[1])
    found, spent = timed(lambda: sum(len(index.getClusters(**box(q["bbox"]), zoom=q["z"])) for q in queries))
    views.append(spent)
print(
    json.dumps(
        {
            "impl": "pysupercluster", "n": len(points), "load_ms": spread(load), "world_all_zooms_ms": spread(every),
            "q200_ms": spread(views), "q200_found": found,
            "counts": [len(index.getClusters(**world, zoom=zoom)) for zoom in range(18)],
            "maxrss_mb": round(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1.024 / 1e3, 1),
        }
    )
)
