#!/usr/bin/env python3
"""The program as a user meets it: what its commands print, and the line and status of errors."""

import json
import os
import subprocess
import unittest

from case import GAME, GAMES, PROGRAM, ROOT, SCENARIO, Case, apparat, clauses_of, games

COMMANDS = ["games", "play", "serve", "join", "backup", "migrate", "admin", "simulate", "replay", "draw", "verify"]
COMMANDS += ["script", "rules", "bench", "licences"]


class Program(Case):
    def test_the_help_names_every_command(self):
        text = self.says("--help")
        self.assertTrue(text.startswith("usage: apparat COMMAND"))
        for command in COMMANDS:
            self.assertIn(f"\n  {command} ", text)

    def test_every_command_has_a_help(self):
        for command in COMMANDS:
            text = self.says(command, "--help")
            self.assertTrue(text.startswith(f"usage: apparat {command}"), command)
            self.assertLessEqual(max(map(len, text.splitlines())), 100, command)

    def test_the_version_is_one_line(self):
        self.assertRegex(self.says("--version"), r"^apparat \d+\.\d+\.\d+\n$")

    def test_an_unknown_command_is_refused(self):
        self.refuses(2, "apparat: no command; try apparat --help")
        self.refuses(2, "apparat: unknown command 'simulat': did you mean 'simulate'?", "simulat")
        expected = f"expected {', '.join(COMMANDS[:-1])} or {COMMANDS[-1]}"
        self.refuses(2, f"apparat: unknown command 'chess': {expected}", "chess")
        self.refuses(2, f"apparat: unknown command '--quietly': {expected}", "--quietly")

    def test_a_wrong_option_is_refused(self):
        usage = "usage: apparat games [--json]"
        dashes = "options begin with two dashes, see apparat games --help"
        for line, *words in (
            ("unknown option '--jsn': did you mean '--json'?", "--jsn"),
            ("unknown option '--size': try apparat games --help", "--size=3"),
            ("--json takes no value: leave '=1' out", "--json=1"),
            (f"unknown option '-j': {dashes}", "-j"),
            (f"'x' is one too many; {usage}", "x"),
            (f"'--json' is one too many; {usage}", "--", "--json"),
        ):
            self.refuses(2, f"apparat games: {line}", "games", *words)

    def test_an_error_is_one_line_whatever_it_quotes(self):
        line = "apparat simulate: unknown game '%s': expected " + GAMES
        self.refuses(2, line % "a?b?[31m", "simulate", "a\nb\x1b[31m")
        self.refuses(2, line % ("x" * 500), "simulate", "x" * 500)

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
    def test_the_list_says_what_the_json_says(self):
        text = ""
        for game in games():
            players = f"{game['min_players']} to {game['max_players']} players"
            facts = f"rules {game['rules']}, state {game['state_bytes']} bytes"
            text += f"{game['game']}: {players}, {facts}\n"
            text += f"  seats    {' '.join(game['seats'])}\n"
            for option, values in game["options"].items():
                text += f"  option   {option}={'|'.join(values)}\n"
            text += f"  bots     {' '.join(game['bots'])}\n"
        self.assertEqual(self.says("games"), text)

    def test_the_json_describes_every_game(self):
        for game in self.json("games")["games"]:
            with self.subTest(game["game"]):
                self.assertRegex(game["game"], "^[a-z-]+$")
                self.assertGreaterEqual(game["min_players"], 2)
                self.assertLessEqual(game["min_players"], game["max_players"])
                self.assertEqual(len(game["seats"]), game["max_players"])
                for values in game["options"].values():
                    self.assertGreater(len(values), 1)
                self.assertIn("random", game["bots"])
                self.assertGreaterEqual(game["rules"], 1)
                self.assertLessEqual(game["state_bytes"], 1024 if game["game"] == GAME else 8192)

    def test_the_json_of_one_game(self):
        (game,) = [g for g in games() if g["game"] == GAME]
        self.assertEqual((game["min_players"], game["max_players"]), (3, 6))
        self.assertEqual(game["options"], {"fall": ["president", "faction"]})
        self.assertEqual(game["seats"][:2], ["moscow", "leningrad"])


