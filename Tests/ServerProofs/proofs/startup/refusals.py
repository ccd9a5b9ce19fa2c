"""Bad states in which a server must not start. Each ends with a message that says what to do, and changes nothing."""

import hashlib
import os
import random
import shutil
import socket
import sqlite3
import subprocess
from pathlib import Path

from harness.database import dump
from harness.server import Server, free_port
from processes.proving import Broken, Unable, expect

# The settings with values that cannot be used, each with words of the message.
INVALID = [
    ("port", "eighty", "0 to 65535"), ("port", "65536", "0 to 65535"), ("base-url", "orbit.example", "scheme"),
    ("base-url", "https://orbit.example/api", "scheme"), ("database", "mysql://db/orbit", "sqlite:PATH"),
    ("trust-proxy", "-1", "0 to 10"), ("tls-certificate", "/missing.pem", "tls-key is missing"),
    ("tls-key", "/missing.pem", "tls-certificate is missing"), ("campuses", "/missing.json", "Hipo"),
    ("time-zone", "Ithaca", "America/New_York"), ("campus-centre", "91,0", "LATITUDE"),
    ("moderators", "/missing/moderators", "does not exist"), ("mail", "smtp", "sendmail:"),
    ("mail", "sendmail:/missing", "not a program"), ("mail-from", "orbit", "email address"),
    ("cors-origin", "app.example", "https://"), ("contract", "/missing", "openapi.yaml"),
    ("log-level", "loud", "warning"), ("digest-key", "c2hvcnQ=", "openssl rand -base64 32"),
]
KEY = "3q2+7w" * 8  # 36 bytes
# The time in which a server must refuse to start, in seconds. It waits five seconds for a locked database.
PATIENCE = 60


def snapshot(folder):
    """The modes and contents of all files, and the content of each database without the files beside it."""
    found = {}
    for path in sorted(folder.rglob("*")):
        if path.name.endswith(("-wal", "-shm")):
            continue
        content = (dump(path) or path.read_bytes()) if path.is_file() else b""
        found[str(path.relative_to(folder))] = path.stat().st_mode, hashlib.sha256(content).hexdigest()
    return found


def without_privileges():
    """The prefix of a command that runs without the rights of root, which no permission restricts."""
    if os.geteuid() != 0:
        return []
    if not shutil.which("setpriv"):
        raise Unable("setpriv is not installed")
    return ["setpriv", "--bounding-set", "-all", "--inh-caps", "-all", "--"]


class Refusals:
    """Starts servers in bad states, and counts them."""

    def __init__(self, program, folder):
        self.program, self.folder = str(program), folder
        self.count = 0
        self.template = folder / "template"
        server = Server(program, self.template)
        server.seed(12)
        with server:
            server.stop()
        for log in self.template.glob("*.log"):
            log.unlink()

    def data(self, name):
        """A copy of the data folder of a server that has run."""
        return Path(shutil.copytree(self.template, self.folder / name))

    def expect(self, name, data, *options, words=(), environment=None, prefix=()):
        """Starts a server, and expects a message with the words."""
        before = snapshot(self.folder)
        variables = {name: value for name, value in os.environ.items() if not name.startswith("ORBIT_")}
        if "--port" not in options and "ORBIT_PORT" not in (environment or {}):
            options = (*options, "--port", str(free_port()))
        try:
            finished = subprocess.run(
                [*prefix, self.program, "serve", "--data-folder", str(data), *options],
                env={**variables, "ORBIT_LOG_LEVEL": "warning", **(environment or {})}, cwd=self.folder,
                stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=PATIENCE, text=True,
            )
        except subprocess.TimeoutExpired:
            raise Broken(f"a server with {name} starts")
        said = finished.stderr
        expect(0 < finished.returncode < 128, name, "ends with", finished.returncode, said)
        expect(not finished.stdout, name, "writes to standard output:", finished.stdout)
        expect(said.startswith("Error: ") and said.count("\n") == 1, name, "writes to standard error:", said)
        for word in words:
            expect(word in said, name, "does not say", repr(word), "but:", said)
        after = snapshot(self.folder)
        changed = {path for path in before.keys() | after.keys() if before.get(path) != after.get(path)}
        expect(not changed, name, "changes", changed)
        self.count += 1


