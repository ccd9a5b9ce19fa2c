#!/usr/bin/env python3
"""Measures Python libraries that decode the feed of `orbit-bench decode`, and prints the same members.

    decode.py FILE TOOL [REPS]

TOOL is json (untyped), pydantic or msgspec (both typed).
"""

import gc
import json
import sys
import time
from typing import Optional

file, tool = sys.argv[1], sys.argv[2]
repetitions = int(sys.argv[3]) if len(sys.argv) > 3 else 5
with open(file, "rb") as source:
    feed = source.read()


def models(base):
    """The feed's types, as subclasses of `base`."""

    def model(title, /, **members):
        optional = {name: None for name, kind in members.items() if type(None) in getattr(kind, "__args__", ())}
        return type(base)(title, (base,), {"__annotations__": members, "__module__": __name__, **optional})

    point = model("Point", lat=float, lng=float)
    place = model("Place", city=str, state=str, coordinates=Optional[point])
    sliders = model("Sliders", introvert_extrovert=float, spontaneous_planner=float, active_relaxed=float)
    social = model("Social", group_size=str, meeting_frequency=str, preferred_times=list[str])
    profile = model(
        "Profile", name=str, age=int, location=place, bio=str, photos=list[str], interests=list[str],
        personality=sliders, social_preferences=social, friendship_goals=list[str],
    )
    return model("Envelope", success=bool, data=model("Feed", profiles=list[profile]))


if tool == "json":
    decode, profiles = lambda: json.loads(feed), lambda answer: answer["data"]["profiles"]
    facts = lambda profile: (profile["age"], profile["interests"], profile["bio"])
else:
    profiles = lambda answer: answer.data.profiles
    facts = lambda profile: (profile.age, profile.interests, profile.bio)
    if tool == "pydantic":
        import pydantic

        envelope = models(pydantic.BaseModel)
        decode = lambda: envelope.model_validate_json(feed)
    else:
        import msgspec

        decoder = msgspec.json.Decoder(models(msgspec.Struct))
        decode = lambda: decoder.decode(feed)

times = []
for _ in range(repetitions):
    answer = None
    gc.collect()
    gc.disable()  # a collection would distort some repetitions
    start = time.perf_counter()
    answer = decode()
    times.append((time.perf_counter() - start) * 1_000)
    gc.enable()
people = [facts(profile) for profile in profiles(answer)]
print(
    json.dumps(
        {
            "impl": tool,
            "profiles": len(people),
            "mb": round(len(feed) / 1e6, 2),
            "ms": [round(sorted(times)[place], 2) for place in (0, len(times) // 2, -1)],
            "chk": sum(age + len(interests) + len(bio.encode()) for age, interests, bio in people),
        }
    )
)
