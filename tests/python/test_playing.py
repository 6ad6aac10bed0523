"""Playing: loading games, states, actions, events, refusals, bots."""

import copy
import pickle
import unittest

import apparat

GAMES = apparat.games()


def advanced(state, random, decisions):
    """Plays some decisions at random."""
    state.roll(random)
    while decisions and not state.is_over:
        legal = state.legal()
        state.apply(legal[random.below(len(legal))])
        state.roll(random)
        decisions -= 1
    return state


class Loading(unittest.TestCase):
    def test_games_and_options(self):
        self.assertIn("kremlin", GAMES)
        self.assertEqual(apparat.options("kremlin")["rules"], ("basic", "advanced", "swiss"))
        game = apparat.load("kremlin", players=4, rules="advanced")
        self.assertEqual((game.players, game.options["rules"], game.options["leave"]), (4, "advanced", "cycle"))
        self.assertEqual(game.seats, ("red", "blue", "green", "orange"))
        self.assertEqual(apparat.load("kremlin").players, 3)
        self.assertEqual(eval(repr(game)), game)
        self.assertEqual(pickle.loads(pickle.dumps(game)), game)
        self.assertNotEqual(game, apparat.load("kremlin", players=4))

    def test_what_cannot_be_loaded(self):
        for name, players, chosen, message in (
            ("chess", None, {}, "there is no game 'chess', only "),
            ("kremlin", 2, {}, "with these options kremlin is for 3 or 4 or 5 or 6 players, not 2"),
            ("kremlin", 4, {"rules": "new"}, "rules of kremlin is one of basic, advanced, swiss, not 'new'"),
            ("kremlin", 4, {"colour": "red"}, "kremlin has no option 'colour', only rules"),
            ("kremlin", "4", {}, "players, not 4"),
        ):
            with self.assertRaisesRegex(ValueError, message):
                apparat.load(name, players, **chosen)

    def test_the_rules_can_be_read(self):
        for name in GAMES:
            game = apparat.load(name)
            self.assertGreater(len(game.clauses), 2)
            for identifier in game.clauses[1:]:
                for language in ("en", "fr"):
                    clause = game.clause(identifier, language)
                    self.assertTrue(clause.title and clause.text, identifier)
            for table in game.rules_tables():
                self.assertIn(table.clause, game.clauses)
                self.assertTrue(all(len(row) == len(table.columns) for row in table.rows))
        with self.assertRaises(KeyError):
            apparat.load("kremlin").clause("KR-NO-1")

    def test_names_and_attributes(self):
        game = apparat.load("red-empire")
        self.assertEqual(game.title_in("en"), "Red Empire")
        card = game.lists["card"][0]
        self.assertTrue(game.word_for("card", card, "fr"))
        self.assertTrue(game.attributes("card", card))
        self.assertEqual(game.seat(game.seats[1]), 1)
        self.assertEqual(game.viewer("observer"), apparat.OBSERVER)
        for nobody in ("nobody", 3, -1, apparat.OBSERVER):
            with self.assertRaises(ValueError):
                game.seat(nobody)
        with self.assertRaisesRegex(ValueError, "no language"):
            game.title_in("de")


