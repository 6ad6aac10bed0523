"""Clients that check every message, in both directions, against the schemas in docs/protocol."""

import json
import os
import select
import subprocess
import tempfile
import time
import unittest
from collections import Counter
from pathlib import Path

from jsonschema import Draft202012Validator

from quick_schema import QuickSchema
from wire import PATIENCE, PROGRAM, TEXT, Server, Socket, merge

QUICK = {"messages_a_second": 100000, "message_burst": 100000, "talk_a_minute": 1000, "bot_delay": 0, "shown_most": 0}
MEMORY = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # these tests do not test disks
DOCS = Path(__file__).resolve().parents[2] / "docs"


class Schema:
    """The messages of one side. Each is checked by the part of the schema for its type, as a function; the first of each
    type are checked by a library, too, and a few by the whole schema, as are those that are bad."""

    CHECKED_TWICE, CHECKED_WHOLE = 40, 3

    def __init__(self, name):
        self.whole = json.loads((DOCS / "protocol" / f"{name}.schema.json").read_text())
        Draft202012Validator.check_schema(self.whole)
        self.types = [part["$ref"].split("/")[-1] for part in self.whole["oneOf"]]
        self.all = Draft202012Validator(self.whole)
        self.one = {
            name: Draft202012Validator({"$ref": f"#/$defs/{name}", "$defs": self.whole["$defs"]})
            for name in self.types
        }
        quick = QuickSchema(self.whole)
        self.quick = {name: quick.on_ref(f"#/$defs/{name}", None) for name in self.types}
        self.quick_whole = quick.of(self.whole)
        self.seen, self.codes = Counter(), Counter()
        self.good = set()

    def check(self, message):
        kind = message.get("type")
        assert kind in self.one, f"there is no such type: {message}"
        # Messages that differ only in their id are checked once: many clients are sent the same.
        text = json.dumps({**message, "id": len(message["id"])} if "id" in message else message)
        if text in self.good:
            self.seen[kind] += 1
            return
        is_good = self.quick[kind](message)
        if not is_good or self.seen[kind] < self.CHECKED_TWICE:
            for error in self.one[kind].iter_errors(message):
                where = "/".join(map(str, error.absolute_path))
                raise AssertionError(f"{kind} at /{where}: {error.message}\n{message}")
        assert is_good, f"only one of both finds a fault: {message}"
        if self.seen[kind] < self.CHECKED_WHOLE:
            assert self.all.is_valid(message), message
        self.good.add(text)
        self.seen[kind] += 1
        self.codes[message.get("code")] += 1

    def fits(self, message):
        found = self.all.is_valid(message)
        assert self.quick_whole(message) == found, f"only one of both finds a fault: {message}"
        return found


CLIENT, SERVER = Schema("client"), Schema("server")


def zeros_out(view):
    """Returns the view without zeros in its tables of numbers, as a whole view is sent."""

    def row(value):
        return {k: v for k, v in value.items() if v != 0} if isinstance(value, dict) else value

    def part(value):
        return {k: row(v) for k, v in value.items()} if isinstance(value, dict) else value

    return {k: part(v) for k, v in view.items()}


class Client(Socket):
    """A connection that has said hello."""

    def __init__(self, server, cookie):
        super().__init__(server.address, cookie)
        self.server, self.cookie = server, cookie
        self.welcome = self.ask(type="hello", version=1)

    def send(self, **message):
        CLIENT.check(message)
        super().send(**message)

    def receive(self):
        message = super().receive()
        SERVER.check(message)
        return message

    def done(self, **message):
        answer = self.ask(**message)
        assert answer["type"] != "refused", answer
        return answer

    def code(self, **message):
        """Sends a message that must be refused, and returns the code."""
        answer = self.ask(**message)
        assert answer["type"] == "refused", answer
        return answer["code"]

    def raw(self, message):
        """Sends what no client should send, and returns the answer."""
        self.count += 1
        if isinstance(message, dict):
            message = json.dumps({"id": f"raw {self.count}", **message}).encode()
        self.send_frame(TEXT, message)
        while (answer := self.receive())["type"] not in ("refused", "done"):
            self.aside.append(answer)
        return answer

    def waiting(self):
        """Returns whether there is something to read."""
        return bool(self.aside or self.unread or select.select([self.link], [], [], 0)[0])

    def settled(self):
        """Returns everything that the server has sent so far."""
        self.done(type="ping")
        messages, self.aside = self.aside, []
        return messages


