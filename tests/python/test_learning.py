"""Observations, actions as indices, memory, and many games at once."""

import pickle
import unittest

import numpy as np

import apparat


def decided(table, random, decisions):
    """Plays some decisions at random; returns how many there were."""
    for n in range(decisions):
        if table.seat is None:
            return n
        legal = table.encoding.legal(table.state, table.seat)
        assert table.play_index(legal[random.below(len(legal))]) is not None
    return decisions


class Encodings(unittest.TestCase):
    def test_columns_describe_observations(self):
        for name in apparat.games():
            game = apparat.load(name)
            encoding = apparat.encoding_of(game)
            self.assertIs(apparat.encoding_of(apparat.load(name)), encoding)
            self.assertEqual(len({column.name for column in encoding.columns}), encoding.width)
            spans = np.array([column.high - column.low for column in encoding.columns])
            table = apparat.Table(game, 1)
            random = apparat.Random(2)
            for _ in range(12):
                decided(table, random, 3)
                for seat in range(game.players):
                    row = table.observe(seat)
                    self.assertEqual((row.shape, row.dtype), ((encoding.width,), np.uint8))
                    self.assertTrue((row <= spans).all())
                    floats = table.observe(seat, np.float32)
                    np.testing.assert_allclose(floats, row / np.maximum(spans, 1), rtol=1e-6)
            self.assertEqual(pickle.loads(pickle.dumps(encoding)).hash, encoding.hash)
            self.assertEqual(encoding.bind(["no such column", encoding.columns[1].name]).tolist(), [-1, 1])

    def test_an_observation_is_what_the_seat_may_know(self):
        for name in apparat.games():
            table = apparat.Table(apparat.load(name), 3)
            decided(table, apparat.Random(4), 15)
            state = table.state
            for seat in range(state.game.players):
                other = state.view(seat).determinize(apparat.Random(5))
                np.testing.assert_array_equal(state.observe(seat), other.observe(seat))
                np.testing.assert_array_equal(state.observe(seat), state.view(seat).observe())
            if table.seat is not None:
                np.testing.assert_array_equal(state.observe(), state.observe(table.seat))
                np.testing.assert_array_equal(state.mask(), state.mask(table.seat))
                self.assertNotEqual(state.observe(0).tolist(), state.observe(1).tolist())

    def test_memory_is_a_part(self):
        table = apparat.Table(apparat.load("red-empire"), 3)
        decided(table, apparat.Random(4), 15)
        self.assertNotEqual(table.observe(0).tolist(), table.state.observe(0).tolist())
        np.testing.assert_array_equal(table.state.observe(0, table.memories[0].clone()), table.observe(0))
        with self.assertRaisesRegex(ValueError, "memory of seat 1"):
            table.state.observe(0, table.memories[1])
        with self.assertRaises(ValueError):
            table.state.observe(0, dtype=np.int64)
        without = apparat.Encoding(table.game, parts=["state"])
        self.assertLess(without.width, table.encoding.width)
        with self.assertRaisesRegex(ValueError, "another encoding"):
            without.observe(table.state, 0, table.memories[0])
        with self.assertRaisesRegex(ValueError, "some of the parts"):
            apparat.Encoding(table.game, parts=["everything"])

    def test_actions_and_indices(self):
        for name in apparat.games():
            table = apparat.Table(apparat.load(name), 6)
            encoding, random = table.encoding, apparat.Random(7)
            for _ in range(40):
                seat = table.seat
                if seat is None:
                    break
                legal = table.state.legal(seat)
                indices = encoding.legal(table.state, seat)
                self.assertEqual(sorted(set(indices)), sorted(indices))
                self.assertEqual({encoding.index(action) for action in legal}, set(indices))
                mask = table.mask(seat)
                self.assertEqual(np.flatnonzero(mask).tolist(), sorted(indices))
                for index in indices:
                    action = encoding.action(table.state, index, seat)
                    self.assertIn(action, legal)
                    self.assertEqual(encoding.index(action), index)
                    verb, *_ = encoding.words_of(index)
                    self.assertEqual(encoding.words[verb], f"verb {action.verb}")
                illegal = int(np.flatnonzero(mask == 0)[0])
                self.assertIsNone(encoding.action(table.state, illegal, seat))
                self.assertIsNone(table.play_index(illegal))
                decided(table, random, 1)

    def test_other_games_are_refused(self):
        encoding = apparat.encoding_of(apparat.load("red-empire"))
        other = apparat.load("kremlin").start()
        small = apparat.Encoding(apparat.load("red-empire"), players=3)
        for attempt in (
            lambda: encoding.observe(other, 0),
            lambda: encoding.legal(other, 0),
            lambda: small.observe(apparat.load("red-empire", players=5).start(), 0),
            lambda: encoding._observe(apparat.load("red-empire").start(), None, np.zeros(3, np.uint8), False),
            lambda: encoding.words_of(encoding.size),
        ):
            with self.assertRaises((ValueError, IndexError)):
                attempt()


