"""The environments for PettingZoo, Gymnasium and OpenSpiel. They need these packages: tests/python/run --soak."""

import contextlib
import importlib.util
import io
import os
import tempfile
import unittest
import warnings

import numpy as np

import apparat

SOAK = bool(os.environ.get("APPARAT_SOAK"))
# One of the games has so many actions that masks of them take long.
FIT = [name for name in apparat.games() if apparat.encoding_of(apparat.load(name)).size < 10_000]


def missing(package):
    """In the long tests nothing is left out."""
    return not SOAK and importlib.util.find_spec(package) is None


class Quiet(unittest.TestCase):
    def setUp(self):
        self.enterContext(contextlib.redirect_stdout(io.StringIO()))
        self.enterContext(warnings.catch_warnings())
        warnings.simplefilter("error")
        warnings.filterwarnings("ignore", category=DeprecationWarning)


@unittest.skipIf(missing("pettingzoo"), "needs pettingzoo")
class PettingZoo(Quiet):
    def setUp(self):
        super().setUp()
        # PettingZoo documents dictionaries with a mask, and its tests warn of them; seats have the names of the game.
        warnings.filterwarnings("ignore", category=UserWarning)

    def test_conventions(self):
        from pettingzoo.test import api_test, seed_test

        from apparat.pettingzoo import env

        for name in FIT:
            with self.subTest(name):
                api_test(env(name), num_cycles=300)
                seed_test(lambda name=name: env(name), num_cycles=50)

    def test_a_game_of_many_actions(self):
        from pettingzoo.test import api_test

        from apparat.pettingzoo import env

        for name in set(apparat.games()) - set(FIT):
            api_test(env(name), num_cycles=20)

    def play(self, table, seed, choose):
        table.reset(seed=seed)
        rewards = dict.fromkeys(table.agents, 0.0)
        for agent in table.agent_iter():
            observation, reward, terminated, truncated, _ = table.last()
            rewards[agent] += reward
            table.step(None if terminated or truncated else choose(observation))
        return rewards

    def test_rewards_are_shares_of_the_victory(self):
        from apparat.pettingzoo import env

        random = np.random.default_rng(1)
        table = env("red-empire", players=4)
        totals = set()
        for seed in range(20):
            rewards = self.play(table, seed, lambda seen: random.choice(np.flatnonzero(seen["action_mask"])))
            totals.add(round(sum(rewards.values()), 6))
            outcome = table.unwrapped.table.state.outcome
            self.assertEqual(tuple(rewards.values()), outcome.shares)
        self.assertEqual(totals, {0.0, 1.0})

    def test_an_illegal_action_ends_the_game(self):
        from apparat.pettingzoo import env, raw_env

        self.enterContext(contextlib.redirect_stderr(io.StringIO()))
        table = env("red-empire")
        rewards = self.play(table, 1, lambda seen: int(np.flatnonzero(seen["action_mask"] == 0)[0]))
        self.assertEqual(sorted(rewards.values()), [-1, 0, 0])
        raw = raw_env("red-empire")
        raw.reset(1)
        with self.assertRaisesRegex(ValueError, "is not legal"):
            raw.step(int(np.flatnonzero(raw.observe(raw.agent_selection)["action_mask"] == 0)[0]))


