"""What tests of several nodes share: nodes on one private PostgreSQL, and people who go to another when theirs is gone."""

import os
import random
import signal
import subprocess
import tempfile
import threading
import time
import unittest

from front_case import QUICK
from wire import PATIENCE, PROGRAM, Closed, Refused, Server, Table
from with_postgresql import Postgresql


class Person:
    """Repeats what was not answered under the same id, at whichever node answers."""

    def __init__(self, name, nodes, first=0):
        self.name, self.nodes, self.first = name, nodes, first
        self.rng = random.Random(name)
        self.link = self.node = self.table = self.key = None
        self.acknowledged = []  # pairs of a table and an id
        self.cookie = nodes[first].guest(name)
        self.failure = None
        self.moves = 0  # times that the person had to come back
        self.connect()

    def connect(self):
        """Goes to the first node, in order from the own one, that lets in."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for i in range(len(self.nodes)):
                node = self.nodes[(self.first + i) % len(self.nodes)]
                try:
                    self.link = node.socket(self.cookie)
                    assert self.link.hello()["type"] == "welcome"
                    self.node = node
                    return
                except (Closed, Refused, OSError):
                    pass
            time.sleep(0.05)
        raise AssertionError(f"{self.name} finds no node")

    def come_back(self):
        self.moves += 1
        self.link.close()
        self.connect()

    def ask(self, **message):
        """Returns the answer, which is no failure of a node or of the store."""
        number = f"{self.name}-{self.rng.getrandbits(60)}"
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            try:
                self.link.send(**message, id=number)
                while (answer := self.link.receive()).get("id") != number:
                    if "id" not in answer and answer.get("code") == "storage":
                        break
                    self.link.aside.append(answer)
                if answer.get("code") != "storage":
                    return answer
                time.sleep(0.1)
            except (Closed, OSError):
                self.come_back()
                self.look()
        raise AssertionError(f"{self.name} gets no answer to {message}")

    def look(self):
        """Looks at the table that the person has looked at before."""
        while self.key:
            try:
                answer = self.link.ask(type="watch", table=self.key)
                if answer["type"] == "table":
                    table = Table.__new__(Table)
                    table.link, table.key, table.changes = self.link, self.key, 0
                    table.view = table.asked = None
                    table.take(answer)
                    self.table = table
                    return
                assert answer["code"] == "storage", answer
                time.sleep(0.1)
            except (Closed, OSError):
                self.come_back()

    def watch(self, key):
        self.key = key
        self.look()

    def next(self):
        try:
            self.table.take(self.link.next())
        except (Closed, OSError):
            self.come_back()
            self.look()

    def act(self):
        """Answers the open question somehow."""
        question, action = self.table.asked["question"], self.rng.choice(self.table.asked["legal"])
        number = f"{self.name}-{self.rng.getrandbits(60)}"
        self.table.asked = None
        while True:
            try:
                self.link.send(type="act", id=number, table=self.key, question=question, action=action)
                while (answer := self.link.receive()).get("id") != number:
                    if answer.get("code") == "storage":
                        break
                    self.table.take(answer)
                if answer.get("code") != "storage":
                    break
                time.sleep(0.1)
            except (Closed, OSError):
                self.come_back()
                self.look()
                self.table.asked = None if self.table.status == "over" else self.table.asked
        if answer["type"] == "done":
            self.acknowledged.append((self.key, number))
        else:
            assert answer["code"] in ("stale", "not-asked", "not-running"), answer

    def play(self):
        """Plays until the game is over."""
        try:
            while self.table.status != "over":
                while self.link.aside:
                    self.table.take(self.link.aside.pop(0))
                if self.table.asked:
                    self.act()
                else:
                    self.next()
        except BaseException as failure:  # shown by the test, which waits for this thread
            self.failure = failure

    def close(self):
        self.link.close()


class NodesCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.database = Postgresql({"max_connections": "40"})
        cls.addClassCleanup(cls.database.close)
        cls.database.start()

    def setUp(self):
        self.make_database(self.id().rsplit(".", 1)[-1])

    def make_database(self, name):
        self.name = name
        self.url = self.database.make_database(name)

    def ask_database(self, sql):
        """Returns the rows, as lists of texts."""
        words = ["-AtX", "-F", "|", "-h", self.database.folder, "-U", "apparat", "-d", self.name, "-c", sql]
        found = subprocess.run([self.database.programs / "psql", *words], check=True, capture_output=True, text=True)
        return [line.split("|") for line in found.stdout.splitlines()]

    def start(self, program=PROGRAM, **limits):
        """Starts another node, of this program."""
        path = f"{self.folder.name}/{os.urandom(6).hex()}.admin"
        words = ["--db", self.url, "--node", "127.0.0.1:0", "--admin-socket", path]
        node = Server(self.folder.name, *words, apparat=program, **{**QUICK, **limits})
        node.admin = path
        self.addCleanup(self.end, node)
        return node

    def nodes(self, count, **limits):
        """Starts nodes, and waits until all know each other."""
        started = [self.start(**limits) for _ in range(count)]
        self.await_links(started)
        return started

    def await_links(self, nodes):
        self.await_true(lambda: all(self.figure(node, "apparat_links") == 2 * (len(nodes) - 1) for node in nodes))

    def figure(self, node, name):
        status, _, text = node.request("GET", "/metrics")
        self.assertEqual(status, 200)
        return float(next(line.split()[1] for line in text.decode().splitlines() if line.startswith(name + " ")))

    def await_true(self, condition):
        end = time.monotonic() + PATIENCE
        while not (found := condition()):
            self.assertLess(time.monotonic(), end, "this never happens")
            time.sleep(0.03)
        return found

    def end(self, node, number=signal.SIGTERM):
        """Returns its exit status."""
        status = node.process.poll()
        if status is None:
            status = node.stop(number)
        node.errors.close()
        return status

    def end_and_read(self, node):
        """Stops the node. Returns its exit status, and what it has said that means trouble."""
        status = node.stop()
        said = [line for line in node.said().splitlines() if "level=info" not in line]
        return status, said

    def person(self, name, nodes, first=0):
        made = Person(name, nodes, first)
        self.addCleanup(made.close)
        return made

    def begin(self, game, people, **options):
        """The first of the people makes a table of this game, at which all sit. Returns its key."""
        seats = ["me"] + (len(people) - 1) * ["open"]
        how = {"players": len(seats), "seats": seats, "public": True, "pace": "slow", "move_ms": 86400000, "options": options}
        made = people[0].ask(type="create", game=game, **how)
        self.assertEqual(made["type"], "created", made)
        for person in people[1:]:
            self.assertEqual(person.ask(type="join", table=made["table"])["type"], "done")
        for person in people:
            person.watch(made["table"])
        self.assertEqual(people[0].ask(type="start", table=made["table"])["type"], "done")
        return made["table"]

    def led_by(self, key):
        """The port of the node that leads the table, as the database has it; None: nobody does."""
        rows = self.ask_database(f"SELECT n.address FROM tables t JOIN nodes n ON n.id = t.node WHERE t.key = '{key}'")
        return rows[0][0] if rows else None

    def play_all(self, people, meanwhile=None):
        """Lets all play their games to the end."""
        threads = [threading.Thread(target=person.play) for person in people]
        for thread in threads:
            thread.start()
        try:
            if meanwhile:
                meanwhile()
        finally:
            for thread in threads:
                thread.join(PATIENCE)
        self.assertEqual([person.failure for person in people], len(people) * [None])
        self.assertFalse(any(thread.is_alive() for thread in threads))

    def check_lines(self, people):
        """Each acknowledged decision is stored once, and no line is missing."""
        for table, count, last in self.ask_database("SELECT table_id, count(*), max(seq) FROM lines GROUP BY table_id"):
            self.assertEqual(int(count), int(last) + 1, f"table {table} has a gap")
        rows = self.ask_database("""SELECT t.key, l.client, count(*) FROM lines l JOIN tables t ON t.id = l.table_id
            WHERE l.client IS NOT NULL GROUP BY t.key, l.client""")
        self.assertEqual({count for _, _, count in rows} - {"1"}, set(), "a line was written twice")
        kept = {(key, client) for key, client, _ in rows}
        for person in people:
            self.assertEqual([pair for pair in person.acknowledged if pair not in kept], [], "acknowledged and lost")
