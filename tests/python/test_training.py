"""Training. It needs PyTorch: tests/python/run --soak."""

import importlib.util
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import tomllib
import unittest
import xml.etree.ElementTree
from dataclasses import replace
from pathlib import Path

import numpy as np
from patience import PATIENCE

import apparat

ROOT = Path(__file__).resolve().parents[2]
SOAK = bool(os.environ.get("APPARAT_SOAK"))
NO_TORCH = not SOAK and importlib.util.find_spec("torch") is None

if not NO_TORCH:
    import torch

    from apparat import train
    from apparat.train.curves import CLOCK, read_table
    from apparat.train.network import NEVER
    from apparat.train.rollout import learnt_from
    from apparat.train.settings import run_of


def small(game="red-empire", **changed):
    """A run that takes seconds."""
    settings = {
        "game": game,
        "updates": 6,
        "checkpoint": 3,
        "tables": {"games": 8, "limit": 4000},
        "network": {"hidden": 16, "words": 8},
        "learning": {"steps": 24, "batch": 64},
        "opponents": {"every": 2, "snapshots": 0.25},
        "evaluation": {"games": 0, "final": 0},
        "machine": {"threads": 2},
    }
    for name, value in changed.items():
        settings[name] = {**settings[name], **value} if isinstance(value, dict) and name in settings else value
    return run_of(settings)


def quiet(text):
    """Says nothing."""


def weights_of(training):
    return torch.cat([tensor.flatten() for tensor in training.network.state_dict().values()]).numpy()


def trained(run, **how):
    training = train.Training(run, **how)
    training.go(quiet)
    training.players.close()
    return training


