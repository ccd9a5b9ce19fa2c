"""What all proofs use."""


class Unable(Exception):
    """This machine cannot run a proof."""


class Broken(Exception):
    """A promise is broken."""


def expect(holds, *what):
    if not holds:
        raise Broken(" ".join(map(str, what)))