class Playing(unittest.TestCase):
    def test_whole_games_of_every_game(self):
        for name in GAMES:
            with self.subTest(name):
                game = apparat.load(name)
                state, events = game.start_with_events(apparat.EVERYTHING)
                random = apparat.Random(1)
                actions = 0
                events += state.roll(random, apparat.EVERYTHING)
                while not state.is_over and actions < 2000:
                    for seat in state.actors:
                        self.assertTrue(state.legal(seat))
                    legal = state.legal()
                    action = legal[random.below(len(legal))]
                    self.assertEqual(game.action(str(action)), action)
                    self.assertTrue(action.sentence("fr"))
                    events += state.apply(action, apparat.EVERYTHING)
                    events += state.roll(random, apparat.EVERYTHING)
                    self.assertIsNone(state.unsound)
                    actions += 1
                if not state.is_over:
                    self.assertGreater(state.playout(random), 0)
                outcome = state.outcome
                self.assertIsNotNone(outcome)
                self.assertEqual(len(outcome.results), game.players)
                self.assertAlmostEqual(sum(outcome.shares), 1 if outcome.winners else 0)
                self.assertEqual(state.actors, ())
                with self.assertRaises(apparat.GameOver) as caught:
                    state.apply(action)
                self.assertIn(caught.exception.clause, game.clauses[1:])
                for event in events:
                    self.assertIn(event.clause, game.clauses)
                    self.assertTrue(event.sentence("en") and event.sentence("fr"))
                    self.assertNotIn("?", event.kind)
                    self.assertTrue(set(event.seen_by) <= {*range(game.players), apparat.OBSERVER})

    def test_event_arguments_have_names(self):
        state, _ = apparat.load("red-empire", players=3).start_with_events()
        events = state.roll(apparat.Random(1))
        dealt = next(event for event in events if event.kind == "leader-dealt")
        self.assertEqual(list(dealt.arguments), ["who", "leader", "group", "stature"])
        self.assertIn(dealt.arguments["who"], state.game.seats)
        self.assertIn(dealt.arguments["leader"], state.game.lists["leader"])
        self.assertIsInstance(dealt.arguments["stature"], int)

    def test_refusals_name_the_clause(self):
        game = apparat.load("red-empire", players=3)
        state = advanced(game.start(), apparat.Random(2), 3)
        before = state.clone()
        asked = state.actors[0]
        other = next(seat for seat in range(3) if seat not in state.actors)
        action = state.legal()[0]
        with self.assertRaises(apparat.NotAsked) as caught:
            state.apply(apparat.Action(game, other, action.code))
        self.assertEqual(caught.exception.clause, "RE-TU-1")
        self.assertTrue(caught.exception.text)
        self.assertIn("RE-TU-1", str(caught.exception))
        codes = {legal.code for legal in state.legal()}
        wrong = next(code for code in range(1 << 24, 200 << 24, 1 << 24) if code not in codes)
        with self.assertRaises(apparat.Forbidden) as caught:
            state.apply(apparat.Action(game, asked, wrong))
        self.assertIn(caught.exception.clause, game.clauses[1:])
        self.assertEqual(caught.exception.text, game.clause(caught.exception.clause).text)
        self.assertIsInstance(pickle.loads(pickle.dumps(caught.exception)), apparat.Forbidden)
        with self.assertRaises(apparat.NotSealed):
            state.unseal(asked)
        with self.assertRaises(apparat.NotationError):
            state.apply("nobody does nothing")
        self.assertEqual(state, before)

    def test_copies(self):
        for name in GAMES:
            state = advanced(apparat.load(name).start(), apparat.Random(3), 5)
            for same in (state.clone(), copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
                self.assertEqual(same, state)
                self.assertEqual(same.hash, state.hash)
                self.assertIsNot(same, state)
            later = state.clone()
            later.apply(later.legal()[0])
            self.assertNotEqual(later, state)
        with self.assertRaises(TypeError):
            hash(state)

    def test_json(self):
        for name in GAMES:
            game = apparat.load(name)
            state = advanced(game.start(), apparat.Random(4), 8)
            self.assertEqual(game.read_state(state.json(apparat.EVERYTHING)), state)
            for viewer in (*range(game.players), apparat.OBSERVER):
                view = state.view(viewer)
                self.assertEqual(game.read_state(state.json(viewer)), view)
                self.assertEqual(view.json(), state.json(viewer))
            self.assertEqual(state.json(), state.json(apparat.OBSERVER))
            self.assertEqual(state.change(state), "{}")
        with self.assertRaises(apparat.TextError):
            game.read_state("{}")
        with self.assertRaises(apparat.TextError) as caught:
            game.read_state("{\n,")
        self.assertEqual(caught.exception.line, 2)

    def test_sealed_answers_can_be_taken_back(self):
        state = apparat.load("kremlin", players=3).start()
        state.roll(apparat.Random(5))
        self.assertTrue(state.step.sealed)
        before = state.clone()
        for _ in range(3):
            state.apply(state.legal("blue")[0])
        self.assertNotEqual(state, before)
        state.unseal("blue")
        self.assertEqual(state, before)


class Bots(unittest.TestCase):
    def test_bots_see_the_view_of_their_seat(self):
        for name in GAMES:
            game = apparat.load(name)
            state = advanced(game.start(), apparat.Random(6), 4)
            for level in game.bot_levels:
                seat = state.actors[0]
                bot = game.bot(level)
                chosen = bot.choose(state, apparat.Random(7), seat)
                self.assertEqual(bot.choose(state.view(seat), apparat.Random(7)), chosen)
                self.assertIn(chosen, state.legal(seat))
                hidden = state.view(seat).determinize(apparat.Random(8))
                self.assertEqual(bot.choose(hidden, apparat.Random(7), seat), chosen)
        with self.assertRaisesRegex(ValueError, "has no bot 'genius', only random"):
            game.bot("genius")

    def test_play(self):
        game = apparat.load("kremlin", players=4, rules="advanced")
        seen = []

        def first(view):
            self.assertEqual(view.viewer, 2)
            seen.append(view)
            return view.legal()[0]

        def log(seed):
            players = {"green": first, "red": "random"}
            return [(str(move.action), *map(str, move.events)) for move in apparat.play(game, players, seed)]

        self.assertEqual(log(1), log(1))
        self.assertGreater(len(seen), 5)
        with self.assertRaisesRegex(ValueError, "4 seats, and 2 players"):
            next(apparat.play(game, ["greedy", "greedy"]))

    def test_greedy_beats_random(self):
        game = apparat.load("red-empire", players=3)
        won = [0.0] * 3
        for seed in range(100):
            for move in apparat.play(game, ["random", "greedy", "random"], seed):
                last = move.state
            won = [before + share for before, share in zip(won, last.outcome.shares, strict=True)]
        self.assertGreater(won[1], won[0] + won[2])


if __name__ == "__main__":
    unittest.main()
