#!/usr/bin/env python3
"""The protocol as docs/protocol.md tells it: whole games of every game, and whatever else people do
at a table, by clients that check each message against its schema."""

import hashlib
import json
import random
import re
import sys
import tempfile
import unittest

from protocol import CLIENT, DOCS, MEMORY, SERVER, Case, Schema, listen, zeros_out

MOST_ACTS = 80  # by hand; a longer game is left to bots
SELDOM = {"busy", "game-over", "storage", "too-long"}  # only a store or a memory that fails, or the front


def tearDownModule():
    """Nothing that can be said was left unsaid."""
    if len(sys.argv) > 1:
        return  # not all tests were run
    unsaid = [f"{kind} from a client" for kind in CLIENT.types if not CLIENT.seen[kind]]
    unsaid += [f"{kind} from the server" for kind in SERVER.types if not SERVER.seen[kind]]
    codes = SERVER.whole["$defs"]["refused"]["properties"]["code"]["enum"]
    unsaid += [f"code {code}" for code in codes if not SERVER.codes[code] and code not in SELDOM]
    assert not unsaid, unsaid


class Games(Case):
    """Every game there is, once as it comes and once with another option, from end to end."""

    limits = {**Case.limits, "waiting_bytes": 1 << 28}  # bots may finish a long game at once

    def test_as_they_come(self):
        for game in self.person("Gil").done(type="games")["games"]:
            with self.subTest(game["game"]):
                self.whole_game(game, {})

    def test_with_another_option(self):
        for game in self.person("Gil").done(type="games")["games"]:
            name, values = next(iter(game["options"].items()))
            options = {name: values[1]}
            with self.subTest(game["game"], **options):
                self.whole_game(game, options)

    def whole_game(self, game, options):
        rng = random.Random(f"{game['game']} {options}")
        ann, ben, cat = self.people("Ann", "Ben", "Cat")
        players = game["max_players"] if options else min(max(3, game["min_players"]), game["max_players"])
        ann, ben = self.table([ann, ben], game["game"], players, options=options)
        self.assertEqual(ann.table["options"], {**ann.table["options"], **options})
        tab = self.watcher(self.person("Ann", cookie=ann.client.cookie), ann.key)
        cat = self.watcher(cat, ann.key, invite=ann.table["invite"])
        everybody = [ann, ben, tab, cat]
        acts = 0
        while not ann.over:
            w = self.next_act([ann, ben], rng)
            acts += 1
            if acts % 5 == 0:
                self.told_twice(w, rng)
                self.settle(everybody)
                self.agree(ann, tab)
                self.assertEqual((cat.seat, cat.asked), (None, None))
            if acts % 17 == 0:
                rng.choice([ben, cat]).again()
            if acts == MOST_ACTS:
                self.leave_to_bots(everybody)
        self.settle(everybody)
        self.agree(ann, tab)
        self.assertGreater(acts, 5)
        self.the_end(ann, ben, tab, cat)

    def leave_to_bots(self, everybody):
        for w in everybody[:2]:
            self.done(w.say(type="hand_over", level="greedy"))
        listen(everybody, lambda: all(w.over for w in everybody))

    def told_twice(self, w, rng):
        """A message that comes again is answered again and done once."""
        if not w.asked:
            return
        action, number = rng.choice(w.asked["legal"]), w.question()
        words = {"type": "act", "table": w.key, "question": number, "action": action}
        w.client.send(**words, id=f"twice {number} {action}"[:39])
        w.client.send(**words, id=f"twice {number} {action}"[:39])
        answers, changes = [], w.changes
        while len(answers) < 2:
            message = w.client.receive()
            if message.get("id", "").startswith("twice"):
                answers.append(message["type"])
                between = w.changes
            else:
                w.take(message)
        self.assertEqual(answers, ["done", "done"])
        w.settle()
        self.assertGreater(w.changes, changes)
        self.assertEqual(w.changes, between)

    def agree(self, one, other):
        self.assertEqual(zeros_out(one.view), zeros_out(other.view))
        self.assertEqual((one.open, one.asked), (other.open, other.asked))
        self.assertEqual((one.deadline, one.seat), (other.deadline, other.seat))

    def the_end(self, ann, ben, tab, cat):
        outcomes = [w.table["outcome"] for w in (ann, ben, tab, cat)]
        self.assertEqual(outcomes, outcomes[:1] * 4)
        self.assertEqual(outcomes[0]["reason"], ann.view["over"])
        seats = [seat["seat"] for seat in ann.table["seats"]]
        self.assertEqual([seat["seat"] for seat in outcomes[0]["seats"]], seats)
        self.assertEqual((ann.open, ann.asked, ann.deadline), (None, None, None))
        self.assertEqual(cat.view["viewer"], "observer")
        self.refused("not-running", ann.say(type="act", question=1, action="pass"))
        self.refused("not-now", ann.say(type="undo"))
        self.verify(self.record(ben.client, ann.key))
        won = [seat["seat"] for seat in outcomes[0]["seats"] if seat["result"] != "lost"]
        for w in (ann, ben):
            row = w.client.done(type="past")["tables"][0]
            self.assertEqual((row["table"], row["won"], row["you"]), (ann.key, won, w.seat))
        self.assertEqual(cat.client.done(type="past")["tables"], [])
        for w in (ann, ben, cat):
            w.again()
        self.rematch(ann, ben, cat)

    def rematch(self, ann, ben, cat):
        self.refused("not-seated", cat.say(type="rematch"))
        made = ben.say(type="rematch")
        self.assertEqual(made["type"], "created", made)
        ann.settle()
        self.assertEqual(ann.table["rematch"], made["table"])
        place = {"table": made["table"], "invite": made["invite"]}
        cat.client.done(type="join", **place, seat=ann.seat)
        self.refused("taken", ann.say(type="rematch"))
        cat.client.done(type="leave", **place)
        self.assertEqual(ann.say(type="rematch")["table"], made["table"])
        new = self.watcher(ann.client, made["table"])
        for key in ("game", "players", "options", "pace", "fast", "move_ms", "countdown_ms"):
            self.assertEqual(new.table[key], ann.table[key])
        seats = [{**seat} for seat in ann.table["seats"]]
        for seat in seats:
            if seat.pop("away", False):
                del seat["level"]
        self.assertEqual(new.table["seats"], seats)
        self.assertEqual((new.seat, new.table["owner"]), (ann.seat, False))
        self.refused("not-yours", new.say(type="cancel"))
        ben.client.done(type="cancel", table=new.key)
        new.settle()
        self.assertEqual(new.table["status"], "cancelled")
        self.assertEqual(new.client.code(type="watch", table=new.key), "no-such-table")


