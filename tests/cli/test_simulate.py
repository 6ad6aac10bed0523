#!/usr/bin/env python3
"""Tests of apparat simulate: the report, the records it writes, and the message and status of each error."""

import os
import pty
import re
import subprocess
import unittest

from case import GAME, GAMES, PROGRAM, Case, apparat


def read_terminal(terminal):
    """Returns what is written to the other end of a terminal until that end is closed."""
    shown = b""
    while True:
        try:
            part = os.read(terminal, 4096)
        except OSError:  # on Linux, this is how reading ends after the other end is closed
            part = b""
        if not part:
            os.close(terminal)
            return shown.decode()
        shown += part


class Simulate(Case):
    def simulate(self, *words):
        return self.json("simulate", GAME, *words)

    def check_sums(self, report):
        self.assertEqual(sum(report["ends"].values()) + report["unfinished"], report["games"])
        self.assertEqual(set(report["ends"]), {"victory", "shared-victory", "collapse"})
        self.assertEqual(
            report["won"], report["ends"]["victory"] + report["ends"]["shared-victory"]
        )
        alone = sum(report["wins"].values()) - sum(report["shared"].values())
        self.assertEqual(alone, report["ends"]["victory"])

    def test_json(self):
        report = self.simulate("--players", "4", "--games", "50", "--seed", "7")
        self.check_sums(report)
        self.assertEqual((report["game"], report["players"], report["games"]), (GAME, 4, 50))
        self.assertEqual((report["seed"], report["unfinished"]), (7, 0))
        self.assertEqual(list(report["wins"]), ["moscow", "leningrad", "kiev", "minsk"])
        self.assertEqual(report["bots"], ["random"] * 4)
        self.assertEqual(report["options"], {"fall": "president"})
        self.assertGreater(report["steps"], 50 * 30)
        self.assertGreater(report["seconds"], 0)
        self.assertAlmostEqual(
            report["steps_per_second"] * report["seconds"] / report["steps"], 1, delta=0.01
        )
        self.assertNotIn("by_players", report)
        self.assertNotIn("wins_by_bot", report)

    def test_range_of_players_is_one_object(self):
        report = self.simulate("--players", "3..6", "--games", "42")
        self.check_sums(report)
        self.assertEqual((report["players"], report["games"]), ("3..6", 42))
        parts = report["by_players"]
        self.assertEqual([p["players"] for p in parts], [3, 4, 5, 6])
        self.assertEqual([p["games"] for p in parts], [11, 11, 10, 10])
        for part in parts:
            self.check_sums(part)
            self.assertEqual(len(part["wins"]), part["players"])
        for key in ("steps", "unfinished", "won"):
            self.assertEqual(report[key], sum(p[key] for p in parts), key)

    def untimed(self, *words):
        report = self.simulate(*words)
        for part in [report, *report.get("by_players", [])]:
            del part["seconds"], part["steps_per_second"]
        return report

    def test_same_seed_same_games(self):
        first = self.untimed("--games", "30", "--seed", "5", "--bots", "greedy,random")
        self.assertEqual(first, self.untimed("--games=30", "--seed=5", "--bots=greedy,random"))
        self.assertNotEqual(first, self.untimed("--games=30", "--seed=6", "--bots=greedy,random"))

    def test_recorded_games_are_the_same_games(self):
        words = ["--games", "6", "--players", "3..5", "--seed", "18446744073709551615"]
        self.assertEqual(self.untimed(*words), self.untimed(*words, "--record", "new"))
        names = sorted(p.name for p in (self.folder / "new").iterdir())
        self.assertEqual(
            names, sorted(f"{GAME}-{3 + i % 3}-18446744073709551615-{i}.apr" for i in range(6))
        )
        self.says("verify", *(f"new/{name}" for name in names))
        text = (self.folder / "new" / names[0]).read_text()
        self.assertIn("\nseat moscow bot random\n", text)
        self.assertIn("\ndice seed 18446744073709551615 stream 0\n", text)

    def test_recording_again_into_the_same_folder(self):
        self.assertEqual(self.record(), self.record())

    def test_bots(self):
        report = self.simulate("--games", "200", "--bots", "greedy,random,random", "--rotate")
        self.check_sums(report)
        self.assertEqual(set(report["wins_by_bot"]), {"greedy", "random"})
        self.assertLessEqual(report["wins_by_bot"]["greedy"], report["won"])
        self.assertGreaterEqual(sum(report["wins_by_bot"].values()), report["won"])
        self.assertEqual(report["bots"], ["greedy", "random", "random"])
        self.assertTrue(report["rotate"])

    def test_bots_are_repeated(self):
        report = self.simulate("--games", "2", "--players", "5", "--bots", "greedy,random")
        self.assertEqual(report["bots"], ["greedy", "random", "greedy", "random", "greedy"])

    def test_rotation_moves_the_bots_up(self):
        words = ["--games", "3", "--bots", "greedy,random,random", "--rotate", "--record", "r"]
        self.simulate(*words)
        seats = []
        for i in range(3):
            text = (self.folder / f"r/{GAME}-3-1-{i}.apr").read_text()
            seats.append(re.findall(r"^seat \w+ bot (\w+)$", text, re.M).index("greedy"))
        self.assertEqual(seats, [0, 2, 1])

    def test_option(self):
        report = self.simulate("--games", "20", "--option", "fall=faction")
        self.assertEqual(report["options"], {"fall": "faction"})

    def test_table(self):
        text = self.says("simulate", GAME, "--players", "3..4", "--games", "10")
        self.assertIn("red-empire, 3 players: 5 games, ", text)
        self.assertIn("red-empire, 3 to 4 players: 10 games, ", text)
        self.assertIn("unfinished 0", text)

    def test_defaults(self):
        report = self.simulate()
        self.assertEqual((report["players"], report["games"], report["seed"]), (3, 1000, 1))

    def refuses_game(self, line, *words):
        self.refuses(2, "apparat simulate: " + line, "simulate", GAME, *words)

    def test_wrong_game(self):
        start = "apparat simulate: "
        self.refuses(
            2, start + "GAME is missing; usage: apparat simulate GAME [OPTION]...", "simulate"
        )
        self.refuses(2, start + "unknown game 'chess': expected " + GAMES, "simulate", "chess")
        self.refuses(
            2,
            start + "unknown game 'redempire': did you mean 'red-empire'?",
            "simulate",
            "redempire",
        )
        self.refuses_game("'x' is one too many; usage: apparat simulate GAME [OPTION]...", "x")

    def test_wrong_players(self):
        line = "--players of red-empire must be a number from 3 to 6, or a range such as 3..6, not "
        for text in (
            "2",
            "7",
            "6..3",
            "3..7",
            "3..",
            "..6",
            "x",
            "-3",
            "03x",
            "99999999999999999999",
        ):
            self.refuses_game(f"{line}'{text}'", "--players=" + text)
        self.refuses_game("--players needs a number of players such as 4, or a range", "--players")

    def test_wrong_options(self):
        self.refuses_game(
            "unknown option 'fal' of red-empire: did you mean 'fall'?", "--option=fal=x"
        )
        self.refuses_game("unknown option 'dice' of red-empire: expected fall", "--option", "dice")
        line = "option fall of red-empire has no value '%s': expected president or faction"
        self.refuses_game(line % "nobody", "--option", "fall=nobody")
        self.refuses_game(line % "", "--option", "fall")
        self.refuses_game("--option needs an option and its value such as name=value", "--option")
        self.refuses_game(
            "--option is given too often: at most 8 times", *["--option=fall=faction"] * 9
        )

    def test_wrong_bots(self):
        self.refuses_game("unknown bot 'gredy': did you mean 'greedy'?", "--bots", "gredy")
        self.refuses_game("unknown bot 'oracle': expected random or greedy", "--bots", "oracle")
        self.refuses_game("unknown bot '': expected random or greedy", "--bots", "random,")
        four = "random,random,random,random"
        self.refuses_game(f"--bots '{four}' names more than 3 players", "--bots", four)

    def test_wrong_numbers(self):
        line = "--games must be a number from 1 to 1000000000, not '%s'"
        for text in ("0", "-5", "ten", "1e3", "1000000001", "99999999999999999999"):
            self.refuses_game(line % text, "--games", text)
        self.refuses_game("--games needs a number from 1 to 1000000000", "--games")
        line = "--seed must be a number from 0 to 18446744073709551615, not '%s'"
        for text in ("-1", "x", "18446744073709551616"):
            self.refuses_game(line % text, "--seed", text)
        self.refuses_game("--seed needs a number such as 1", "--seed", "--json")

    def test_wrong_folder(self):
        file = self.write("file", "")
        line = "apparat simulate: --record %s is no folder and cannot be made one: %s"
        self.refuses(1, line % (file, "File exists"), "simulate", GAME, "--record", file)
        line %= ("no/folder", "No such file or directory")
        self.refuses(1, line, "simulate", GAME, "--record", "no/folder")

    def test_bad_usage_writes_nothing(self):
        for words in (
            ["--players", "9"],
            ["--bots", "oracle"],
            ["--games", "0"],
            ["--option", "x=y"],
        ):
            done = apparat("simulate", GAME, "--record", "new", *words, cwd=self.folder)
            self.assertEqual(done.returncode, 2)
        self.assertEqual(list(self.folder.iterdir()), [])

    def on_terminal(self, games):
        """Returns what the command shows on a terminal, and the seconds that it reports."""
        own_end, other_end = pty.openpty()
        words = [PROGRAM, "simulate", GAME, "--games", str(games)]
        program = subprocess.Popen(words, stderr=other_end, stdout=subprocess.PIPE, text=True)
        os.close(other_end)
        shown = read_terminal(own_end)
        table = program.communicate(timeout=250)[0]
        self.assertEqual(program.returncode, 0)
        self.assertNotIn("\033", table)
        return shown, float(re.search(r"steps in ([\d.]+) s", table)[1])

    def test_progress_is_for_terminals_only(self):
        games, seconds = 100, 0
        while seconds < 1:  # progress is shown only after a while
            games *= 4
            shown, seconds = self.on_terminal(games)
        self.assertRegex(shown, rf"^\r\d+ of {games} games, \d+ %\033\[K\r")
        self.assertTrue(shown.endswith("\r\033[K"), shown[-80:])
        self.assertNotIn("\n", shown)


if __name__ == "__main__":
    unittest.main()