@unittest.skipIf(missing("gymnasium"), "needs gymnasium")
class Gymnasium(Quiet):
    def test_conventions(self):
        import gymnasium
        from gymnasium.utils.env_checker import check_env

        import apparat.gymnasium  # noqa: F401

        for name in FIT:
            with self.subTest(name):
                check_env(gymnasium.make(f"apparat/{name}-v0").unwrapped)

    def episode(self, env, random, seed=None):
        seen, _ = env.reset(seed=seed)
        while True:
            legal = np.flatnonzero(seen["action_mask"])
            seen, reward, terminated, _, info = env.step(random.choice(legal))
            if terminated:
                return reward, info

    def test_an_illegal_action_loses(self):
        from apparat.gymnasium import Env

        env = Env("red-empire", bots="random")
        seen, _ = env.reset(seed=1)
        np.testing.assert_array_equal(env.action_masks(), seen["action_mask"])
        _, reward, terminated, truncated, info = env.step(int(np.flatnonzero(seen["action_mask"] == 0)[0]))
        self.assertEqual((reward, terminated, truncated, info["illegal"]), (0.0, True, False, True))

    def test_episodes(self):
        from apparat.gymnasium import Env

        env = Env("atomic-business", players=3, seat=None, bots="random", render_mode="ansi")
        random = np.random.default_rng(2)
        ends = [self.episode(env, random, seed) for seed in range(12)]
        self.assertEqual({info["seat"] for _, info in ends}, {0, 1, 2})
        self.assertTrue(0 < sum(reward for reward, _ in ends) < 12)
        self.assertTrue(env.render())
        first = self.episode(env, np.random.default_rng(3), 5)
        self.assertEqual(self.episode(env, np.random.default_rng(3), 5), first)

    def test_many_games(self):
        from apparat.gymnasium import VectorEnv

        def play(threads):
            env = VectorEnv("red-empire", 16, players=3, seat=None, bots="random", threads=threads)
            random = np.random.default_rng(4)
            seen, info = env.reset(seed=6)
            self.assertIn(seen, env.observation_space)
            ended, won = 0, 0.0
            for _ in range(400):
                chosen = [random.choice(np.flatnonzero(mask)) for mask in seen["action_mask"]]
                seen, reward, terminated, truncated, info = env.step(chosen)
                self.assertTrue((env.vector.seat == info["seat"]).all())
                self.assertTrue((reward[~terminated] == 0).all())
                self.assertFalse(truncated.any())
                ended, won = ended + int(terminated.sum()), won + float(reward.sum())
            with self.assertRaisesRegex(ValueError, "is not legal in game"):
                env.step(np.full(16, env.encoding.size - 1))
            return ended, won, seen["observation"].sum()

        self.assertEqual(play(1), play(2))
        self.assertGreater(play(1)[0], 100)


@unittest.skipIf(missing("pufferlib"), "needs pufferlib")
class PufferLib(Quiet):
    def setUp(self):
        super().setUp()
        # It leaves a link to its pictures where it is imported, and speaks of packages that it would rather have.
        self.enterContext(contextlib.chdir(self.enterContext(tempfile.TemporaryDirectory())))
        warnings.simplefilter("ignore")

    def played(self, env, steps, seed):
        """Plays legal actions at random; returns what was told, and where the observations lie."""
        random = np.random.default_rng(seed)
        seen, _ = env.reset(seed=seed)
        buffer, rows, width = seen, [], env.driver_env.width
        for _ in range(steps):
            mask = seen[:, width:]
            self.assertTrue((mask.sum(axis=1) >= 2).all())
            chosen = np.array([random.choice(np.flatnonzero(row)) for row in mask], np.int32)
            seen, reward, terminal, cut, infos = env.step(chosen)
            self.assertIs(seen, buffer)
            self.assertTrue((reward[~terminal] == 0).all() and (reward >= 0).all() and not cut.any())
            rows.append((seen.copy(), reward.copy(), terminal.copy(), [*infos]))
        return rows

    def test_its_vectors(self):
        import pufferlib.vector

        from apparat.puffer import Env

        settings = {"num_envs": 6, "bots": "random", "log_every": 50}
        alone = self.played(Env("red-empire", seed=7, **settings), 60, 7)
        self.assertTrue(any(terminal.any() for _, _, terminal, _ in alone))
        self.assertTrue(any(infos for *_, infos in alone))
        made = pufferlib.vector.make(
            Env, env_args=["red-empire"], env_kwargs=settings, num_envs=2, backend=pufferlib.vector.Serial, seed=7
        )
        together = self.played(made, 60, 7)
        self.assertEqual(together[0][0].shape[0], 12)
        again = self.played(made, 60, 7)
        for row, same in zip(together, again, strict=True):
            np.testing.assert_array_equal(row[0], same[0])
        made.close()

    def test_illegal_actions(self):
        from apparat.puffer import Env

        env = Env("atomic-business", num_envs=4, players=2, bots="random", penalty=-0.5)
        seen, _ = env.reset(seed=1)
        wrong = seen[:, env.width :].argmin(axis=1)
        right = seen[:, env.width :].argmax(axis=1)
        wrong[0] = right[0]
        _, reward, *_ = env.step(wrong)
        self.assertEqual(reward.tolist(), [0, -0.5, -0.5, -0.5])


