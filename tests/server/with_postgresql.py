#!/usr/bin/env python3
# with_postgresql.py: runs commands with a private PostgreSQL, which ends with them.
"""usage: with_postgresql.py COMMAND [-- COMMAND]..

Each command finds in POSTGRESQL the URL of an empty database of a server of its own, which listens at
a socket in a temporary folder and nowhere else. The exit status is that of the first command that
fails."""

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

SETTINGS = {
    "listen_addresses": "",
    "fsync": "off",
    "shared_buffers": "16MB",
    "max_connections": "50",
    "autovacuum": "off",
    "log_min_messages": "panic",
}


def find_programs():
    """Returns the folder of initdb and postgres: Debian does not put them into the path."""
    folders = sorted(Path("/usr/lib/postgresql").glob("*/bin"), reverse=True)
    folders += [Path(found).resolve().parent for found in [shutil.which("initdb")] if found]
    for folder in folders:
        if all((folder / name).exists() for name in ("initdb", "postgres", "pg_isready", "createdb")):
            return folder
    sys.exit("initdb is missing: ./setup --dev installs PostgreSQL")


class Postgresql:
    """A server in a folder of its own. PostgreSQL refuses to run as root, so another user runs it."""

    def __init__(self, settings=None, parent="/tmp"):
        self.programs = find_programs()
        self.folder = Path(tempfile.mkdtemp(prefix="apparat-postgresql-", dir=parent))
        self.user = None
        if os.geteuid() == 0:
            names = {entry.pw_name for entry in pwd.getpwall()}
            self.user = "postgres" if "postgres" in names else "nobody"
            os.chown(self.folder, pwd.getpwnam(self.user).pw_uid, -1)
        self.settings = {**SETTINGS, "unix_socket_directories": str(self.folder), **(settings or {})}
        self.data = self.folder / "data"
        self.process = None
        self._call("initdb", "--no-sync", "-A", "trust", "-U", "apparat", "-E", "UTF8", "--locale=C", "-D", str(self.data))

    def _call(self, program, *arguments):
        subprocess.run(
            [self.programs / program, *arguments],
            user=self.user,
            group=self._group(),
            extra_groups=[] if self.user else None,
            cwd=self.folder,
            stdout=subprocess.DEVNULL,
            check=True,
        )

    def _group(self):
        return pwd.getpwnam(self.user).pw_gid if self.user else None

    def start(self):
        options = [word for key, value in self.settings.items() for word in ("-c", f"{key}={value}")]
        self.process = subprocess.Popen(
            [self.programs / "postgres", "-D", str(self.data), *options],
            user=self.user,
            group=self._group(),
            extra_groups=[] if self.user else None,
            cwd=self.folder,
        )
        for _ in range(600):
            ready = subprocess.run(
                [self.programs / "pg_isready", "-q", "-h", str(self.folder), "-U", "apparat", "-d", "postgres"], check=False
            )
            if ready.returncode == 0:
                return
            time.sleep(0.05)
        sys.exit("PostgreSQL does not start")

    def stop(self, how=signal.SIGINT):
        """SIGINT ends connections and stops; SIGQUIT is like a crash."""
        if self.process:
            self.process.send_signal(how)
            self.process.wait(timeout=60)
            self.process = None

    def make_database(self, name):
        self._call("createdb", "-h", str(self.folder), "-U", "apparat", name)
        return self.url(name)

    def make_standby(self):
        """Returns a server that copies this one, which is running, all the time, and can be read only."""
        copy = Postgresql.__new__(Postgresql)
        copy.programs, copy.user, copy.process = self.programs, self.user, None
        copy.folder = Path(tempfile.mkdtemp(prefix="apparat-postgresql-", dir="/tmp"))
        if copy.user:
            os.chown(copy.folder, pwd.getpwnam(copy.user).pw_uid, -1)
        copy.settings = {**self.settings, "unix_socket_directories": str(copy.folder)}
        copy.data = copy.folder / "data"
        copy._call("pg_basebackup", "--no-sync", "-c", "fast", "-R", "-h", str(self.folder), "-U", "apparat", "-D", str(copy.data))
        return copy

    def url(self, name):
        return f"postgresql:host={self.folder} user=apparat dbname={name}"

    def close(self):
        self.stop()
        shutil.rmtree(self.folder)

    def __enter__(self):
        try:
            self.start()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_):
        self.close()


def main(words):
    commands = [[]]
    for word in words:
        if word == "--":
            commands.append([])
        else:
            commands[-1].append(word)
    commands = [command for command in commands if command]
    with Postgresql() as server:
        for number, command in enumerate(commands):
            url = server.make_database(f"games{number}")
            status = subprocess.run(command, env={**os.environ, "POSTGRESQL": url}, check=False).returncode
            if status != 0:
                return status
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