def refuse_addresses(refusals):
    data = refusals.data("addresses")
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = str(other.getsockname()[1])
        refusals.expect("a port in use", data, "--port", port, words=["127.0.0.1:" + port, "--port"])
    refusals.expect(
        "an unknown host", data, "--host", "orbit.invalid", words=["orbit.invalid", "Check the address"],
        environment={"ORBIT_DIGEST_KEY": KEY, "ORBIT_BASE_URL": "https://orbit.example"})
    first = Path("/proc/sys/net/ipv4/ip_unprivileged_port_start")
    if first.exists() and int(first.read_text()) > 80:
        refusals.expect(
            "a low port", data, "--port", "80", words=["127.0.0.1:80", "permission"], prefix=without_privileges())


def refuse_folders(refusals):
    parent = refusals.folder / "closed"
    parent.mkdir(mode=0o500)
    refusals.expect(
        "a missing folder", parent / "data", words=["parent folder", str(parent)], prefix=without_privileges())
    data = refusals.data("read-only")
    data.chmod(0o500)
    refusals.expect("a read-only folder", data, words=["cannot be written"], prefix=without_privileges())
    data = refusals.data("open")
    data.chmod(0o750)
    refusals.expect("a folder for others", data, words=[f"chmod 700 {data}"])
    data = refusals.data("short-key")
    (data / "digest.key").write_text("c2hvcnQ=\n")
    refusals.expect("a short key", data, words=["digest.key is damaged", "backup"])
    data = refusals.data("missing-key")
    (data / "digest.key").unlink()
    refusals.expect("a missing key of a database", data, words=["digest.key", "is missing", "backup"])
    data = refusals.data("closed-key")
    (data / "digest.key").chmod(0)
    refusals.expect("an unreadable key", data, words=["digest.key", "permissions"], prefix=without_privileges())


