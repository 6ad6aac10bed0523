#!/usr/bin/env python3
"""The server is killed again and again while people play: each acknowledged decision is stored exactly
once, and nobody was shown anything that is lost. ROUNDS is the number of kills (10 in check, 200 in check --soak)."""

import os
import random
import signal
import sqlite3
import tempfile
import threading
import time
import unittest

from front_case import QUICK
from wire import Closed, Server, Table

ROUNDS = int(os.environ.get("ROUNDS", "10"))
PLAYERS = 4  # each at another table, with bots
GAMES = ("red-empire", "atomic-business", "kremlin", "triumph-of-chaos")


class Person:
    def __init__(self, number):
        self.number = number
        self.game = GAMES[number % len(GAMES)]
        self.rng = random.Random(number)
        self.cookie = self.key = None
        self.acknowledged = []  # pairs of a table and an id
        self.unanswered = None  # the table of a decision that was sent and not answered
        self.seen = {}  # the last view of each table that was shown
        self.failure = None

    def begin(self, link):
        players = 2 if self.game == "triumph-of-chaos" else 3
        seats = ["me"] + (players - 1) * [{"bot": "random"}]
        made = link.ask(type="create", game=self.game, players=players, seats=seats, move_ms=86400000)
        self.key = made["table"]
        link.ask(type="wishes", table=self.key, ask_all=True)
        link.ask(type="start", table=self.key)

    def play(self, server):
        """Plays until the server is gone. An id is acknowledged when its answer has arrived."""
        link = None
        try:
            link = server.socket(self.cookie)
            link.hello()
            if not self.key:
                self.begin(link)
            table = Table(link, self.key)
            while True:
                self.seen[self.key] = table.view
                if table.status == "over":
                    self.begin(link)
                    table = Table(link, self.key)
                elif table.asked:
                    question, legal = table.asked["question"], table.asked["legal"]
                    table.asked = None
                    self.unanswered = self.key
                    answer = link.ask(type="act", table=self.key, question=question, action=self.rng.choice(legal))
                    self.unanswered = None
                    if answer["type"] == "done":
                        self.acknowledged.append((self.key, answer["id"]))
                    else:
                        assert answer["code"] == "stale", answer
                else:
                    table.take(link.next())
                while link.aside:
                    table.take(link.next())
        except (Closed, OSError):
            pass
        except Exception as failure:  # shown by the test, which waits for this thread
            self.failure = failure
        finally:
            if link:
                link.close()


class Kill(unittest.TestCase):
    def check(self, server, person):
        """Checks that each table is what the person saw last, or what follows from it: his own answer may have been kept, too,
        though he was not told; under seal it changes his view alone, and the question stays."""
        link = server.socket(person.cookie)
        link.hello()
        for key, seen in person.seen.items():
            if not seen:
                continue
            now = Table(link, key).view
            self.assertGreaterEqual(now["question"] if not now["over"] else 1 << 20, seen["question"])
            if now["question"] == seen["question"] and not now["over"] and key != person.unanswered:
                same = [part for part in seen if isinstance(seen[part], (str, int, list)) and part != "stack"]
                self.assertEqual({part: now[part] for part in same}, {part: seen[part] for part in same})
        link.close()

    def check_lines(self, path, people):
        store = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        for table, count, last in store.execute("SELECT table_id, count(*), max(seq) FROM lines GROUP BY table_id"):
            self.assertEqual(count, last + 1, f"table {table} has a gap")
        query = """SELECT t.key, l.client, count(*) FROM lines l JOIN tables t ON t.id = l.table_id
            WHERE l.client IS NOT NULL GROUP BY t.key, l.client"""
        kept = {(key, client): count for key, client, count in store.execute(query)}
        store.close()
        self.assertEqual(set(kept.values()) - {1}, set(), "a line was written twice")
        for person in people:
            missing = [pair for pair in person.acknowledged if pair not in kept]
            self.assertEqual(missing, [], "acknowledged and lost")

    def test_a_kill_under_load_loses_nothing_acknowledged(self):
        people = [Person(number) for number in range(PLAYERS)]
        rng = random.Random(7)
        with tempfile.TemporaryDirectory() as folder:
            for _ in range(ROUNDS):
                server = Server(folder, **QUICK)
                for person in people:
                    person.cookie = person.cookie or server.guest(f"P{person.number}")
                    self.check(server, person)
                threads = [threading.Thread(target=person.play, args=(server,)) for person in people]
                for thread in threads:
                    thread.start()
                time.sleep(rng.uniform(0.05, 0.4))
                server.stop(signal.SIGKILL)
                server.close()
                for thread in threads:
                    thread.join()
                self.assertEqual([person.failure for person in people], PLAYERS * [None])
                self.check_lines(server.database, people)
        total = sum(len(person.acknowledged) for person in people)
        print(f"{ROUNDS} kills, {total} acknowledged decisions, each kept once")
        self.assertGreater(total, ROUNDS)


if __name__ == "__main__":
    unittest.main()
