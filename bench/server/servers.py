# servers.py: a server under load; see bench/README.md.
"""Starts a server, apparat serve or that of boardgame.io, on a free port of loopback, has bench/server/load play at it, and
measures both. bench/server/run and bench/peers/run use it."""
import json
import os
import platform
import select
import statistics
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
# All clients have one address, and do everything as fast as they can.
NO_LIMIT = 100_000_000
# What these may be at most. A client that gets too little of the processor does not read for a while; it is not to be closed for that.
OTHER_LIMITS = {
    "messages_a_second": 100_000,
    "message_burst": 100_000,
    "waiting_bytes_an_address": 1 << 30,
    "waiting_bytes_in_all": 1 << 30,
}
LIMITS = (
    "tables_a_person",
    *(
        f"{what}_an_address"
        for what in ("connections", "guests", "names", "requests", "lists", "looks", "changes", "wishes", "acts", "watches", "tables", "open_seats", "bots")
    ),
    *(f"{what}_a_person" for what in ("watches", "seats", "open_seats", "looks", "changes", "wishes", "acts")),
    *(f"{what}_in_all" for what in ("guests", "names", "requests", "lists", "looks", "changes", "wishes", "acts", "tables", "open_seats", "watches")),
)
START = 60  # seconds that a server may take until it listens
SET_UP = 600  # seconds until all people are seated
SLACK = 90  # seconds that a phase may take beyond its own time
TICK = os.sysconf("SC_CLK_TCK")


# ---- The machine ---------------------------------------------------------------------------------


def file_system(folder):
    """Returns the type of the file system that has the folder."""
    best = ("", "unknown")
    for line in Path("/proc/mounts").read_text().splitlines():
        _, where, kind = line.split()[:3]
        inside = os.path.commonpath([where, str(folder)]) == where
        if inside and len(where) >= len(best[0]):
            best = (where, kind)
    return best[1]


def sync_ms(folder):
    """Returns the median time in ms to append 4 KiB and call fdatasync."""
    times = []
    path = folder / "sync"
    with open(path, "wb", buffering=0) as file:
        for _ in range(100):
            begin = time.perf_counter()
            file.write(b"x" * 4096)
            os.fdatasync(file.fileno())
            times.append((time.perf_counter() - begin) * 1000)
    path.unlink()
    return round(statistics.median(times), 2)


def describe_machine(folder):
    model = "unknown"
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            model = line.split(":", 1)[1].strip()
    return {
        "cores": len(os.sched_getaffinity(0)),
        "processor": model,
        "kernel": platform.release(),
        "load_before": round(os.getloadavg()[0], 2),
        "file_system": file_system(folder),
        "sync_ms": sync_ms(folder),
    }


# ---- A server ------------------------------------------------------------------------------------


def next_line(process, seconds):
    """Returns the next line that a process prints; "" if it has ended or takes too long."""
    ready, _, _ = select.select([process.stdout], [], [], seconds)
    return process.stdout.readline() if ready else ""


class ServerProcess:
    """A running server, and what the system reports of it."""

    def __init__(self, command, environment=None):
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, text=True, env=environment
        )
        self.pid = self.process.pid
        line = next_line(self.process, START)
        if not line.startswith("listening on"):
            self.stop()
            sys.exit(f"bench: {command[0]} did not start")
        self.port = int(line.rstrip().rsplit(":" if ":" in line else " ", 1)[1])

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def cpu_seconds(self):
        fields = Path(f"/proc/{self.pid}/stat").read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / TICK

    @staticmethod
    def memory(pid):
        """Returns the resident megabytes (of 10^6 bytes), now and at most."""
        found = {}
        for line in Path(f"/proc/{pid}/status").read_text().splitlines():
            name, _, value = line.partition(":")
            if name in ("VmRSS", "VmHWM"):
                found[name] = round(int(value.split()[0]) * 1024 / 1e6, 1)
        return found["VmRSS"], found["VmHWM"]

    def children_mb(self):
        children = Path(f"/proc/{self.pid}/task/{self.pid}/children").read_text().split()
        return round(sum(self.memory(child)[0] for child in children), 1)

    def commits(self):
        """Returns the number of commits so far; None if this server does not report it."""
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.port}/metrics", timeout=10) as got:
                lines = got.read().decode().splitlines()
        except OSError:
            return None
        values = [line.split()[1] for line in lines if line.startswith("apparat_commits_total ")]
        return int(values[0]) if values else None


# ---- The load ------------------------------------------------------------------------------------