@unittest.skipIf(NO_TORCH, "needs torch")
class Runs(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))

    def test_a_file_says_all(self):
        run = small("kremlin", tables={"players": [3, 4], "options": {"rules": ["basic", "advanced"]}})
        self.assertEqual(run_of(tomllib.loads(run.text())), run)
        found = {(game.players, game.options["rules"]) for game in run.variants()}
        self.assertEqual(found, {(3, "basic"), (4, "basic"), (3, "advanced"), (4, "advanced")})
        self.assertEqual(run.encoding().players, 4)
        for name in apparat.games():
            self.assertEqual(run_of(tomllib.loads(train.example(name).text())), train.example(name))

    def test_faults_in_a_file_are_named(self):
        for wrong, said in (
            ({"gaem": "tiny"}, "no setting gaem"),
            ({"game": "chess"}, "no game 'chess'"),
            ({"tables": {"players": [9]}}, "cannot be played by 9"),
            ({"tables": {"options": {"rules": ["basic"]}}}, "no option 'rules'"),
            ({"tables": {"games": "many"}}, "tables.games is a int, not 'many'"),
            ({"learning": {"batch": True}}, "learning.batch is a int"),
            ({"opponents": {"bots": {"genius": 0.5}}}, "no bot 'genius'"),
            ({"opponents": {"snapshots": 0.8, "bots": {"greedy": 0.3}}}, "from 0 to 1"),
            ({"imitation": {"updates": 3}}, "imitation needs a bot"),
            ({"machine": {"device": "abacus"}}, "machine.device"),
        ):
            with self.assertRaisesRegex(ValueError, said):
                small(**wrong)
        with self.assertRaisesRegex(ValueError, "nothing.toml"):
            (self.folder / "nothing.toml").write_text("game = ")
            train.read_run(self.folder / "nothing.toml")

    def test_the_same_seed_the_same_run(self):
        """A hundred updates, bit for bit, whatever the number of threads that play."""
        run = small(updates=100, opponents={"bots": {"greedy": 0.25}}, imitation={"bot": "greedy", "updates": 10})
        one = trained(run)
        other = trained(replace(run, machine=replace(run.machine, threads=1)))
        np.testing.assert_array_equal(weights_of(one), weights_of(other))
        for row, same in zip(one.rows, other.rows, strict=True):
            self.assertEqual({k: v for k, v in row.items() if k not in CLOCK}, {k: v for k, v in same.items() if k not in CLOCK})
        self.assertEqual(len(one.rows), 100)
        different = trained(replace(run, seed=2, updates=100))
        self.assertFalse(np.array_equal(weights_of(one), weights_of(different)))

    def test_a_stopped_run_goes_on_exactly(self):
        run = small(opponents={"bots": {"greedy": 0.25}, "every": 1, "keep": 2}, imitation={"bot": "greedy", "updates": 2})
        whole = trained(run, folder=self.folder / "whole")
        stopped = train.Training(run, self.folder / "parts")
        stopped.run = replace(run, minutes=1e-9)  # it ends after one update
        for update in range(1, 7):
            stopped.go(quiet)
            stopped.players.close()
            self.assertEqual(stopped.update, update)
            stopped = train.Training(run, self.folder / "parts", resume=True)
            stopped.run = replace(run, minutes=1e-9)
        np.testing.assert_array_equal(weights_of(whole), weights_of(stopped))
        rows = [read_table(self.folder / name / "curves.csv") for name in ("whole", "parts")]
        for row, same in zip(*rows, strict=True):
            self.assertEqual({k: v for k, v in row.items() if k not in CLOCK}, {k: v for k, v in same.items() if k not in CLOCK})
        with self.assertRaisesRegex(apparat.Error, "other settings"):
            train.Training(replace(run, seed=5), self.folder / "whole", resume=True)
        with self.assertRaisesRegex(apparat.Error, "no run to resume"):
            train.Training(run, self.folder / "nowhere", resume=True)

    def test_every_game_is_learnt(self):
        for name in apparat.games():
            with self.subTest(name):
                levels = apparat.load(name).bot_levels
                run = small(name, updates=2, opponents={"bots": {levels[-1]: 0.25}}, imitation={"bot": levels[-1], "updates": 1})
                training = trained(run, folder=self.folder / name)
                self.assertTrue(np.isfinite(weights_of(training)).all())
                self.assertGreater(training.rows[-1]["learnt_from"], 10)

    def test_all_players_and_options_in_one_network(self):
        run = small("kremlin", updates=2, tables={"games": 30, "options": {"rules": ["all"]}})
        self.assertGreater(len(run.variants()), 8)
        training = trained(run)
        played = {(place.game.players, place.game.options["rules"]) for half in training.players.halves for place in half.places}
        self.assertEqual(played, {(game.players, game.options["rules"]) for game in run.variants()})

    def test_imitation(self):
        """A network that imitates chooses more and more what the bot chooses."""
        run = small(
            "atomic-business",
            updates=40,
            tables={"games": 16, "players": [2]},
            imitation={"bot": "greedy", "updates": 40},
            learning={"rate": 0.003, "epochs": 4},
            network={"hidden": 32, "words": 16},
        )
        rows = trained(run).rows
        first, last = (sum(row["policy_loss"] for row in part) for part in (rows[:5], rows[-5:]))
        self.assertLess(last, 0.8 * first)

    def test_a_figure_of_what_was_won(self):
        """What a decision was worth follows from how its game ended."""
        training = train.Training(small(learning={"steps": 200, "trace": 1.0}))
        training.players.collect(training.network, training.snapshots)
        half = training.players.halves[0]
        experience = learnt_from(half, 1.0)
        worth = (experience.advantage + experience.value).numpy()
        shares = {round(float(share - even), 4) for even in half.even.numpy() for share in (0, 1, 0.5, 1 / 3)}
        ended = [round(float(value), 4) for value in worth if round(float(value), 4) in shares]
        self.assertGreater(half.done.sum(), 3)
        self.assertGreater(len(ended), 0.3 * len(worth))  # the others follow from what is not over yet
        self.assertEqual(len(experience), int((half.own & np.isin(half.count, range(2, 600))).sum()) - self.left_out(half))
        training.players.close()

    def left_out(self, half):
        """Decisions of the network that no later decision of the seat and no end follows."""
        left = 0
        for game in range(half.seat.shape[1]):
            open_seats = set(range(6))
            for step in reversed(range(len(half.seat))):
                if half.done[step, game] == 1:
                    open_seats = set()
                elif half.done[step, game] == 2:
                    open_seats = set(range(6))
                seat = half.seat[step, game]
                left += bool(half.own[step, game] and seat in open_seats)
                open_seats.discard(seat)
        return left

    def test_files(self):
        folder = self.folder / "run"
        run = small(updates=4, evaluation={"games": 12, "every": 2, "final": 12})
        _, results = train.train(run, folder, say=quiet)
        self.assertEqual([result.against for result in results], ["random", "greedy"])
        self.assertEqual(train.read_run(folder / "run.toml"), run)
        rows = read_table(folder / "curves.csv")
        self.assertEqual([row["update"] for row in rows], [1, 2, 3, 4])
        self.assertIn("share_random", rows[1])
        self.assertNotIn("share_random", rows[2])
        picture = xml.etree.ElementTree.parse(folder / "curves.svg").getroot()
        self.assertGreater(len(list(picture.iter("{http://www.w3.org/2000/svg}polyline"))), 4)


