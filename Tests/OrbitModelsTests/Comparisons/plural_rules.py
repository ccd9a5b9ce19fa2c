#!/usr/bin/env python3
"""Prints the plural category of numbers in each language of `PluralRule`, computed with Babel from the Unicode CLDR.

    plural_rules.py > plural-rules.txt      the file in this folder, with which the tests compare

Each line has a language, a category, and numbers of this category. FIRST-LAST are all numbers from FIRST to LAST.
"""

from itertools import groupby

from babel import Locale

LANGUAGES = ["ar", "cs", "de", "en", "es", "fr", "it", "ja", "ko", "nl", "pl", "pt", "ru", "zh"]
# All numbers whose last two digits decide, and numbers around each power of ten that a rule can name.
NUMBERS = [*range(300), *(
    sign * offset + factor * 10 ** power
    for power in range(4, 10) for factor in (1, 2, 5) for sign in (-1, 1) for offset in range(13))]


def spans(numbers):
    """The numbers as text, with a span for successive numbers."""
    for _, group in groupby(enumerate(numbers), lambda pair: pair[1] - pair[0]):
        span = [number for _, number in group]
        yield f"{span[0]}-{span[-1]}"


def main():
    numbers = sorted(set(NUMBERS))
    for language in LANGUAGES:
        rule = Locale.parse(language).plural_form
        categories = {}
        for number in numbers:
            categories.setdefault(rule(number), []).append(number)
        for category in sorted(categories):
            print(language, category, *spans(categories[category]))


if __name__ == "__main__":
    main()
