"""Sealed questions, and taking back moves."""

import random
import time

from protocol import Case, listen, zeros_out


class Sealed(Case):
    def write_sheet(self, w, rng):
        """Writes ten names and ends the list; returns the number of decisions."""
        written = 0
        while w.asked and w.asked["step"] == "write":
            self.done(w.act(rng.choice(w.asked["legal"])))
            written += 1
        return written

    def test_nobody_is_told_of_a_sealed_answer(self):
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

    def test_a_sealed_answer_can_be_taken_back(self):
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

    def test_two_windows_may_use_the_same_id(self):
        """A message counts as a repetition if its answer is the same, not if its id is."""
        ann, _ = self.table(self.people("Ann", "Ben"), "kremlin")
        tab = self.watcher(self.person("Ann", cookie=ann.client.cookie), ann.key)
        for w, action in ((ann, "write satin 10"), (tab, "write patina 9")):
            w.client.send(type="act", id="1", table=w.key, question=w.question(), action=action)
            while w.client.receive().get("id") != "1":
                pass
        ann.watch()
        self.assertEqual(ann.view["written"][ann.seat], {"satin": 10, "patina": 9})


class Undo(Case):
    def play_until_both_have_acted(self, ann, ben, rng):
        """Plays until Ann has acted and Ben after her; returns what Ann saw when she was asked, and notes in
        `decisions` everything that was done by hand: who, at which question, and what."""
        before = last = None
        self.decisions = []
        while last is not ben or before is None or ann.open["sealed"]:
            last = ann if ann.asked else ben
            if last is ann and (before is None or before[1]["question"] != ann.question()):
                before = (zeros_out(ann.view), ann.asked)  # a sealed answer may have several parts
            action = rng.choice(last.asked["legal"])
            self.decisions.append((last.seat, last.question(), action))
            self.done(last.act(action))
            self.settle([ann, ben])
        return before

    def test_an_undo_can_be_refused_withdrawn_and_agreed_to(self):
        ann, ben = self.table(self.people("Ann", "Ben"), "atomic-business")
        before, asked = self.play_until_both_have_acted(ann, ben, random.Random(4))
        now, log = zeros_out(ann.view), ann.log()
        self.refused("not-now", ben.say(type="undo_answer", agree=True))
        last = max(n for n, (seat, _, _) in enumerate(self.decisions) if seat == ann.seat)
        undoable = ann.undoable
        self.assertEqual((undoable["step"], undoable["question"]), (asked["step"], asked["question"]))
        parts = [action for seat, question, action in self.decisions if (seat, question) == self.decisions[last][:2]]
        self.assertEqual(undoable["action"], parts[0] if len(parts) == 1 else None)
        self.assertGreaterEqual(undoable["moves"], len(self.decisions) - last)  # the bot decides, too
        start = ann.client.done(type="ping")["now"]
        for answerer in (ben, ann):  # Ben refuses, Ann withdraws
            self.done(ann.say(type="undo"))
            ben.settle()
            wanted = ann.table["undo"]
            self.assertEqual((wanted["by"], wanted["waits_for"]), (ann.seat, [ben.seat]))
            end = ann.client.done(type="ping")["now"]
            # A server that is busy gives time back; it tells times again when they are more than a second off.
            self.assertTrue(start - 1000 <= wanted["expires"] - 120_000 <= end + 1000, wanted)
            told = {k: v for k, v in undoable.items() if k != "asks"}
            self.assertEqual((wanted["takes_back"], undoable["asks"]), (told, [ben.seat]))
            self.assertEqual(ben.table["undo"], wanted)
            self.refused("not-now", ben.say(type="undo"))
            self.refused("not-now", ann.say(type="undo_answer", agree=True))
            self.done(answerer.say(type="undo_answer", agree=False))
            self.settle([ann, ben])
            self.assertEqual((ann.table["undo"], ben.table["undo"]), (None, None))
            self.assertEqual(zeros_out(ann.view), now)
        self.done(ann.say(type="undo"))
        self.done(ben.say(type="undo_answer", agree=True))
        self.settle([ann, ben])
        self.assertEqual((zeros_out(ann.view), ann.asked), (before, asked))
        # The log ends where it ended then; the newest lines are there, and the same after a reload.
        self.assertEqual(ann.log(), log[: ann.count])
        self.assertLess(ann.count, len(log))
        self.assertEqual(ann.events, log[max(0, ann.count - 120) : ann.count])
        ann.again()
        self.assertEqual(ann.asked, asked)
        self.assertEqual(ann.log(), log[: ann.count])
        self.done(ann.act(asked["legal"][-1]))

    def test_an_undo_waits_for_a_person_who_hands_over_unless_the_table_agreed_otherwise(self):
        ann, ben = self.table(self.people("Ann", "Ben"), "atomic-business")
        self.play_until_both_have_acted(ann, ben, random.Random(5))
        self.done(ann.say(type="undo"))
        self.done(ben.say(type="hand_over", level="random"))
        ann.settle()
        self.assertEqual(ann.table["undo"]["waits_for"], [ben.seat])
        ann, ben = self.table(self.people("Ann", "Ben"), "atomic-business", away_agrees=True)
        before, asked = self.play_until_both_have_acted(ann, ben, random.Random(5))
        self.done(ann.say(type="undo"))
        self.done(ben.say(type="hand_over", level="random"))
        ann.settle()
        self.assertIsNone(ann.table["undo"])
        self.assertEqual((zeros_out(ann.view), ann.asked), (before, asked))
        self.assertTrue(ann.table["seats"][1]["away"])
        self.done(ben.say(type="take_back"))
        ann.settle()
        self.assertEqual(ann.table["seats"][1], {"seat": ben.seat, "kind": "person", "name": "Ben"})

    def test_a_sealed_question_is_taken_back_as_a_whole(self):
        rng = random.Random(6)
        people = self.people("Ann", "Ben", "Cat")
        ann, ben = self.table(people[:2], "kremlin", public=True)
        cat = self.watcher(people[2], ann.key)
        number = ann.question()
        self.play_until([ann, ben], rng, lambda: ann.open["step"] != "write")
        self.refused("not-seated", cat.say(type="undo"))
        # Nobody has acted since, but nobody may learn whether somebody has answered this question.
        self.assertTrue(ann.open["sealed"])
        self.done(ann.say(type="undo"))
        self.assertEqual(ann.undo["waits_for"], [ben.seat])
        # A sealed answer is one decision of each seat, however many actions it had.
        self.settle([ben, cat])
        sheet = {"step": "write", "action": None, "moves": 3, "question": number}
        for w in (ann, ben, cat):
            self.assertEqual(w.undo["takes_back"], sheet)
        self.done(ben.say(type="undo_answer", agree=True))
        self.settle([ann, cat])
        seats = [seat["seat"] for seat in ann.table["seats"]]
        for w in (ann, ben, cat):
            self.assertEqual(w.open["question"], number)
        self.assertEqual(cat.open["asked"], seats)
        for w in (ann, ben):
            self.assertEqual(w.view["written"][w.seat], {})
            self.assertEqual(len(w.asked["legal"]), 25)

    def test_an_undo_tells_nothing_of_a_sealed_question(self):
        """The others must agree though nobody has answered: otherwise all would know that."""
        rng = random.Random(12)
        people = self.people("Ann", "Ben", "Cat")
        quiet = False
        while not quiet:  # a short game may end before
            watchers = self.table(people, "kremlin")
            while watchers[0].open and not quiet:
                before = watchers[0].open
                w = self.next_act(watchers, rng)
                after = w.open or before
                quiet = (before["sealed"], after["sealed"]) == (False, True)
                quiet = quiet and after["question"] == before["question"] + 1
        self.done(w.say(type="undo"))
        others = [other.seat for other in watchers if other is not w]
        self.assertEqual((w.table["undo"]["by"], w.table["undo"]["waits_for"]), (w.seat, others))

    def test_an_undo_does_not_tell_a_hidden_action(self):
        ann, ben = self.table(self.people("Ann", "Ben"), "triumph-of-chaos", players=2)
        for w in (ann, ben):  # each bids, sealed, for what only he knows
            self.done(w.act(w.asked["legal"][-1]))
        self.settle([ann, ben])
        self.assertTrue(ann.undoable["action"].startswith("bid "), ann.undoable)
        self.done(ann.say(type="undo"))
        ben.settle()
        known, told = ann.undo["takes_back"], ben.undo["takes_back"]
        self.assertEqual(known["action"], ann.undoable["action"])
        self.assertEqual(told, {**known, "action": None})

    def test_a_round_can_be_held(self):
        """By anybody at the table, for all; who has held it releases it."""
        people = self.people("Ann", "Ben", "Cat")
        ann, ben, cat = self.table(people, "kremlin", hold_ms=30000)
        self.play_until([ann, ben, cat], random.Random(14), lambda: ann.open["step"] == "listen")
        number, end = ann.open["question"], ann.deadline
        self.refused("stale", ann.say(type="hold", question=number + 1))
        self.refused("not-now", ann.say(type="release", question=number))
        self.done(ben.say(type="hold", question=number))
        self.settle([ann, cat])
        for w in (ann, ben, cat):
            self.assertEqual((w.open["held"], w.deadline), (ben.seat, end + 30000))
        self.refused("not-now", ann.say(type="release", question=number))
        self.done(ben.say(type="release", question=number))
        ann.settle()
        self.assertEqual((ann.open["held"], ann.deadline), (None, end))

    def test_a_table_pauses_if_all_agree(self):
        ann, ben = self.table(self.people("Ann", "Ben"), "red-empire")
        self.play_until([ann, ben], random.Random(15), lambda: ann.asked)
        self.done(ann.say(type="pause"))
        self.assertEqual(ann.table["pause"]["waits_for"], [ben.seat])
        self.done(ben.say(type="pause_answer", agree=True))
        ann.settle()
        self.assertLessEqual(ann.table["paused"]["since"], time.time() * 1000)
        self.assertEqual((ann.table["pause"], ann.deadline), (None, None))
        self.refused("paused", ann.act(ann.asked["legal"][0]))
        self.done(ben.say(type="say", text="the tea is ready"))
        self.done(ben.say(type="resume"))
        ann.settle()
        self.assertIsNone(ann.table["paused"])
        self.assertGreater(ann.deadline, time.time() * 1000)
        self.done(ann.act(ann.asked["legal"][0]))

    def is_asked(self, watcher):
        """Waits until he is asked something that the server will not answer, or the game is over."""
        listen([watcher], lambda: watcher.table["status"] == "over" or (watcher.asked and not watcher.asked["auto"]))
        return watcher.table["status"] != "over"

    def test_a_person_alone_among_bots_needs_no_agreement(self):
        """Automatic answers do not count as the last move of the person."""
        people, rng, ann, own = self.people("Ann"), random.Random(7), None, []
        while not own:
            if not ann or ann.table["status"] == "over":  # bots can win before she was asked anything else
                (ann,) = self.table(people, "atomic-business")
                self.refused("not-now", ann.say(type="undo"))
                self.done(ann.say(type="wishes", ask_all=False))
            if not self.is_asked(ann):
                continue
            before, asked = zeros_out(ann.view), ann.asked
            ann.put.clear()
            self.done(ann.act(rng.choice(ann.asked["legal"])))
            if self.is_asked(ann):
                own = [n for n, put in ann.put.items() if put["asked"] == [ann.seat] and n != ann.question()]
        self.done(ann.say(type="undo"))
        self.assertEqual((zeros_out(ann.view), ann.asked), (before, asked))
