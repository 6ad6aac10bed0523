"""The database and the nodes, as processes and as addresses: what the nemesis harms."""

import asyncio
import contextlib
import json
import os
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from namespaces import KINDS
from proxy import Proxy

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "server"))
from front_case import QUICK
from wire import CROWD, PATIENCE, PROGRAM
from with_postgresql import Postgresql

LIMITS = {
    **CROWD, **QUICK, "seats_a_person": 1000, "tables_a_person": 1000, "replays_a_person": 100000000, "replays_an_address": 100000000,
    "replays_in_all": 100000000, "connections_an_address": 5000,
}
DISK = "700m"  # of the database, if a small one can be mounted


class Database:
    """PostgreSQL, on a small disk of its own where that is possible, so that it can be full."""

    def __init__(self, folder):
        self.disk = Path(tempfile.mkdtemp(prefix="disk-", dir=folder))
        os.chmod(folder, 0o711)
        os.chmod(self.disk, 0o711)
        mounted = os.geteuid() == 0 and subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={DISK},mode=711", "tmpfs", self.disk], capture_output=True)
        self.is_small = bool(mounted) and mounted.returncode == 0
        settings = {"fsync": "on", "max_wal_size": "96MB", "min_wal_size": "32MB", "autovacuum": "on", "max_connections": "100",
                    "checkpoint_timeout": "60s", "restart_after_crash": "on", "log_min_messages": "warning", "log_line_prefix": "%m %p %a "}
        self.server = Postgresql(settings, parent=self.disk)
        self.filler = self.disk / "filler"
        self.log = open(folder / "postgresql.log", "wb")

    @property
    def socket(self):
        return str(self.server.folder / ".s.PGSQL.5432")

    def start(self):
        """Starts it, or waits until it has recovered by itself; its processes may be ending still."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            if self.server.process and self.server.process.poll() is not None:
                self.server.process = None
            if not self.server.process:
                self._spawn()
            if self.is_ready():
                return
            time.sleep(0.05)
        raise RuntimeError("PostgreSQL does not start again")

    def _spawn(self):
        server = self.server
        options = [word for key, value in server.settings.items() for word in ("-c", f"{key}={value}")]
        server.process = subprocess.Popen(
            [server.programs / "postgres", "-D", str(server.data), *options], user=server.user, group=server._group(),
            extra_groups=[] if server.user else None, cwd=server.folder, stdout=subprocess.DEVNULL, stderr=self.log)

    def is_ready(self):
        words = [self.server.programs / "pg_isready", "-q", "-t", "1", "-h", self.server.folder, "-U", "apparat", "-d", "postgres"]
        return subprocess.run(words, check=False).returncode == 0

    def stop(self, how):
        process = self.server.process
        if process:
            process.send_signal(how)
            process.wait()
            self.server.process = None

    def processes(self):
        """Returns the ids of all of its processes."""
        if not self.server.process:
            return []
        main = self.server.process.pid
        with contextlib.suppress(OSError):
            return [main, *map(int, Path(f"/proc/{main}/task/{main}/children").read_text().split())]
        return []

    def backends(self):
        """Returns the ids of those processes that serve a connection."""
        found = []
        for pid in self.processes()[1:]:
            with contextlib.suppress(OSError):
                if b"apparat games" in Path(f"/proc/{pid}/cmdline").read_bytes():
                    found.append(pid)
        return found

    def fill_disk(self):
        with open(self.filler, "wb", buffering=0) as file, contextlib.suppress(OSError):
            while True:
                file.write(bytes(1 << 16))

    def free_disk(self):
        self.filler.unlink(missing_ok=True)

    def ask(self, sql):
        """Returns the rows, as lists of texts."""
        words = [self.server.programs / "psql", "-AtX", "-F", "\x1f", "-h", self.server.folder, "-U", "apparat", "-d", "games", "-c", sql]
        done = subprocess.run(words, check=True, capture_output=True, text=True)
        return [line.split("\x1f") for line in done.stdout.splitlines()]

    def write_down(self, path):
        """Writes all that the checker reads of the database to a file: for each table of it, a list of rows."""
        queries = {
            "tables": "SELECT id, key, status, game, meta FROM tables",
            "lines": "SELECT table_id, seq, person, kind, seat, value, client FROM lines ORDER BY table_id, seq",
            "talk": "SELECT table_id, n, person, sender, text FROM talk ORDER BY table_id, n",
            "people": "SELECT id, name FROM people",
        }
        with open(path, "w", encoding="utf-8") as file:
            for name, sql in queries.items():
                for (row,) in self.ask(f"SELECT row_to_json(q) FROM ({sql}) q"):
                    file.write(json.dumps({"table": name, "row": json.loads(row)}) + "\n")

    def close(self):
        for pid in self.processes():
            with contextlib.suppress(OSError):
                os.kill(pid, signal.SIGCONT)
        self.stop(signal.SIGINT)
        self.server.close()
        if self.is_small:
            subprocess.run(["umount", "-l", self.disk], check=False)
        shutil.rmtree(self.disk, ignore_errors=True)
        self.log.close()


class Nginx:
    """The proxy of packaging/compose.yaml in front of the nodes."""

    def __init__(self, folder, nodes):
        self.folder = folder / "nginx"
        self.folder.mkdir()
        self.address = ("127.0.0.1", free_port())
        given = (Path(__file__).resolve().parents[2] / "packaging" / "compose-nginx.conf").read_text()
        servers = "".join("server {}:{} max_fails=1 fail_timeout=5s;\n".format(*node.front.address) for node in nodes)
        site = re.sub(r"( +server node\d+:8080 .*;\n)+", servers, given).replace("listen 80;", "listen {}:{};".format(*self.address))
        (self.folder / "nginx.conf").write_text(
            f"daemon off;\nerror_log {self.folder}/errors;\npid {self.folder}/pid;\nevents {{ worker_connections 4096; }}\nhttp {{\naccess_log off;\n"
            + "".join(f"{kind}_temp_path {self.folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")) + site + "}\n")
        self.process = subprocess.Popen(["nginx", "-e", self.folder / "errors", "-c", self.folder / "nginx.conf"])

    def close(self):
        self.process.terminate()
        self.process.wait()


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


class Node:
    """`apparat serve`, which is started again and again. People reach it through `front`, it reaches the database through `store`, and
    other nodes reach it through `peers`."""

    def __init__(self, folder, number, database, is_shared, network=None):
        self.folder = folder / f"node{number}"
        self.folder.mkdir()
        self.number, self.database, self.is_shared, self.network = number, database, is_shared, network
        self.port, self.peer_port = free_port(), free_port()
        self.host = network.address("people", number) if network else "127.0.0.1"
        self.front = Proxy((self.host, self.port))
        self.store = Proxy(database.socket, f"{KINDS['store']}.1" if network else "127.0.0.1")
        self.peers = Proxy(("127.0.0.1", self.peer_port)) if is_shared and not network else None
        self.process = None
        self.expected = set()  # signals by which it may have ended
        self.starts = 0
        self.is_starting = False
        self.clock = self.folder / "clock"
        self.set_clock(0)
        self.deaths = []  # what it died of that nobody did to it

    async def open(self):
        for proxy in self.proxies():
            await proxy.start()

    def proxies(self):
        return [proxy for proxy in (self.front, self.store, self.peers) if proxy]

    def set_clock(self, milliseconds):
        file = os.open(self.clock, os.O_RDWR | os.O_CREAT)
        os.pwrite(file, struct.pack("=q", milliseconds), 0)
        os.close(file)

    def command(self):
        host, port = self.store.address
        words = ["serve", "--bind", self.host, "--port", self.port, "--db", f"postgresql:host={host} port={port} user=apparat dbname=games connect_timeout=5",
                 "--admin-socket", self.folder / "admin"]
        if self.network:
            words += ["--node", f"{self.network.address('peers', self.number)}:{self.peer_port}"]
        elif self.is_shared:
            words += ["--node", "{}:{}".format(*self.peers.address), "--node-bind", f"127.0.0.1:{self.peer_port}"]
        words += [word for key, value in LIMITS.items() for word in ("--limit", f"{key}={value}")]
        return [str(word) for word in [*(self.network.inside(self.number) if self.network else []), PROGRAM, *words]]

    def environment(self):
        preload = os.environ.get("SET_CLOCK")
        return {**os.environ, **({"LD_PRELOAD": preload, "CLOCK_AHEAD": str(self.clock)} if preload else {})}

    def open_log(self):
        return open(self.folder / f"log{self.starts}", "wb")

    async def start(self):
        """Starts it; tries again while the database is not there, or is held by what was killed. Returns whether it listens."""
        self.is_starting = True
        try:
            return await self._start()
        finally:
            self.is_starting = False

    async def _start(self):
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            self.starts += 1
            with self.open_log() as log:
                self.process = await asyncio.create_subprocess_exec(
                    *self.command(), stdout=subprocess.PIPE, stderr=log, env=self.environment(), cwd=self.folder, limit=1 << 20)
            self.expected = set()
            try:
                async with asyncio.timeout(PATIENCE):
                    line = await self.process.stdout.readline()
            except TimeoutError:
                self.deaths.append(f"node {self.number} did not say for {PATIENCE} s that it listens")
                return False
            if line.startswith(b"listening on "):
                return True
            status = await self.process.wait()
            if status != 1 and -status not in self.expected:
                self.deaths.append(f"node {self.number} ended with {status} when it was started: {self.last_words()}")
            if self.expected or status != 1:
                return False
            await asyncio.sleep(0.3)
        self.deaths.append(f"node {self.number} does not start: {self.last_words()}")
        return False

    def last_words(self):
        return (self.folder / f"log{self.starts}").read_text(errors="replace")[-2000:]

    def is_running(self):
        return self.process is not None and self.process.returncode is None

    def signal(self, number):
        if self.is_running():
            if number not in (signal.SIGSTOP, signal.SIGCONT):
                self.expected.add(number)
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.process.pid, number)  # send_signal() would take the status from whoever waits for it

    async def end(self, number, is_disturbed=False):
        """Ends it by a signal. SIGTERM must be obeyed with status 0, or 1 if the database could be away at that time."""
        if not self.is_running():
            return
        self.signal(number)
        self.signal(signal.SIGCONT)
        try:
            async with asyncio.timeout(PATIENCE):
                status = await self.process.wait()
        except TimeoutError:
            self.deaths.append(f"node {self.number} did not end within {PATIENCE} s")
            self.process.kill()
            status = await self.process.wait()
        good = (0, 1) if is_disturbed else (0,)
        if status not in good if number == signal.SIGTERM else status != -number:
            self.deaths.append(f"node {self.number} ended with {status} instead of by signal {number}: {self.last_words()}")

    def look(self):
        """Notices a node that has died by itself. Returns whether it has."""
        if self.process and not self.is_starting and self.process.returncode is not None and not self.expected:
            self.deaths.append(f"node {self.number} ended by itself with {self.process.returncode}: {self.last_words()}")
            self.expected.add(0)
            return True
        return False

    async def close(self):
        if self.is_running():
            self.process.kill()
            await self.process.wait()
        for proxy in self.proxies():
            await proxy.stop()
