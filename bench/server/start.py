#!/usr/bin/env python3
"""Measures how fast a server with many stored tables starts.

It measures the time until the server listens, answers /healthz, shows a table, and knows all clocks. First it plays a few games of each kind at a
server, and copies their tables in the store until there are enough.

    bench/server/start.py PROGRAM [--tables 10000] [--runs 5]"""

import argparse
import os
import random
import signal
import sqlite3
import statistics
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tests" / "server"))

DAY = 24 * 3600 * 1000
GAMES = ("red-empire", "atomic-business", "kremlin")
LETTERS = "abcdefghijkmnpqrstuvwxyz23456789"
QUICK = {"messages_a_second": 100000, "message_burst": 100000, "tables_a_person": 100000, "acts_a_person": 1000000, "bot_delay": 0}


def parse_arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("program", help="the apparat to measure")
    parser.add_argument("--tables", type=int, default=10000)
    parser.add_argument("--lobby", type=float, default=0.2, help="share of tables not begun (0.2)")
    parser.add_argument("--over", type=float, default=0.2, help="share of games that are over (0.2)")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--folder", help="where the store is made; default: a temporary folder")
    return parser.parse_args()


def play(link, game, acts, pace, over=False):
    """Plays at a new table of one person and two bots: `acts` decisions, or until the game is over."""
    from wire import Table

    seats = ["me", {"bot": "random"}, {"bot": "random"}]
    time_ms = {"slow": 20 * DAY, "live": DAY}[pace]
    made = link.ask(type="create", game=game, players=3, seats=seats, pace=pace, move_ms=time_ms)
    if acts:
        link.ask(type="wishes", table=made["table"], ask_all=True)
        link.ask(type="start", table=made["table"])
        table = Table(link, made["table"])
        table.play(100000 if over else acts)
        link.ask(type="watch", table=made["table"], watch=False)


def make_patterns(folder):
    """Makes some tables of each game: before it, at several points of it, and after it. Returns the path of the store and the
    cookie of the person."""
    from wire import Server

    server = Server(folder, **QUICK)
    cookie = server.guest()
    link = server.socket(cookie)
    link.hello()
    for game in GAMES:
        play(link, game, 0, "slow")
        for acts in (5, 40, 120):
            play(link, game, acts, "slow")
            play(link, game, acts, "live")
        play(link, game, 1, "live", over=True)
    link.close()
    server.stop()
    server.close()
    return server.database, cookie


def copy_table(store, rng, number, pattern):
    """Adds a copy of the table with this number as its id; returns its key."""
    old, key, status, updated, meta = pattern
    new = "".join(rng.choice(LETTERS) for _ in key)
    store.execute("INSERT INTO tables VALUES (?, ?, ?, ?, ?)", (number, new, status, updated, meta.replace(key, new)))
    for name in ("lines", "snapshots"):
        columns = [row[1] for row in store.execute(f"PRAGMA table_info({name})") if row[1] != "table_id"]
        words = ", ".join(columns)
        store.execute(
            f"INSERT INTO {name} (table_id, {words}) SELECT ?, {words} FROM {name} WHERE table_id = ?", (number, old)
        )
    return new


def fill(path, options):
    """Copies the patterns until there are enough tables; returns the keys of all tables by status."""
    rng = random.Random(1)
    store = sqlite3.connect(path)
    patterns = store.execute("SELECT id, key, status, updated, meta FROM tables").fetchall()
    wanted = {0: int(options.tables * options.lobby), 2: int(options.tables * options.over)}
    wanted[1] = options.tables - sum(wanted.values())
    keys, number = {0: [], 1: [], 2: []}, max(p[0] for p in patterns)
    for pattern in patterns:
        keys[pattern[2]].append(pattern[1])
    for status, count in wanted.items():
        candidates = [p for p in patterns if p[2] == status]
        for i in range(count - len(keys[status])):
            number += 1
            keys[status].append(copy_table(store, rng, number, candidates[i % len(candidates)]))
    store.execute("UPDATE lines SET at = at - 3600000")  # an hour ago, so that slow games need not stay in memory
    store.commit()
    lines = store.execute("SELECT count(*), (SELECT count(*) FROM snapshots) FROM lines").fetchone()
    store.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    store.close()
    print(f"{options.tables} tables: {wanted[0]} not begun, {wanted[1]} running, {wanted[2]} over")
    print(f"{lines[0]} lines, {lines[1]} snapshots, {os.path.getsize(path) / 1e6:.0f} MB")
    return keys


def figure(server, name):
    """Returns a number from /metrics."""
    text = server.request("GET", "/metrics")[2].decode()
    return float(next(line.split()[-1] for line in text.splitlines() if line.startswith(name + " ")))


def watch_some(server, cookie, keys):
    """Watches a hundred tables; returns the seconds that each took."""
    link = server.socket(cookie)
    link.hello()
    took = []
    for key in random.Random(2).sample(keys[0] + keys[1] + keys[2], 100):
        begin = time.perf_counter()
        shown = link.ask(type="watch", table=key)
        took.append(time.perf_counter() - begin)
        assert shown["type"] == "table", shown
    link.close()
    return took


def resident_megabytes(server):
    with open(f"/proc/{server.process.pid}/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6


def processor_seconds(server):
    """Returns the seconds of processor time that the server has used, without its child processes."""
    with open(f"/proc/{server.process.pid}/stat") as file:
        words = file.read().rsplit(")", 1)[1].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def measure(folder, cookie, keys):
    from wire import Server

    begin = time.perf_counter()
    server = Server(folder, **QUICK)
    listening = time.perf_counter() - begin
    used = processor_seconds(server)
    assert server.request("GET", "/healthz")[0] == 200
    healthy = time.perf_counter() - begin
    took = watch_some(server, cookie, keys)
    ready = healthy + took[0]
    while figure(server, "apparat_tables_unread") > 0:
        time.sleep(0.05)
    settled = time.perf_counter() - begin
    used_all = processor_seconds(server)
    replayed = figure(server, "apparat_replayed_lines_total")
    memory = resident_megabytes(server)
    server.stop(signal.SIGKILL)
    server.close()
    print(f"listening {listening:.3f} s ({used:.2f} s of the processor), /healthz {healthy:.3f} s")
    later, most = statistics.median(took) * 1e3, max(took) * 1e3
    print(f"  a table looked at {ready:.3f} s, later {later:.1f} ms, at most {most:.1f} ms")
    print(f"  all clocks known {settled:.2f} s ({used_all:.2f} s), {replayed:.0f} lines replayed, {memory:.0f} MB")


def main():
    options = parse_arguments()
    os.environ["APPARAT"] = str(Path(options.program).resolve())
    with tempfile.TemporaryDirectory(dir=options.folder) as folder:
        path, cookie = make_patterns(folder)
        keys = fill(path, options)
        for _ in range(options.runs):
            measure(folder, cookie, keys)


if __name__ == "__main__":
    main()
