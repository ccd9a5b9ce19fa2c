"""The machine of an operator who follows the guide, in a temporary folder."""

import http.client
import os
import re
import shlex
import shutil
import ssl
import subprocess

from harness.client import Client
from harness.person import Person
from harness.server import ROOT, Server, free_port
from harness.student import complete_profile
from processes.proving import Unable, expect

SWIFT_RUN = re.compile(r"swift run (?:--package-path (\S+) )?([\w-]+)")
SYSTEMCTL = re.compile(r"sudo systemctl (enable --now|start|stop|restart) orbit-server")
# The programs of the guide that a machine may lack.
PROGRAMS = ("curl", "openssl", "pg_dump", "pg_restore", "sqlite3")
# The longest time of a command, in seconds.
PATIENCE = 300


class GuideServer(Server):
    """A server that a line of the guide starts, with its settings only.

    - certificate: the file of the certificate, for a server with TLS.
    """

    def __init__(self, machine, line, folder, environment, certificate=None):
        # The options of the other proofs are left out.
        self.folder, self.port, self.environment = folder, machine.port, environment
        self.arguments = ["bash", "-c", f"cd {shlex.quote(str(machine.clone))} && exec {line}"]
        self.log_path = machine.folder / "server.log"
        self.certificate, self.process = certificate, None

    def is_ready(self):
        if self.certificate is None:
            return super().is_ready()
        context = ssl.create_default_context(cafile=self.certificate)
        connection = http.client.HTTPSConnection("localhost", self.port, timeout=5, context=context)
        try:
            connection.request("GET", "/ready")
            return connection.getresponse().status == 200
        except (OSError, http.client.HTTPException):
            return False
        finally:
            connection.close()


class Machine:
    """A home, a copy of the repository, and the installed programs.

    - data: the data folder of the operator's own server.
    - service: the data folder of the service.
    - replaced: texts of the guide that are specific to a machine, each with the text for this machine.
    - server: the server that runs or ran last.
    - key, unit, copy, database, member: results of a step for a later step; `None` before the step.
    - maya: a person with a profile, whom the guide names.
    """

    def __init__(self, program, folder):
        self.program, self.folder, self.port = program, folder, free_port()
        self.home, self.clone, self.installed = folder / "home", folder / "clone", folder / "installed"
        self.backups, self.service = folder / "backups", folder / "service"
        for path in (self.home, self.clone, self.installed, self.backups):
            path.mkdir()
        self.service.mkdir(mode=0o700)
        for name in ("Docs", "Examples", "Package.swift"):
            (self.clone / name).symlink_to(ROOT / name)
        self.data = self.home / ".local/share/orbit-server"
        self.replaced = {
            "Examples/OrbitServer/.build/release/orbit-server": shlex.quote(str(program)),
            "/usr/local/bin": str(self.installed),
            "/var/lib/orbit-server": str(self.service),
            "/backup/": f"{self.backups}/",
            "127.0.0.1:8080": f"127.0.0.1:{self.port}",
        }
        variables = {
            name: value for name, value in os.environ.items()
            if not name.startswith("ORBIT_") and name != "XDG_DATA_HOME"
        }
        path = f"{self.installed}:{variables.get('PATH', '/usr/bin:/bin')}"
        self.environment = {**variables, "HOME": str(self.home), "PATH": path, "ORBIT_PORT": str(self.port)}
        self.server = self.key = self.unit = self.copy = self.database = self.member = None
        self.maya = Person("maya@cornell.edu")

    def translate(self, text):
        """Replaces the texts that are specific to a machine."""
        for written, used in self.replaced.items():
            text = text.replace(written, used)
        return text

    def command(self, line):
        """A line of the guide as a command of this machine, without `sudo` and with the programs that were built."""
        line = line.removeprefix("sudo ").removeprefix("-u orbit ")
        if found := SWIFT_RUN.match(line):
            self.expect_product(found[1] or ".", found[2])
            program = self.program.with_name(found[2])
            if not program.is_file():
                raise Unable(f"{program} is missing; build it first: swift build --scratch-path .build")
            line = shlex.quote(str(program)) + line[found.end():]
        return self.translate(line)

    def expect_product(self, package, product):
        manifest = (self.clone / package / "Package.swift").read_text(encoding="utf-8")
        expect(f'"{product}"' in manifest, package, "has no product", product)

    def run(self, lines, typed=""):
        """Runs lines of the guide as one script, which ends at the first failure. Returns the standard output."""
        output, script = "", []
        for line in [*lines, None]:
            found = line and SYSTEMCTL.fullmatch(line)
            if line and not found:
                script.append(self.command(line))
            elif script:
                output += self.run_script("\n".join(script), typed)
                script = []
            if found:
                self.control(line, found[1])
        return output

    def run_script(self, script, typed):
        for program in PROGRAMS:
            if re.search(rf"^{program}\b", script, re.M) and not shutil.which(program, path=self.environment["PATH"]):
                raise Unable(f"{program} is not installed")
        finished = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", script], input=typed, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
            cwd=self.clone, env=self.environment, timeout=PATIENCE, encoding="utf-8",
        )
        expect(finished.returncode == 0, repr(script), "ended with", finished.returncode, finished.stderr[-1_000:])
        return finished.stdout

    def control(self, line, action):
        """Does what systemd does, as no service of this machine may change."""
        self.expect_options(line)
        if action in ("stop", "restart"):
            self.server.stop()
        if action != "stop":
            self.server.start()

    def expect_options(self, line):
        """Checks that a program has the options of a line that must not run here, because it changes the machine."""
        words = shlex.split(line.removeprefix("sudo "))
        program = shutil.which(words[0], path=f"{self.environment['PATH']}:/usr/sbin")
        if not program:
            raise Unable(f"{words[0]} is not installed")
        subcommand = [] if words[1].startswith("-") else [words[1]]
        asked = subprocess.run(
            [program, *subcommand, "--help"], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, timeout=PATIENCE, text=True)
        for option in (word for word in words[1:] if word.startswith("-")):
            expect(re.search(rf"(?<![\w-]){option}(?![\w-])", asked.stdout), words[0], "has no option", option)

    def serve(self, line, certificate=None):
        """Starts the server of a line, instead of the server that runs."""
        self.stop()
        self.server = GuideServer(self, self.command(line), self.data, self.environment, certificate)
        self.server.start()

    def serve_by_default(self):
        """Starts the installed server, unless a server runs."""
        if not self.is_serving:
            self.serve("orbit-server")

    @property
    def is_serving(self):
        return bool(self.server and self.server.process and self.server.process.poll() is None)

    def stop(self):
        if self.is_serving:
            self.server.stop()

    def sign_in(self, person):
        with Client(self.port, person) as client:
            client.sign_in(self.server)

    def ask(self, person, method, path, port=None):
        """Sends one request of a person."""
        with Client(port or self.port, person) as client:
            return client.send(method, path)

    def create_profile(self, person, name):
        with Client(self.port, person) as client:
            version = client.send("GET", "/users/me").headers["ETag"]
            saved = client.send("PUT", "/users/me", complete_profile(name), {"If-Match": version})
            expect(saved.status == 200, "a profile responded", saved.status, saved.body)

    def __enter__(self):
        return self

    def __exit__(self, *what):
        for server in (self.server, self.member):
            if server:
                server.__exit__(*what)


def expect_intact(output):
    """Checks the report of `orbit-server check`."""
    expect(", 0 unreadable" in output and ", intact" in output, "`check` prints", output)


def result_of_step(value):
    """The result of an earlier step, which this machine may not have run."""
    if value is None:
        raise Unable("an earlier block did not run")
    return value