class Rules(Case):
    def test_the_list_has_a_line_for_each_clause(self):
        for game in games():
            with self.subTest(game["game"]):
                rules = self.json("rules", game["game"])
                lines = self.says("rules", game["game"]).splitlines()
                self.assertGreater(len(lines), 10)
                self.assertEqual(
                    [line.split(None, 1) for line in lines if line],
                    [[clause["id"], clause["title"]] for clause in rules["clauses"]]
                    + [[table["name"], table["title"]] for table in rules["tables"]],
                )

    def test_a_table_is_shown_alone_and_with_its_clause(self):
        for game in games():
            for table in self.json("rules", game["game"])["tables"]:
                with self.subTest(game["game"], table=table["name"]):
                    alone = self.says("rules", game["game"], table["name"])
                    self.assertTrue(alone.startswith(f"{table['title']}\n"))
                    self.assertEqual(self.json("rules", game["game"], table["name"]), table)
                    last = [cell for cell in table["rows"][-1] if cell]
                    for cell in last:
                        self.assertIn(cell, alone.splitlines()[-1])
                    self.assertIn(alone, self.says("rules", game["game"], table["clause"]))
                    self.assertIn(alone, self.says("rules", game["game"], "--all"))

    def test_tables_are_the_same_in_both_languages(self):
        for game in games():
            english, french = (
                self.json("rules", game["game"], "--lang", language)["tables"] for language in ("en", "fr")
            )
            for here, there in zip(english, french, strict=True):
                with self.subTest(game["game"], table=here["name"]):
                    shape = lambda table: (table["name"], table["clause"], [len(row) for row in table["rows"]])
                    self.assertEqual(shape(here), shape(there))
                    self.assertEqual({len(row) for row in here["rows"]}, {len(here["headings"])})

    def test_provenance_is_told_if_asked_for(self):
        for game in games():
            told = [c for c in self.json("rules", game["game"])["clauses"] if c["provenance"]]
            for clause in told[:1]:
                words = ["rules", game["game"], clause["id"]]
                self.assertNotIn("Provenance", clause["body"])
                self.assertNotIn("Provenance", self.says(*words))
                self.assertIn(f"Provenance: {clause['provenance']}\n", self.says(*words, "--provenance"))
                self.assertIn(f"Provenance: {clause['provenance']}\n", self.says("rules", game["game"], "--all", "--provenance"))

    def test_a_clause_is_shown_in_both_languages(self):
        for game in games():
            for clause in self.json("rules", game["game"])["clauses"][::10]:
                with self.subTest(clause["id"]):
                    words = ["rules", game["game"], clause["id"]]
                    english = self.says(*words)
                    self.assertTrue(english.startswith(f"{clause['id']} {clause['title']}\n"))
                    self.assertIn(clause["body"].split()[0], english)
                    self.assertIn(f"{clause['body'].split()[-1]}\n", english)
                    french = self.says(*words, "--lang", "fr")
                    self.assertTrue(french.startswith(f"{clause['id']} "))
                    self.assertNotEqual(english, french)

    def test_the_json_has_every_clause_in_both_languages(self):
        keys = ["id", "title", "body", "provenance", "out_of_reach"]
        for game in games():
            with self.subTest(game["game"]):
                english, french = (
                    self.json("rules", game["game"], "--lang", language)
                    for language in ("en", "fr")
                )
                self.assertEqual((french["game"], french["language"]), (game["game"], "fr"))
                for book in english, french:
                    for clause in book["clauses"]:
                        self.assertTrue(clause["title"] and clause["body"])
                ids = [clause["id"] for clause in english["clauses"]]
                self.assertEqual(ids, [clause["id"] for clause in french["clauses"]])
                clause = self.json("rules", game["game"], ids[0])
                self.assertEqual(list(clause), keys)
                self.assertEqual(clause, english["clauses"][0])

    def test_coverage_counts_the_clauses_that_scenarios_and_random_games_fire(self):
        for game in games():
            with self.subTest(game["game"]):
                log = self.says("replay", self.scenario_of(game, "a.aps"))
                self.write("notes.txt", "not a scenario")
                words = ["--coverage", "--games", 40, "--scenarios", ".", "--json"]
                done = apparat("rules", game["game"], *words, cwd=self.folder)
                self.assertEqual((done.stderr, done.returncode), ("", 1))
                report = json.loads(done.stdout)
                self.assertEqual(list(report), ["clauses", "untested", "unfired", "explained"])
                clauses = self.json("rules", game["game"])["clauses"]
                self.assertEqual(report["clauses"], len(clauses))
                fired = set(clauses_of(log))
                self.assertEqual(
                    report["untested"], [c["id"] for c in clauses if c["id"] not in fired]
                )
                self.assertLess(len(report["unfired"]), report["clauses"] / 2)
                self.assertFalse(set(report["explained"]) & set(report["unfired"]))
                explained = {c["id"]: c["out_of_reach"] for c in clauses if c["out_of_reach"]}
                self.assertEqual(report["explained"], explained)

    def test_coverage_counts_refusals(self):
        self.write("a.aps", SCENARIO)
        words = ["rules", GAME, "--coverage", "--games", 40, "--scenarios", ".", "--json"]
        report = json.loads(apparat(*words, cwd=self.folder).stdout)
        self.assertEqual(len(report["untested"]), report["clauses"] - 1)
        self.assertNotIn("RE-SU-1", report["untested"])
        self.assertNotIn("RE-SU-1", report["unfired"])

    def test_coverage_is_printed_for_people_too(self):
        for game in games():
            with self.subTest(game["game"]):
                self.scenario_of(game, "a.aps")
                words = ["rules", game["game"], "--coverage", "--games", 10, "--scenarios", "."]
                done = apparat(*words, cwd=self.folder)
                self.assertEqual((done.stderr, done.returncode), ("", 1))
                counts = r"\d+ clauses, 1 scenarios in 1 files, ([1-9]|10) random games"
                self.assertRegex(done.stdout, rf"^{game['game']}: {counts}\n")
                self.assertIn("\nwithout a scenario: ", done.stdout)

    def test_coverage_reads_the_scenarios_of_the_current_folder(self):
        for game in games():
            with self.subTest(game["game"]):
                folder = f"games/{game['game']}/scenarios"
                (self.folder / folder).mkdir(parents=True)
                self.write(f"{folder}/a.aps", "hello\n")
                line = f"{folder}/a.aps:1: expected start GAME first"
                self.refuses(1, line, "rules", game["game"], "--coverage")

    def test_wrong_usage_is_refused(self):
        usage = "usage: apparat rules GAME [CLAUSE | TABLE] [--all] [--provenance] [--lang en|fr] [--json]"
        for line, *words in (
            (f"GAME is missing; {usage}",),
            (f"'c' is one too many; {usage}", "a", "b", "c"),
            ("unknown game 'chess': expected " + GAMES, "chess"),
            ("unknown clause 'RE-CR-99' of red-empire: did you mean 'RE-CR-9'?", GAME, "RE-CR-99"),
            ("unknown clause 're-ac-3' of red-empire: did you mean 'RE-AC-3'?", GAME, "re-ac-3"),
            ("unknown clause 'x' of red-empire: apparat rules red-empire lists them", GAME, "x"),
            ("--lang must be en or fr, not 'xx'", GAME, "--lang", "xx"),
            ("--games goes with --coverage", GAME, "--games", "5"),
            ("--all tells all clauses: leave 'RE-CR-1' out", GAME, "RE-CR-1", "--all"),
            ("--all does not go with --coverage", GAME, "--all", "--coverage"),
            ("--provenance does not go with --coverage", GAME, "--provenance", "--coverage"),
            ("--scenarios goes with --coverage", GAME, "--scenarios", "."),
            (
                "--coverage is of the whole game: leave 'RE-CR-1' out",
                GAME,
                "RE-CR-1",
                "--coverage",
            ),
        ):
            self.refuses(2, "apparat rules: " + line, "rules", *words)

    def test_a_folder_without_scenarios_is_refused(self):
        words = ["rules", GAME, "--coverage", "--scenarios"]
        line = "apparat rules: cannot read the folder none: No such file or directory"
        self.refuses(1, line, *words, "none")
        line = "apparat rules: there are no scenarios (*.aps) in ."
        self.refuses(1, line, *words, ".")


