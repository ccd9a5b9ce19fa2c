"""Prints domain names, and whether they satisfy the Bidi rule according to Python's idna.

    pip install idna==3.10
    python3 Tests/ValidationTests/Fixtures/bidi_names.py > Tests/ValidationTests/Fixtures/bidi-names.txt
"""
import random
import unicodedata

import idna

LETTERS = ["ab", "\u05d0\u05d1", "\u0628\u062c", "\u0915", "\u0710\u0712", "\u07ca"]
OTHERS = ["1", "9", "\u0661", "\u06f2", "-", "\u0301", "\u05b0", "\u0940", "\u02c6"]


def satisfies(name):
    if not any(unicodedata.bidirectional(c) in ("R", "AL", "AN") for c in name):
        return True
    try:
        return all(idna.check_bidi(label, check_ltr=True) for label in name.split("."))
    except idna.IDNABidiError:
        return False


dice = random.Random(5893)
for _ in range(400):
    labels = []
    for _ in range(dice.randint(1, 3)):
        script = dice.choice(LETTERS)
        pool = list(script) * 3 + dice.sample(OTHERS, 3) + ([dice.choice(LETTERS)[0]] if dice.random() < 0.2 else [])
        labels.append("".join(dice.choice(pool) for _ in range(dice.randint(1, 6))))
    name = ".".join(labels)
    print(f"{'yes' if satisfies(name) else 'no'} {' '.join(f'{ord(c):04X}' for c in name)}")
