#!/usr/bin/env python3
"""apparat simulate: the report, the records it writes, and the line and status of each error."""

import itertools
import json
import os
import pty
import re
import signal
import subprocess
import time
import unittest
from pathlib import Path

from case import GAME, GAMES, PROGRAM, Case, apparat, games, strongest


def read_terminal(terminal):
    """What was written to the other end until it was closed."""
    shown = b""
    while True:
        try:
            part = os.read(terminal, 4096)
        except OSError:  # Linux reports so that nobody holds the other end any more
            part = b""
        if not part:
            os.close(terminal)
            return shown.decode()
        shown += part


class SimulateCase(Case):
    def simulate(self, *words, game=GAME):
        return self.json("simulate", game, *words)

    def untimed(self, *words, game=GAME):
        """The report without what differs each time."""
        report = self.simulate(*words, game=game)
        for part in [report, *report.get("by_players", [])]:
            del part["seconds"], part["steps_per_second"]
        return report

    def check_sums(self, report):
        self.assertEqual(sum(report["ends"].values()) + report["unfinished"], report["games"])
        self.assertLessEqual(report["won"], report["games"])
        # A victory that several seats share counts for each of them, in `wins` and in `shared`.
        shared = sum(report["shared"].values())
        alone = sum(report["wins"].values()) - shared
        self.assertLessEqual(2 * (report["won"] - alone), shared)
        self.assertLessEqual(shared, len(report["wins"]) * (report["won"] - alone))
        if report["game"] == GAME:
            ends = report["ends"]
            self.assertEqual(set(ends), {"victory", "shared-victory", "collapse"})
            self.assertEqual(report["won"], ends["victory"] + ends["shared-victory"])
            self.assertEqual(alone, ends["victory"])