class Vectors(unittest.TestCase):
    def played(self, threads, games=6, steps=150):
        vector = apparat.Vector(apparat.load("red-empire"), games, threads, seed=9, mask=True)
        for number in range(games):
            vector.seats(number, {"kiev": "greedy"} if number % 2 else [])
        vector.reset()
        rows, random = [], np.random.default_rng(1)
        for _ in range(steps):
            vector.step(random.integers(vector.count))
            rows.append((vector.observation.copy(), vector.seat.copy(), vector.reward.copy(), vector.done.copy()))
        return vector, rows

    def test_the_same_with_any_number_of_threads(self):
        vector, rows = self.played(1)
        _, others = self.played(2)
        for row, other in zip(rows, others, strict=True):
            for array, same in zip(row, other, strict=True):
                np.testing.assert_array_equal(array, same)
        self.assertEqual(vector.sums["decisions"], 6 * 151)  # those that are open now, too
        ended = sum(int((done == 1).sum()) for *_, done in rows)
        self.assertEqual(vector.sums["games"], ended)
        self.assertGreater(ended, 3)
        for number in range(6):
            decided = {int(seat[number]) for _, seat, _, _ in rows}
            self.assertEqual(vector.game.seat("kiev") in decided, number % 2 == 0)

    def test_rows_are_about_the_decision(self):
        vector, _ = self.played(2)
        for number in range(vector.games):
            state, seat = vector.state(number), int(vector.seat[number])
            self.assertIn(seat, state.actors)
            legal = vector.legal[number, : vector.count[number]]
            self.assertEqual(tuple(legal), vector.encoding.legal(state, seat))
            np.testing.assert_array_equal(vector.mask[number], vector.encoding.mask(state, seat))
            seen = np.array([not column.name.startswith(("witnessed.", "recent.")) for column in vector.encoding.columns])
            np.testing.assert_array_equal(state.observe(seat)[seen], vector.observation[number][seen])
            self.assertTrue(vector.observation[number][~seen].any())

    def test_indices_and_faults(self):
        vector = apparat.Vector(apparat.load("red-empire"), 2)
        with self.assertRaisesRegex(RuntimeError, "reset"):
            vector.step([0, 0])
        vector.reset()
        vector.step_indices(vector.legal[:, 0])
        self.assertEqual(vector.sums["decisions"], 4)
        for attempt in (
            lambda: vector.step([0, 999]),
            lambda: vector.step([0]),
            lambda: vector.step_indices([0, vector.encoding.size]),
            lambda: vector.seats(0, ["random"] * 3),
            lambda: vector.seats(0, {"kiev": "genius"}),
            lambda: apparat.Vector(apparat.load("red-empire"), 0),
            lambda: apparat.Vector(apparat.load("red-empire"), 1, threads=0),
        ):
            with self.assertRaises(ValueError):
                attempt()
        with self.assertRaises(IndexError):
            vector.seats(2, [])


if __name__ == "__main__":
    unittest.main()