class Bench(Case):
    def test_the_signature_of_every_game_is_the_golden_one(self):
        found = self.json("bench")["games"]
        keys = ["game", "steps_per_second", "state_bytes", "clone_ns", "legal_mean", "signature"]
        signatures = {
            path.parts[-3]: path.read_text().strip()
            for folder in ("games", "tests/games")
            for path in ROOT.glob(f"{folder}/*/golden/signature")
        }
        for game in found:
            self.assertEqual(list(game), keys)
            self.assertGreater(game["steps_per_second"], 0)
            self.assertGreater(game["clone_ns"], 0)
            self.assertGreater(game["legal_mean"], 1)
        # A change here is a change of behaviour: see bench/README.md.
        actual = {game["game"]: game["signature"] for game in found}
        self.assertEqual({name: actual.get(name) for name in signatures}, signatures)

    def test_one_game_can_be_measured_alone(self):
        text = self.says("bench", "--games", GAME)
        self.assertRegex(text, r"^game +steps/s +state bytes +clone ns +legal mean +signature\n")
        self.assertRegex(text, r"\nred-empire +\d+ +\d+ +[\d.]+ +[\d.]+  [0-9a-f]{16}\n$")

    def test_the_games_of_one_option_can_be_measured_alone(self):
        def signature(*words):
            (game,) = self.json("bench", "--games", GAME, *words)["games"]
            return game["signature"]

        values = ["fall=president", "fall=faction"]
        signatures = {signature("--option", value) for value in values} | {signature()}
        self.assertEqual(len(signatures), 3)

    def test_wrong_usage_is_refused(self):
        line = "apparat bench: unknown game 'chess': expected " + GAMES
        self.refuses(2, line, "bench", "--games", "chess")
        line = "apparat bench: 'x' is one too many; "
        line += "usage: apparat bench [--games GAME [--option K=V]...] [--json]"
        self.refuses(2, line, "bench", "x")
        line = "apparat bench: --option is for one game; add --games GAME"
        self.refuses(2, line, "bench", "--option", "fall=faction")
        line = "apparat bench: unknown option 'rise' of red-empire: expected fall"
        self.refuses(2, line, "bench", "--games", GAME, "--option", "rise=faction")


if __name__ == "__main__":
    unittest.main()