def refuse_databases(refusals):
    def bad(name, change, *words):
        data = refusals.data(name)
        path = data / "orbit.sqlite"
        content = change(path.read_bytes())
        if content:
            path.write_bytes(content)
        refusals.expect(name, data, words=[str(path), *words])

    def set_version(_):
        with sqlite3.connect(refusals.folder / "newer/orbit.sqlite") as database:
            database.execute("PRAGMA user_version = 99")
        database.close()

    bad("random", lambda content: random.Random(7).randbytes(len(content)), "damaged", "backup")
    bad("truncated", lambda content: content[:len(content) // 2], "damaged", "backup")
    bad("first-page", lambda content: content[:100] + flip(content[100:4_096]) + content[4_096:], "damaged", "backup")
    bad("newer", set_version, "newer version", "Update")
    data = refusals.data("locked")
    other = sqlite3.connect(data / "orbit.sqlite", isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    refusals.expect("a locked database", data, words=["orbit.sqlite", "locked"])
    other.close()


def flip(content):
    return bytes(255 - byte for byte in content)


def refuse_settings(refusals):
    data, settings = refusals.data("settings"), refusals.folder / "settings/orbit-server.conf"
    settings.write_text(f"digest-key = {KEY}\n")
    settings.chmod(0o640)
    refusals.expect("a file with secrets", data, words=[f"chmod 600 {settings}"])
    settings.write_text("\nprot = 80\n")
    refusals.expect("an unknown key", data, words=[f"{settings}, line 2", "no setting prot", "template"])
    settings.write_text("port 80\n")
    refusals.expect("a malformed line", data, words=[f"{settings}, line 1", "key = value"])
    settings.unlink()
    refusals.expect("a missing file", data, "--config", str(settings), words=[str(settings), "cannot be read"])
    refusals.expect("an unknown variable", data, words=["ORBIT_PROT", "template"], environment={"ORBIT_PROT": "80"})
    for key, value, words in INVALID:
        variable = "ORBIT_" + key.upper().replace("-", "_")
        # The message names the key, or the key that is missing beside it. The folder must not be created.
        named = [words] if "missing" in words else [key, words]
        refusals.expect(f"{key} = {value}", refusals.folder / "fresh", words=named, environment={variable: value})
    fresh = refusals.folder / "fresh"
    refusals.expect("a missing address", fresh, "--host", "0.0.0.0", words=["base-url", "ORBIT_BASE_URL"])
    for options in (
        ["--host", "0.0.0.0", "--base-url", "https://orbit.example"], ["--database", "postgres://db.invalid/orbit"],
    ):
        refusals.expect("a missing key", fresh, *options, words=["digest-key", "openssl rand"])
    refusals.expect(
        "a password in an option", data, "--database", "postgres://orbit:hidden@db.invalid/orbit",
        words=["ORBIT_DATABASE"], environment={"ORBIT_DIGEST_KEY": KEY})
    refusals.expect(
        "an unreachable PostgreSQL", data, words=["PostgreSQL cannot be reached", "database"],
        environment={
            "ORBIT_DIGEST_KEY": KEY,
            "ORBIT_DATABASE": f"postgres://orbit:hidden@127.0.0.1:{free_port()}/orbit?connect_timeout=5",
        })


def refuse_certificates(refusals):
    if not shutil.which("openssl"):
        raise Unable("openssl is not installed")
    folder = refusals.folder / "tls"
    folder.mkdir()

    def create(name, days):
        key, certificate = folder / f"{name}.key", folder / f"{name}.pem"
        run = ["openssl", "req", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key,
               "-subj", "/CN=localhost", "-out", folder / "request"]
        subprocess.run(run, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        subprocess.run(
            ["openssl", "x509", "-req", "-in", folder / "request", "-signkey", key, "-days", str(days), "-out",
             certificate], check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        return str(certificate), str(key)

    data = refusals.data("certificates")
    certificate, key = create("valid", 2)
    expired, expired_key = create("expired", -1)
    refusals.expect("an expired certificate", data, "--tls", expired, expired_key, words=[expired, "expired", "Renew"])
    refusals.expect("no certificate", data, "--tls", key, key, words=[key, "tls-certificate"])
    refusals.expect("no key", data, "--tls", certificate, certificate, words=[certificate, "tls-key"])
    refusals.expect(
        "the key of another certificate", data, "--tls", certificate, expired_key,
        words=[certificate, expired_key, "does not belong"])
    Path(key).chmod(0o644)
    refusals.expect("a key for all users", data, "--tls", certificate, key, words=[f"chmod 600 {key}"])
    Path(key).chmod(0)
    refusals.expect(
        "an unreadable key of a certificate", data, "--tls", certificate, key, words=[key, "permissions"],
        prefix=without_privileges())
    Path(certificate).chmod(0)
    refusals.expect(
        "an unreadable certificate", data, "--tls", certificate, key, words=[certificate, "permissions"],
        prefix=without_privileges())


def prove_check(program, refusals):
    """A damaged page that no start reads is found by `orbit-server check`, and does not crash the server."""
    data = refusals.data("one-page")
    path = data / "orbit.sqlite"
    content = path.read_bytes()
    middle = len(content) // 8_192 * 4_096
    path.write_bytes(content[:middle] + flip(content[middle:middle + 4_096]) + content[middle + 4_096:])
    server = Server(program, data)
    with server:
        server.stop()
    finished = subprocess.run(
        [program, "check", *server.options], stdout=subprocess.PIPE, stderr=subprocess.PIPE, timeout=120, text=True)
    expect(finished.returncode != 0, "orbit-server check accepts a damaged page:", finished.stdout)
    expect("damaged" in finished.stderr and "backup" in finished.stderr, "check reports", finished.stderr)