class Sealed(Case):
    def write_sheet(self, w, rng):
        """Ten names and "that is all": how many decisions."""
        written = 0
        while w.asked and w.asked["step"] == "write":
            self.done(w.act(rng.choice(w.asked["legal"])))
            written += 1
        return written

    def test_nobody_is_told(self):
        rng = random.Random(1)
        people = self.people("Ann", "Ben", "Cat")
        ann, ben = self.table(people[:2], "kremlin", public=True)
        cat = self.watcher(people[2], ann.key)
        seats = [seat["seat"] for seat in ann.table["seats"]]
        self.assertEqual((ann.open["step"], ann.open["sealed"]), ("write", True))
        self.assertEqual(ben.open["asked"], seats)
        record = self.record(ben.client, ann.key)
        number = ann.question()
        self.assertEqual(self.write_sheet(ann, rng), 11)
        self.assertIsNone(ann.asked)
        self.assertEqual(ann.open["asked"], seats[1:])
        self.assertEqual(ben.settle(), [])
        self.assertEqual(cat.settle(), [])
        ben.watch()
        self.assertEqual((ben.open["asked"], ben.question()), (seats, number))
        self.assertEqual(ben.view["stack"][-1]["asked"], seats)
        self.assertEqual(ben.view["written"], {seats[0]: None, seats[1]: {}, seats[2]: None})
        self.assertEqual(self.record(ben.client, ann.key), record)
        self.assertEqual(self.write_sheet(ben, rng), 11)
        self.settle([ann, cat])
        for w in (ann, ben, cat):
            self.assertGreater(w.open["question"], number)

    def test_taking_it_back(self):
        rng = random.Random(2)
        ann, ben = self.table(self.people("Ann", "Ben"), "kremlin")
        number = ann.question()
        self.refused("not-sealed", ann.say(type="unseal", question=number))
        self.write_sheet(ann, rng)
        self.refused("not-asked", ann.say(type="act", question=number, action="pass"))
        self.refused("not-now", ann.say(type="undo"))
        self.refused("stale", ann.say(type="unseal", question=number + 1))
        self.done(ann.say(type="unseal", question=number))
        self.assertEqual({*ann.view["written"][ann.seat].values()}, {0})
        self.assertEqual(zeros_out(ann.view)["written"][ann.seat], {})
        self.assertEqual(len(ann.asked["legal"]), 25)
        self.assertEqual(ben.settle(), [])

    def test_the_same_id_in_two_windows(self):
        """What counts as a message told twice is the same answer, not the same id."""
        ann, _ = self.table(self.people("Ann", "Ben"), "kremlin")
        tab = self.watcher(self.person("Ann", cookie=ann.client.cookie), ann.key)
        for w, action in ((ann, "write satin 10"), (tab, "write patina 9")):
            w.client.send(type="act", id="1", table=w.key, question=w.question(), action=action)
            while w.client.receive().get("id") != "1":
                pass
        ann.watch()
        self.assertEqual(ann.view["written"][ann.seat], {"satin": 10, "patina": 9})


