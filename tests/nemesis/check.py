#!/usr/bin/env python3
"""usage: check.py FOLDER

The checker: reads what people have sent and were sent (history*.jsonl), what was done to the servers (faults.jsonl), the database when
all was over (database.jsonl) and the records of finished games (records/). It knows the protocol and the rules, and nothing of the
server. What must hold:

  stored    what was acknowledged is stored, once, in order; nothing is stored that nobody sent or that was refused
  seat      nobody decides for a seat that is not his
  record    the lines of each table can be played again; the records of finished games are right, and have the same lines
  views     what somebody is shown is at each moment what he may see by the rules, and never goes back behind what was told before
  hidden    nobody is told an event, a whisper or a table that is not for him
  clock     the clock decides for nobody sooner than he was told, and times when nobody was served are given back"""

import contextlib
import heapq
import json
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path

from replays import PROGRAM, UNDO, UNSEAL, Shown, replay, sign, write_records

MOST = 20  # faults of a kind that are printed
OUTAGE_SLACK = 1.5  # seconds until a server notices that it was not served
ROUNDING = 0.05
SETTLING = 20  # seconds after which nobody has heard last of a time that a clock which was wrong has shown


class Act:
    """A decision that somebody has sent, any number of times under one id."""

    def __init__(self, message, floor):
        self.kind, self.question, self.action = message["type"], message.get("question"), message.get("action")
        self.floor = floor  # a line that was stored before this was first sent; -1: none
        self.open = 0  # copies that were not answered
        self.is_done = self.is_refused = False
        self.stored = []  # numbers of lines


class Table:
    """A table as the database has it, and what people know of it."""

    def __init__(self, row, lines, talk):
        self.key, self.game_name, self.status, self.meta = row["key"], row["game"], row["status"], row["meta"]
        self.lines, self.talk = lines, talk
        self.seats = [seat["seat"] for seat in self.meta["seats"]]
        self.is_public = self.meta["public"]
        self.owner = self.meta.get("owner")
        self.sitters = [part["person"] for part in self.meta.get("private", [])]
        self.game = None
        self.told = 0  # so many lines are known to be stored
        self.first_told = {}  # when anybody knew first that there is a line
        self.highest = 0
        self.acked = -1
        self.has_odd_clocks = False  # somebody let a bot play: then clocks stop, and start anew
        self.promises = {}  # by the number of lines after which the question was put
        self.asks = {}  # how many answers are legal, and whether the server will answer: by the same, and the seat

    def seat_name(self, number):
        return self.seats[number] if number < len(self.seats) else "chance"


class Connection:
    def __init__(self, person):
        self.person = person
        self.watches = {}  # shown and position, by table
        self.sent_at = {}  # when, and the floor of the table, by id
        self.leaving = {}  # tables at which he wants to look no longer, by id
        self.offset = None  # bounds of what is to be added to the server's time, in seconds
        self.unsure = []  # promises that the next pong confirms


