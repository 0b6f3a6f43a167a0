"""A PostgreSQL server of the tests' own: in a temporary folder, on a free loopback port, never as root."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import socket
import subprocess
import tempfile
import time
from collections.abc import Mapping
from itertools import count
from pathlib import Path
from typing import Any

USER = "qwibot"
HOST = "127.0.0.1"
START_SECONDS = 60
# Small and quick to start; what makes a commit last (fsync, synchronous_commit) stays on.
OPTIONS = {
    "listen_addresses": HOST,
    "unix_socket_directories": "",
    "shared_buffers": "16MB",
    "max_connections": "60",
    "max_wal_size": "128MB",
    "autovacuum": "off",
}


def find_programs() -> Path | None:
    """The folder with PostgreSQL's programs, of the newest version that is installed."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: float(path.parts[-3]))
    if found:
        return found[-1].parent
    elsewhere = shutil.which("initdb")
    return Path(elsewhere).resolve().parent if elsewhere else None


class PostgresServer:
    """A server that can be stopped and started again; its databases stay until it is removed."""

    def __init__(self, programs: Path) -> None:
        self._programs = programs
        self._folder = Path(tempfile.mkdtemp(prefix="qwibot-postgres-"))
        self._as_user = _unprivileged()
        if self._as_user:
            shutil.chown(self._folder, self._as_user["user"])
        self._numbers = count(1)
        self._process: subprocess.Popen[bytes] | None = None
        self.port = _free_port()
        self._run("initdb", "--pgdata", str(self._data), "--username", USER, "--auth", "trust", "--encoding", "UTF8")

    @property
    def _data(self) -> Path:
        return self._folder / "data"

    def start(self) -> None:
        options = [part for name, value in OPTIONS.items() for part in ("-c", f"{name}={value}")]
        with (self._folder / "log").open("ab") as log:
            self._process = subprocess.Popen(
                [self._programs / "postgres", "-D", self._data, "-p", str(self.port), *options],
                stdout=log,
                stderr=log,
                cwd=self._folder,
                **self._as_user,
            )
        self._wait_until_ready(self._process)

    def stop(self) -> None:
        """End all connections and stop in order."""
        self._end(signal.SIGINT)

    def remove(self) -> None:
        self._end(signal.SIGQUIT)  # at once: nothing of it is needed any more
        shutil.rmtree(self._folder)

    def _end(self, how: signal.Signals) -> None:
        if self._process is not None:
            self._process.send_signal(how)
            self._process.wait()
            self._process = None

    def new_address(self) -> str:
        """The address of something new and empty: a schema of its own, which is made faster than a database."""
        schema = f"test{next(self._numbers)}"
        server = f"postgresql://{USER}@{HOST}:{self.port}/postgres"
        self._run("psql", "--quiet", "--command", f"CREATE SCHEMA {schema}", server)
        return f"{server}?search_path={schema}"

    def _wait_until_ready(self, process: subprocess.Popen[bytes]) -> None:
        ask: list[str | Path] = [self._programs / "pg_isready", "--quiet", "--host", HOST, "--port", str(self.port)]
        deadline = time.monotonic() + START_SECONDS
        while subprocess.run(ask, check=False).returncode != 0:
            if process.poll() is not None or time.monotonic() > deadline:
                raise RuntimeError("PostgreSQL did not start:\n" + (self._folder / "log").read_text())
            time.sleep(0.05)

    def _run(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [self._programs / program, *arguments],
            cwd=self._folder,
            capture_output=True,
            text=True,
            check=False,
            **self._as_user,
        )
        if done.returncode != 0:
            raise RuntimeError(f"{program} failed:\n{done.stderr}")


def _unprivileged() -> Mapping[str, Any]:
    """As whom to run where we are root: PostgreSQL refuses to run as root, and rightly."""
    if os.geteuid() != 0:
        return {}
    names = {entry.pw_name: entry for entry in pwd.getpwall()}
    entry = names.get("postgres") or names["nobody"]
    return {"user": entry.pw_uid, "group": entry.pw_gid, "extra_groups": ()}


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port
