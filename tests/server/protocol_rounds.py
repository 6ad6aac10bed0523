"""Sealed rounds, and taking back what was decided."""

import random

from protocol import Case, listen, zeros_out


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