class Report(SimulateCase):
    def test_the_json_counts_games_and_wins(self):
        for game in games():
            with self.subTest(game["game"]):
                players = game["max_players"]
                words = ["--players", players, "--games", 50, "--seed", 7]
                report = self.simulate(*words, game=game["game"])
                self.check_sums(report)
                self.assertEqual(
                    (report["game"], report["players"], report["games"]),
                    (game["game"], players, 50),
                )
                self.assertEqual((report["seed"], report["unfinished"]), (7, 0))
                self.assertEqual(list(report["wins"]), game["seats"][:players])
                self.assertEqual(report["bots"], ["random"] * players)
                defaults = {name: values[0] for name, values in game["options"].items()}
                self.assertEqual(report["options"], defaults)
                self.assertGreater(report["steps"], 50 * 30)
                self.assertGreater(report["seconds"], 0)
                self.assertAlmostEqual(
                    report["steps_per_second"] * report["seconds"] / report["steps"], 1, delta=0.01
                )
                self.assertNotIn("by_players", report)
                self.assertNotIn("wins_by_bot", report)

    def test_a_range_of_players_is_one_object(self):
        for game in games():
            numbers = range(game["min_players"], game["max_players"] + 1)
            if len(numbers) == 1:
                continue
            with self.subTest(game["game"]):
                words = f"{numbers[0]}..{numbers[-1]}"
                report = self.simulate("--players", words, "--games", 42, game=game["game"])
                self.check_sums(report)
                self.assertEqual((report["players"], report["games"]), (words, 42))
                parts = report["by_players"]
                self.assertEqual([p["players"] for p in parts], list(numbers))
                each, more = divmod(42, len(numbers))
                expected = [each + (i < more) for i in range(len(numbers))]
                self.assertEqual([p["games"] for p in parts], expected)
                for part in parts:
                    self.check_sums({"game": game["game"], **part})
                    self.assertEqual(len(part["wins"]), part["players"])
                for key in ("steps", "unfinished", "won"):
                    self.assertEqual(report[key], sum(p[key] for p in parts), key)

    def test_the_same_seed_gives_the_same_games(self):
        for game in games():
            with self.subTest(game["game"]):
                bots = f"{strongest(game)},random"
                words = ["--games", 30, "--bots", bots]
                first = self.untimed(*words, "--seed", 5, game=game["game"])
                words = ["--games=30", f"--bots={bots}"]
                self.assertEqual(first, self.untimed(*words, "--seed=5", game=game["game"]))
                self.assertNotEqual(first, self.untimed(*words, "--seed=6", game=game["game"]))

    def test_the_number_of_jobs_changes_nothing(self):
        words = ["--players", "3..5", "--bots", "greedy,random", "--rotate", "--games", 40]
        one = self.untimed(*words, "--jobs", 1)
        for jobs in (2, 7, 64):
            self.assertEqual(self.untimed(*words, "--jobs", jobs), one)

    def test_an_interruption_keeps_what_was_played(self):
        words = ["simulate", GAME, "--games", "1000000000", "--bots", "greedy", "--json"]
        program = subprocess.Popen(
            [PROGRAM, *words], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
        )
        while not self.has_worked(program.pid):
            time.sleep(0.01)
        program.send_signal(signal.SIGINT)
        out, errors = program.communicate(timeout=250)
        self.assertEqual(program.returncode, 130)
        report = json.loads(out)
        played = report["games"]
        self.assertGreater(played, 0)
        self.assertEqual(
            errors, f"apparat simulate: interrupted after {played} of 1000000000 games\n"
        )
        # They are the first games, as many as there are: the same as if they had been asked for.
        again = self.untimed("--games", played, "--bots", "greedy")
        del report["seconds"], report["steps_per_second"]
        self.assertEqual(report, again)

    def has_worked(self, pid):
        """Whether the program has used a processor for a tenth of a second."""
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
        return int(fields[11]) >= os.sysconf("SC_CLK_TCK") // 10

    def test_wins_are_counted_by_bot(self):
        for game in [game for game in games() if strongest(game) != "random"]:
            with self.subTest(game["game"]):
                players = game["min_players"]
                best = strongest(game)
                bots = [best] + ["random"] * (players - 1)
                words = ["--games", 60, "--bots", ",".join(bots), "--rotate"]
                report = self.simulate(*words, game=game["game"])
                self.check_sums(report)
                self.assertEqual(set(report["wins_by_bot"]), {best, "random"})
                self.assertLessEqual(report["wins_by_bot"][best], report["won"])
                self.assertGreaterEqual(sum(report["wins_by_bot"].values()), report["won"])
                self.assertEqual(report["bots"], bots)
                self.assertTrue(report["rotate"])

    def test_the_list_of_bots_is_repeated_for_all_seats(self):
        for game in games():
            with self.subTest(game["game"]):
                players = game["max_players"]
                bots = [strongest(game), "random"]
                words = ["--games", 2, "--players", players, "--bots", ",".join(bots)]
                report = self.simulate(*words, game=game["game"])
                self.assertEqual(report["bots"], (bots * players)[:players])

    def options_with(self, game, name, value):
        """This value of an option, with the first values of the others that go together with it."""
        others = {other: values for other, values in game["options"].items() if other != name}
        for chosen in itertools.product(*others.values()):
            pairs = [(name, value), *zip(others, chosen, strict=True)]
            words = [word for pair in pairs for word in ("--option", "=".join(pair))]
            if apparat("simulate", game["game"], "--games", 1, *words).returncode == 0:
                return words
        self.fail(f"{name}={value} goes together with nothing")

    def test_every_option_can_be_chosen(self):
        for game in games():
            for name, values in game["options"].items():
                with self.subTest(game["game"], option=name):
                    words = ["--games", 20, *self.options_with(game, name, values[-1])]
                    report = self.simulate(*words, game=game["game"])
                    self.check_sums(report)
                    self.assertEqual(report["options"][name], values[-1])

    def test_the_report_is_printed_for_people_too(self):
        for game in games():
            with self.subTest(game["game"]):
                name, least, most = game["game"], game["min_players"], game["max_players"]
                text = self.says("simulate", name, "--players", f"{least}..{most}", "--games", 10)
                self.assertRegex(text, rf"(?m)^{name}, {least} players: \d+ games, ")
                if most > least:
                    self.assertIn(f"\n{name}, {least} to {most} players: 10 games, ", text)
                self.assertIn("unfinished 0", text)

    def test_the_defaults_are_a_thousand_games_of_few_players(self):
        report = self.simulate()
        self.assertEqual((report["players"], report["games"], report["seed"]), (3, 1000, 1))

    def on_terminal(self, count):
        """What is shown on a terminal, and how many seconds the games took."""
        ours, theirs = pty.openpty()
        words = [PROGRAM, "simulate", GAME, "--games", str(count), "--jobs", "1"]
        program = subprocess.Popen(words, stderr=theirs, stdout=subprocess.PIPE, text=True)
        os.close(theirs)
        shown = read_terminal(ours)
        table = program.communicate(timeout=250)[0]
        self.assertEqual(program.returncode, 0)
        self.assertNotIn("\033", table)
        return shown, float(re.search(r"steps in ([\d.]+) s", table)[1])

    def test_progress_is_shown_on_terminals_only(self):
        count, seconds = 100, 0
        while seconds < 1:  # a short simulation shows no progress
            count *= 4
            shown, seconds = self.on_terminal(count)
        self.assertRegex(shown, rf"^\r\d+ of {count} games, \d+ %(, \d+ s left)?\033\[K\r")
        self.assertRegex(shown, r", \d+ %, \d+ s left\033")
        self.assertTrue(shown.endswith("\r\033[K"), shown[-80:])
        self.assertNotIn("\n", shown)


