"""Loaded by schemathesis. Leaves out bodies that break a limit of the contract that JSON Schema cannot express."""

import schemathesis

# The maximum length of a member's name in bytes, even of a member that the operation ignores.
LONGEST_NAME = 128


def has_long_name(value):
    if isinstance(value, list):
        return any(map(has_long_name, value))
    return isinstance(value, dict) and any(
        len(name.encode("utf-8", "surrogatepass")) > LONGEST_NAME or has_long_name(member)
        for name, member in value.items()
    )


@schemathesis.hook
def filter_body(context, body):
    return not has_long_name(body)
