#!/usr/bin/env python3
"""Tests of the command line: what each command prints, and the message and status of each error."""

import json
import os
import re
import subprocess
import unittest

from case import GAME, GAMES, PROGRAM, ROOT, SCENARIO, Case, apparat

COMMANDS = ["games", "play", "serve", "join", "backup", "simulate", "replay", "draw", "verify", "script"]
COMMANDS += ["rules", "bench"]


class Program(Case):
    def test_help_names_every_command(self):
        text = self.says("--help")
        self.assertTrue(text.startswith("usage: apparat COMMAND"))
        for command in COMMANDS:
            self.assertIn(f"\n  {command} ", text)

    def test_every_command_has_help(self):
        for command in COMMANDS:
            text = self.says(command, "--help")
            self.assertTrue(text.startswith(f"usage: apparat {command}"), command)
            self.assertLessEqual(max(map(len, text.splitlines())), 100, command)

    def test_version(self):
        self.assertRegex(self.says("--version"), r"^apparat \d+\.\d+\.\d+\n$")

    def test_the_man_page_describes_every_option(self):
        page = (ROOT / "docs/apparat.1").read_text().replace("\\-", "-")
        self.assertIn(f'"{self.says("--version").strip()}"', page)
        for command in COMMANDS:
            section = re.search(rf"^\.SS {command}\n(.*?)^\.S[SH] ", page, re.M | re.S)
            self.assertTrue(section, command)
            for option in re.findall(r"--[a-z-]+", self.says(command, "--help")):
                self.assertIn(option, section[1], command)

    def test_wrong_commands(self):
        self.refuses(2, "apparat: no command; try apparat --help")
        self.refuses(2, "apparat: unknown command 'simulat': did you mean 'simulate'?", "simulat")
        expected = f"expected {', '.join(COMMANDS[:-1])} or {COMMANDS[-1]}"
        self.refuses(2, f"apparat: unknown command 'chess': {expected}", "chess")
        self.refuses(2, f"apparat: unknown command '--quietly': {expected}", "--quietly")

    def test_wrong_options(self):
        for line, *words in (
            ("games: unknown option '--jsn': did you mean '--json'?", "games", "--jsn"),
            ("games: unknown option '--size': try apparat games --help", "games", "--size=3"),
            ("games: --json takes no value: leave '=1' out", "games", "--json=1"),
            (
                "games: unknown option '-j': options begin with two dashes, "
                "see apparat games --help",
                "games",
                "-j",
            ),
            ("games: 'x' is one too many; usage: apparat games [--json]", "games", "x"),
            (
                "games: '--json' is one too many; usage: apparat games [--json]",
                "games",
                "--",
                "--json",
            ),
        ):
            self.refuses(2, "apparat " + line, *words)

    def test_an_error_is_one_line_whatever_it_quotes(self):
        line = "apparat simulate: unknown game 'a?b?[31m': expected " + GAMES
        self.refuses(2, line, "simulate", "a\nb\x1b[31m")
        self.refuses(
            2,
            f"apparat simulate: unknown game '{'x' * 500}': expected {GAMES}",
            "simulate",
            "x" * 500,
        )

    def test_output_that_cannot_be_written_is_a_failure(self):
        if not os.path.exists("/dev/full"):
            self.skipTest("no /dev/full here")
        with open("/dev/full", "w") as full:
            done = subprocess.run(
                [PROGRAM, "games"], stdout=full, stderr=subprocess.PIPE, text=True
            )
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"^apparat: cannot write the output: .*\n$")


class Games(Case):
    def test_list(self):
        text = self.says("games")
        self.assertRegex(text, r"(?m)^red-empire: 3 to 6 players, rules \d+, state \d+ bytes\n")
        self.assertIn("\n  seats    moscow leningrad kiev minsk tbilisi tashkent\n", text)
        self.assertIn("\n  option   fall=president|faction\n", text)
        self.assertIn("\n  bots     random greedy\n", text)

    def test_json(self):
        (game,) = [g for g in self.json("games")["games"] if g["game"] == GAME]
        self.assertEqual((game["min_players"], game["max_players"]), (3, 6))
        self.assertEqual(game["options"], {"fall": ["president", "faction"]})
        self.assertEqual(game["seats"][:2], ["moscow", "leningrad"])
        self.assertIn("random", game["bots"])
        self.assertGreaterEqual(game["rules"], 1)
        self.assertLessEqual(game["state_bytes"], 1024)


