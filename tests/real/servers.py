"""Real servers on 127.0.0.1: each a process of ours, with free ports and a directory of its own."""

import os
import shutil
import signal
import socket
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from itertools import count, islice
from pathlib import Path
from string import Template
from typing import NamedTuple

import pytest

from tests.environment import bare_environment

PATIENCE = 30
"""Seconds a server has to be ready."""
LOOK_AGAIN = 0.02
"""Seconds between two looks whether it is."""

_PORTS = count(20_000 + os.getpid() * 400 % 12_000)
"""Below those that the system gives to connections, and for each process of the tests others: what was found free is
still so when the server starts, and when it starts again."""
_HERE = Path(__file__).parent
_PATH = os.pathsep.join(
    (os.environ.get("PATH", os.defpath), "/usr/sbin", *map(str, Path("/usr/lib/postgresql").glob("*/bin")))
)


def program(name: str, package: str) -> str:
    """Give a program's path; without it the test is skipped, or fails where the environment has IONBOT_REAL=1."""
    path = shutil.which(name, path=_PATH)
    if path is None:
        missing = pytest.fail if os.environ.get("IONBOT_REAL") == "1" else pytest.skip
        missing(f"{name} is missing: apt-get install {package}")
    return path


def free_ports(number: int) -> list[int]:
    """Give ports of 127.0.0.1 that nobody listens on."""
    return list(islice(filter(_is_free, _PORTS), number))


def _is_free(port: int) -> bool:
    with suppress(OSError), socket.create_server(("127.0.0.1", port)):
        return True
    return False


def filled(template: str, **values: object) -> str:
    """Give the text of a template beside this file."""
    return Template((_HERE / f"{template}.tmpl").read_text("utf-8")).substitute(values)


def add(config: Path, template: str, **values: object) -> None:
    """Add the text of a template to a configuration."""
    with config.open("a", encoding="utf-8") as file:
        file.write(filled(template, **values))


class Certificate(NamedTuple):
    """A certificate and its key, as PEM files."""

    path: Path
    key: Path


class Authority:
    """Signs certificates; `path` is its own, to be trusted."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        self._own = self._made("authority", "-addext", "basicConstraints=critical,CA:TRUE")

    @property
    def path(self) -> Path:
        return self._own.path

    def certificate(self, *names: str) -> Certificate:
        """Give a certificate for names as openssl writes them, such as `DNS:irc.test` and `IP:127.0.0.1`."""
        signed = ("-CA", self.path, "-CAkey", self._own.key)
        return self._made(names[0].replace(":", "-"), *signed, "-addext", f"subjectAltName={','.join(names)}")

    def _made(self, name: str, *options: str | Path) -> Certificate:
        made = Certificate(self._directory / f"{name}.pem", self._directory / f"{name}.key")
        command = (program("openssl", "openssl"), "req", "-x509", "-days", "2", "-subj", f"/CN={name}")
        key = ("-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", made.key)
        subprocess.run([*command, *key, *options, "-out", made.path], check=True, capture_output=True)
        return made


class Daemon:
    """A server's process. `port` takes plain connections once it is ready; `end` is the signal that ends it."""

    end = signal.SIGKILL

    def __init__(self, directory: Path, port: int, *command: str | Path) -> None:
        self.directory = directory
        self.port = port
        self._command: Sequence[str | Path] = command
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def output(self) -> str:
        """What it has written to the terminal since its start."""
        return (self.directory / "output.log").read_text("utf-8", "replace")

    def start(self) -> None:
        """Start it, and wait until it is ready."""
        with (self.directory / "output.log").open("wb") as output:
            self._process = subprocess.Popen(
                self._command,
                stdin=subprocess.DEVNULL,
                stdout=output,
                stderr=output,
                cwd=self.directory,
                env=bare_environment(),
            )
        for _ in range(int(PATIENCE / LOOK_AGAIN)):
            with suppress(subprocess.TimeoutExpired):
                code = self._process.wait(LOOK_AGAIN)
                pytest.fail(f"{self._command[0]} ended with {code}: {self.output}")
            if self.is_ready():
                return
        self.stop()
        pytest.fail(f"{self._command[0]} was not ready in {PATIENCE} s: {self.output}")

    def stop(self, number: signal.Signals | None = None) -> int | None:
        """End it with a signal, if it runs, and give its exit code."""
        if self._process is None:
            return None
        self._signal(number or self.end)
        self.thaw()
        process, self._process = self._process, None
        return process.wait(PATIENCE)

    def freeze(self) -> None:
        """Let it stand still; its connections stay."""
        self._signal(signal.SIGSTOP)

    def thaw(self) -> None:
        """Let it go on."""
        self._signal(signal.SIGCONT)

    def _signal(self, number: signal.Signals) -> None:
        assert self._process
        self._process.send_signal(number)

    def is_ready(self) -> bool:
        """Tell whether it takes connections."""
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), timeout=1):
            return True
        return False