@unittest.skipIf(NO_TORCH, "needs torch")
class Weights(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.training = trained(small(updates=3, tables={"players": [3], "parts": ["state", "memory"]}))

    def logits(self, network, games=5):
        """What a network says at the decisions of some games."""
        found = []
        table = apparat.Table(apparat.load("red-empire", players=3), 1, network.encoding)
        for _ in range(40):
            if table.seat is None:
                break
            legal = network.encoding.legal(table.state, table.seat)
            seen = torch.from_numpy(table.observe(table.seat)[None])
            with torch.no_grad():
                said, value = network(seen, torch.tensor(legal), torch.tensor([len(legal)]), len(legal))
            actions = [str(network.encoding.action(table.state, index, table.seat)) for index in legal]
            found.append(({action: round(float(x), 4) for action, x in zip(actions, said[0], strict=True)}, round(float(value), 4)))
            table.play_index(legal[int(said.argmax())])
        return found

    def test_kept_and_read(self):
        path = self.folder / "weights.npz"
        train.write_weights(path, self.training.network, {"why": "a test"})
        same = train.read_weights(path)
        self.assertEqual(self.logits(same), self.logits(self.training.network))
        told, arrays = train.weights.read_told(path)
        self.assertEqual(told["about"], {"why": "a test"})
        self.assertEqual(arrays["read.weight"].shape, (16, len(told["columns"])))

    def test_a_layout_that_has_grown(self):
        path = self.folder / "weights.npz"
        train.write_weights(path, self.training.network)
        grown = apparat.Encoding(apparat.load("red-empire"), 0)
        self.assertGreater(grown.width, self.training.network.encoding.width)
        self.assertEqual(self.logits(train.read_weights(path, grown)), self.logits(self.training.network))

    def test_a_column_with_another_range(self):
        """A number that may be higher and lower today means the same."""
        path = self.folder / "weights.npz"
        train.write_weights(path, self.training.network)
        told, arrays = train.weights.read_told(path)
        n = next(n for n, (_, low, high) in enumerate(told["columns"]) if high - low > 2)
        column = told["columns"][n]
        column[1], column[2] = column[1] + 1, column[2] - 1
        arrays["told"] = np.frombuffer(json.dumps(told).encode(), np.uint8)
        np.savez(path, **arrays)
        narrow, wide = arrays["read.weight"][:, n], train.read_weights(path)
        span = column[2] - column[1]
        for value in (column[1], column[2]):
            now = wide.read.bias.detach().numpy() + wide.read.weight.detach().numpy()[:, n] * (value - column[1] + 1) / (span + 2)
            np.testing.assert_allclose(now, arrays["read.bias"] + narrow * (value - column[1]) / span, rtol=1e-4, atol=1e-6)

    def test_what_is_no_weights(self):
        path = self.folder / "weights.npz"
        path.write_text("nothing")
        with self.assertRaises(train.WeightsError):
            train.read_weights(path)
        train.write_weights(path, self.training.network)
        with self.assertRaisesRegex(train.WeightsError, "for red-empire, not for tiny|for red-empire, not for kremlin"):
            train.read_weights(path, apparat.encoding_of(apparat.load("kremlin")))

    def test_rows_do_not_disturb_each_other(self):
        network, vector = self.training.network, apparat.Vector(apparat.load("red-empire"), 9, 1, 3, self.training.network.encoding)
        vector.reset()
        legal, longest = train.network.flat_legal(vector.legal, vector.count)
        seen, count = torch.from_numpy(vector.observation), torch.from_numpy(vector.count.astype(np.int64))
        with torch.no_grad():
            whole, values = network(seen, torch.from_numpy(legal), count, longest)
            again, _ = network(seen, torch.from_numpy(legal), count, longest, network.all_actions())
            np.testing.assert_allclose(whole.numpy(), again.numpy(), rtol=1e-4, atol=1e-5)
            for n in range(9):
                own = torch.from_numpy(vector.legal[n, : vector.count[n]].copy())
                row, value = network(seen[n : n + 1], own, count[n : n + 1], int(count[n]))
                np.testing.assert_allclose(row[0].numpy(), whole[n, : count[n]].numpy(), rtol=1e-4, atol=1e-5)
                self.assertTrue((whole[n, count[n] :] == NEVER).all())
                self.assertAlmostEqual(float(value), float(values[n]), 4)


@unittest.skipIf(NO_TORCH, "needs torch")
class Players(unittest.TestCase):
    def test_it_sits_at_a_table(self):
        """At a table the network sees what it saw when it learnt: its memory too."""
        training = trained(small(updates=2))
        game = apparat.load("red-empire", players=4)
        player = training.player()
        seen = []
        choose = player.choose

        def noted(view, seat, memory):
            seen.append(training.network.encoding.observe(view, seat, memory))
            return choose(view, seat, memory)

        player.choose = noted
        moves = list(apparat.play(game, player, seed=3, viewer=apparat.EVERYTHING))
        table = apparat.Table(game, 0, training.network.encoding)
        table.state, raw = apparat.State._start(game)
        table.memories = [apparat.Memory(table.encoding, game, seat) for seat in range(4)]
        table._witness(raw)
        for move in moves:
            if move.seat != apparat.CHANCE:
                np.testing.assert_array_equal(table.observe(move.seat), seen.pop(0))
            _, _, raw = table.state._apply(move.seat, move.action.code)
            table._witness(raw)
        self.assertTrue(moves[-1].state.is_over)
        self.assertEqual(seen, [])

    def test_trials_count_each_game_once(self):
        training = trained(small("atomic-business", updates=2, tables={"players": [2, 3]}))
        trial = train.Trial(training.run.variants(), training.network.encoding, "random", 60, 2)
        one, other = trial.measure(training.network), trial.measure(training.network)
        self.assertEqual(one, other)
        self.assertEqual(one.games, 60)
        self.assertTrue(0 <= one.share <= 1 and 0 < one.error < 0.2)
        # Random among random: half of the chairs are at tables of two, and somebody nearly always wins.
        self.assertLess(abs(one.par - (2 / 5 * 1 / 2 + 3 / 5 * 1 / 3)), 0.25)


@unittest.skipIf(not SOAK, "builds a wheel, and needs torch")
class CopiedFolder(unittest.TestCase):
    def test_one_command_on_a_bare_machine(self):
        """A folder trains where there is no network, no compiler and nothing installed but PyTorch."""
        with tempfile.TemporaryDirectory() as name:
            folder, bare = Path(name, "made"), Path(name, "bare")
            made = subprocess.run([sys.executable, ROOT / "python/training_folder.py", folder], capture_output=True, text=True)
            self.assertEqual(made.returncode, 0, made.stderr)
            self.assertIn("manylinux_2_25", made.stdout)
            for run in sorted((ROOT / "bench/training").iterdir()):
                self.assertEqual((folder / "runs" / run.name).read_text(), run.read_text())
            folder = folder.rename(Path(name, "copied"))  # whatever was written down of its place is wrong now
            bare.mkdir()
            for program in ("sh", "dirname"):
                (bare / program).symlink_to(shutil.which(program))
            (folder / "small.toml").write_text(small(updates=3, evaluation={"final": 12}).text())
            # Python runs outside of the virtual environment that this test has, with the packages of it but our own.
            packages = Path(name, "packages")
            packages.mkdir()
            for part in Path(torch.__file__).parent.parent.iterdir():
                if not part.name.startswith("apparat"):
                    (packages / part.name).symlink_to(part)
            variables = {"PATH": str(bare), "PYTHON": os.path.realpath(sys.executable), "PYTHONPATH": str(packages), "HOME": name}
            command = [
                "unshare",
                "--map-root-user",
                "--net",
                shutil.which("env"),
                "-i",
                *(f"{k}={v}" for k, v in variables.items()),
            ]
            run = subprocess.run([*command, "./train", "small.toml"], cwd=folder, capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual(run.returncode, 0, run.stderr)
            self.assertIn("against random", run.stdout)
            self.assertTrue((folder / "small/weights.npz").exists())


@unittest.skipIf(NO_TORCH, "needs torch")
class CommandLine(unittest.TestCase):
    def setUp(self):
        self.folder = Path(self.enterContext(tempfile.TemporaryDirectory()))
        self.file = self.folder / "run.toml"

    def command(self, *words, status=0):
        result = subprocess.run(
            [sys.executable, "-m", "apparat.train", *map(str, words)], capture_output=True, text=True, timeout=PATIENCE
        )
        self.assertEqual(result.returncode, status, result.stderr)
        return result

    def test_train_and_evaluate(self):
        self.file.write_text(small(updates=2).text())
        self.command(self.file)
        self.assertTrue((self.folder / "run" / "weights.npz").exists())
        said = json.loads(self.command(self.file, "--evaluate", "--against", "random", "--games", 30, "--json").stdout)
        self.assertEqual([(result["against"], result["games"]) for result in said], [("random", 36)])

    def test_faults_are_one_line(self):
        self.file.write_text('game = "tiny"\n[tables]\ngames = 1\n')
        for words, said in (
            ([self.file], "tables.games is 2 or more"),
            (["none.toml"], "none.toml"),
            (["--example", "chess"], "chess"),
        ):
            told = self.command(*words, status=1).stderr
            self.assertEqual(len(told.splitlines()), 1, told)
            self.assertIn(said, told)
        self.file.write_text('game = "tiny"')
        self.assertIn("no run to resume", self.command(self.file, "--resume", status=1).stderr)
        self.assertIn("weights.npz", self.command(self.file, "--evaluate", status=1).stderr)

    def test_a_signal_stops_it_and_it_goes_on(self):
        self.file.write_text(small(updates=100_000).text())
        command = [sys.executable, "-m", "apparat.train", str(self.file)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            self.assertIn("update 10 of", process.stdout.readline())
            process.send_signal(signal.SIGTERM)
            self.assertIn("stopping", process.communicate(timeout=PATIENCE)[0])
        self.assertEqual(process.returncode, 0)
        done = len(read_table(self.folder / "run" / "curves.csv"))
        self.assertGreaterEqual(done, 10)
        self.command(self.file, "--resume", "--minutes", 0.0001)
        self.assertEqual(len(read_table(self.folder / "run" / "curves.csv")), done + 1)

    def test_help(self):
        self.assertIn("--resume", self.command("--help").stdout)
        self.assertEqual(run_of(tomllib.loads(self.command("--example", "kremlin").stdout)), train.example("kremlin"))


if __name__ == "__main__":
    unittest.main()