class Watcher:
    """Somebody who watches a table, and what the messages add up to."""

    def __init__(self, client, key, invite=None, since=None):
        self.client, self.key, self.invite = client, key, invite
        self.table = self.view = self.open = self.asked = self.deadline = None
        self.undo = self.undoable = None
        self.events, self.talk, self.wholes, self.changes, self.count = [], [], 0, 0, 0
        self.put = {}  # the questions so far, by their number
        self.own = {}  # what was told of each question to this seat when it was put: open, ask, deadline
        self.watch(since)

    def watch(self, since=None):
        more = {k: v for k, v in {"invite": self.invite, "since": since}.items() if v is not None}
        self.take(self.client.done(type="watch", table=self.key, **more))
        self.settle()

    def take(self, message):
        kind = message["type"]
        if message.get("table") != self.key:
            return
        if kind == "table":
            self.wholes += 1
            self.table, self.view = message, message.get("view")
            self.open, self.asked = message.get("open"), message.get("ask")
            self.deadline, self.undo = message["deadline"], message["undo"]
            self.undoable = message.get("undoable")
            self.events = list(message.get("events", ()))
            self.count = message.get("event_count", 0)
        elif kind == "change":
            self.changes += 1
            self.nothing_unsealed(message["open"])
            self.view = merge(self.view, message["view"])
            self.open, self.asked = message["open"], message["ask"]
            self.deadline, self.undo = message["deadline"], message["undo"]
            self.undoable = message.get("undoable")
            self.events += message["events"]
            self.count += len(message["events"])
            if self.open:
                self.put[self.open["question"]] = self.open
        if self.asked:
            self.own.setdefault(self.asked["question"], (self.open, self.asked, self.deadline))
        if kind == "talk":
            self.talk.append(message)
        elif kind == "talks":
            self.talk += message["talks"]

    def nothing_unsealed(self, now):
        """Checks that nobody is told who has answered an open sealed question: seats are told only
        of their own answers, observers of none."""
        if not (now and now["sealed"] and self.open and now["question"] == self.open["question"]):
            return
        assert self.seat, "an observer is told of a sealed answer"
        others = [[s for s in o["asked"] if s != self.seat] for o in (now, self.open)]
        assert others[0] == others[1], "who has answered is told"

    def settle(self):
        """Takes all messages that have come, and returns them."""
        messages = self.client.settled()
        for message in messages:
            self.take(message)
        return messages

    @property
    def seat(self):
        return self.table["you"]

    @property
    def over(self):
        return self.table["status"] == "over"

    def question(self):
        return self.asked and self.asked["question"]

    def say(self, **words):
        """Sends a message about this table, and returns the answer."""
        answer = self.client.ask(table=self.key, **words)
        self.settle()
        return answer

    def act(self, action, **more):
        words = {"question": self.question(), "action": action, **more}
        return self.say(type="act", **words)

    def log(self):
        """Reads the whole log, in pieces, and checks its end against what the table has shown."""
        events, before = [], {}
        while True:
            part = self.client.done(type="log", table=self.key, **before)
            assert part["count"] == self.count, (part["count"], self.count)
            events[:0] = part["events"]
            if part["first"] == 0:
                break
            assert len(part["events"]) == 500
            before = {"before": part["first"]}
        assert len(events) == self.count
        assert events[len(events) - len(self.events) :] == self.events
        return events

    def again(self):
        """Connects again, and checks that the person is shown what was shown before."""
        self.settle()
        before, asked = zeros_out(self.view), self.asked
        events = self.events
        self.client.close()
        self.client = Client(self.client.server, self.client.cookie)
        self.watch()
        assert zeros_out(self.view) == before, differences(before, zeros_out(self.view))
        assert self.asked == asked, (asked, self.asked)
        count = min(len(events), len(self.events))
        assert events[len(events) - count :] == self.events[len(self.events) - count :]


