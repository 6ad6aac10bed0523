#!/usr/bin/env python3
"""The clocks of the protocol: what happens when nobody answers, or the server answers for somebody."""

import random
import time
import unittest

from protocol import Case, listen


class Clocks(Case):
    # Bots may finish a long game at once.
    limits = {"bot_workers": 0, "live_delay": 1, "countdown": 600, "live_move": 900, "waiting_bytes": 1 << 28}

    def now(self):
        return time.time() * 1000

    def listening(self, people, **more):
        """Returns the watchers of a table at a sealed question that everybody may pass."""
        watchers = self.table(people, "kremlin", **more)
        listen(watchers, lambda: watchers[0].open["step"] == "listen")
        listen(watchers, lambda: all(w.open == watchers[0].open for w in watchers[1:]))
        return watchers

    def test_the_clock_answers_for_silent_people(self):
        begun = self.now()
        ann, ben = self.table(self.people("Ann", "Ben"), "kremlin")
        listen([ann, ben], lambda: len(ann.own) > 2)  # these seconds may have passed before she reads anything
        (write, _, first), (hear, asked, second), _ = (ann.own[number] for number in sorted(ann.own)[:3])
        self.assertGreaterEqual(first, int(begun) + 900)
        self.assertLessEqual(first, self.now() + 900)
        self.assertEqual((write["step"], hear["step"], hear["sealed"]), ("write", "listen", True))
        self.assertEqual(len(ann.view["written"][ann.seat]), 10)
        self.assertIn("pass", asked["legal"])
        self.assertGreaterEqual(second, first + 600)  # the clock for it began when the time before was up
        self.assertGreaterEqual(self.now(), second)

    def test_a_reaction_closes_when_all_have_answered(self):
        ann, ben = self.listening(self.people("Ann", "Ben"), countdown_ms=40000)
        number, deadline = ann.open["question"], ann.deadline
        for w in (ann, ben):
            self.assertFalse(w.asked["auto"])
            self.assertEqual(w.open["question"], number)
            self.done(w.act("pass"))
        self.settle([ann, ben])
        self.assertNotEqual(ann.open["question"], number)
        self.assertLess(self.now(), deadline)

    def test_a_standing_order_waits_for_the_countdown(self):
        """Nobody but its owner is told of it."""
        ann, ben = self.listening(self.people("Ann", "Ben"), countdown_ms=4000)
        number, deadline, wholes = ann.open["question"], ann.deadline, ben.wholes
        order = {"step": "listen", "action": "pass", "once": True}
        self.done(ann.say(type="wishes", orders=[order]))
        self.assertEqual(ann.table["wishes"], {"ask_all": True, "orders": [order], "muted": []})
        self.assertTrue(ann.asked["auto"])
        self.done(ben.act("pass"))
        self.assertEqual((ben.open["question"], ben.deadline), (number, deadline))
        listen([ann, ben], lambda: ben.open["question"] != number)
        self.assertGreaterEqual(self.now(), deadline)
        ann.settle()
        self.assertEqual((ann.table["wishes"]["orders"], ben.wholes), ([], wholes))

    def test_keeping_on_passing_ends_when_somebody_declares(self):
        """It is his answer in this round; in the next, after somebody has declared, he is asked."""
        ann, ben = self.listening(self.people("Ann", "Ben"), countdown_ms=4000)
        number, wholes = ann.open["question"], ben.wholes
        order = {"step": "listen", "action": "pass", "once": False, "until": "phase"}
        self.done(ann.say(type="wishes", orders=[order]))
        self.assertEqual(ann.table["wishes"]["orders"], [order])
        self.assertTrue(ann.asked["auto"])
        declare = next(action for action in ben.asked["legal"] if action.startswith("declare"))
        self.done(ben.act(declare))
        self.done(ben.act("pass"))
        listen([ann, ben], lambda: ben.open["question"] != number)
        ann.settle()
        self.assertEqual((ann.open["step"], ann.table["wishes"]["orders"]), ("listen", []))
        self.assertFalse(ann.asked["auto"])
        self.assertEqual(ben.wholes, wholes)

    def test_a_person_alone_among_bots_waits_for_nothing(self):
        (ann,) = self.table(self.people("Ann"), "kremlin", tempo="brisk")
        orders = [{"step": "listen", "action": "pass"}]
        self.done(ann.say(type="wishes", ask_all=False, orders=orders))
        rng = random.Random(3)
        while ann.open and ann.open["step"] == "write":
            self.done(ann.act(rng.choice(ann.asked["legal"])))
        listen([ann], lambda: not ann.open or ann.open["step"] != "listen")
        self.assertIn("listen", [put["step"] for put in ann.put.values()])
        self.assertEqual((ann.table["tempo"], ann.deadline), ("brisk", None))

    def test_a_seat_can_be_handed_over_and_taken_back(self):
        """Bots run in their own processes here."""
        server = self.own_server(bot_workers=1, live_move=60000)
        ann, ben = self.table(self.people("Ann", "Ben", server=server), "atomic-business")
        both, rng = [ann, ben], random.Random(11)
        self.refused("bad-message", ann.say(type="hand_over", level="genius"))
        self.done(ann.say(type="hand_over", level="random"))
        ben.settle()
        seat = {"seat": ann.seat, "kind": "person", "name": "Ann", "level": "random", "away": True}
        self.assertEqual(ben.table["seats"][0], seat)
        ben.put.clear()
        for _ in range(10):
            listen(both, lambda: ben.asked)
            self.done(ben.act(rng.choice(ben.asked["legal"])))
        self.assertIn([ann.seat], [put["asked"] for put in ben.put.values()])
        listen(both, lambda: ben.asked)
        self.done(ann.say(type="take_back"))
        while not ann.asked:
            listen(both, lambda: ann.asked or ben.asked)
            if ben.asked:
                self.done(ben.act(rng.choice(ben.asked["legal"])))
            ann.settle()
        ben.settle()
        self.assertNotIn("away", ben.table["seats"][0])
        number = ann.question()
        time.sleep(0.1)  # no bot answers any more
        self.assertEqual((ann.settle(), ann.question()), ([], number))
        self.done(ann.act(ann.asked["legal"][0]))
        for w in both:
            self.done(w.say(type="hand_over", level="greedy"))
        listen(both, lambda: ann.over and ben.over)

    def test_the_clock_moves_when_time_is_up(self):
        ann, ben = self.table(self.people("Ann", "Ben"), "red-empire", fast=True)
        self.assertTrue(ann.table["fast"])
        listen([ann, ben], lambda: (ann.asked or ben.asked) and ann.open == ben.open)
        deadline, number = ann.deadline, ann.open["question"]
        listen([ann, ben], lambda: not ann.open or ann.open["question"] > number)
        self.assertGreaterEqual(self.now(), deadline)


if __name__ == "__main__":
    unittest.main()