class Checker:
    def __init__(self, folder):
        self.folder = folder
        self.faults = []
        self.kinds = Counter()
        self.counts = Counter()
        self.tables, self.names, self.ids = {}, {}, {}
        self.acts = {}  # by person, table and id
        self.about = {}  # the table of a decision, by person and id
        self.says = {}  # by text
        self.connections = {}
        self.you = {}  # seats, by person and table
        self.invited = set()  # pairs of a person and a table
        self.undoers = set()
        self.outages = []

    def fail(self, kind, text):
        self.kinds[kind] += 1
        if self.kinds[kind] <= MOST:
            self.faults.append(f"{kind}: {text}")

    # ---- The database ----

    def read_database(self):
        rows = {"tables": [], "lines": {}, "talk": {}, "people": []}
        with open(self.folder / "database.jsonl", encoding="utf-8") as file:
            for text in file:
                line = json.loads(text)
                row, kind = line["row"], line["table"]
                if kind in ("lines", "talk"):
                    rows[kind].setdefault(row["table_id"], []).append(row)
                else:
                    rows[kind].append(row)
        for row in rows["people"]:
            self.ids[row["id"]] = row["name"]
        for row in rows["tables"]:
            row["meta"] = json.loads(row["meta"])
            self.tables[row["key"]] = Table(row, rows["lines"].get(row["id"], []), rows["talk"].get(row["id"], []))
        self.read_games(rows)

    def read_games(self, rows):
        begun = [row for row in rows["tables"] if row["status"] in (1, 2)]
        with tempfile.TemporaryDirectory() as folder:
            for key, why in write_records(begun, rows["lines"], folder).items():
                self.fail("record", f"the lines of {key} cannot be played: line {why}")
            for row in begun:
                table = self.tables[row["key"]]
                for number, line in enumerate(table.lines):
                    if line["seq"] != number:
                        self.fail("stored", f"line {number} of {table.key} is missing or there twice")
                        break
                viewers = [*table.seats, "observer"]
                table.game = replay((Path(folder) / f"{table.key}.apr").read_text(), tuple(viewers))
                self.counts["lines"] += len(table.lines)
                self.counts["tables"] += 1
                self.check_record(table)

    def check_record(self, table):
        """Of a finished game there is a record, which is right and has the same lines."""
        if table.status != 2:
            return
        path = self.folder / "records" / f"{table.key}.apr"
        if not path.exists():
            self.fail("record", f"there is no record of {table.key}, which is over")
            return
        done = subprocess.run([PROGRAM, "verify", path], capture_output=True, text=True)
        if done.returncode != 0:
            self.fail("record", f"{table.key}: {done.stderr.strip()}")
        body = path.read_text().split("\n\n", 1)[1].splitlines()
        if [line for line in body if not line.startswith(("end ", "signed "))] != table.game.text:
            self.fail("record", f"the record of {table.key} is not what the database has")
        self.counts["records"] += 1

    # ---- Histories ----

    def run(self):
        self.read_database()
        with open(self.folder / "faults.jsonl", encoding="utf-8") as file:
            notes = [json.loads(text) for text in file]
        self.outages = [(note["from"], note["to"]) for note in notes if "outage" in note]
        self.differing = [(note["from"], note["to"] + SETTLING) for note in notes if "clocks differ" in note]
        paths = sorted(self.folder.glob("history*.jsonl"))
        self.find_lines()
        with contextlib.ExitStack() as files:
            streams = [map(json.loads, files.enter_context(open(path, encoding="utf-8"))) for path in paths]
            for event in heapq.merge(*streams, key=lambda event: event["t"]):
                self.take(event)
        self.check_acts()
        self.check_talk()
        self.check_clocks()
        return self.faults

    def find_lines(self):
        """Notes which line has which decision, so that an answer can be compared at once."""
        self.stored = {}
        for table in self.tables.values():
            for number, line in enumerate(table.lines):
                if line["client"]:
                    self.stored.setdefault((self.ids.get(line["person"]), table.key, line["client"]), []).append(number)

    def take(self, event):
        person = event["p"]
        if "name" in event:
            self.names[person] = event["name"]
        elif "open" in event:
            self.connections[event["c"]] = Connection(person)
        elif "closed" in event:
            self.connections.pop(event["c"], None)
        elif "sent" in event:
            self.take_sent(event["t"], self.connections[event["c"]], event["sent"])
        elif event["c"] in self.connections:
            self.take_got(event["t"], self.connections[event["c"]], event["got"])

    def name(self, person):
        return self.names.get(person, f"person {person}")

    def take_sent(self, t, connection, message):
        kind, key = message["type"], message.get("table")
        table = self.tables.get(key)
        if "id" in message:
            connection.sent_at.setdefault(message["id"], (t, table.told if table else 0))  # the first copy may be what is answered
        if message.get("invite"):
            self.invited.add((connection.person, key))
        if kind in ("act", "unseal"):
            identity = (connection.person, key, message["id"])
            if identity not in self.acts:
                self.acts[identity] = Act(message, table.acked if table else -1)
                self.about[connection.person, message["id"]] = key
            self.acts[identity].open += 1
        elif kind == "say":
            self.says.setdefault(message["text"], {"by": connection.person, "table": key, "to": message.get("to"), "sent": 0, "done": 0})["sent"] += 1
            connection.sent_at[message["id"]] = t, message["text"]
        elif kind == "undo":
            self.undoers.add((connection.person, key))
        elif kind in ("hand_over", "resign", "replace", "take_time") and table:
            table.has_odd_clocks = True
        elif kind == "watch" and message.get("watch") is False:
            connection.leaving[message["id"]] = key

    def take_got(self, t, connection, message):
        kind = message["type"]
        self.counts["messages"] += 1
        if kind in ("welcome", "pong", "clock"):
            self.take_time(connection, message)
        elif kind == "table":
            self.take_table(t, connection, message)
        elif kind == "change":
            self.take_change(t, connection, message)
        elif kind in ("talk", "talks"):
            for line in message["talks"] if kind == "talks" else [message]:
                self.take_talk(connection, message["table"], line)
        elif kind == "lobby":
            for row in message["tables"]:
                self.take_row(connection, row)
        elif kind == "lobby_change":
            self.take_row(connection, message)
        if kind in ("done", "refused") and "id" in message:
            self.take_answer(connection, message)

    # ---- Decisions ----

    def take_answer(self, connection, message):
        number = message["id"]
        sent = connection.sent_at.get(number)
        if not sent:
            self.fail("hidden", f"{self.name(connection.person)} was sent the answer to {number}, which he has not asked")
            return
        if message["type"] == "done" and number in connection.leaving:
            connection.watches.pop(connection.leaving.pop(number), None)
        if message["type"] == "done" and isinstance(sent[1], str):
            self.says[sent[1]]["done"] += 1
        elif (connection.person, number) in self.about:
            self.answer_act(connection.person, self.about[connection.person, number], message)

    def answer_act(self, person, key, message):
        act = self.acts.get((person, key, message["id"]))
        if not act:
            return
        if message.get("code") == "storage":
            return  # nobody knows of this copy
        act.open -= 1
        if message["type"] == "refused":
            act.is_refused = True
            return
        self.counts["acknowledged"] += not act.is_done
        act.is_done = True
        table = self.tables.get(key)
        lines = self.stored.get((self.name(person), key, message["id"]), [])
        if not table or len(lines) != 1:
            self.fail("stored", f"{act.kind} {message['id']} of {self.name(person)} at {key} was acknowledged and is stored {len(lines)} times")
            return
        table.acked = max(table.acked, lines[0])
        table.told = max(table.told, lines[0] + 1)

    def check_acts(self):
        for table in self.tables.values():
            for number, line in enumerate(table.lines):
                self.check_line(table, number, line)
        for (person, key, number), act in self.acts.items():
            if act.is_refused and not act.is_done and act.open <= 0 and act.stored:
                self.fail("stored", f"{number} of {self.name(person)} at {key} was refused and is stored as line {act.stored[0]}")

    def check_line(self, table, number, line):
        name = self.ids.get(line["person"])
        where = f"line {number} of {table.key} ({table.game_name}), \"{table.game.text[number] if number < len(table.game.text) else '?'}\","
        if line["person"] == 0:
            if line["client"]:
                self.fail("seat", f"{where} is by nobody and has the id {line['client']}")
            return
        person = next((one for one, called in self.names.items() if called == name), None)
        seat = self.you.get((person, table.key))
        if person is None or seat is None:
            self.fail("seat", f"{where} is by {name}, who does not sit there")
            return
        if line["kind"] == UNDO:
            if (person, table.key) not in self.undoers:
                self.fail("stored", f"{where} was not asked for by {name}")
            return
        if seat != table.seat_name(line["seat"]):
            self.fail("seat", f"{where} is by {name}, who sits at {seat}")
        act = self.acts.get((person, table.key, line["client"]))
        if not act:
            self.fail("stored", f"{where} was not sent by {name}")
            return
        act.stored.append(number)
        if len(act.stored) > 1:
            self.fail("stored", f"{where} is the same decision as line {act.stored[0]}")
        if number <= act.floor:
            self.fail("stored", f"{where} was sent after line {act.floor} was acknowledged, and stands before it")
        if act.kind != ("unseal" if line["kind"] == UNSEAL else "act"):
            self.fail("stored", f"{where} was sent as {act.kind}")
        elif number < len(table.game.text):
            said = table.game.text[number].split(" ", 1)[1]
            if act.kind == "act" and said != act.action:
                self.fail("stored", f"{where} was sent as \"{act.action}\"")
            if table.game.question[number] != act.question:
                self.fail("stored", f"{where} answers question {table.game.question[number]}, but was sent for {act.question}")
        self.counts["decisions"] += 1

    # ---- Views ----

    def take_table(self, t, connection, message):
        key, table = message["table"], self.tables.get(message["table"])
        person = connection.person
        if not table:
            self.fail("stored", f"{key} was shown to {self.name(person)} and is not stored")
            return
        seat = message["you"]
        if seat:
            self.you[person, key] = seat
        is_owner = self.ids.get(table.owner) == self.name(person)
        if message.get("owner") and not is_owner:
            self.fail("hidden", f"{self.name(person)} is said to have made {key}")
        if not table.is_public and not (seat or is_owner or (person, key) in self.invited):
            self.fail("hidden", f"{self.name(person)} is shown {key}, to which he was not invited")
        if not (seat or is_owner) and ("invite" in message or message.get("wishes")):
            self.fail("hidden", f"{self.name(person)} is told the invitation or the wishes of others at {key}")
        floor = connection.sent_at.get(message.get("id"), (0, 0))[1]
        position = max(floor, connection.watches.get(key, (None, 0))[1])
        if "view" not in message:
            connection.watches[key] = None, position
            return
        self.show(t, connection, table, Shown(message), position, message)

    def take_change(self, t, connection, message):
        key = message["table"]
        table = self.tables.get(key)
        shown, position = connection.watches.get(key, (None, 0))
        if not table or not shown:
            self.fail("views", f"{self.name(connection.person)} was told a change of {key} and nothing before")
            return
        shown.take(message)
        self.show(t, connection, table, shown, position, message)

    def show(self, t, connection, table, shown, position, message):
        seat = self.you.get((connection.person, table.key))
        viewer, who = seat or "observer", self.name(connection.person)
        if not table.game:
            self.fail("stored", f"{who} was shown a game at {table.key}, which has not begun")
            return
        found = table.game.find(viewer, shown.sign(), position)
        self.counts["views"] += 1
        if found is None:
            if viewer != "observer" and shown.view.parts.get("viewer") == "observer":
                found = table.game.find("observer", shown.sign(), position)  # before he sat down
        if found is None:
            self.fail("views", f"{who} ({viewer}) at {table.key} ({table.game_name}) was shown at {t:.3f} what is not so after any line from {position} on: "
                      + self.explain(table, viewer, shown, position))
            found = min(position, len(table.game.text))
        connection.watches[table.key] = shown, found
        table.told = max(table.told, found)
        for number in range(table.highest, found):
            table.first_told[number] = t
        table.highest = max(table.highest, found)
        self.check_events(table, viewer, who, message)
        self.note_question(t, connection, table, viewer, found, message)

    def explain(self, table, viewer, shown, position):
        """Names what does not fit: which parts, taken alone, are right nowhere."""
        signature = shown.sign()
        known = [one for one in table.game.shown[viewer] if one]
        names = ("view", "figures", "situation", "open")
        wrong = [name for at, name in enumerate(names) if signature[at] not in {one[at] for one in known}]
        before = [k for k, one in enumerate(table.game.shown[viewer]) if one == signature]
        return f"it is so after lines {before[:5]}" if before else f"question {shown.view.parts.get('question')}, wrong by themselves: {wrong}"

    def check_events(self, table, viewer, who, message):
        for event in message.get("events", []):
            seen_by = table.game.events.get(sign(event))
            self.counts["events"] += 1
            if seen_by is None or viewer not in seen_by:
                self.fail("hidden", f"{who} ({viewer}) at {table.key} was told {json.dumps(event)}, which {'others may know' if seen_by else 'has not happened'}")

    # ---- Clocks ----

    def take_time(self, connection, message):
        """Knows between which bounds the server's clock was what it says. A clock that was set is known again after the next answer."""
        sent = connection.sent_at.get(message.get("id"))
        if message["type"] == "clock" or not sent:
            connection.offset, connection.unsure = None, []
            return
        least = sent[0] - message["now"] / 1000
        if connection.offset is not None and abs(least - connection.offset) < 2:
            for table, opened, deadline, told in connection.unsure:
                promised = deadline / 1000 + min(least, connection.offset)
                table.promises.setdefault(opened, []).append((promised, told))
        connection.offset, connection.unsure = least, []

    def note_question(self, t, connection, table, viewer, position, message):
        opened = message.get("open")
        if not opened or table.game.question[position] != opened["question"]:
            return
        place = table.game.opened[position]
        if message.get("ask"):
            table.asks[place, viewer] = len(message["ask"]["legal"]), message["ask"]["auto"]
        differ = any(begin <= t <= end for begin, end in self.differing)  # what is told then is no promise; what was told before is kept
        if message.get("deadline") and not opened.get("held") and not differ and connection.offset is not None:
            connection.unsure.append((table, place, message["deadline"], t))

    def check_clocks(self):
        for table in self.tables.values():
            if not table.game or table.has_odd_clocks:
                continue
            for number, line in enumerate(table.lines):
                seat = table.seat_name(line["seat"])
                place = table.game.opened[number] if number < len(table.game.opened) else None
                legal, auto = table.asks.get((place, seat), (0, True))
                if line["person"] == 0 and line["kind"] == 0 and legal > 1 and not auto and number in table.first_told:
                    self.check_clock(table, number, seat, place)

    def check_clock(self, table, number, seat, place):
        told = table.first_told[number]
        self.counts["by the clock"] += 1
        for promised, since in table.promises.get(place, []):
            if since > told:
                continue
            given_back = sum(max(0, end - begin - OUTAGE_SLACK) for begin, end in self.outages if since <= begin and end <= told)
            self.counts["promises"] += 1
            if told < promised + given_back - ROUNDING:
                self.fail("clock", f"line {number} of {table.key} was decided for {seat} by the clock {promised + given_back - told:.2f} s too early "
                          f"(told {since:.3f}, {given_back:.1f} s given back)")
                return

    # ---- Talk and lists ----

    def take_talk(self, connection, key, line):
        say = self.says.get(line["text"])
        who, seat = self.name(connection.person), self.you.get((connection.person, key))
        if not say or say["table"] != key:
            self.fail("hidden", f"{who} heard \"{line['text']}\" at {key}, where nobody has said it")
        elif connection.person != say["by"] and ((say["to"] and seat not in say["to"]) or (line["from"] == "observer" and seat)):
            self.fail("hidden", f"{who} ({seat}) heard \"{line['text']}\" at {key}, which was said to {say['to'] or 'those who look on'}")
        self.counts["talk"] += 1

    def check_talk(self):
        stored = Counter()
        for table in self.tables.values():
            for line in table.talk:
                stored[line["text"]] += 1
                say = self.says.get(line["text"])
                if not say or say["table"] != table.key or self.name(say["by"]) != self.ids.get(line["person"]):
                    self.fail("stored", f"\"{line['text']}\" at {table.key} was not said by {self.ids.get(line['person'])}")
        for text, say in self.says.items():
            if say["done"] and not stored[text]:
                self.fail("stored", f"\"{text}\" was acknowledged and is not stored")
            if stored[text] > say["sent"]:
                self.fail("stored", f"\"{text}\" was said {say['sent']} times and is stored {stored[text]} times")

    def take_row(self, connection, row):
        table = self.tables.get(row["table"])
        name = self.name(connection.person)
        if table and not table.is_public and name not in [self.ids.get(person) for person in [table.owner, *table.sitters]]:
            seated = (connection.person, row["table"]) in self.you or (connection.person, row["table"]) in self.invited
            if not seated:
                self.fail("hidden", f"{name} is told of {row['table']} in the list")


def main(folder):
    checker = Checker(Path(folder))
    for fault in checker.run():
        print(f"FAILED: {fault}")
    for kind, count in checker.kinds.items():
        print(f"{count} faults of the kind {kind}")
    print("checked: " + ", ".join(f"{count} {name}" for name, count in sorted(checker.counts.items())))
    if checker.kinds or not checker.counts["views"]:
        return 1
    print("nothing was lost, doubled, leaked or unfair")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
