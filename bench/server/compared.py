# compared.py: two programs under load in turn, and their memory; see bench/README.md.
"""What bench/server/run does with --before and --memory."""
import statistics
import time

import servers

MEMORY_RATE = 4000  # moves a second while memory is measured
MEMORY_REST = 12  # seconds after them: the server gives free memory back every ten


class Running:
    """A server with people at its tables."""

    def __init__(self, name, program, folder, tables, options):
        self.name, self.load = name, None
        self.server = servers.ServerProcess(servers.apparat_command(str(program), folder))
        self.empty_mb, _ = self.server.memory(self.server.pid)
        each = max(1, -(-tables * 4 // options.connections))
        try:
            self.load = servers.Load(options.load, "apparat", self.server.port, tables, options.games, each)
        except BaseException:
            self.stop()
            raise
        self.seated_mb, _ = self.server.memory(self.server.pid)

    def stop(self):
        if self.load:
            self.load.stop()
        self.server.stop()


def compare(folder, options):
    """Two programs play in turn, each at its own tables; while one plays, the other has nothing to do."""
    programs = [("before", options.before), ("now", options.apparat)]
    running, report = [], {name: [] for name, _ in programs}
    try:
        for name, program in programs:
            running.append(Running(name, program, folder / name, options.tables, options))
        for each in running:
            each.load.phase(0, options.warm_up)
        for _ in range(options.rounds):
            for rate in (0, *options.rates):
                for each in running:
                    phase = servers.measure_phase(each.server, each.load, rate, options.seconds)
                    report[each.name].append(phase)
    finally:
        for each in running:
            each.stop()
    return report


def us_a_move(phase):
    return phase["server_cpu"] / (phase["moves_per_second"] * phase["seconds"]) * 1e6


def print_comparison(report):
    """Each cell is the median of the rounds, and the least and the greatest of them."""
    for rate in sorted({phase["rate"] for phases in report.values() for phase in phases}):
        print(f"\n{rate or 'all it takes'} moves/s offered")
        medians = {}
        for name, phases in report.items():
            cells = []
            phases = [phase for phase in phases if phase["rate"] == rate]
            values = {
                "moves/s": [phase["moves_per_second"] for phase in phases],
                "us/move": [us_a_move(phase) for phase in phases],
                "p50 ms": [phase["p50_ms"] for phase in phases],
                "p99 ms": [phase["p99_ms"] for phase in phases],
                "MB": [phase["server_mb"] for phase in phases],
            }
            for what, list_ in values.items():
                middle = statistics.median(list_)
                cells.append(f"{what} {middle:.1f} ({min(list_):.1f} to {max(list_):.1f})")
            medians[name] = statistics.median(values["us/move"])
            print(f"  {name:7}" + "  ".join(cells))
        print(f"  us/move: now / before = {medians['now'] / medians['before']:.2f}")


def measure_memory(folder, options):
    """Resident memory of servers that have so many tables, all of them with their people there."""
    rows = []
    for tables in options.memory:
        for name, program in [("before", options.before), ("now", options.apparat)]:
            if not program:
                continue
            each = Running(name, program, folder / f"{name}-{tables}", tables, options)
            try:
                each.load.phase(MEMORY_RATE, options.seconds)
                time.sleep(MEMORY_REST)
                now, most = each.server.memory(each.server.pid)
                rows.append(
                    {"tables": tables, "program": name, "connections": each.load.ready["connections"],
                     "empty_mb": each.empty_mb, "seated_mb": each.seated_mb, "played_mb": now, "most_mb": most}
                )
            finally:
                each.stop()
    return rows


def print_memory(rows):
    for row in rows:
        print(
            f"{row['program']:7}{row['tables']:6} tables, {row['connections']} connections: {row['empty_mb']} MB before "
            f"anybody came, {row['seated_mb']} when all were seated, {row['played_mb']} after playing, {row['most_mb']} at most"
        )
