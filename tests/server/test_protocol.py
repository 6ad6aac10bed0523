#!/usr/bin/env python3
"""The protocol of docs/protocol.md, used by clients that check each message against its schema. All of
protocol_*.py is one test, because at its end every type of message and every code must have been used."""

import json
import re
import unittest

from protocol import CLIENT, DOCS, SERVER, Case, Schema
from protocol_games import Games
from protocol_reports import Leaving, Reports
from protocol_rounds import Sealed, Undo
from protocol_tables import Dice, Lobby, Restart
from protocol_talk import Talk

RARE_TYPES = {"clock", "storage"}  # see test_faults.py
RARE_CODES = {"game-over", "storage", "too-long"}  # sent only when the store fails, or over HTTP


class Bad(Case):
    def test_malformed_messages_are_refused(self):
        """What the schema does not allow is refused, and changes nothing."""
        ann, ben = self.table(self.people("Ann", "Ben"), "kremlin")
        ok = {"table": ann.key}
        for message in (
            {"type": "dance"},
            {"type": "ping", "extra": 1},
            {"type": "ping", "id": ""},
            {"type": "ping", "id": "x" * 40},
            {"type": "ping", "id": 7},
            {"type": "act", "question": 1, "action": "pass"},
            {"type": "act", **ok, "question": "1", "action": "pass"},
            {"type": "act", **ok, "question": 1.5, "action": "pass"},
            {"type": "act", **ok, "question": 1, "action": ["pass"]},
            {"type": "act", **ok, "question": 1},
            {"type": "unseal", **ok},
            {"type": "say", **ok, "text": ""},
            {"type": "say", **ok, "text": "x", "to": []},
            {"type": "say", **ok, "text": "x", "to": "blue"},
            {"type": "undo_answer", **ok},
            {"type": "undo_answer", **ok, "agree": 1},
            {"type": "wishes", **ok, "ask_all": "no"},
            {"type": "wishes", **ok, "orders": [{"step": "listen"}]},
            {"type": "wishes", **ok, "orders": [{"step": "listen", "action": "pass", "x": 1}]},
            {"type": "wishes", **ok, "orders": [{"step": "listen", "action": "pass"}] * 9},
            {"type": "wishes", **ok, "orders": [{"step": "listen", "action": "pass", "until": "lunch"}]},
            {"type": "wishes", **ok, "orders": [{"step": "listen", "action": "pass", "until": ""}]},
            {"type": "nonce", **ok},
            {"type": "nonce", **ok, "nonce": "0" * 63},
            {"type": "nonce", **ok, "nonce": "0" * 64, "pledge": "0" * 64},
            {"type": "watch", **ok, "watch": 0},
            {"type": "take_time", **ok},
            {"type": "take_time", **ok, "on": 1},
            {"type": "hand_over", **ok},
            {"type": "log", **ok, "before": "9"},
            {"type": "log", **ok, "before": -1},
            {"type": "replace", **ok},
            {"type": "replace_answer", **ok, "agree": 1},
            {"type": "report", **ok},
            {"type": "report", **ok, "text": "x", "talk": "1"},
        ):
            with self.subTest(message):
                self.assertFalse(CLIENT.fits(message))
                self.refused("bad-message", ann.client.raw(message))
        for text in (b"", b"{", b"[]", b"null", b'{"type":"ping","type":"ping"}', b"[" * 100):
            self.refused("bad-message", ann.client.raw(text))
        self.assertEqual((ann.settle(), ben.settle()), ([], []))

    def test_answers_are_checked_in_order(self):
        """The order is: seat, game running, question open, seat asked, action legal."""
        people = self.people("Ann", "Ben", "Cat")
        ann, ben = self.table(people[:2], "kremlin", public=True)
        number = ann.question()
        act = {"type": "act", "table": ann.key, "question": number, "action": "write satin 10"}
        self.assertEqual(people[2].code(**act), "not-seated")
        self.assertEqual(people[2].code(**{**act, "table": "a" * 26}), "no-such-table")
        self.assertEqual(people[0].code(**{**act, "question": number + 1}), "stale")
        self.assertEqual(people[0].code(**{**act, "action": "dance"}), "bad-action")
        refusal = people[0].ask(**{**act, "action": "write satin 9"})
        self.assertEqual((refusal["code"], refusal["clause"]), ("forbidden", "KR-SU-3"))
        orders = [{"step": "lunch", "action": "pass"}]
        self.refused("bad-message", ann.say(type="wishes", orders=orders))
        orders = [{"step": "listen", "action": "dance"}]
        self.refused("bad-message", ann.say(type="wishes", orders=orders))
        self.assertEqual((ann.settle(), ben.settle()), ([], []))

    def test_hello_comes_first(self):
        link = self.server.socket()
        self.addCleanup(link.close)
        for message, code in (
            ({"type": "ping"}, "hello-first"),
            ({"type": "hello"}, "version"),
            ({"type": "hello", "version": 2, "new": True}, "version"),
        ):
            answer = link.ask(**message)
            SERVER.check(answer)
            self.refused(code, answer)

    def test_too_many_messages_are_refused(self):
        server = self.own_server(messages_a_second=1, message_burst=3)
        ann = self.person("Ann", server)
        for _ in range(2):
            ann.done(type="ping")
        ann.send(type="ping", id="too fast")
        answer = ann.receive()
        self.refused("too-fast", answer)
        self.assertNotIn("id", answer)


