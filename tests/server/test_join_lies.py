#!/usr/bin/env python3
"""apparat join at a server that lies about its dice. A relay between the two alters what is said: each kind of lie that can be
told on the wire is said to the person, in its own words, and what the program was told is kept in a file."""

import copy
import random
import re
import unittest
from pathlib import Path

from lying_relay import Relay
from test_join import END, QUESTION, Case

ZERO = "00" * 32
ALARM = "THE DICE ARE NOT FAIR."


def said(lie):
    """The sentence of the catalogue about this kind of lie."""
    words = (Path(__file__).resolve().parents[2] / "lang/en.po").read_text()
    return re.search(rf'msgid "dice\.lie\.{lie}"\nmsgstr "(.*)"', words)[1]


def tables(change):
    """A lie in what is told of a table that has its commitment."""

    def rewrite(message):
        if message["type"] == "table" and message.get("commitment"):
            change(message)
        return [message]

    return rewrite


def running(change):
    """A lie in what is told of a table whose game runs."""
    return tables(lambda message: change(message) if message["status"] == "running" else None)


def outcomes(change):
    """A lie in the outcomes of the dice."""

    def rewrite(message):
        if message["type"] == "dice":
            change(message["outcomes"])
        return [message]

    return rewrite


def opened(change):
    """A lie about the first outcome that is opened."""

    def change_one(all_of_them):
        for outcome in all_of_them:
            if "secret" in outcome:
                change(outcome)
                return

    return outcomes(change_one)


def other_face(found):
    """Another face of the first die."""
    for outcome in found:
        verb, *face = outcome["action"].split()
        if verb == "die":
            outcome["action"] = f"{verb} {int(face[0]) % outcome['of'] + 1}"
            return


def seal(outcome):
    for field in ("secret", "path", "number", "of"):
        del outcome[field]


def other_hidden(all_of_them):
    """Says of an outcome that was not opened that it was of another kind; only the record will tell."""
    for outcome in all_of_them:
        if "secret" not in outcome:
            outcome["action"] = "fill" if outcome["action"].startswith("draw") else "draw"


def shown(change):
    """A lie in the first die that an event shows."""

    def rewrite(message):
        if message["type"] == "change":
            change(message)
        return [message]

    return rewrite


DICE = {"purge-roll": 2, "health-roll": 1}  # events of Kremlin, and which of their arguments is the die


def other_die(message):
    for event in message["events"]:
        if event["event"] in DICE:
            at = DICE[event["event"]]
            event["args"][at] = event["args"][at] % 20 + 1
            return


def other_leader(message):
    """Shows a leader of Red Empire who was not dealt."""
    dealt = [event["args"] for event in message.get("events", []) if event["event"] == "leader-dealt"]
    lines = (Path(__file__).resolve().parents[2] / "games/red-empire/data/leaders.csv").read_text().splitlines()
    left = [line.split(",")[0] for line in lines[2:] if line.split(",")[0] not in [args[1] for args in dealt]]
    if dealt:
        dealt[0][1] = left[0]
    return [message]


def without_nonce(message):
    message["dice"]["seats"][1].pop("nonce", None)


def other_version(message):
    message["dice"]["version"] = 1


class Forgetting:
    """A start came to nothing, and later it is not told any more."""

    def __init__(self):
        self.done = False

    def __call__(self, message):
        if self.done or message["type"] != "table" or not message.get("commitment"):
            return [message]
        self.done = True
        first, second = copy.deepcopy(message), copy.deepcopy(message)
        for seat in first["dice"]["seats"]:
            seat.pop("nonce", None)
        first["status"] = second["status"] = "lobby"
        first["commitment"] = ZERO
        del second["commitment"]
        second["dice"]["aborted"] = [{"commitment": ZERO, "withheld": []}]
        return [first, second, message]


