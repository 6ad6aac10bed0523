"""Tables: who may see them, who may take seats, the dice, and restarts."""

import hashlib
import random
import re
import tempfile

from protocol import CLIENT, MEMORY, Case, zeros_out


class Lobby(Case):
    limits = {**Case.limits, "tables_a_person": 3}

    def keys(self, client, **filters):
        return [table["table"] for table in client.done(type="lobby", **filters)["tables"]]

    def test_lists_show_what_a_person_may_see(self):
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

    def test_seats_are_taken_by_invitation(self):
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

    def test_a_client_that_stops_watching_is_sent_nothing(self):
        ann, ben = self.table(self.people("Ann", "Ben"))
        ben.client.done(type="watch", table=ann.key, watch=False)
        self.next_act([w for w in (ann,) if w.asked] or [ben], random.Random(10))
        self.assertEqual([m for m in ben.client.settled() if m["type"] == "change"], [])

    def test_impossible_tables_are_refused(self):
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
        four_each = {"game": "atomic-business", "options": {"diplomats": "4"}}  # for five players or six
        refusal = ann.ask(type="create", players=4, **four_each)
        self.assertEqual((refusal["code"], refusal["clause"]), ("bad-table", "AB-SU-2"))
        self.assertIn("(AB-SU-2)", refusal["text"])
        ann.done(type="create", players=5, **four_each)
        for _ in range(2):
            ann.done(type="create", game="red-empire", players=4)
        self.assertEqual(ann.code(type="create", game="red-empire", players=4), "too-many-tables")
        ann.done(type="cancel", table=self.keys(ann)[0])
        ann.done(type="create", game="red-empire", players=4, pace="slow")


class Dice(Case):
    def nonce(self, seat):
        nonce = hashlib.sha256(f"nonce of {seat}".encode()).digest()
        pledge = hashlib.blake2b(b"apparat nonce 1" + bytes([seat]) + nonce, digest_size=32)
        return nonce.hex(), pledge.hexdigest()

    def test_a_client_can_pledge_its_own_nonce(self):
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
        status, _, sent = self.server.request("GET", path, Cookie=cookie)  # somebody who was sent the link
        self.assertEqual((status, sent.decode()), (200, record))
        self.assertIn(f"nonce {ann.seat} commitment {pledge} opened {nonce}", record.splitlines())
        (secret,) = re.findall(r"^secret ([0-9a-f]{64})$", record, re.M)
        digest = hashlib.blake2b(b"apparat secret 1" + bytes.fromhex(secret), digest_size=32)
        self.assertEqual(digest.hexdigest(), commitment)
        self.verify(record)

    def test_leaving_a_seat_starts_the_dice_again(self):
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


class Restart(Case):
    limits = {}

    def test_a_restart_changes_nothing(self):
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
        self.send_again(ann, last)
        self.done(cat.say(type="say", text="still here"))
        self.play_until([ann, ben], rng, lambda: ann.open["step"] != "write")

    def test_moves_stay_taken_back_after_a_restart(self):
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

    def send_again(self, ann, last):
        """Repeats an action, as if its acknowledgement had been lost in a crash."""
        changes = ann.changes
        ann.client.send(**last)
        while (answer := ann.client.receive()).get("id") != last["id"]:
            ann.take(answer)
        self.done(answer)
        ann.settle()
        self.assertEqual(ann.changes, changes)
