#!/usr/bin/env python3
"""A server whose games are in PostgreSQL: the server is killed, the database crashes, stops and cuts
connections while people play. Each acknowledged decision is stored exactly once, people go on by
themselves, and what they saw is what there is. ROUNDS is how often each of these happens."""

import os
import random
import signal
import sqlite3
import subprocess
import tempfile
import threading
import time
import unittest
from contextlib import closing
from pathlib import Path

from front_case import QUICK
from test_kill import PLAYERS, Kill, Person
from wire import PATIENCE, PROGRAM, Closed, Refused, Server, Table
from with_postgresql import Postgresql

ROUNDS = int(os.environ.get("ROUNDS", "2"))


class Persistent(Person):
    """Sends a decision again, under its id, until it is answered: nothing is lost, and nothing is done twice."""

    stop = False

    def insist(self, link, **message):
        """Asks again until nothing has failed, and returns the answer. What has failed unheard may be done twice."""
        while True:
            number = f"{self.number}-{self.rng.getrandbits(60)}"
            link.send(**message, id=number)
            while True:
                answer = link.receive()
                if answer.get("code") == "storage":
                    break
                if answer.get("id") == number:
                    return answer
            time.sleep(0.1)

    def begin(self, link):
        players = 2 if self.game == "triumph-of-chaos" else 3
        seats = ["me"] + (players - 1) * [{"bot": "random"}]
        made = self.insist(link, type="create", game=self.game, players=players, seats=seats, move_ms=86400000)
        self.key = made["table"]
        self.insist(link, type="wishes", table=self.key, ask_all=True)
        self.insist(link, type="start", table=self.key)

    def look(self, link):
        table = Table.__new__(Table)
        table.link, table.key, table.changes = link, self.key, 0
        table.take(self.insist(link, type="watch", table=self.key))
        return table

    def decide(self, link, table):
        number = f"{self.number}-{self.rng.getrandbits(60)}"
        question, action = table.asked["question"], self.rng.choice(table.asked["legal"])
        table.asked = None
        message = {"type": "act", "id": number, "table": self.key, "question": question, "action": action}
        link.send(**message)
        while True:
            answer = link.receive()
            if answer.get("code") == "storage":
                time.sleep(0.1)
                link.send(**message)
            elif answer.get("id") != number:
                table.take(answer)
            elif answer["type"] == "done":
                self.acknowledged.append((self.key, number))
                return
            else:
                assert answer["code"] in ("stale", "not-asked"), answer
                return

    def play(self, server):
        link = None
        try:
            link = server.socket(self.cookie)
            link.hello()
            if not self.key:
                self.begin(link)
            table = self.look(link)
            while not self.stop:
                self.seen[self.key] = table.view
                if table.status == "over":
                    self.begin(link)
                    table = self.look(link)
                elif table.asked:
                    self.decide(link, table)
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