AT_ONCE = {
    "another commitment later": ("commitment", running(lambda message: message.update(commitment=ZERO))),
    "another pledge later": ("pledge", running(lambda message: message["dice"]["seats"][1].update(pledge=ZERO))),
    "another nonce than one's own": ("nonce", running(lambda message: message["dice"]["seats"][0].update(nonce=ZERO))),
    "another nonce than another pledged": ("nonce", running(lambda message: message["dice"]["seats"][1].update(nonce=ZERO))),
    "an outcome that is left out": ("order", outcomes(lambda found: found.pop(0) if found else None)),
    "another secret": ("secret", opened(lambda outcome: outcome.update(secret=ZERO))),
    "another path": ("secret", opened(lambda outcome: outcome["path"].__setitem__(3, ZERO))),
    "another number": ("number", opened(lambda outcome: outcome.update(number=outcome["number"] % outcome["of"] + 1))),
    "another face": ("action", outcomes(other_face)),
    "an outcome that is not opened": ("sealed", opened(seal)),
    "a start that is forgotten": ("aborted", Forgetting()),
    "a nonce that is never shown": ("nonce", tables(without_nonce)),
    "other dice than before": ("commitment", running(other_version)),
    "a die that is shown with another face": ("action", shown(other_die)),
    "a leader that was not drawn": ("action", other_leader),
}


def other_move(text):
    """Another outcome in the record."""
    return re.sub(r"^(chance .*) (\d+)/(\d+)$", lambda found: f"{found[1]} {int(found[2]) % int(found[3]) + 1}/{found[3]}", text, flags=re.M)


AT_THE_END = {
    "a record with another outcome": ("record", {"record": other_move}),
    "a record with another digest": ("record", {"record": lambda text: re.sub(r"^(end .* )\w+$", rf"\g<1>{ZERO}", text, flags=re.M)}),
    "another outcome than was shown": ("outcome", {"rewrite": outcomes(other_hidden)}),
    "another key": ("key", {"rewrite": lambda message: [
        {**message, "dice": {**message["dice"], "key": ZERO}} if message["type"] == "table" and "dice" in message else message]}),
}


class Lies(Case):
    def join_through(self, game="tiny", seats="you,random", **lies):
        server = self.serve()
        relay = Relay(server.address, **lies)
        self.addCleanup(relay.close)
        return self.join(relay.url, "--create", game, "--seats", seats, "--ask-all")

    def assert_told(self, ann, lie):
        """The person is told, and where the proof is."""
        whole = " ".join(ann.everything.split())
        self.assertIn(ALARM, whole)
        self.assertIn(said(lie), whole)
        (kept,) = (self.folder / "state/apparat/dice").iterdir()
        self.assertTrue(kept.read_text().startswith("apparat dice kept 1\n"))

    def test_lies_that_are_noticed_at_once(self):
        for name, (lie, rewrite) in AT_ONCE.items():
            with self.subTest(name):
                self.setUp()
                # Games in which dice are thrown soon, and with leaders.
                game = "kremlin" if "another face" in name else "red-empire" if "leader" in name else "tiny"
                more = {} if game == "tiny" else {"game": game, "seats": "you,random,random"}
                ann = self.join_through(rewrite=rewrite, **more)
                rng = random.Random(1)
                for _ in range(200):
                    if ALARM in ann.everything or ann.until(ALARM, QUESTION.pattern, "Enter: go on", END) in (ALARM, END, None):
                        break
                    if not ann.answer(rng):
                        ann.type("")
                self.assert_told(ann, lie)
                ann.kill()
                self.doCleanups()

    def test_lies_that_the_record_shows(self):
        for name, (lie, lies) in AT_THE_END.items():
            with self.subTest(name):
                self.setUp()
                ann = self.join_through(**lies)
                ann.play(random.Random(1))
                ann.until(ALARM)
                ann.type("/nonsense").until(ALARM)  # however often the page is drawn
                self.assert_told(ann, lie)
                ann.kill()
                self.doCleanups()

    def test_an_honest_server_is_believed(self):
        """The relay itself changes nothing."""
        ann = self.join_through()
        ann.play(random.Random(1))
        ann.until("The dice were fair: your program pledged a number of its own")
        self.assertNotIn(ALARM, ann.everything)


if __name__ == "__main__":
    unittest.main()
