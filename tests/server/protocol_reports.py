"""Reports of problems: what the operator gets, and nobody else; and the limits."""

import json
import subprocess
import tempfile

from protocol import CLIENT, Case
from wire import PROGRAM


def told_now(client):
    return client.done(type="ping")["now"]


class Reports(Case):
    def program(self, *words):
        return subprocess.run([PROGRAM, *words], capture_output=True, text=True)

    def listed(self, *words):
        words = ("reports", "show", *words) if words else ("reports", "list")
        done = self.program("admin", "--db", f"sqlite:{self.server.database}", *words)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        return done.stdout

    def test_a_report_is_for_the_operator_alone(self):
        people = self.people("Ann", "Ben", "Cat")
        ann, ben = self.table(people[:2], "kremlin", public=True)
        cat = self.watcher(people[2], ann.key)
        self.done(ann.act("write satin 10"))  # a secret of Ann's
        shown = "/t/x\nquestion: write\n1440x900 en"
        words = {"text": "This is wrong.\nstart tiny", "shown": shown}
        answer = ben.say(type="report", **words)
        number = answer["report"]
        told = {"type": "reported", "id": answer["id"], "table": ann.key, "report": number}
        self.assertEqual(answer, told)  # nothing of the position
        self.assertEqual((ann.settle(), ben.settle(), cat.settle()), ([], [], []))
        self.assertRegex(self.listed(), rf"\n{number} .* {ann.key} .* Ben .*This is wrong. start tiny")
        text = self.listed(str(number))  # an operator who plays sees no hand by accident
        self.assertNotIn("satin", text)
        self.assertNotIn("1440x900", text)
        self.assertEqual((ann.settle(), ben.settle(), cat.settle()), ([], [], []))
        text = self.listed(str(number), "--hidden")
        for w in (ann, ben, cat):  # everybody is told that he has looked
            self.assertEqual([m["type"] for m in w.settle()], ["table"])
            self.assertGreater(w.table["looked"], 0)
        for line in ("# This is wrong.", "# start tiny", "# question: write", "# 1440x900 en"):
            self.assertIn(f"{line}\n", text)
        self.assertIn('"satin":10', text)  # the full state
        with tempfile.NamedTemporaryFile("w", suffix=".aps") as file:
            file.write(text)
            file.flush()
            done = self.program("script", file.name)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("ok, 1 scenario\n", done.stdout)
        # Whose report it is goes with the person.
        self.assertEqual(self.server.post("/api/delete", {}, people[1].cookie)[0], 200)
        (line,) = [line for line in self.listed().splitlines() if ann.key in line]
        self.assertNotIn("Ben", line + self.listed(str(number)))

    def test_a_report_is_limited(self):
        ann, dan = self.people("Ann", "Dan")
        key = ann.done(type="create", game="kremlin", players=3)["table"]
        self.assertEqual(dan.code(type="report", table=key, text="x"), "no-such-table")
        for more in ({"text": ""}, {"text": "x" * 2001}, {"text": "x", "shown": "y" * 8001}):
            message = {"type": "report", "table": key, **more}
            self.assertFalse(CLIENT.fits(message))
            self.refused("bad-message", ann.raw(message))
        self.refused("bad-message", ann.raw({"type": "report", "table": key, "text": "\x1b[2J"}))
        for _ in range(5):  # also before the game, when there is no position
            number = ann.done(type="report", table=key, text="x" * 2000, shown="y" * 8000)["report"]
        self.assertEqual(ann.code(type="report", table=key, text="once more"), "too-fast")
        again = self.person("", cookie=ann.cookie)  # another connection of the same person
        self.assertEqual(again.code(type="report", table=key, text="once more"), "too-fast")
        self.assertNotIn("\nstart ", self.listed(str(number)))

    def test_a_report_that_does_not_exist_is_an_error(self):
        words = ("admin", "--db", f"sqlite:{self.server.database}", "reports", "show")
        missing = self.program(*words, "999")
        self.assertEqual((missing.returncode, missing.stderr), (1, "apparat admin: there is no report 999\n"))
        self.assertEqual(self.program(*words, "x").returncode, 2)

    def test_a_person_and_a_line_can_be_reported(self):
        people = self.people("Ann", "Ben", "Cat")
        ann, ben = self.table(people[:2], "kremlin", public=True)
        cat = self.watcher(people[2], ann.key)
        self.done(ann.say(type="say", text="You are a fool", to=[ben.seat]))
        self.done(ann.say(type="say", text="Good evening"))
        self.settle([ann, ben, cat])
        whisper, aloud = ben.talk
        number = ben.say(type="report", text="Insults", talk=whisper["at"])["report"]
        text = self.listed(str(number))
        for line in ("# kind: talk", "# against: Ann", "# Insults", "# You are a fool"):
            self.assertIn(line, text)
        number = cat.say(type="report", text="Rude", seat=ann.seat)["report"]
        text = self.listed(str(number), "--hidden")
        self.assertIn("# kind: person", text)
        self.assertNotIn("start kremlin", text)  # such a report has no position
        # What one could not read, and who is not there, cannot be reported.
        self.refused("bad-message", cat.say(type="report", text="x", talk=whisper["at"]))
        self.refused("bad-message", cat.say(type="report", text="x", talk=1))
        self.refused("bad-message", ann.say(type="report", text="x", seat=ann.seat))
        self.refused("bad-message", ann.say(type="report", text="x", seat=ann.table["seats"][2]["seat"]))
        self.refused("bad-message", ann.client.raw({"type": "report", "table": ann.key, "text": "x", "seat": ben.seat, "talk": aloud["at"]}))

    def admin(self, *words):
        done = self.program("admin", "--db", f"sqlite:{self.server.database}", *map(str, words))
        self.assertEqual((done.returncode, done.stderr), (0, ""), words)
        return done.stdout

    def test_talk_is_deleted_for_those_who_could_read_it(self):
        people = self.people("Ann", "Ben", "Cat")
        ann, ben = self.table(people[:2], public=True)
        cat = self.watcher(people[2], ann.key)
        self.done(ann.say(type="say", text="Together against Cat?", to=[ben.seat]))
        self.settle([ann, ben, cat])
        at = ben.talk[0]["at"]
        listed = self.admin("talk", "list", ann.key)
        self.assertIn(str(at), listed)
        self.assertNotIn("against", listed)  # a whisper stays one
        self.admin("talk", "delete", ann.key, at)
        gone = [{"type": "talk_gone", "table": ann.key, "at": at}]
        self.assertEqual((ann.settle(), ben.settle(), cat.settle()), (gone, gone, []))
        self.assertEqual(self.watcher(people[1], ann.key).talk, [])

    def test_somebody_who_is_silenced_cannot_talk(self):
        (ann,) = self.people("Ursula")
        (w,) = self.table([ann])
        number = json.loads(self.admin("--json", "people", "list", "--search", "ursula"))["people"][0]["person"]
        self.admin("people", "silence", number, "--days", 1)
        self.refused("silenced", w.say(type="say", text="hello"))
        self.admin("people", "unsilence", number)
        self.done(w.say(type="say", text="hello"))

    def test_an_announcement_is_shown_to_all(self):
        ann = self.person("Ann")
        self.admin("announce", "We restart at ten", "--minutes", 5)
        told = ann.receive()
        self.assertEqual((told["type"], told["text"]), ("announcement", "We restart at ten"))
        self.assertLess(abs(told["until"] - told_now(ann) - 5 * 60 * 1000), 60 * 1000)
        ben = self.person("Ben")  # whoever comes later reads it, too
        self.assertEqual(ben.receive(), told)
        self.admin("announce")
        self.assertEqual(ann.receive(), {"type": "announcement", "text": None})
        self.assertEqual(self.person("Cat").settled(), [])


class Leaving(Case):
    def test_resigning_and_replacing_are_for_players(self):
        """test_consent.c has the whole course of both, with a clock of its own."""
        people = self.people("Ann", "Ben", "Cat")
        ann, ben = self.table(people[:2], public=True)
        cat = self.watcher(people[2], ann.key)
        for words in ({"type": "resign"}, {"type": "replace", "seat": ann.seat}):
            self.refused("not-seated", cat.say(**words))
        self.refused("not-now", ann.say(type="replace", seat=ben.seat))
        self.refused("bad-message", ann.say(type="replace", seat="nowhere"))
        self.refused("not-now", ann.say(type="replace_answer", agree=True))
        self.done(ben.say(type="resign"))
        self.settle([ann, cat])
        bot = {"seat": ben.seat, "kind": "person", "name": "Ben", "level": "greedy", "away": True, "resigned": True}
        for w in (ann, ben, cat):
            self.assertEqual(w.table["seats"][1], bot)
        self.refused("resigned", ben.say(type="take_back"))
        self.done(ben.say(type="say", text="I only watch now"))
        self.assertEqual((ben.seat, ben.asked, ben.undoable), (bot["seat"], None, None))