class Undo(Case):
    def asked_back(self, ann, ben, rng):
        """Ann has decided something, and Ben since: what it was before."""
        before = last = None
        while last is not ben or before is None or ann.open["sealed"]:
            last = ann if ann.asked else ben
            if last is ann:
                before = (zeros_out(ann.view), ann.asked)
            self.done(last.act(rng.choice(last.asked["legal"])))
            self.settle([ann, ben])
        return before

    def test_asked_refused_withdrawn_agreed(self):
        ann, ben = self.table(self.people("Ann", "Ben"), "atomic-business")
        before, asked = self.asked_back(ann, ben, random.Random(4))
        now = zeros_out(ann.view)
        self.refused("not-now", ben.say(type="undo_answer", agree=True))
        for answerer in (ben, ann):  # the one says no, the other thinks better of it
            self.done(ann.say(type="undo"))
            ben.settle()
            wanted = {"by": ann.seat, "waits_for": [ben.seat]}
            self.assertEqual((ann.table["undo"], ben.table["undo"]), (wanted, wanted))
            self.refused("not-now", ben.say(type="undo"))
            self.refused("not-now", ann.say(type="undo_answer", agree=True))
            self.done(answerer.say(type="undo_answer", agree=False))
            self.settle([ann, ben])
            self.assertEqual((ann.table["undo"], ben.table["undo"]), (None, None))
            self.assertEqual(zeros_out(ann.view), now)
        self.done(ann.say(type="undo"))
        self.done(ben.say(type="undo_answer", agree=True))
        self.settle([ann, ben])
        self.assertEqual((zeros_out(ann.view), ann.asked, ann.events), (before, asked, []))
        ann.again()
        self.assertEqual(ann.asked, asked)
        self.done(ann.act(asked["legal"][-1]))

    def test_who_hands_over_is_not_waited_for(self):
        ann, ben = self.table(self.people("Ann", "Ben"), "atomic-business")
        before, asked = self.asked_back(ann, ben, random.Random(5))
        self.done(ann.say(type="undo"))
        self.done(ben.say(type="hand_over", level="random"))
        ann.settle()
        self.assertIsNone(ann.table["undo"])
        self.assertEqual((zeros_out(ann.view), ann.asked), (before, asked))
        self.assertTrue(ann.table["seats"][1]["away"])
        self.done(ben.say(type="take_back"))
        ann.settle()
        self.assertEqual(ann.table["seats"][1], {"seat": ben.seat, "kind": "person", "name": "Ben"})

    def test_a_sealed_round_whole(self):
        rng = random.Random(6)
        people = self.people("Ann", "Ben", "Cat")
        ann, ben = self.table(people[:2], "kremlin", public=True)
        cat = self.watcher(people[2], ann.key)
        number = ann.question()
        self.play_until([ann, ben], rng, lambda: ann.open["step"] != "write")
        self.refused("not-seated", cat.say(type="undo"))
        # Nobody has acted since, but whether somebody has answered this round must not be told.
        self.assertTrue(ann.open["sealed"])
        self.done(ann.say(type="undo"))
        self.assertEqual(ann.table["undo"], {"by": ann.seat, "waits_for": [ben.seat]})
        self.done(ben.say(type="undo_answer", agree=True))
        self.settle([ann, cat])
        seats = [seat["seat"] for seat in ann.table["seats"]]
        for w in (ann, ben, cat):
            self.assertEqual(w.open["question"], number)
        self.assertEqual(cat.open["asked"], seats)
        for w in (ann, ben):
            self.assertEqual(w.view["written"][w.seat], {})
            self.assertEqual(len(w.asked["legal"]), 25)

    def test_asking_tells_nothing_of_a_sealed_round(self):
        """Nobody has answered it, and yet the others are asked: were they not, all would know."""
        rng = random.Random(12)
        people = self.people("Ann", "Ben", "Cat")
        quiet = False
        while not quiet:  # a short game may not come to that
            watchers = self.table(people, "kremlin")
            while watchers[0].open and not quiet:
                before = watchers[0].open
                w = self.next_act(watchers, rng)
                after = w.open or before
                quiet = (before["sealed"], after["sealed"]) == (False, True)
                quiet = quiet and after["question"] == before["question"] + 1
        self.done(w.say(type="undo"))
        others = [other.seat for other in watchers if other is not w]
        self.assertEqual(w.table["undo"], {"by": w.seat, "waits_for": others})

    def test_alone_among_bots(self):
        """Nobody need agree; and what the server answers for her is not what she takes back."""
        (ann,) = self.table(self.people("Ann"), "atomic-business")
        rng = random.Random(7)
        self.refused("not-now", ann.say(type="undo"))
        self.done(ann.say(type="wishes", ask_all=False))
        own = []
        while not own:
            listen([ann], lambda: ann.asked and not ann.asked["auto"])
            before, asked = zeros_out(ann.view), ann.asked
            ann.put.clear()
            self.done(ann.act(rng.choice(ann.asked["legal"])))
            listen([ann], lambda: ann.asked and not ann.asked["auto"])
            own = [n for n, put in ann.put.items() if put["asked"] == [ann.seat] and n != ann.question()]
        self.done(ann.say(type="undo"))
        self.assertEqual((zeros_out(ann.view), ann.asked), (before, asked))


