"""Whole games of every game, played by people and bots, and watched by others."""

import random

from protocol import Case, listen, zeros_out

WHOLE_GAME = 240  # seconds for a whole game of bots, every message of which three clients read and check
MOST_ACTS = 80  # by people; bots finish longer games


class Games(Case):
    """Every game from its start to its end, with its first options and with another one."""

    limits = {**Case.limits, "waiting_bytes": 1 << 28}  # bots may finish a long game at once

    def test_every_game_can_be_played_with_its_first_options(self):
        for game in self.person("Gil").done(type="games")["games"]:
            with self.subTest(game["game"]):
                self.whole_game(game, {})

    def test_every_game_can_be_played_with_another_option(self):
        for game in self.person("Gil").done(type="games")["games"]:
            for name, values in list(game["options"].items())[:1]:
                options = {name: values[1]}
                with self.subTest(game["game"], **options):
                    self.whole_game(game, options)

    def whole_game(self, game, options):
        rng = random.Random(f"{game['game']} {options}")
        ann, ben, cat = self.people("Ann", "Ben", "Cat")
        players = game["max_players"] if options else min(max(3, game["min_players"]), game["max_players"])
        ann, ben = self.table([ann, ben], game["game"], players, game["bots"][-1], options=options)
        self.assertEqual(ann.table["options"], {**ann.table["options"], **options})
        tab = self.watcher(self.person("Ann", cookie=ann.client.cookie), ann.key)
        cat = self.watcher(cat, ann.key, invite=ann.table["invite"])
        everybody = [ann, ben, tab, cat]
        acts = 0
        while not ann.over:
            w = self.next_act([ann, ben], rng)
            acts += 1
            if acts % 5 == 0:
                self.send_twice(w, rng)
                self.settle(everybody)
                self.assert_same_view(ann, tab)
                self.assertEqual((cat.seat, cat.asked), (None, None))
            if acts % 17 == 0:
                rng.choice([ben, cat]).again()
            if acts == MOST_ACTS:
                self.hand_over_to_bots(everybody, game["bots"][-1])
        self.settle(everybody)
        self.assert_same_view(ann, tab)
        self.assertGreater(acts, 5)
        self.check_end(ann, ben, tab, cat)

    def hand_over_to_bots(self, everybody, level):
        for w in everybody[:2]:
            self.done(w.say(type="hand_over", level=level))
        listen(everybody, lambda: all(w.over for w in everybody), patience=WHOLE_GAME)

    def send_twice(self, w, rng):
        """Sends a message twice: it is answered twice and applied once."""
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

    def assert_same_view(self, one, other):
        self.assertEqual(zeros_out(one.view), zeros_out(other.view))
        self.assertEqual((one.open, one.asked), (other.open, other.asked))
        self.assertEqual((one.deadline, one.seat), (other.deadline, other.seat))

    def check_end(self, ann, ben, tab, cat):
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
        self.check_rematch(ann, ben, cat)

    def check_rematch(self, ann, ben, cat):
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
