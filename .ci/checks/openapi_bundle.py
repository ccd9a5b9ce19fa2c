"""Bundles the contract and its parts into one document, for validators and generators that read a single file.

    python3 .ci/checks/openapi_bundle.py Docs/openapi.yaml openapi.json
"""

import json
import sys
from pathlib import Path

import yaml

LONGEST = 600


def bundle(entry):
    """Returns the document with the referenced parts of other files among its components, and all files read."""
    files, parts = {}, {}

    def read(path):
        if path not in files:
            files[path] = yaml.safe_load(path.read_text(encoding="utf-8"))
        return files[path]

    def part_of(reference, base):
        file, _, pointer = reference.partition("#")
        path = (base.parent / file).resolve() if file else base
        names = [name.replace("~1", "/").replace("~0", "~") for name in pointer.strip("/").split("/")]
        value = read(path)
        for name in names:
            value = value[name]
        return path, names, value

    def bundled(value, base):
        if isinstance(value, list):
            return [bundled(element, base) for element in value]
        if not isinstance(value, dict):
            return value
        if "$ref" not in value:
            return {name: bundled(member, base) for name, member in value.items()}
        path, (kind, name), target = part_of(value["$ref"], base)
        if kind == "paths":
            return bundled(target, path)
        if parts.setdefault((kind, name), path) != path:
            sys.exit(f"two files have {kind} with the name {name}")
        if name not in components.setdefault(kind, {}):
            components[kind][name] = None  # reserves the name, so that a schema may refer to itself
            components[kind][name] = bundled(target, path)
        return value | {"$ref": f"#/components/{kind}/{name}"}

    entry = entry.resolve()
    document = read(entry)
    components = document.get("components", {})
    document["paths"] = bundled(document["paths"], entry)
    document["components"] = components
    return document, files


if __name__ == "__main__":
    document, files = bundle(Path(sys.argv[1]))
    # Readers of YAML refuse the surrogate pairs in which JSON escapes an emoji.
    Path(sys.argv[2]).write_text(json.dumps(document, indent=1, ensure_ascii=False), encoding="utf-8")
    for path in files:
        if (length := len(path.read_text(encoding="utf-8").splitlines())) > LONGEST:
            sys.exit(f"{path}: {length} lines; {LONGEST} is the limit")