class Talk(Case):
    def texts(self, w):
        return [line["text"] for line in w.talk]

    def test_who_hears_what(self):
        people = self.people("Ann", "Ben", "Cat", "Dan", "Eve", "Fay")
        ann, ben, cat = self.table(people[:3], players=4, public=True)
        dan, eve = (self.watcher(person, ann.key) for person in people[3:5])
        everybody = [ann, ben, cat, dan, eve]
        self.done(ann.say(type="say", text="Good evening"))
        self.done(ann.say(type="say", text="Together against Cat?", to=[ben.seat]))
        self.done(ben.say(type="say", text="Both of you", to=[ann.seat, cat.seat]))
        self.done(dan.say(type="say", text="Look at Ann"))
        self.settle(everybody)
        good, against, both, look = (
            "Good evening",
            "Together against Cat?",
            "Both of you",
            "Look at Ann",
        )
        self.assertEqual(self.texts(ann), [good, against, both])
        self.assertEqual(self.texts(ben), [good, against, both])
        self.assertEqual(self.texts(cat), [good, both])
        self.assertEqual(self.texts(dan), [good, look])
        self.assertEqual(self.texts(eve), [good, look])
        whisper = ben.talk[1]
        self.assertEqual((whisper["name"], whisper["from"], whisper["to"]), ("Ann", ann.seat, [ben.seat]))
        self.assertEqual(ben.talk[2]["to"], [ann.seat, cat.seat])
        self.assertNotIn("to", ben.talk[0])
        self.assertEqual((eve.talk[1]["from"], eve.talk[1]["name"]), ("observer", "Dan"))
        self.come_late(people[5], everybody)

    def come_late(self, fay, everybody):
        """What was said is told to those who could have heard it."""
        ann, _, cat, dan, _ = everybody
        late = self.watcher(fay, ann.key)
        self.assertEqual(self.texts(late), self.texts(dan))
        tab = self.watcher(self.person("Cat", cookie=cat.client.cookie), ann.key)
        self.assertEqual(tab.talk, [self.without(line, "type", "table") for line in cat.talk])
        since = self.watcher(fay, ann.key, since=late.talk[0]["at"])
        self.assertEqual(since.talk, late.talk[1:])
        since = self.watcher(fay, ann.key, since=late.talk[-1]["at"])
        self.assertEqual(since.talk, [])

    def without(self, message, *keys):
        return {k: v for k, v in message.items() if k not in keys}

    def test_every_line_has_its_own_time(self):
        (ann,) = self.table(self.people("Ann"))
        for i in range(70):
            ann.client.send(type="say", table=ann.key, text=f"line {i}")
        ann.settle()
        times = [line["at"] for line in ann.talk]
        self.assertEqual((len(times), sorted(set(times))), (70, times))
        again = self.watcher(self.person("Ann", cookie=ann.client.cookie), ann.key)
        self.assertEqual(self.texts(again), [f"line {i}" for i in range(10, 70)])

    def test_mute(self):
        people = self.people("Ann", "Ben", "Cat")
        ann, ben, cat = self.table(people, players=4)
        self.done(ben.say(type="say", text="one"))
        self.done(ann.say(type="mute", seat=ben.seat, muted=True))
        self.assertEqual(ann.table["wishes"]["muted"], [ben.seat])
        wholes = ben.wholes
        self.done(ben.say(type="say", text="two"))
        self.assertEqual(ben.wholes, wholes)
        self.done(cat.say(type="say", text="three"))
        ann.settle()
        self.assertEqual(self.texts(ann), ["one", "three"])
        tab = self.watcher(self.person("Ann", cookie=ann.client.cookie), ann.key)
        self.assertEqual(self.texts(tab), ["three"])
        self.done(ann.say(type="mute", seat=ben.seat, muted=False))
        self.done(ben.say(type="say", text="four"))
        ann.settle()
        self.assertEqual(self.texts(ann), ["one", "three", "four"])
        self.refused("bad-message", ann.say(type="mute", seat=ann.seat, muted=True))
        self.refused("bad-message", ann.say(type="mute", seat="paris", muted=True))

    def test_what_cannot_be_said(self):
        people = self.people("Ann", "Ben")
        (ann,) = self.table(people[:1], public=True)
        ben = self.watcher(people[1], ann.key)
        length = ann.client.welcome["limits"]["talk_length"]
        self.done(ann.say(type="say", text="x" * (length - 4) + "é\né"[:2] + "y"))
        for text in ("x" * (length + 1), "\x1b[31mred", "tab\t", "\u009b31m", "\x7f"):
            self.refused("bad-message", ann.say(type="say", text=text))
        self.refused("bad-message", ann.say(type="say", text="x", to=["paris"]))
        self.refused("bad-message", ben.say(type="say", text="x", to=[ann.seat]))
        self.assertEqual(len(ann.talk), 1)

    def test_too_much(self):
        server = self.own_server(talk_a_minute=3)
        (ann,) = self.table(self.people("Ann", server=server))
        for _ in range(3):
            self.done(ann.say(type="say", text="la"))
        self.refused("too-fast", ann.say(type="say", text="la"))
        self.assertEqual(len(ann.talk), 3)