def differences(one, other):
    return {k: (one.get(k), other.get(k)) for k in {*one, *other} if one.get(k) != other.get(k)}


def listen(watchers, until, patience=PATIENCE):
    """Lets all watchers take messages until the condition is true."""
    end = time.monotonic() + patience
    while not until():
        for w in watchers:
            if w.client.aside:
                w.take(w.client.next())
                break
        else:
            left = end - time.monotonic()
            assert left > 0, "the condition was not met in time"
            buffered = [w for w in watchers if w.client.unread]
            ready = [] if buffered else select.select([w.client.link for w in watchers], [], [], left)[0]
            for w in buffered or [w for w in watchers if w.client.link in ready]:
                w.take(w.client.receive())


class Case(unittest.TestCase):
    """Each class has one server, at which bots and automatic answers come at once."""

    limits = {"bot_workers": 0, "live_delay": 1, "countdown": 20000}

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory(dir=MEMORY)
        cls.addClassCleanup(cls.folder.cleanup)
        cls.server = Server(cls.folder.name, **QUICK, **cls.limits)
        cls.addClassCleanup(lambda: cls.end(cls.server))

    @staticmethod
    def end(server):
        status, said = server.stop(), server.said()
        server.close()
        assert (status, said) == (0, ""), (status, said)

    def own_server(self, folder=None, **limits):
        if folder is None:
            temporary = tempfile.TemporaryDirectory(dir=MEMORY)
            self.addCleanup(temporary.cleanup)
            folder = temporary.name
        server = Server(folder, **{**QUICK, **Case.limits, **limits})
        self.addCleanup(lambda: server.process.poll() is None and self.end(server))
        return server

    def person(self, name, server=None, cookie=None):
        server = server or self.server
        client = Client(server, cookie or server.guest(name))
        self.addCleanup(client.close)
        return client

    def people(self, *names, server=None):
        return [self.person(name, server) for name in names]

    def watcher(self, *words, **more):
        w = Watcher(*words, **more)
        self.addCleanup(lambda: w.client.close())  # the client may have been replaced
        return w

    def table(self, people, game="red-empire", players=3, bot="greedy", start=True, **more):
        """Seats the people at a new table, with bots in the other seats, and returns their watchers."""
        seats = ["me"] + ["open"] * (len(people) - 1) + [{"bot": bot}] * (players - len(people))
        made = people[0].done(type="create", game=game, players=players, seats=seats, **more)
        for person in people[1:]:
            person.done(type="join", table=made["table"], invite=made["invite"])
        watchers = [self.watcher(person, made["table"]) for person in people]
        for w in watchers:
            w.say(type="wishes", ask_all=True)  # so that the server answers no question
        if start:
            self.assertEqual(watchers[0].say(type="start")["type"], "done")
        self.settle(watchers)
        return watchers

    def settle(self, watchers):
        for w in watchers:
            w.settle()

    def done(self, answer):
        self.assertEqual(answer["type"], "done", answer)

    def refused(self, code, answer):
        self.assertEqual((answer["type"], answer.get("code")), ("refused", code), answer)

    def next_act(self, watchers, rng):
        """Lets somebody who is asked act, and returns the watcher."""
        asked = [w for w in watchers if w.asked]
        self.assertTrue(asked, "nobody is asked, and the game is not over")
        w = rng.choice(asked)
        self.done(w.act(rng.choice(w.asked["legal"])))
        self.settle(watchers)
        return w

    def play_until(self, watchers, rng, so):
        for _ in range(2000):
            if so():
                return
            self.next_act(watchers, rng)
        self.fail("the condition was never met")

    def record(self, client, key):
        path = f"/records/{key}.apr"
        status, _, text = client.server.request("GET", path, Cookie=client.cookie)
        self.assertEqual(status, 200, text)
        return text.decode()

    def verify(self, record):
        with tempfile.NamedTemporaryFile("w", suffix=".apr") as file:
            file.write(record)
            file.flush()
            done = subprocess.run([PROGRAM, "verify", file.name], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("dice verified", done.stdout)
