"""What a seat may know: views, and that nothing hidden is told unless it is asked for."""

import unittest

import apparat


def played(name, seed, decisions):
    state = apparat.load(name).start()
    random = apparat.Random(seed)
    state.roll(random)
    for _ in range(decisions):
        if state.is_over:
            break
        legal = state.legal()
        state.apply(legal[random.below(len(legal))])
        state.roll(random)
    return state


def all_told(state, viewer=None):
    """Whatever a state tells a viewer, as text."""
    game = state.game
    told = [state.json(viewer), state.standing(viewer), [repr(fact) for fact in state.situation(viewer)], repr(state)]
    for name, figure in game.figures.items():
        keys = game.lists[figure.keys] if figure.keys else (None,)
        told += [state.figure(name, key, viewer) for key in keys]
    return told


class Knowledge(unittest.TestCase):
    def test_a_state_tells_no_more_than_the_view(self):
        """Two states that a viewer cannot tell apart tell him the same."""
        for name in apparat.games():
            for seed in range(3):
                state = played(name, seed, 20)
                if state.is_over:
                    continue
                viewers = (*range(state.game.players), apparat.OBSERVER)
                for viewer in viewers:
                    view = state.view(viewer)
                    other = view.determinize(apparat.Random(seed, 9))
                    self.assertEqual(other.view(viewer), view)
                    self.assertEqual(all_told(other, viewer), all_told(state, viewer))
                    self.assertEqual(all_told(view), [*all_told(state, viewer)[:3], repr(view), *all_told(state, viewer)[4:]])
                    if viewer in state.actors:
                        self.assertEqual(other.legal(viewer), state.legal(viewer))
                        self.assertEqual(view.legal(), state.legal(viewer))
                        action = state.legal(viewer)[0]
                        self.assertEqual(other.foresee(action), state.foresee(action))
                public = state.view("observer").determinize(apparat.Random(seed, 9))
                self.assertEqual(all_told(public), all_told(state))

    def test_hidden_things_are_there_to_hide(self):
        state = played("red-empire", 1, 10)
        self.assertNotEqual(state.json(apparat.EVERYTHING), state.json())
        self.assertNotEqual(state.json("moscow"), state.json("kiev"))
        self.assertNotEqual(state.view("observer").determinize(apparat.Random(1)), state)

    def test_events_are_told_to_those_who_may_know(self):
        game = apparat.load("red-empire", players=3)

        def kinds(viewer):
            state = game.start()
            return [event.kind for event in state.roll(apparat.Random(1), viewer)]

        self.assertIn("card-dealt-hidden", kinds("observer"))
        self.assertNotIn("card-dealt", kinds("observer"))
        self.assertIn("card-dealt", kinds("kiev"))
        self.assertIn("card-dealt", kinds("everything"))
        self.assertNotIn("card-dealt-hidden", kinds("everything"))

    def test_views_are_no_states(self):
        state = played("red-empire", 2, 5)
        seat = state.actors[0]
        other = (seat + 1) % 3
        view = state.view(seat)
        self.assertEqual(view.view(seat), view)
        for attempt in (
            lambda: view.apply(state.legal()[0]),
            lambda: view.roll(apparat.Random(1)),
            lambda: view.playout(apparat.Random(1)),
            lambda: view.view(other),
            lambda: view.json(apparat.EVERYTHING),
            lambda: view.json(other),
            lambda: view.legal(other),
            lambda: view.legal(apparat.CHANCE),
            lambda: state.determinize(apparat.Random(1)),
            lambda: state.view(5),
        ):
            with self.assertRaises(ValueError):
                attempt()

    def test_the_engine_refuses_what_is_out_of_range(self):
        state = played("kremlin", 3, 3)
        game = state.game
        for attempt in (
            lambda: state._legal(7),
            lambda: state._foresee(0, 0xFFFFFFFF),
            lambda: state._figure(999, 0),
            lambda: state._figure(0, -1),
            lambda: state._masked(0, 1, 0),
            lambda: state._note(0, 99, 0),
            lambda: state._bot_action("greedy", 5, apparat.Random(1)),
            lambda: game.say_action(0, 0xFFFFFFFF),
            lambda: game.say_event(0, (999, 0, 0, (0,) * 6)),
            lambda: game.say_fact(0, (999, 0, 0, (0,) * 6)),
            lambda: game.say_refusal(0, 9, 0),
            lambda: game.prompt(0, 999),
            lambda: game.title(7),
            lambda: game.attribute(0, 999, 0),
            lambda: apparat.Random(1).below(0),
        ):
            with self.assertRaises((ValueError, IndexError)):
                attempt()


if __name__ == "__main__":
    unittest.main()