class Restart(Case):
    limits = {}

    def test_all_is_as_it_was(self):
        folder = tempfile.TemporaryDirectory(dir=MEMORY)
        self.addCleanup(folder.cleanup)
        server = self.own_server(folder.name)
        rng = random.Random(8)
        people = self.people("Ann", "Ben", "Cat", server=server)
        ann, ben = self.table(people[:2], "kremlin", public=True)
        cat = self.watcher(people[2], ann.key)
        order = {"step": "listen", "action": "pass", "once": False}
        self.done(ann.say(type="wishes", orders=[order]))
        self.done(ann.say(type="mute", seat="green", muted=True))
        self.done(cat.say(type="say", text="from outside"))
        self.done(ben.say(type="say", text="psst", to=[ann.seat]))
        while ann.asked:
            last = {"type": "act", "question": ann.question(), "action": rng.choice(ann.asked["legal"])}
            self.done(answer := ann.say(**last))
        last.update(table=ann.key, id=answer["id"])
        everybody = [ann, ben, cat]
        self.settle(everybody)
        known = [(zeros_out(w.view), w.open, w.asked, w.events) for w in everybody]
        wishes = ann.table["wishes"]
        for w in everybody:
            w.client.close()
        self.end(server)
        server = self.own_server(folder.name)
        for w, (view, open, asked, events) in zip(everybody, known):
            talk = [{k: v for k, v in line.items() if k not in ("type", "table")} for line in w.talk]
            w.client, w.talk = self.person("", server, w.client.cookie), []
            w.watch()
            self.assertEqual((zeros_out(w.view), w.open, w.asked), (view, open, asked))
            self.assertEqual(w.events[-20:], events[-20:])
            self.assertEqual(w.talk, talk)
        self.assertEqual((cat.talk[0]["name"], cat.talk[0]["from"]), ("Cat", "observer"))
        self.assertEqual(ann.table["wishes"], wishes)
        self.told_again(ann, last)
        self.done(cat.say(type="say", text="still here"))
        self.play_until([ann, ben], rng, lambda: ann.open["step"] != "write")

    def test_after_an_undo(self):
        """What was taken back stays taken back."""
        folder = tempfile.TemporaryDirectory(dir=MEMORY)
        self.addCleanup(folder.cleanup)
        server = self.own_server(folder.name)
        (ann,) = self.table(self.people("Ann", server=server), "atomic-business")
        rng = random.Random(13)
        for words in ({"type": "act"}, {"type": "act"}, {"type": "undo"}, {"type": "act"}):
            if words["type"] == "act":
                words.update(question=ann.question(), action=rng.choice(ann.asked["legal"]))
            self.done(ann.say(**words))
        view, asked, events = zeros_out(ann.view), ann.asked, ann.events
        ann.client.close()
        self.end(server)
        server = self.own_server(folder.name)
        again = self.watcher(self.person("", server, ann.client.cookie), ann.key)
        self.assertEqual((zeros_out(again.view), again.asked, again.events), (view, asked, events))
        self.done(again.act(rng.choice(again.asked["legal"])))

    def told_again(self, ann, last):
        """An answer whose acknowledgement was lost in the crash."""
        changes = ann.changes
        ann.client.send(**last)
        while (answer := ann.client.receive()).get("id") != last["id"]:
            ann.take(answer)
        self.done(answer)
        ann.settle()
        self.assertEqual(ann.changes, changes)