@unittest.skipIf(missing("pyspiel"), "needs open_spiel")
class OpenSpiel(Quiet):
    def test_simulations(self):
        import pyspiel

        from apparat.openspiel import name_of

        for name in FIT:
            with self.subTest(name):
                short = name in ("red-empire", "tiny")
                game = pyspiel.load_game(name_of(name))
                pyspiel.random_sim_test(game, num_sims=3 if short else 1, serialize=short, verbose=False)
        game = pyspiel.load_game("python_apparat_kremlin(players=4,options=rules:advanced;leave:order)")
        self.assertEqual(game.game, apparat.load("kremlin", players=4, rules="advanced", leave="order"))

    def test_resampling_keeps_what_the_player_knows(self):
        import pyspiel

        import apparat.openspiel  # noqa: F401

        state = pyspiel.load_game("python_apparat_red_empire").new_initial_state()
        random = np.random.default_rng(7)
        differ = 0
        while not state.is_terminal():
            if not state.is_chance_node():
                player = state.current_player()
                other = state.resample_from_infostate(player, random.random)
                self.assertEqual(other.information_state_string(player), state.information_state_string(player))
                self.assertEqual(other.observation_string(player), state.observation_string(player))
                self.assertEqual(other.legal_actions(), state.legal_actions())
                differ += other.apparat != state.apparat
            state.apply_action(random.choice(state.legal_actions()))
        self.assertGreater(differ, 5)

    def test_search(self):
        import pyspiel
        from open_spiel.python.algorithms import ismcts, mcts

        import apparat.openspiel  # noqa: F401

        game = pyspiel.load_game("python_apparat_red_empire(players=3)")
        random = np.random.RandomState(8)
        evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=random)
        bot = ismcts.ISMCTSBot(game=game, uct_c=1.4, evaluator=evaluator, max_simulations=20, random_state=random)
        state = game.new_initial_state()
        decisions = 0
        while not state.is_terminal():
            if state.current_player() == 0:
                action = bot.step(state)
                self.assertIn(action, state.legal_actions())
                decisions += 1
            else:
                action = random.choice(state.legal_actions())
            state.apply_action(action)
        self.assertGreater(decisions, 5)
        self.assertEqual(len(state.returns()), 3)

    def test_search_in_all_games_that_fit(self):
        import pyspiel
        from open_spiel.python.algorithms import ismcts, mcts

        from apparat.openspiel import name_of

        for name in FIT:
            with self.subTest(name):
                random = np.random.RandomState(9)
                evaluator = mcts.RandomRolloutEvaluator(n_rollouts=1, random_state=random)
                game = pyspiel.load_game(name_of(name))
                bot = ismcts.ISMCTSBot(game=game, uct_c=1.4, evaluator=evaluator, max_simulations=4, random_state=random)
                state = game.new_initial_state()
                searched = 0
                while searched < 3 and not state.is_terminal():
                    if state.is_chance_node() or len(state.legal_actions()) < 2:
                        action = random.choice(state.legal_actions())
                    else:
                        action = bot.step(state)
                        self.assertIn(action, state.legal_actions())
                        searched += 1
                    state.apply_action(action)
                self.assertEqual(searched, 3)


if __name__ == "__main__":
    unittest.main()
