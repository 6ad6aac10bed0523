"""Tables: who may see them, who may take seats, the dice, and restarts."""

import hashlib
import json
import random
import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cli"))
import fair_dice
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
        while (change := ben.next()).get("table") != made["table"]:
            pass
        self.assertEqual(change["type"], "lobby_change")
        self.assertEqual([seat["kind"] for seat in change["seats"]], ["open", "person", "open"])
        self.assertEqual({*self.keys(ann)}, {made["table"], hidden["table"]})
        self.assertEqual(self.keys(ann, game="red-empire"), [hidden["table"]])
        self.assertEqual(self.keys(ann, status="running"), [])
        self.assertEqual(self.keys(ben, watch=False), [made["table"]])
        ann.done(type="leave", table=made["table"])
        self.assertEqual(ben.settled(), [])
        ann.done(type="cancel", table=made["table"])
        self.assertEqual(self.keys(ben), [])

    def test_an_owner_removes_somebody_before_the_start(self):
        ann, ben, cat = self.people("Ann", "Ben", "Cat")
        made = ann.done(type="create", game="kremlin", players=3, seats=["me", "open", "open"])
        key, invite = made["table"], made["invite"]
        ben.done(type="join", table=key, invite=invite, seat="green")
        look, own = self.watcher(ben, key), self.watcher(ann, key)
        self.assertEqual(ben.code(type="remove", table=key, seat="green"), "not-yours")
        self.assertEqual(ann.code(type="remove", table=key, seat="blue"), "not-seated")
        self.assertEqual(ann.code(type="remove", table=key, seat=own.seat), "not-seated")
        ann.done(type="remove", table=key, seat="green")
        self.assertEqual(look.client.next(), {"type": "removed", "table": key, "seat": "green"})
        self.assertEqual(ben.settled(), [])  # the table is not his to look at any more
        self.assertEqual(ben.code(type="join", table=key, invite=invite), "no-such-table")
        own.settle()
        self.assertEqual(own.table["seats"][1]["kind"], "open")
        self.assertNotEqual(own.table["invite"], invite)
        self.assertEqual(ben.code(type="join", table=key, invite=own.table["invite"]), "removed")
        cat.done(type="join", table=key, invite=own.table["invite"], seat="green")

    def test_a_removed_person_stays_removed_after_a_restart(self):
        folder = tempfile.TemporaryDirectory(dir=MEMORY)
        self.addCleanup(folder.cleanup)
        server = self.own_server(folder.name)
        ann, ben = self.people("Ann", "Ben", server=server)
        key = ann.done(type="create", game="kremlin", players=3, public=True, seats=["me"])["table"]
        ben.done(type="join", table=key, seat="green")
        ann.done(type="remove", table=key, seat="green")
        self.assertEqual(ben.code(type="join", table=key), "removed")
        cookie = ben.cookie
        for client in (ann, ben):
            client.close()
        self.end(server)
        ben = self.person("", self.own_server(folder.name), cookie)
        self.assertEqual(ben.code(type="join", table=key), "removed")

    def test_limits_on_tables_seats_and_bots_are_named(self):
        def limit(client, **message):
            answer = client.ask(**message)
            return answer.get("code"), answer.get("limit")

        new = {"type": "create", "game": "kremlin", "players": 3}
        bots = [{"bot": "random"}] * 3
        for limits, words, expected in (
            ({"tables_a_person": 1}, {}, ("too-many-tables", "tables_a_person")),
            ({"tables_an_address": 1}, {}, ("too-many-tables", "tables_an_address")),
            ({"tables_in_all": 1}, {}, ("too-many-tables", "tables_in_all")),
            ({"open_seats_a_person": 4}, {}, ("too-many-seats", "open_seats_a_person")),
            ({"open_seats_an_address": 5}, {}, ("too-many-seats", "open_seats_an_address")),
            ({"open_seats_in_all": 5}, {}, ("too-many-seats", "open_seats_in_all")),
            ({"bots_a_person": 5}, {"seats": bots}, ("too-many-bots", "bots_a_person")),
            ({"bots_an_address": 5}, {"seats": bots}, ("too-many-bots", "bots_an_address")),
            ({"bots_in_all": 5}, {"seats": bots}, ("too-many-bots", "bots_in_all")),
            ({"seats_a_person": 1}, {"seats": ["me"]}, ("too-many-seats", "seats_a_person")),
        ):
            with self.subTest(limits):
                server = self.own_server(**limits)
                ann, ben = self.people("Ann", "Ben", server=server)
                made = ann.done(**new, **words)
                by_person = "a_person" in expected[1]
                self.assertEqual(limit(ann if by_person else ben, **new, **words), expected)
                ann.done(type="cancel", table=made["table"])  # what is gone does not count any more
                (ann if by_person else ben).done(**new, **words)
                self.end(server)

    def test_a_list_has_pages(self):
        server = self.own_server(tables_a_person=100)
        ann, ben = self.people("Ann Ångström", "Ben", server=server)
        keys = []
        for i in range(60):
            seats = [{"bot": "random"}] * 3 if i % 2 else ["open"] * 3
            keys.append(ann.done(type="create", game="kremlin", players=3, public=True, seats=seats)["table"])
        own = ben.done(type="create", game="tiny", players=2)["table"]
        ann.done(type="join", table=keys[0])
        for words, expected in (
            ({}, {own, *keys}),
            ({"free": True}, {own, *keys[::2]}),
            ({"free": True, "game": "kremlin"}, {*keys[::2]}),
            ({"game": "kremlin", "status": "lobby"}, {*keys}),
            ({"name": "ang"}, set()),  # a ring is no decoration: it is another letter
            ({"name": "ÅNG"}, {keys[0]}),
            ({"name": "ann å"}, {keys[0]}),
            ({"name": "nobody"}, set()),
            ({"status": "running"}, set()),
        ):
            with self.subTest(words):
                found, place, pages = [], {}, 0
                while True:
                    page = ben.done(type="lobby", watch=False, **words, **place)
                    found += [row["table"] for row in page["tables"]]
                    self.assertEqual(page["more"], page["next"] is not None)
                    pages += 1
                    if not page["more"]:
                        break
                    self.assertLessEqual(len(page["tables"]), 51)
                    place = {"from": page["next"]}
                self.assertEqual(len(found), len({*found}))
                self.assertEqual({*found}, expected)
                self.assertEqual(pages, max(1, (len(expected - {own}) + 49) // 50))
        for bad in ({"from": "x"}, {"from": "7-1-1"}, {"free": True, "status": "over"}):
            self.assertEqual(ben.code(type="lobby", **bad), "bad-message")

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
        for more in ({"pace": "fast"}, {"tempo": "hasty"}, {"bot_ms": -1}, {"hold_ms": 600001}, {"move_ms": 999}, {"countdown_ms": 30 * 86400000 + 1}):
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
        self.done(ann.say(type="nonce", pledge=self.nonce(1)[1]))
        self.done(ann.say(type="nonce", pledge=pledge))  # until the commitment it can be replaced
        self.refused("not-now", ben.say(type="nonce", deposit=nonce))  # only at slow tables
        self.refused("not-now", ann.say(type="dice", **{"from": 0}))
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
        self.assertIn(f"nonce {ann.seat} own commitment {pledge} opened {nonce}", lines)
        self.assertNotIn("secret", " ".join(lines))
        path, cookie = f"/records/{ann.key}.apr", self.person("Cat").cookie
        self.assertEqual(self.server.request("GET", path, Cookie=cookie)[0], 404)
        rng = random.Random(9)
        self.play_until([ann, ben], rng, lambda: ann.over)
        record = self.record(ben.client, ann.key)
        status, _, sent = self.server.request("GET", path, Cookie=cookie)  # somebody who was sent the link
        self.assertEqual((status, sent.decode()), (200, record))
        self.assertIn(f"nonce {ann.seat} own commitment {pledge} opened {nonce}", record.splitlines())
        (secret,) = re.findall(r"^secret ([0-9a-f]{64})$", record, re.M)
        self.assertEqual(fair_dice.commitment(bytes.fromhex(secret)).hex(), commitment)
        self.verify(record)
        self.check_outcomes(ann, record, commitment)
        key = json.loads(self.server.request("GET", "/.well-known/apparat")[2])["record_key"]
        self.assertRegex(record, rf"\nsigned {key} [0-9a-f]{{128}}\n$")
        self.refused("bad-message", ann.say(type="dice", **{"from": 100000}))

    def check_outcomes(self, ann, record, commitment):
        """The server opens what all may see, and the record has the same."""
        lines = re.findall(r"^chance (.*) (\d+)/(\d+)$", record, re.M)
        told = ann.say(type="dice", **{"from": 0})
        self.assertEqual(told["count"], len(lines))
        for i, outcome in enumerate(told["outcomes"]):
            action, number, of = lines[i]
            self.assertEqual((outcome["index"], outcome["action"].split()[0]), (i, action.split()[0]))
            if "secret" not in outcome:
                continue
            self.assertEqual((outcome["action"], outcome["number"], outcome["of"]), (action, int(number), int(of)))
            node = fair_dice.leaf(i, bytes.fromhex(outcome["secret"]))
            for level, beside in enumerate(map(bytes.fromhex, outcome["path"])):
                node = fair_dice.node(beside, node) if i >> level & 1 else fair_dice.node(node, beside)
            self.assertEqual(node.hex(), commitment)

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
        self.done(ben.say(type="take_time", on=True))
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
        for w, (view, open, asked, events) in zip(everybody, known, strict=True):
            talk = [{k: v for k, v in line.items() if k not in ("type", "table")} for line in w.talk]
            w.client, w.talk = self.person("", server, w.client.cookie), []
            w.watch()
            self.assertEqual((zeros_out(w.view), w.open, w.asked), (view, open, asked))
            self.assertEqual(w.events[-20:], events[-20:])
            self.assertEqual(w.talk, talk)
        self.assertEqual((cat.talk[0]["name"], cat.talk[0]["from"]), ("Cat", "observer"))
        self.assertEqual(ann.table["wishes"], wishes)
        self.assertEqual([s["seat"] for s in ann.table["seats"] if s.get("takes_time")], [ben.seat])
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