class Records(SimulateCase):
    def test_recorded_games_are_the_games_of_the_report(self):
        seed = 18446744073709551615
        for game in games():
            with self.subTest(game["game"]):
                name, least, most = game["game"], game["min_players"], game["max_players"]
                words = ["--games", 6, "--players", f"{least}..{most}", "--seed", seed]
                self.assertEqual(
                    self.untimed(*words, game=name),
                    self.untimed(*words, "--record", name, game=name),
                )
                numbers = range(least, most + 1)
                expected = [f"{name}-{numbers[i % len(numbers)]}-{seed}-{i}.apr" for i in range(6)]
                found = [path.name for path in (self.folder / name).iterdir()]
                self.assertEqual(sorted(found), sorted(expected))
                self.says("verify", *(f"{name}/{record}" for record in found))
                text = (self.folder / name / expected[0]).read_text()
                self.assertIn(f"\nseat {game['seats'][0]} bot random\n", text)
                self.assertIn(f"\ndice seed {seed} stream 0\n", text)

    def test_a_folder_can_be_recorded_into_again(self):
        self.assertEqual(self.record(), self.record())

    def test_rotation_moves_the_bots_by_one_seat_each_game(self):
        for game in [game for game in games() if strongest(game) != "random"]:
            with self.subTest(game["game"]):
                name, players, best = game["game"], game["min_players"], strongest(game)
                bots = ",".join([best] + ["random"] * (players - 1))
                words = ["--games", players, "--bots", bots, "--rotate", "--record", "r"]
                self.simulate(*words, game=name)
                seats = []
                for i in range(players):
                    text = (self.folder / f"r/{name}-{players}-1-{i}.apr").read_text()
                    levels = re.findall(r"^seat \w+ bot (\w+)$", text, re.M)
                    seats.append(levels.index(best))
                self.assertEqual(seats, [-i % players for i in range(players)])

    def test_a_folder_that_cannot_be_made_is_refused(self):
        file = self.write("file", "")
        line = "apparat simulate: --record %s is no folder and cannot be made one: %s"
        self.refuses(1, line % (file, "File exists"), "simulate", GAME, "--record", file)
        line %= ("no/folder", "No such file or directory")
        self.refuses(1, line, "simulate", GAME, "--record", "no/folder")

    def test_wrong_usage_writes_nothing(self):
        for words in (
            ["--players", "9"],
            ["--bots", "oracle"],
            ["--games", "0"],
            ["--option", "x=y"],
        ):
            done = apparat("simulate", GAME, "--record", "new", *words, cwd=self.folder)
            self.assertEqual(done.returncode, 2)
        self.assertEqual(list(self.folder.iterdir()), [])


