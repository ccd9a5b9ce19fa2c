"""The errors and the check that all proofs use."""


class Unable(Exception):
    """This machine cannot run a proof."""


class Broken(Exception):
    """A property does not hold."""


def expect(holds, *what):
    if not holds:
        raise Broken(" ".join(map(str, what)))