class Dice(Case):
    def nonce(self, seat):
        nonce = hashlib.sha256(f"nonce of {seat}".encode()).digest()
        pledge = hashlib.blake2b(b"apparat nonce 1" + bytes([seat]) + nonce, digest_size=32)
        return nonce.hex(), pledge.hexdigest()

    def test_own_nonces(self):
        ann, ben = self.table(self.people("Ann", "Ben"), start=False)
        nonce, pledge = self.nonce(0)
        self.refused("not-now", ann.say(type="nonce", nonce=nonce))
        self.done(ann.say(type="nonce", pledge=pledge))
        self.refused("not-now", ann.say(type="nonce", pledge=pledge))
        self.done(ann.say(type="start"))
        self.refused("not-now", ann.say(type="start"))
        ben.settle()
        self.assertEqual((ann.table["status"], ben.table["status"]), ("lobby", "lobby"))
        commitment = ben.table["commitment"]
        self.refused("not-now", ben.say(type="nonce", pledge=self.nonce(1)[1]))
        self.refused("not-now", ann.say(type="nonce", nonce=self.nonce(1)[0]))
        self.done(ann.say(type="nonce", nonce=nonce))
        self.settle([ann, ben])
        self.assertEqual((ann.table["status"], ann.table["commitment"]), ("running", commitment))
        lines = self.record(ben.client, ann.key).splitlines()
        self.assertIn(f"commitment {commitment}", lines)
        self.assertIn(f"nonce {ann.seat} commitment {pledge} opened {nonce}", lines)
        self.assertNotIn("secret", " ".join(lines))
        path, cookie = f"/records/{ann.key}.apr", self.person("Cat").cookie
        self.assertEqual(self.server.request("GET", path, Cookie=cookie)[0], 404)
        rng = random.Random(9)
        self.play_until([ann, ben], rng, lambda: ann.over)
        record = self.record(ben.client, ann.key)
        status, _, sent = self.server.request("GET", path, Cookie=cookie)  # who was sent the link
        self.assertEqual((status, sent.decode()), (200, record))
        self.assertIn(f"nonce {ann.seat} commitment {pledge} opened {nonce}", record.splitlines())
        (secret,) = re.findall(r"^secret ([0-9a-f]{64})$", record, re.M)
        digest = hashlib.blake2b(b"apparat secret 1" + bytes.fromhex(secret), digest_size=32)
        self.assertEqual(digest.hexdigest(), commitment)
        self.verify(record)

    def test_who_leaves_takes_the_dice_with_him(self):
        people = self.people("Ann", "Ben", "Cat")
        ann, ben = self.table(people[:2], start=False)
        self.done(ben.say(type="nonce", pledge=self.nonce(1)[1]))
        self.done(ann.say(type="start"))
        ben.settle()
        old, invite = ann.table["commitment"], ann.table["invite"]
        self.done(ben.say(type="leave"))
        ann.settle()
        self.assertNotIn("commitment", ann.table)
        self.assertEqual((ann.table["status"], ann.table["seats"][1]["kind"]), ("lobby", "open"))
        people[2].done(type="join", table=ann.key, invite=invite)
        self.done(ann.say(type="start"))
        self.assertEqual(ann.table["status"], "running")
        self.assertNotEqual(ann.table["commitment"], old)


