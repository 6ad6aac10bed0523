#!/usr/bin/env python3
"""People and bots play at many tables of every game, at a server that was built with ThreadSanitizer
(APPARAT). It must end without errors and print nothing."""

import random
import unittest

from front_case import QUICK, Case
from wire import Table

ACTS = 150  # before bots take all seats
TABLES = 2  # of each game


class Person:
    """A connection, and the tables that it watches."""

    def __init__(self, case, name):
        server = case.server
        words = {"name": name, "password": f"correct horse {name}"}
        status, said, self.cookie = server.post("/api/register", words, server.guest(name))
        case.assertEqual(status, 200, said)
        self.link = case.greeted(cookie=self.cookie)
        self.tables = {}

    def watch(self, key):
        self.tables[key] = Table(self.link, key)

    def take_messages(self):
        """Takes the next message, and all that came with it."""
        messages = [self.link.next(), *self.link.aside]
        self.link.aside = []
        for message in messages:
            if message.get("table") in self.tables:
                self.tables[message["table"]].take(message)

    def ask(self, **message):
        answer = self.link.ask(**message)
        if self.link.aside:
            self.take_messages()
        return answer


class Busy(Case):
    limits = {**QUICK, "live_delay": 1, "countdown": 1, "passwords_a_minute": 100, "waiting_bytes": 1 << 28}

    def done(self, answer):
        self.assertIn(answer["type"], ("done", "created"), answer)
        return answer

    def begin(self, ann, ben, game):
        """Starts a table of two people and bots of all levels; returns its key."""
        players = min(max(3, game["min_players"]), game["max_players"])
        bots = [{"bot": level} for level in game["bots"]] * players
        words = {"game": game["game"], "players": players, "seats": ["me", "open", *bots[: players - 2]]}
        key = self.done(ann.ask(type="create", public=True, **words))["table"]
        self.done(ben.ask(type="join", table=key))
        self.done(ann.ask(type="start", table=key))
        return key

    def act(self, person, table, rng):
        if table.asked:
            action = rng.choice(table.asked["legal"])
            words = {"question": table.asked["question"], "action": action}
            table.asked = None  # one answer to each `ask`: the next is told what it may be
            answer = person.ask(type="act", table=table.key, **words)
            if answer.get("code") == "forbidden":
                self.asked_otherwise(person, table, action)
            else:
                self.assertTrue(answer["type"] == "done" or answer["code"] in ("stale", "not-asked"), answer)
        else:
            person.ask(type="say", table=table.key, text="Well?")

    def asked_otherwise(self, person, table, action):
        """The parts of a sealed answer have one number. When time is up the server decides one of them in between, and an `ask` may
        be told again while an answer is on its way: then what was answered is no longer asked, and he is told so."""
        while table.status != "over" and (not table.asked or action in table.asked["legal"]):
            person.take_messages()  # fails if nothing comes

    def test_many_tables_at_once(self):
        ann, ben, cat = people = [Person(self, name) for name in ("Ann", "Ben", "Cat")]
        games = ann.ask(type="games")["games"]
        keys = [self.begin(ann, ben, game) for game in games for _ in range(TABLES)]
        for person in people:
            for key in keys:
                person.watch(key)
        rng = random.Random(17)
        for _ in range(ACTS):
            person = rng.choice((ann, ben))
            self.act(person, person.tables[rng.choice(keys)], rng)
        for person in (ann, ben):
            for key in keys:
                self.done(person.ask(type="hand_over", table=key, level="random"))
        for person in people:
            while any(table.status != "over" for table in person.tables.values()):
                person.take_messages()
        for key in keys:
            self.assertEqual(self.server.request("GET", f"/records/{key}.apr", Cookie=cat.cookie)[0], 200)


if __name__ == "__main__":
    unittest.main()