class Load:
    """The load client, which plays one phase after another."""

    def __init__(self, program, kind, ports, tables, games, each=1):
        """`ports`: a number, or several with commas between them."""
        self.process = subprocess.Popen(
            [program, kind, str(ports), str(tables), str(each), *games],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        begin = time.monotonic()
        self.ready = self.answer(SET_UP)
        self.ready["seconds"] = round(time.monotonic() - begin, 1)

    def answer(self, seconds):
        line = next_line(self.process, seconds)
        if not line:
            self.stop()
            sys.exit("bench: the load client gave up, or took too long")
        return json.loads(line)

    def phase(self, rate, seconds):
        self.process.stdin.write(f"{rate} {seconds}\n")
        self.process.stdin.flush()
        return self.answer(seconds + SLACK)

    def stop(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()


def measure_phase(server, load, rate, seconds):
    cpu, commits, begin = server.cpu_seconds(), server.commits(), time.monotonic()
    found = load.phase(rate, seconds)
    took = time.monotonic() - begin
    found["server_cpu"] = round(server.cpu_seconds() - cpu, 2)
    if commits is not None:
        found["commits_per_second"] = round((server.commits() - commits) / took, 1)
    found["server_mb"], found["server_most_mb"] = server.memory(server.pid)
    return found


def measure(name, server, load, options):
    """Warms up, measures the highest throughput, and then each rate that is below it."""
    result = {"server": name, "ready": load.ready, "children_mb": server.children_mb()}
    result["mb_when_seated"], _ = server.memory(server.pid)
    load.phase(0, options.warm_up)
    full = measure_phase(server, load, 0, options.seconds)
    result["phases"] = [full]
    for rate in options.rates:
        if rate < full["moves_per_second"]:
            result["phases"].append(measure_phase(server, load, rate, options.seconds))
    return result


def run_one(name, kind, command, games, options, environment=None):
    server = ServerProcess(command, environment)
    load = None
    try:
        load = Load(options.load, kind, server.port, options.tables, games)
        return measure(name, server, load, options)
    finally:
        if load:
            load.stop()
        server.stop()


def apparat_command(program, folder, store=None, *more):
    """`store`: the URL of its database, if that is no file in the folder."""
    folder.mkdir(exist_ok=True)
    limits = [word for limit in LIMITS for word in ("--limit", f"{limit}={NO_LIMIT}")]
    limits += [word for limit in OTHER_LIMITS for word in ("--limit", f"{limit}={OTHER_LIMITS[limit]}")]
    return [program, "serve", "--port", "0", "--db", store or f"sqlite:{folder}/apparat.db", *more, *limits]


def run_apparat(folder, options):
    command = apparat_command(options.apparat, folder)
    return run_one("apparat serve", "apparat", command, options.games, options)


def run_peer(folder, storage, options):
    where = "memory" if storage == "memory" else str(folder / "peer")
    command = ["node", str(HERE / "peer" / "server.js"), where]
    environment = dict(os.environ, NODE_ENV="production")
    name = f"boardgame.io, {storage}"
    return run_one(name, "boardgame.io", command, ["bench"], options, environment)


# ---- Options -------------------------------------------------------------------------------------


def words(text):
    return text.split(",")


def numbers(text):
    return [int(word) for word in text.split(",")]


def add_options(arguments, seconds, rates):
    """Adds what the commands that measure servers have in common; `seconds` and `rates` are theirs if nothing else is said."""
    a = arguments.add_argument
    a("--build", type=Path, default=ROOT / "build", help="a release build")
    a("--tables", type=int, default=1000)
    a("--seconds", type=int, default=seconds, help="of each phase")
    a("--warm-up", type=int, default=5)
    a("--rates", type=numbers, default=rates, metavar="N,N")
    a("--games", type=words, default=["red-empire", "kremlin", "atomic-business"])
    a("--folder", type=Path, help="where the stores lie: on a disk; usually the build")


def check_options(options, peers):
    """Ends the program if something that the options need is missing."""
    options.apparat, options.load = str(options.build / "apparat"), str(options.build / "bench" / "server" / "load")
    if not os.access(options.apparat, os.X_OK) or not os.access(options.load, os.X_OK):
        sys.exit(f"bench: build first: ninja -C {options.build} apparat bench/server/load")
    if peers and not (HERE / "peer" / "node_modules").is_dir():
        sys.exit("bench: npm ci --ignore-scripts in bench/server/peer first, or without the peer")
    options.folder = options.folder or options.build
    if file_system(options.folder.resolve()) in ("tmpfs", "ramfs"):
        sys.exit(f"bench: {options.folder} is no disk: choose another --folder")