class Lobby(Case):
    limits = {**Case.limits, "tables_a_person": 3}

    def keys(self, client, **filters):
        return [table["table"] for table in client.done(type="lobby", **filters)["tables"]]

    def test_lists(self):
        ann, ben = self.people("Ann", "Ben")
        self.keys(ben)
        made = ann.done(type="create", game="kremlin", players=3, public=True, seats=["open", "me"])
        hidden = ann.done(type="create", game="red-empire", players=4)
        (change,) = ben.settled()
        self.assertEqual((change["type"], change["table"]), ("lobby_change", made["table"]))
        self.assertEqual([seat["kind"] for seat in change["seats"]], ["open", "person", "open"])
        self.assertEqual({*self.keys(ann)}, {made["table"], hidden["table"]})
        self.assertEqual(self.keys(ann, game="red-empire"), [hidden["table"]])
        self.assertEqual(self.keys(ann, status="running"), [])
        self.assertEqual(self.keys(ben, watch=False), [made["table"]])
        ann.done(type="leave", table=made["table"])
        self.assertEqual(ben.settled(), [])
        ann.done(type="cancel", table=made["table"])
        self.assertEqual(self.keys(ben), [])

    def test_sitting_down(self):
        ann, ben, cat, dan = self.people("Ann", "Ben", "Cat", "Dan")
        made = ann.done(type="create", game="kremlin", players=3, seats=["me", {"bot": "random"}])
        key, invite = made["table"], made["invite"]
        self.assertEqual(ben.code(type="join", table=key), "no-such-table")
        self.assertEqual(ben.code(type="join", table=key, invite=key), "no-such-table")
        look = self.watcher(ben, key, invite=invite)
        self.assertEqual((look.seat, look.table["owner"]), (None, False))
        self.assertNotIn("invite", look.table)
        self.assertNotIn("view", look.table)
        self.assertEqual(ben.code(type="join", table=key), "not-invited")
        self.assertEqual(ben.code(type="join", table=key, invite=invite, seat="blue"), "taken")
        self.assertEqual(ann.code(type="start", table=key), "not-now")
        ben.done(type="join", table=key, invite=invite, seat="green")
        look.settle()
        self.assertEqual((look.seat, look.table["invite"]), ("green", invite))
        self.assertEqual(ben.code(type="join", table=key), "seated")
        self.assertEqual(cat.code(type="join", table=key, invite=invite), "taken")
        self.assertEqual(ben.code(type="start", table=key), "not-yours")
        self.assertEqual(ben.code(type="rematch", table=key), "not-now")
        self.assertEqual(cat.code(type="leave", table=key, invite=invite), "not-seated")
        self.assertEqual(ben.code(type="act", table=key, question=0, action="pass"), "not-running")
        ann.done(type="start", table=key)
        self.assertEqual(ann.code(type="leave", table=key), "not-now")
        self.assertEqual(ann.code(type="cancel", table=key), "not-now")
        self.assertEqual(dan.code(type="join", table=key, invite=invite), "not-now")

    def test_looking_away(self):
        ann, ben = self.table(self.people("Ann", "Ben"))
        ben.client.done(type="watch", table=ann.key, watch=False)
        self.next_act([w for w in (ann,) if w.asked] or [ben], random.Random(10))
        self.assertEqual([m for m in ben.client.settled() if m["type"] == "change"], [])

    def test_tables_that_cannot_be(self):
        (ann,) = self.people("Ann")
        for more in (
            {"game": "chess"},
            {"players": 1},
            {"options": {"fall": "never"}},
            {"options": {"summer": "warm"}},
            {"seats": ["me", "me"]},
            {"seats": [{"bot": "genius"}]},
            {"seats": ["open"] * 5},
        ):
            words = {"type": "create", "game": "red-empire", "players": 4, **more}
            self.assertEqual(ann.code(**words), "bad-table", more)
        for more in ({"pace": "fast"}, {"move_ms": 999}, {"countdown_ms": 30 * 86400000 + 1}):
            words = {"type": "create", "game": "red-empire", "players": 4, **more}
            self.assertFalse(CLIENT.fits(words), more)
            self.refused("bad-table", ann.raw(words))
        self.assertEqual(self.keys(ann), [])
        for _ in range(3):
            ann.done(type="create", game="red-empire", players=4)
        self.assertEqual(ann.code(type="create", game="red-empire", players=4), "too-many-tables")
        ann.done(type="cancel", table=self.keys(ann)[0])
        ann.done(type="create", game="red-empire", players=4, pace="slow")


