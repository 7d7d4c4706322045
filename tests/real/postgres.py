"""A PostgreSQL server of our own. Its files are gone when it ends; that they reach the disk is not waited for."""

import os
import shutil
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from signal import SIGINT

import psycopg
import pytest

from tests.environment import bare_environment
from tests.real.servers import LOOK_AGAIN, Daemon, free_ports, program

PACKAGE = "postgresql"
_USER = "postgres"
"""The user of the system in whose name it runs where we are root, whom it refuses."""
_SETTINGS = (
    "fsync=off",
    "full_page_writes=off",
    "wal_level=minimal",
    "max_wal_senders=0",
    "shared_buffers=32MB",
    "autovacuum=off",
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
)


class PostgreSQL(Daemon):
    """PostgreSQL. Whoever comes by 127.0.0.1 as the user `ionbot` may do everything. It ends at once, and in order."""

    end = SIGINT

    def __init__(self, directory: Path) -> None:
        (port,) = free_ports(1)
        # The tests' own directory is closed to other users.
        self._home = Path(tempfile.mkdtemp(prefix="ionbot-postgres-"))
        self._as: list[str | Path] = []
        if os.getuid() == 0:
            shutil.chown(self._home, _USER, _USER)
            self._as = [program("setpriv", "util-linux"), f"--reuid={_USER}", f"--regid={_USER}", "--clear-groups"]
        settings = [word for setting in _SETTINGS for word in ("-c", setting)]
        data = self._home / "data"
        super().__init__(
            directory, port, *self._as, program("postgres", PACKAGE), "-D", data, "-p", str(port), *settings
        )

    def url(self, name: str, options: str = "") -> str:
        """Give the URL of a database."""
        return f"postgresql+psycopg://ionbot@127.0.0.1:{self.port}/{name}{options}"

    def start(self) -> None:
        """Start it, and wait until it takes connections."""
        data = self._home / "data"
        if not data.exists():
            made = [program("initdb", PACKAGE), "-D", data, "-U", "ionbot", "--auth=trust", "--encoding=UTF8"]
            words = [*self._as, *made, "--locale=C", "--no-sync", "--no-instructions"]
            done = subprocess.run(words, cwd="/", env=bare_environment(), capture_output=True, text=True, check=False)
            if done.returncode:
                pytest.fail(f"initdb ended with {done.returncode}: {done.stderr}")
        super().start()

    def is_ready(self) -> bool:
        """Tell whether it takes connections."""
        with suppress(psycopg.OperationalError):
            self.do("SELECT 1")
            return True
        return False

    def do(self, statement: str) -> None:
        """Run a statement of SQL outside of the tests' databases."""
        place = f"host=127.0.0.1 port={self.port} user=ionbot dbname=postgres"
        with psycopg.connect(place, autocommit=True) as connection:
            connection.execute(statement.encode())

    def wait(self) -> None:
        """Wait until it takes connections again."""
        while not self.is_ready():
            time.sleep(LOOK_AGAIN)

    def remove(self) -> None:
        """End it for good."""
        self.stop()
        shutil.rmtree(self._home)