class OnPostgresql(Kill):
    test_a_kill_under_load_loses_nothing_acknowledged = None  # that is about SQLite

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.database = Postgresql({"fsync": "on"})
        cls.addClassCleanup(cls.folder.cleanup)
        cls.addClassCleanup(cls.database.close)
        cls.database.start()
        cls.url = cls.database.make_database("games")

    def ask(self, sql, database="games"):
        """Returns the rows, as lists of texts."""
        found = subprocess.run(
            [self.database.programs / "psql", "-AtX", "-F", "|", "-h", self.database.folder, "-U", "apparat", "-d", database, "-c", sql],
            check=True, capture_output=True, text=True)
        return [line.split("|") for line in found.stdout.splitlines()]

    def check_lines(self, _, people):
        for table, count, last in self.ask("SELECT table_id, count(*), max(seq) FROM lines GROUP BY table_id"):
            self.assertEqual(int(count), int(last) + 1, f"table {table} has a gap")
        rows = self.ask("""SELECT t.key, l.client, count(*) FROM lines l JOIN tables t ON t.id = l.table_id
            WHERE l.client IS NOT NULL GROUP BY t.key, l.client""")
        self.assertEqual({count for _, _, count in rows} - {"1"}, set(), "a line was written twice")
        kept = {(key, client) for key, client, _ in rows}
        for person in people:
            self.assertEqual([pair for pair in person.acknowledged if pair not in kept], [], "acknowledged and lost")

    def setUp(self):
        if not self.database.process:
            self.database.start()

    def serve(self):
        server = Server(self.folder.name, "--db", self.url, "--admin-socket", f"{self.folder.name}/admin", **QUICK)
        self.addCleanup(self.end, server)
        return server

    def end(self, server, number=signal.SIGTERM):
        """Returns its exit status."""
        status = server.process.poll()
        if status is None:
            status = server.stop(number)
        server.errors.close()
        return status

    def await_decisions(self, people, more=3):
        """Waits until everybody has decided so often again."""
        wanted = [len(person.acknowledged) + more for person in people]
        end = time.monotonic() + PATIENCE
        while any(len(person.acknowledged) < count for person, count in zip(people, wanted, strict=True)) and time.monotonic() < end:
            self.assertEqual([person.failure for person in people], PLAYERS * [None])
            time.sleep(0.02)
        self.assertLess(time.monotonic(), end, [len(person.acknowledged) for person in people])

    def crash(self):
        """As if the machine of the database had failed."""
        self.database.stop(signal.SIGQUIT)
        time.sleep(0.3)
        self.database.start()

    def restart(self):
        self.database.stop(signal.SIGINT)
        self.database.start()

    def cut(self):
        self.ask("SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name LIKE 'apparat %'")

    def test_nothing_is_lost(self):
        people = [Persistent(number) for number in range(PLAYERS)]
        rng = random.Random(11)
        for _ in range(ROUNDS):
            server = self.serve()
            for person in people:
                person.cookie = person.cookie or server.guest(f"P{person.number}")
                person.stop = False
                self.check(server, person)
            threads = [threading.Thread(target=person.play, args=(server,)) for person in people]
            for thread in threads:
                thread.start()
            self.await_decisions(people)
            for harm in (self.cut, self.crash, self.cut, self.restart):
                harm()
                self.await_decisions(people)
                time.sleep(rng.uniform(0, 0.1))
            self.assertIn("event=store-away", server.log())
            self.assertIn("event=store-works", server.log())
            self.end(server, signal.SIGKILL)
            for person in people:
                person.stop = True
            for thread in threads:
                thread.join()
            self.assertEqual([person.failure for person in people], PLAYERS * [None])
            self.check_lines(None, people)
        print(f"{sum(len(person.acknowledged) for person in people)} acknowledged decisions, each kept once")

    def migrate(self, source, target, status=0):
        """Returns what is printed, or the error."""
        done = subprocess.run([PROGRAM, "migrate", "--from", source, "--to", target], capture_output=True, text=True, check=False)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stderr if status else done.stdout

    def test_games_move_to_another_database_and_back(self):
        """A game that began in a file goes on in PostgreSQL, and in a file again."""
        people = [Persistent(number) for number in range(PLAYERS)]
        empty = self.database.make_database("moved")
        with tempfile.TemporaryDirectory() as folder:
            first, back = Path(folder) / "first", Path(folder) / "back"
            first.mkdir()
            back.mkdir()
            server = Server(first, **QUICK)
            self.addCleanup(self.end, server)
            for person in people:
                person.cookie = server.guest(f"P{person.number}")
            threads = [threading.Thread(target=person.play, args=(server,)) for person in people]
            for thread in threads:
                thread.start()
            self.await_decisions(people, 10)
            self.assertIn("is being served already", self.migrate(f"sqlite:{server.database}", empty, 1))
            self.end(server)
            for thread in threads:
                thread.join()
            self.assertEqual([person.failure for person in people], PLAYERS * [None])
            there = self.migrate(f"sqlite:{server.database}", empty)
            self.assertIn("it must be empty", self.migrate(f"sqlite:{server.database}", empty, 1))
            with closing(sqlite3.connect(server.database)) as file:
                for line in there.splitlines()[:-1]:
                    table, rows = line.split()
                    self.assertEqual(file.execute(f"SELECT count(*) FROM {table}").fetchone(), (int(rows),))
            url, self.url = self.url, empty
            moved = self.serve()
            self.url = url
            for person in people:
                self.check(moved, person)
            last = self.ask("SELECT max(id) FROM people", "moved")
            moved.guest("Newcomer")
            self.assertEqual(self.ask("SELECT max(id) - 1 FROM people", "moved"), last)
            self.assertEqual(self.end(moved), 0)
            self.migrate(empty, f"sqlite:{back}/games.db")
            again = Server(back, **QUICK)
            self.addCleanup(self.end, again)
            for person in people:
                self.check(again, person)
            self.assertEqual(self.end(again), 0)

    def test_one_server_has_a_database(self):
        server = self.serve()
        second = subprocess.run([PROGRAM, "serve", "--port", "0", "--db", self.url], capture_output=True, text=True, check=False)
        self.assertEqual(second.returncode, 1)
        self.assertIn("is being served already", second.stderr)
        self.assertEqual(self.end(server), 0)
        self.assertEqual(self.end(self.serve()), 0)  # the first has left it

    def test_nothing_can_be_done_while_the_database_is_away(self):
        server = self.serve()
        cookie = server.guest()
        link = server.socket(cookie)
        link.hello()
        game = {"type": "create", "game": "tiny", "players": 2, "seats": ["me", {"bot": "random"}]}
        self.database.stop()
        status, said, _ = server.post("/api/guest", {"name": "Ben"})
        self.assertEqual((status, said["code"]), (503, "storage"))
        said = link.next()
        self.assertEqual((said["type"], said["works"]), ("storage", False))
        self.assertEqual(link.ask(**game)["code"], "storage")
        with self.assertRaises(Refused) as refused:  # nobody's session is over because of that
            server.socket(cookie)
        self.assertEqual(refused.exception.status, 503)
        for path in ("/api/me", "/records/abc", "/api/table/abc"):
            self.assertEqual(server.request("GET", path, Cookie=cookie)[0], 503, path)
        self.assertEqual(link.ask(type="ping")["type"], "pong")
        self.assertEqual(server.request("GET", "/healthz")[0], 503)
        self.database.start()
        end = time.monotonic() + PATIENCE
        while server.request("GET", "/healthz")[0] != 200 and time.monotonic() < end:
            time.sleep(0.1)
        self.assertEqual(link.ask(**game)["type"], "created")
        link.close()
        self.assertEqual(self.end(server), 0)

    def test_bad_addresses_are_refused(self):
        for url, why in (("postgresql:host=/nowhere", "cannot be opened"), (self.url.replace("dbname=games", "dbname=none"), "does not exist")):
            said = subprocess.run([PROGRAM, "serve", "--port", "0", "--db", url], capture_output=True, text=True, check=False)
            self.assertEqual(said.returncode, 1)
            self.assertIn(why, said.stderr)


del Kill  # its tests are run by test_kill.py

if __name__ == "__main__":
    unittest.main()
