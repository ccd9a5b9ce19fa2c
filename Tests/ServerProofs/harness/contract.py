"""A client that compares every request and every response with the contract."""

import json
import subprocess
import sys
import time
from pathlib import Path

from processes.proving import Unable, expect

from .client import Client
from .server import ROOT

PACKAGES = ("schemathesis==4.32.5", "jsonschema-rs==0.60.3", "PyYAML==6.0.4")

# The statuses of the `default` response, each with its required header field. Only operations with a session have 401.
OTHERWISE = {401: "WWW-Authenticate", 413: None, 414: None, 500: None, 503: "Retry-After"}


def python_packages():
    """Installs the packages of PyPI once. Returns the folder of their environment."""
    install = [sys.executable, "-B", ROOT / ".ci/packages.py", "python", "server", *PACKAGES]
    finished = subprocess.run(install, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    if finished.returncode != 0:
        raise Unable("PyPI did not deliver the packages")
    return Path(finished.stdout.strip())


class Contract:
    """The contract, bundled into a file, with a validator for each schema that was used."""

    def __init__(self, file):
        folder = python_packages()
        sys.path.append(str(next(folder.glob("lib/python*/site-packages"))))
        bundle = [ROOT / ".ci/checks/openapi_bundle.py", ROOT / "Docs/openapi.yaml", file]
        subprocess.run([folder / "bin/python", "-B", *bundle], check=True)
        self.document = json.loads(file.read_text(encoding="utf-8"))
        self.validators = {}
        # The operations that a client has called.
        self.used = set()

    def count(self):
        """The number of all operations."""
        return sum("operationId" in operation for path in self.document["paths"].values()
                   for operation in path.values())

    def resolved(self, value):
        """The value, or the target of its reference, with the members beside the reference."""
        while "$ref" in value:
            target = self.document
            for name in value["$ref"].removeprefix("#/").split("/"):
                target = target[name.replace("~1", "/").replace("~0", "~")]
            value = target | {name: member for name, member in value.items() if name != "$ref"}
        return value

    def operation(self, method, path):
        """The operation of a request. Fixed paths come before paths with parameters."""
        segments = path.split("?")[0].split("/")
        fitting = [
            pattern for pattern in self.document["paths"]
            if len(parts := pattern.split("/")) == len(segments)
            and all(part.startswith("{") or part == segment for part, segment in zip(parts, segments))
        ]
        expect(fitting, "the contract has no", path)
        operation = self.document["paths"][min(fitting, key=lambda pattern: pattern.count("{"))].get(method.lower())
        expect(operation, "the contract has no", method, "of", path)
        self.used.add(operation["operationId"])
        return operation

    def response(self, operation, status):
        """The described response, or `None`."""
        if described := operation["responses"].get(str(status)):
            return self.resolved(described)
        is_open = operation.get("security") == []
        if status not in OTHERWISE or (is_open and status == 401):
            return None
        described = self.resolved(operation["responses"]["default"])
        required = OTHERWISE[status]
        return described | ({"headers": {required: {"required": True}}} if required else {})

    def validate(self, schema, value, *place):
        """Fails unless a value is valid."""
        import jsonschema_rs

        key = json.dumps(schema, sort_keys=True)
        if key not in self.validators:
            whole = {"allOf": [schema], "components": self.document["components"]}
            self.validators[key] = jsonschema_rs.Draft202012Validator(whole, validate_formats=True)
        for error in self.validators[key].iter_errors(value):
            expect(False, *place, "is not valid:", "/".join(map(str, error.instance_path)), error.message)

    def check_request(self, operation, body):
        content = self.resolved(operation.get("requestBody", {})).get("content", {})
        expect(body is not None or not content, operation["operationId"], "needs a body")
        if "application/json" in content:
            self.validate(content["application/json"]["schema"], body, "the request", operation["operationId"])

    def check_response(self, operation, reply):
        name = operation["operationId"]
        described = self.response(operation, reply.status)
        expect(described, name, "has no response", reply.status, reply.body[:500])
        for field, header in described.get("headers", {}).items():
            required = self.resolved(header).get("required")
            expect(not required or field in reply.headers, name, reply.status, "has no field", field)
        contents = described.get("content", {})
        kind = reply.headers.get("Content-Type")
        if not contents:
            return expect(not reply.body, name, reply.status, "has a body")
        expect(kind in contents, name, reply.status, "has the type", kind)
        if kind == "application/json":
            self.validate(contents[kind]["schema"], reply.json, "the response", name, reply.status)


class DocumentedClient(Client):
    """A client that knows only the contract."""

    def __init__(self, port, person, contract):
        super().__init__(port, person)
        self.contract = contract
        self.used_at = time.monotonic()

    def send(self, method, path, body=None, headers=None):
        operation = self.contract.operation(method, path)
        if not isinstance(body, bytes):
            self.contract.check_request(operation, body)
        # The server closes a connection after 30 seconds without a request.
        if time.monotonic() - self.used_at > 10:
            self.close()
        reply = super().send(method, path, body, headers)
        self.used_at = time.monotonic()
        self.contract.check_response(operation, reply)
        return reply

    def done(self, method, path, body=None, **fields):
        """Sends a request that has to succeed. A field such as `if_match` is a header field. Returns the data."""
        headers = {name.replace("_", "-"): value for name, value in fields.items()}
        reply = self.send(method, path, body, headers)
        expect(reply.status == 200, method, path, "responded", reply.status, reply.body[:500])
        return reply.data

    def refused(self, status, code, method, path, body=None, **fields):
        """Sends a request that has to be refused. Returns the response."""
        headers = {name.replace("_", "-"): value for name, value in fields.items()}
        reply = self.send(method, path, body, headers)
        expect((reply.status, reply.code) == (status, code), method, path, "responded", reply.status, reply.body[:500])
        return reply