class Documents(unittest.TestCase):
    """docs/protocol.md, the schemas and the sources say the same."""

    text = (DOCS / "protocol.md").read_text()

    def test_examples_in_the_documentation_are_valid(self):
        """Every message in the documentation fits its schema."""
        lines = re.findall(r"^ +(->|<-) (.*)$", self.text, re.M)
        shown = {"->": set(), "<-": set()}
        schemas = {"->": Schema("client"), "<-": Schema("server")}  # examples do not count as used
        for way, line in lines:
            message = json.loads(line)
            schemas[way].check(message)
            shown[way].add(message["type"])
        self.assertEqual(shown["->"], {*CLIENT.types})
        self.assertEqual(shown["<-"], {*SERVER.types})

    def test_codes_are_documented(self):
        codes = {*SERVER.whole["$defs"]["refused"]["properties"]["code"]["enum"]}
        table = re.search(r"## What is refused\n.*?\n(\|.*?)\n\n", self.text, re.S)[1]
        self.assertEqual({*re.findall(r"^\| `([a-z-]+)`", table, re.M)}, codes)
        sources = "".join(p.read_text() for p in sorted((DOCS.parent / "src/server").glob("*.c")))
        used = {*re.findall(r'sv_refuse(?:_limit|_citing)?\(\s*[^,;]+,\s*[^,;]+,\s*"([a-z-]+)"', sources)}
        used |= {*re.findall(r'\[AP_(?!OK)[A-Z_]+\] = "([a-z-]+)"', sources)}
        self.assertEqual(used - {"won", "lost", "shared"}, codes)

    def test_fields_are_documented(self):
        """Every field of every message is explained."""
        for schema in (CLIENT, SERVER):
            for kind in schema.types:
                for field in schema.whole["$defs"][kind]["properties"]:
                    self.assertTrue(f"`{field}`" in self.text, f"{field} of {kind}")


class Everything(unittest.TestCase):
    def test_every_type_and_code_was_used(self):
        """This test must run after all others."""
        unused = [f"{kind} from a client" for kind in CLIENT.types if not CLIENT.seen[kind]]
        often = [kind for kind in SERVER.types if kind not in RARE_TYPES]
        unused += [f"{kind} from the server" for kind in often if not SERVER.seen[kind]]
        codes = SERVER.whole["$defs"]["refused"]["properties"]["code"]["enum"]
        unused += [f"code {code}" for code in codes if not SERVER.codes[code] and code not in RARE_CODES]
        self.assertEqual(unused, [])


def load_tests(loader, *_):
    cases = (Bad, Dice, Documents, Games, Leaving, Lobby, Reports, Restart, Sealed, Talk, Undo, Everything)
    return unittest.TestSuite(loader.loadTestsFromTestCase(case) for case in cases)


if __name__ == "__main__":
    unittest.main()
