#!/usr/bin/env python3
"""Does the checker find anything? People play at a server; what they were told is right. Then one thing is changed in what they have
written down, or in the database, and the checker must say so, and what it is."""

import copy
import json
import sqlite3
import sys
import tempfile
import time
import unittest
from contextlib import closing
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "server"))
import check
from check import Checker
from front_case import QUICK
from wire import PATIENCE, Server, Socket

MOVE_MS = 1500
TABLES = {
    "tables": "SELECT id, key, status, game, meta FROM tables",
    "lines": "SELECT table_id, seq, person, kind, seat, value, client FROM lines ORDER BY table_id, seq",
    "talk": "SELECT table_id, n, person, sender, text FROM talk",
    "people": "SELECT id, name FROM people",
}


class Recorded(Socket):
    """A connection whose messages are written down."""

    def begin(self, history, person, number):
        self.history, self.person, self.number = history, person, number
        self.note("open", 0)
        return self

    def note(self, kind, what):
        self.history.append({"t": time.monotonic(), "p": self.person, "c": self.number, kind: what})

    def send(self, **message):
        self.note("sent", message)
        super().send(**message)

    def receive(self):
        message = super().receive()
        self.note("got", message)
        return message


class Evening:
    """Two people play, talk, whisper and undo; one lets the clock decide; a stranger looks on, and comes again later."""

    def __init__(self, folder):
        self.server = Server(folder, **QUICK)
        self.history = [{"t": time.monotonic(), "p": number, "name": name} for number, name in enumerate(("Ann", "Ben", "Cid"))]
        self.cookies = [self.server.guest(name) for name in ("Ann", "Ben", "Cid")]
        self.connections = 0
        self.decisions = 0

    def link(self, person):
        self.connections += 1
        link = Recorded(self.server.address, self.cookies[person]).begin(self.history, person, self.connections)
        link.hello()
        return link

    def seen(self, link):
        """What the person is asked, once all that was told is here."""
        table = link.ask(type="watch", table=self.key)
        return table.get("ask")

    def act(self, link, ask, **more):
        self.decisions += 1
        message = {"type": "act", "table": self.key, "question": ask["question"], "action": ask["legal"][0], **more}
        return link.ask(**message)

    def play(self, links, until):
        end = time.monotonic() + PATIENCE
        while self.decisions < until and time.monotonic() < end:
            for link in links:
                ask = self.seen(link)
                if ask and self.decisions < until:
                    self.act(link, ask)

    def spend(self):
        ann, ben, cid = links = [self.link(person) for person in range(3)]
        made = ann.ask(type="create", game="red-empire", players=3, public=True, seats=["me", "open", {"bot": "random"}], move_ms=MOVE_MS, countdown_ms=60000)
        self.key = made["table"]
        ben.ask(type="join", table=self.key)
        for link in (ann, ben):
            link.ask(type="wishes", table=self.key, ask_all=True)
        ann.ask(type="start", table=self.key)
        cid.ask(type="watch", table=self.key)
        self.play((ann, ben), 12)
        ann.ask(type="say", table=self.key, text="Hello")
        seat = next(one["seat"] for one in ben.ask(type="watch", table=self.key)["seats"] if one.get("name") == "Ann")
        ben.ask(type="say", table=self.key, text="Psst", to=[seat])
        for link in (ann, ben):
            link.ask(type="ping")
        self.let_the_clock_decide((ann, ben, cid))
        self.play((ann, ben), 18)
        for link in links:
            link.ask(type="ping")
            link.close()
        again = self.link(0)
        again.ask(type="watch", table=self.key)
        again.ask(type="ping")
        again.close()
        self.server.stop()
        self.server.close()

    def let_the_clock_decide(self, links):
        """Nobody answers until a question to a person, who has a choice, is gone."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until and not any((ask := self.seen(link)) and len(ask["legal"]) > 1 for link in links):
            self.play(links, self.decisions + 1)
        question = ask["question"]
        while time.monotonic() < until and any((ask := self.seen(link)) and ask["question"] == question for link in links):
            for link in links:
                link.ask(type="ping")
            time.sleep(0.1)

    def database(self):
        rows = []
        with closing(sqlite3.connect(self.server.database)) as store:
            store.row_factory = sqlite3.Row
            for name, sql in TABLES.items():
                rows += [{"table": name, "row": dict(row)} for row in store.execute(sql)]
        return rows


class CheckerCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        check.MOST = 1000
        evening = Evening(cls.folder.name)
        evening.spend()
        cls.history, cls.rows, cls.key = evening.history, evening.database(), evening.key

    def setUp(self):
        self.events, self.database, self.notes = copy.deepcopy(self.history), copy.deepcopy(self.rows), []

    def check(self):
        """Returns the checker and its faults."""
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            for file, lines in (("history0.jsonl", self.events), ("database.jsonl", self.database), ("faults.jsonl", self.notes)):
                (folder / file).write_text("".join(json.dumps(line) + "\n" for line in lines))
            checker = Checker(folder)
            return checker, checker.run()

    def assert_found(self, kind, what):
        _, faults = self.check()
        self.assertTrue([fault for fault in faults if fault.startswith(f"{kind}: ") and what in fault], faults)

    # ---- Finding what is to be changed ----

    def lines(self):
        return [row["row"] for row in self.database if row["table"] == "lines"]

    def decisions(self):
        return [line for line in self.lines() if line["client"]]

    def got(self, person, kind):
        return [event for event in self.events if event["p"] == person and event.get("got", {}).get("type") == kind]

    def drop_line(self, line):
        self.database = [row for row in self.database if row["row"] is not line]

    # ---- Nothing is wrong ----

    def test_an_evening_without_faults(self):
        checker, faults = self.check()
        self.assertEqual(faults, [])
        for what in ("acknowledged", "views", "events", "talk", "by the clock", "promises"):
            self.assertGreater(checker.counts[what], 0, what)

    # ---- Stored ----

    def test_the_last_decision_is_lost(self):
        last = self.decisions()[-1]
        for line in [line for line in self.lines() if line["seq"] >= last["seq"]]:
            self.drop_line(line)
        self.assert_found("stored", "was acknowledged and is stored 0 times")

    def test_a_line_is_missing(self):
        self.drop_line(self.decisions()[5])
        self.assert_found("stored", "is missing or there twice")

    def test_a_decision_is_stored_twice(self):
        first, second = self.decisions()[3:5]
        second["client"], second["person"] = first["client"], first["person"]
        self.assert_found("stored", "stored 2 times")

    def test_a_decision_stands_before_what_was_acknowledged_sooner(self):
        first = self.decisions()[-2]
        sent = [event for event in self.events if event.get("sent", {}).get("id") == first["client"]]
        answers = [event for event in self.events if event.get("got", {}).get("id") == first["client"]]
        end = self.events[-1]["t"]
        later = [event for event in self.events if event not in sent and event not in answers]
        connection = {"t": end + 1, "p": sent[0]["p"], "c": 99}
        self.events = [*later, {**connection, "open": 0}, {**connection, "sent": sent[0]["sent"]}, {**connection, "got": answers[0]["got"]}]
        self.assert_found("stored", "stands before it")

    def test_nobody_has_sent_it(self):
        gone = self.decisions()[7]["client"]
        self.events = [event for event in self.events if event.get("sent", {}).get("id") != gone and event.get("got", {}).get("id") != gone]
        self.assert_found("stored", "was not sent by")

    def test_something_else_is_stored(self):
        changed = self.decisions()[7]["client"]
        next(event for event in self.events if event.get("sent", {}).get("id") == changed)["sent"]["action"] = "pass nothing"
        self.assert_found("stored", "was sent as")

    def test_what_was_refused_is_stored(self):
        changed = self.decisions()[7]["client"]
        answer = next(event for event in self.events if event.get("got", {}).get("id") == changed)
        answer["got"] = {"type": "refused", "id": changed, "code": "stale", "text": ""}
        self.assert_found("stored", "was refused and is stored")

    def test_a_table_is_lost(self):
        self.database = [row for row in self.database if row["table"] in ("people",)]
        self.assert_found("stored", "is not stored")

    def test_talk_is_lost(self):
        self.database = [row for row in self.database if row["table"] != "talk"]
        self.assert_found("stored", "\"Hello\" was acknowledged")

    def test_talk_is_stored_twice(self):
        self.database += [row for row in self.database if row["table"] == "talk"]
        self.assert_found("stored", "is stored 2 times")

    # ---- Seat, record ----

    def test_a_foreign_hand(self):
        people = {row["row"]["name"]: row["row"]["id"] for row in self.database if row["table"] == "people"}
        self.decisions()[7]["person"] = people["Cid"]
        self.assert_found("seat", "who does not sit there")

    def test_a_wrong_seat(self):
        people = {row["row"]["name"]: row["row"]["id"] for row in self.database if row["table"] == "people"}
        line = self.decisions()[7]
        line["person"] = people["Ann"] + people["Ben"] - line["person"]
        self.assert_found("seat", "who sits at")

    def test_a_line_that_the_rules_forbid(self):
        self.decisions()[7]["value"] ^= 1 << 13
        self.assert_found("record", "cannot be played")

    # ---- Views ----

    def test_a_number_in_a_view_is_another(self):
        self.got(1, "change")[5]["got"]["view"]["question"] = 999
        self.assert_found("views", "is not so after any line")

    def test_somebody_sees_the_view_of_another_seat(self):
        other = self.got(0, "table")[-1]["got"]
        mine = self.got(1, "table")[-1]["got"]
        mine["view"], mine["figures"] = other["view"], other["figures"]
        self.assert_found("views", "is not so after any line")

    def test_an_old_view_after_a_new_one(self):
        tables = [event for event in self.got(0, "table") if "view" in event["got"]]
        old, last = tables[0]["got"], tables[-1]["got"]
        number = last["id"]
        last.clear()
        last.update({**old, "id": number})
        self.assert_found("views", "is not so after any line")

    def test_a_change_of_nothing(self):
        first = next(event for event in self.got(2, "table"))
        self.events.remove(first)
        self.assert_found("views", "and nothing before")

    # ---- Hidden ----

    def test_an_event_for_another_seat(self):
        known = {json.dumps(event) for one in self.got(2, "change") + self.got(2, "table") for event in one["got"].get("events", [])}
        own = [event for one in self.got(0, "change") + self.got(0, "table") for event in one["got"].get("events", []) if json.dumps(event) not in known]
        self.assertTrue(own, "nobody was told anything alone")
        self.got(2, "change")[-1]["got"]["events"] = own[:1]
        self.assert_found("hidden", "others may know")

    def test_an_event_that_did_not_happen(self):
        self.got(2, "change")[-1]["got"]["events"] = [{"event": "collapse", "clause": "KR-1", "args": []}]
        self.assert_found("hidden", "has not happened")

    def test_a_whisper_is_heard_by_others(self):
        whisper = next(event["got"] for event in self.got(0, "talk") if event["got"]["text"] == "Psst")
        after = self.events[-1]["t"]
        self.events += [{"t": after + 1, "p": 2, "c": 99, "open": 0}, {"t": after + 1, "p": 2, "c": 99, "got": whisper}]
        self.assert_found("hidden", "heard \"Psst\"")

    def make_private(self):
        row = next(row["row"] for row in self.database if row["table"] == "tables")
        row["meta"] = json.dumps({**json.loads(row["meta"]), "public": False})

    def test_a_private_table_is_shown(self):
        self.make_private()
        self.assert_found("hidden", "to which he was not invited")

    def test_a_private_table_is_in_the_list(self):
        self.make_private()
        row = {"type": "lobby_change", "table": self.key}
        after = self.events[-1]["t"]
        self.events += [{"t": after + 1, "p": 2, "c": 99, "open": 0}, {"t": after + 1, "p": 2, "c": 99, "got": row}]
        self.assert_found("hidden", "in the list")

    def test_the_answer_to_somebody_else(self):
        answer = next(event["got"] for event in self.got(0, "done"))
        after = self.events[-1]["t"]
        self.events += [{"t": after + 1, "p": 2, "c": 99, "open": 0}, {"t": after + 1, "p": 2, "c": 99, "got": answer}]
        self.assert_found("hidden", "which he has not asked")

    # ---- Clock ----

    def test_a_hasty_clock(self):
        for event in self.events:
            if event.get("got", {}).get("deadline"):
                event["got"]["deadline"] += 5000
        self.assert_found("clock", "too early")

    def test_a_hasty_clock_while_clocks_differ(self):
        """What is told meanwhile promises nothing, but what was told before does."""
        for event in self.events:
            if event.get("got", {}).get("deadline"):
                event["got"]["deadline"] += 5000
        begin, end = self.events[0]["t"], self.events[-1]["t"]
        self.notes = [{"clocks differ": True, "from": begin, "to": end}]
        self.assertEqual(self.check()[1], [])
        self.notes = []
        table = self.check()[0].tables[self.key]
        number, promises = next((number, table.promises[place]) for number, place in self.by_the_clock(table))
        self.notes = [{"clocks differ": True, "from": min(since for _, since in promises) + 0.001, "to": end}]
        self.assert_found("clock", f"line {number} ")

    def test_an_outage_that_is_not_given_back(self):
        """The clock has decided as soon as it could, although nobody was served for a part of the time."""
        checker, _ = self.check()
        table = checker.tables[self.key]
        number, promises = next((number, table.promises[place]) for number, place in self.by_the_clock(table))
        told, since = table.first_told[number], min(since for _, since in promises)
        late = int(1000 * (told - max(promised for promised, _ in promises)))
        for event in self.events:
            if event.get("got", {}).get("deadline"):
                event["got"]["deadline"] += late
        self.notes = [{"outage": True, "from": since, "to": told}]
        slack, check.OUTAGE_SLACK = check.OUTAGE_SLACK, 0.2
        self.addCleanup(setattr, check, "OUTAGE_SLACK", slack)
        self.assert_found("clock", "s given back")

    def by_the_clock(self, table):
        """Yields the numbers of lines that the clock has decided, and that after which each question was put."""
        for number, line in enumerate(table.lines):
            place = table.game.opened[number]
            if line["person"] == 0 and table.seat_name(line["seat"]) in table.seats[:2] and table.promises.get(place):
                yield number, place


if __name__ == "__main__":
    unittest.main()