class Ngircd(Daemon):
    """ngircd. `penalty` is for how many seconds at most it lets a client's lines wait; -1, its default, is no bound."""

    def __init__(
        self,
        directory: Path,
        name: str = "irc.test",
        penalty: int = 0,
        certificate: Certificate | None = None,
        password: str = "",
    ) -> None:
        port, self.tls_port = free_ports(2)
        self.config = directory / "ngircd.conf"
        super().__init__(directory, port, program("ngircd", "ngircd"), "-n", "-f", self.config)
        self.name = name
        self.config.write_text(filled("ngircd", name=name, port=port, penalty=penalty, password=password), "utf-8")
        if certificate:
            add(self.config, "ngircd_tls", port=self.tls_port, certificate=certificate.path, key=certificate.key)

    def know(self, peer: "Ngircd") -> None:
        """Before it starts, tell it of another; they are linked by an operator's CONNECT to one of them."""
        add(self.config, "ngircd_link", name=peer.name, port=peer.port)


class InspIRCd(Daemon):
    """InspIRCd, to which services and other servers can link at `services_port`.

    With `fakelag` it takes 10 lines at once and then one a second, as in its example; else as fast as they come.
    """

    def __init__(
        self,
        directory: Path,
        certificate: Certificate | None = None,
        *,
        name: str = "irc.test",
        fakelag: bool = False,
        password: str = "",
    ) -> None:
        port, self.services_port, self.tls_port = free_ports(3)
        self.config = directory / "inspircd.conf"
        options = ("--runasroot", "--nofork", "--nopid", f"--config={self.config}")
        super().__init__(directory, port, program("inspircd", "inspircd"), *options)
        self.name = name
        values = {"name": name, "port": port, "services_port": self.services_port, "directory": directory}
        lag = {"threshold": 10, "fakelag": "yes"} if fakelag else {"threshold": 1000, "fakelag": "no"}
        self.config.write_text(filled("inspircd", **values, **lag, password=password), "utf-8")
        if certificate:
            add(self.config, "inspircd_tls", port=self.tls_port, certificate=certificate.path, key=certificate.key)

    def know(self, peer: "InspIRCd") -> None:
        """Before it starts, tell it of another; they are linked by an operator's CONNECT to one of them."""
        add(self.config, "inspircd_link", name=peer.name, port=peer.services_port)


class Atheme(Daemon):
    """Atheme, the services of an InspIRCd: NickServ and SASL. When it ends it saves the accounts."""

    end = signal.SIGTERM

    def __init__(self, directory: Path, server: InspIRCd) -> None:
        config = directory / "atheme.conf"
        options = ("-n", "-c", config, "-l", directory / "atheme.log", "-p", directory / "atheme.pid", "-D", directory)
        super().__init__(directory, server.port, program("atheme-services", "atheme-services"), *options)
        config.write_text(filled("atheme", port=server.services_port), "utf-8")
        (directory / "services.db").touch()

    def is_ready(self) -> bool:
        """Tell whether it is linked."""
        return "finished synching" in self.output