class Misuse(Case):
    def refuses_game(self, line, *words):
        self.refuses(2, "apparat simulate: " + line, "simulate", GAME, *words)

    def test_an_unknown_game_is_refused(self):
        start = "apparat simulate: "
        usage = "usage: apparat simulate GAME [OPTION]..."
        self.refuses(2, f"{start}GAME is missing; {usage}", "simulate")
        self.refuses(2, f"{start}unknown game 'chess': expected {GAMES}", "simulate", "chess")
        line = f"{start}unknown game 'redempire': did you mean 'red-empire'?"
        self.refuses(2, line, "simulate", "redempire")
        self.refuses_game(f"'x' is one too many; {usage}", "x")

    def test_a_wrong_number_of_players_is_refused(self):
        for game in games():
            name, least, most = game["game"], game["min_players"], game["max_players"]
            number = f"a number from {least} to {most}"
            if most > least:
                number += f", or a range such as {least}..{most}"
            start = f"apparat simulate: --players of {name} must be {number}, not "
            for text in (least - 1, most + 1, f"{most + 1}..{least}", f"{least}..{most + 1}"):
                self.refuses(2, f"{start}'{text}'", "simulate", name, f"--players={text}")
        line = "--players of red-empire must be a number from 3 to 6, or a range such as 3..6, not "
        for text in ("6..3", "3..", "..6", "x", "-3", "03x", "99999999999999999999"):
            self.refuses_game(f"{line}'{text}'", "--players=" + text)
        self.refuses_game("--players needs a number of players such as 4, or a range", "--players")

    def test_a_wrong_option_of_the_game_is_refused(self):
        line = "unknown option 'fal' of red-empire: did you mean 'fall'?"
        self.refuses_game(line, "--option=fal=x")
        self.refuses_game("unknown option 'dice' of red-empire: expected fall", "--option", "dice")
        line = "option fall of red-empire has no value '%s': expected president or faction"
        self.refuses_game(line % "nobody", "--option", "fall=nobody")
        self.refuses_game(line % "", "--option", "fall")
        self.refuses_game("--option needs an option and its value such as name=value", "--option")
        line = "--option is given too often: at most 128 times"
        self.refuses_game(line, *["--option=fall=faction"] * 129)

    def test_options_that_need_more_players_are_refused_to_fewer(self):
        words = ["simulate", "atomic-business", "--option", "diplomats=4", "--games", 3]
        self.assertEqual(self.json(*words)["players"], 5)
        for players in "2", "4..6":
            line = "apparat simulate: with these options atomic-business is for 5 or 6 players (AB-SU-2)"
            self.refuses(2, line, *words, "--players", players)
        line = "apparat play: with these options atomic-business is for 5 or 6 players (AB-SU-2)"
        self.refuses(2, line, "play", "atomic-business", "--players", 4, "--option", "diplomats=4")

    def test_a_wrong_bot_is_refused(self):
        self.refuses_game("unknown bot 'gredy': did you mean 'greedy'?", "--bots", "gredy")
        self.refuses_game("unknown bot 'oracle': expected random or greedy", "--bots", "oracle")
        self.refuses_game("unknown bot '': expected random or greedy", "--bots", "random,")
        four = "random,random,random,random"
        self.refuses_game(f"--bots '{four}' names more than 3 players", "--bots", four)

    def test_a_wrong_number_is_refused(self):
        line = "--games must be a number from 1 to 1000000000, not '%s'"
        for text in ("0", "-5", "ten", "1e3", "1000000001", "99999999999999999999"):
            self.refuses_game(line % text, "--games", text)
        self.refuses_game("--games needs a number from 1 to 1000000000", "--games")
        line = "--seed must be a number from 0 to 18446744073709551615, not '%s'"
        for text in ("-1", "x", "18446744073709551616"):
            self.refuses_game(line % text, "--seed", text)
        self.refuses_game("--seed needs a number such as 1", "--seed", "--json")


if __name__ == "__main__":
    unittest.main()
