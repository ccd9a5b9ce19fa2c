"""`orbit-bench hostile` measures every operation of the contract with a body, and no other.

    python3 .ci/checks/measured_operations.py .build/openapi.json
"""

import json
import re
import sys
from pathlib import Path

SOURCES = Path("Tests/Benchmarks/Sources/orbit-bench/Hostile")

paths = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))["paths"]
operations = {
    (method, path)
    for path, item in paths.items()
    for method, operation in item.items()
    if isinstance(operation, dict) and "requestBody" in operation
}
code = (SOURCES / "HostileBodies.swift", SOURCES / "HostilePhoto.swift")
measured = {
    found
    for file in code
    for found in re.findall(r"\.(post|put|patch),\s*\"(/[^\"]*)\"", file.read_text(encoding="utf-8"))
}
faults = [f"{method.upper()} {path} is not measured: add it to {code[0]}" for method, path in operations - measured]
faults += [f"{method.upper()} {path} has no body in the contract" for method, path in measured - operations]
if not operations:
    faults.append("no operation with a body is found, so this check is blind")
sys.exit("\n".join(sorted(faults)) or 0)