class Rules(Case):
    def test_list(self):
        lines = self.says("rules", GAME).splitlines()
        self.assertGreater(len(lines), 40)
        self.assertRegex(lines[0], r"^RE-SU-1 +Each faction is dealt leaders, face up$")

    def test_one_clause(self):
        english = self.says("rules", GAME, "RE-AC-3")
        self.assertTrue(english.startswith("RE-AC-3 The first card on a leader"))
        self.assertIn("\n\nProvenance: ", english)
        french = self.says("rules", GAME, "RE-AC-3", "--lang", "fr")
        self.assertTrue(french.startswith("RE-AC-3 "))
        self.assertNotEqual(english, french)

    def test_json(self):
        book = self.json("rules", GAME, "--lang", "fr")
        self.assertEqual((book["game"], book["language"]), (GAME, "fr"))
        self.assertEqual(book["clauses"][0]["id"], "RE-SU-1")
        for clause in book["clauses"]:
            self.assertTrue(clause["title"] and clause["body"])
        clause = self.json("rules", GAME, "RE-AC-3")
        self.assertEqual(list(clause), ["id", "title", "body", "out_of_reach"])

    def test_coverage(self):
        self.write("a.aps", SCENARIO)
        self.write("notes.txt", "not a scenario")
        words = ["rules", GAME, "--coverage", "--games", 40, "--scenarios", ".", "--json"]
        done = apparat(*words, cwd=self.folder)
        self.assertEqual((done.stderr, done.returncode), ("", 1))
        report = json.loads(done.stdout)
        self.assertEqual(list(report), ["clauses", "untested", "unfired", "explained"])
        self.assertEqual(report["clauses"], len(self.json("rules", GAME)["clauses"]))
        self.assertEqual(len(report["untested"]), report["clauses"] - 1)
        self.assertNotIn("RE-SU-1", report["untested"])
        self.assertNotIn("RE-SU-1", report["unfired"])
        self.assertLess(len(report["unfired"]), report["clauses"] / 2)
        self.assertFalse(set(report["explained"]) & set(report["unfired"]))
        explained = {c["id"]: c["out_of_reach"] for c in self.json("rules", GAME)["clauses"]}
        self.assertEqual(report["explained"], {k: v for k, v in explained.items() if v})

    def test_coverage_as_text(self):
        self.write("a.aps", SCENARIO)
        words = ["rules", GAME, "--coverage", "--games", 10, "--scenarios", "."]
        done = apparat(*words, cwd=self.folder)
        self.assertEqual((done.stderr, done.returncode), ("", 1))
        self.assertRegex(
            done.stdout, r"^red-empire: \d+ clauses, 1 scenarios in 1 files, 10 random games\n"
        )
        self.assertIn("\nwithout a scenario: ", done.stdout)

    def test_scenarios_of_the_current_folder(self):
        (self.folder / f"games/{GAME}/scenarios").mkdir(parents=True)
        self.write(f"games/{GAME}/scenarios/a.aps", "hello\n")
        line = f"games/{GAME}/scenarios/a.aps:1: expected start GAME first"
        self.refuses(1, line, "rules", GAME, "--coverage")

    def test_wrong_usage(self):
        start = "apparat rules: "
        usage = "usage: apparat rules GAME [CLAUSE] [--lang en|fr] [--json]"
        for line, *words in (
            (f"GAME is missing; {usage}",),
            (f"'c' is one too many; {usage}", "a", "b", "c"),
            ("unknown game 'chess': expected " + GAMES, "chess"),
            ("unknown clause 'RE-CR-99' of red-empire: did you mean 'RE-CR-9'?", GAME, "RE-CR-99"),
            ("unknown clause 're-ac-3' of red-empire: did you mean 'RE-AC-3'?", GAME, "re-ac-3"),
            ("unknown clause 'x' of red-empire: apparat rules red-empire lists them", GAME, "x"),
            ("--lang must be en or fr, not 'xx'", GAME, "--lang", "xx"),
            ("--games goes with --coverage", GAME, "--games", "5"),
            ("--scenarios goes with --coverage", GAME, "--scenarios", "."),
            (
                "--coverage is of the whole game: leave 'RE-CR-1' out",
                GAME,
                "RE-CR-1",
                "--coverage",
            ),
        ):
            self.refuses(2, start + line, "rules", *words)

    def test_wrong_folder(self):
        start = "apparat rules: "
        words = ["rules", GAME, "--coverage", "--scenarios"]
        line = start + "cannot read the folder none: No such file or directory"
        self.refuses(1, line, *words, "none")
        self.refuses(1, start + "there are no scenarios (*.aps) in .", *words, ".")


class Bench(Case):
    def test_json_and_signature(self):
        games = self.json("bench")["games"]
        keys = ["game", "steps_per_second", "state_bytes", "clone_ns", "legal_mean", "signature"]
        signatures = {
            path.parts[-3]: path.read_text().strip() for path in ROOT.glob("games/*/golden/signature")
        }
        for game in games:
            self.assertEqual(list(game), keys)
            self.assertGreater(game["steps_per_second"], 0)
            self.assertGreater(game["clone_ns"], 0)
            self.assertGreater(game["legal_mean"], 1)
        # If the signature changes, the games behave differently: see bench/README.md.
        found = {g["game"]: g["signature"] for g in games}
        self.assertEqual({name: found.get(name) for name in signatures}, signatures)

    def test_table(self):
        text = self.says("bench", "--games", GAME)
        self.assertRegex(text, r"^game +steps/s +state bytes +clone ns +legal mean +signature\n")
        self.assertRegex(text, r"\nred-empire +\d+ +\d+ +[\d.]+ +[\d.]+  [0-9a-f]{16}\n$")

    def test_wrong_usage(self):
        line = "apparat bench: unknown game 'chess': expected " + GAMES
        self.refuses(2, line, "bench", "--games", "chess")
        line = "apparat bench: 'x' is one too many; usage: apparat bench [--games GAME] [--json]"
        self.refuses(2, line, "bench", "x")


if __name__ == "__main__":
    unittest.main()