class Bad(Case):
    def test_messages(self):
        """What no schema allows is refused, and changes nothing."""
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
            {"type": "nonce", **ok},
            {"type": "nonce", **ok, "nonce": "0" * 63},
            {"type": "nonce", **ok, "nonce": "0" * 64, "pledge": "0" * 64},
            {"type": "watch", **ok, "watch": 0},
            {"type": "hand_over", **ok},
        ):
            with self.subTest(message):
                self.assertFalse(CLIENT.fits(message))
                self.refused("bad-message", ann.client.raw(message))
        for text in (b"", b"{", b"[]", b"null", b'{"type":"ping","type":"ping"}', b"[" * 100):
            self.refused("bad-message", ann.client.raw(text))
        self.assertEqual((ann.settle(), ben.settle()), ([], []))

    def test_answers(self):
        """In this order: seat, alive, open, actor, legality."""
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

    def test_hello(self):
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

    def test_too_fast(self):
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

    def test_examples(self):
        """Every message shown is one."""
        lines = re.findall(r"^ +(->|<-) (.*)$", self.text, re.M)
        shown = {"->": set(), "<-": set()}
        schemas = {"->": Schema("client"), "<-": Schema("server")}  # what is shown is not yet said
        for way, line in lines:
            message = json.loads(line)
            schemas[way].check(message)
            shown[way].add(message["type"])
        self.assertEqual(shown["->"], {*CLIENT.types})
        self.assertEqual(shown["<-"], {*SERVER.types})

    def test_codes(self):
        codes = {*SERVER.whole["$defs"]["refused"]["properties"]["code"]["enum"]}
        table = re.search(r"## What is refused\n.*?\n(\|.*?)\n\n", self.text, re.S)[1]
        self.assertEqual({*re.findall(r"^\| `([a-z-]+)`", table, re.M)}, codes)
        sources = "".join(p.read_text() for p in sorted((DOCS.parent / "src/server").glob("*.c")))
        used = {*re.findall(r'sv_refuse\(\s*[^,;]+,\s*[^,;]+,\s*"([a-z-]+)"', sources)}
        used |= {*re.findall(r'\[AP_(?!OK)[A-Z_]+\] = "([a-z-]+)"', sources)}
        self.assertEqual(used - {"won", "lost", "shared"}, codes)

    def test_fields(self):
        """Every field of every message is explained."""
        for schema in (CLIENT, SERVER):
            for kind in schema.types:
                for field in schema.whole["$defs"][kind]["properties"]:
                    self.assertTrue(f"`{field}`" in self.text, f"{field} of {kind}")


if __name__ == "__main__":
    unittest.main()
