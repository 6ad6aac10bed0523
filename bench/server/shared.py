# shared.py: nodes that share a database of PostgreSQL; see bench/README.md.
"""What bench/server/run does with --nodes."""
import socket
import sys
import time
from pathlib import Path

import servers

sys.path.insert(0, str(servers.ROOT / "tests" / "server"))
from with_postgresql import Postgresql

SETTINGS = {"fsync": "on", "shared_buffers": "256MB", "max_connections": "100", "autovacuum": "on", "max_wal_size": "2GB"}


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def cpu_of_all(pid):
    """Returns the processor time in seconds of a process and of all whose parent it is or was."""
    total = 0
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    for each, last in [(str(pid), 15), *((child, 13) for child in children)]:
        try:
            fields = Path(f"/proc/{each}/stat").read_text().rsplit(")", 1)[1].split()
        except OSError:
            continue
        total += sum(map(int, fields[11:last]))
    return total / servers.TICK


class Nodes:
    """So many servers of a database; 0: one that has it for itself."""

    def __init__(self, folder, count, database, name, options):
        url = database.make_database(name)
        self.database, self.servers, self.load = database, [], None
        try:
            for number in range(max(count, 1)):
                node = ["--node", f"127.0.0.1:{free_port()}"] if count else []
                more = ["--admin-socket", folder / f"{name}-{number}.admin", *node]
                command = servers.apparat_command(options.apparat, folder / f"{name}-{number}", url, *map(str, more))
                self.servers.append(servers.ServerProcess(command))
            ports = ",".join(str(server.port) for server in self.servers)
            self.load = servers.Load(options.load, "apparat", ports, options.tables, options.games)
        except BaseException:
            self.stop()
            raise

    def phase(self, rate, seconds):
        nodes, store = self.cpu()
        commits, begin = [server.commits() for server in self.servers], time.monotonic()
        found = self.load.phase(rate, seconds)
        took = time.monotonic() - begin
        nodes_after, store_after = self.cpu()
        found["nodes_cpu"], found["store_cpu"] = nodes_after - nodes, store_after - store
        found["commits_per_second"] = sum(server.commits() - before for server, before in zip(self.servers, commits, strict=True)) / took
        found["node_mb"] = max(server.memory(server.pid)[0] for server in self.servers)
        return found

    def cpu(self):
        return sum(server.cpu_seconds() for server in self.servers), cpu_of_all(self.database.process.pid)

    def stop(self):
        if self.load:
            self.load.stop()
        for server in self.servers:
            server.stop()


def measure(folder, options):
    """Each number of nodes has a database of its own, on one server of PostgreSQL, and they play one after the other."""
    report = []
    folder.chmod(0o711)  # the user who runs PostgreSQL passes through
    database = Postgresql(SETTINGS, parent=folder)
    try:
        database.start()
        for count in options.nodes:
            nodes = Nodes(folder, count, database, f"nodes{count}", options)
            try:
                nodes.phase(0, options.warm_up)
                for rate in (0, *options.rates):
                    report.append({"nodes": count, **nodes.phase(rate, options.seconds)})
            finally:
                nodes.stop()
    finally:
        database.close()
    return report


def print_nodes(report):
    print(f"{'nodes':>6}  {'offered/s':>12}  {'moves/s':>8}  {'p50 ms':>7}  {'p99 ms':>7}  {'commits/s':>9}  {'us/move, nodes':>14}  {'database':>8}  {'MB a node':>9}")
    for row in report:
        moves = row["moves_per_second"] * row["seconds"] or 1
        print(f"{row['nodes'] or 'alone':>6}  {row['rate'] or 'all it takes':>12}  {row['moves_per_second']:8.0f}  {row['p50_ms']:7.1f}  {row['p99_ms']:7.1f}  "
              f"{row['commits_per_second']:9.0f}  {row['nodes_cpu'] / moves * 1e6:14.0f}  {row['store_cpu'] / moves * 1e6:8.0f}  {row['node_mb']:9.1f}")
