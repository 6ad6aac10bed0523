#!/usr/bin/env python3
"""What can follow on a command line, as the hidden command `apparat complete` tells the shells."""

import re
import unittest

from case import GAME, Case, game_names, games


class Complete(Case):
    def complete(self, *words):
        return self.says("complete", *words).splitlines()

    def commands(self):
        return re.findall(r"^  (\w+) ", self.says("--help"), re.M)

    def options(self, command):
        """The options of a command, each with what the help calls its value."""
        return dict(re.findall(r"^  (?:-\w, )?(--[\w-]+) ?((?:[A-Z]\S*)?)", self.says(command, "--help"), re.M))

    def test_commands(self):
        self.assertGreater(len(self.commands()), 10)
        self.assertEqual(self.complete(), [*self.commands(), "--help", "--version"])
        self.assertEqual(self.complete(""), self.complete())
        self.assertEqual(sorted(self.complete("re")), ["replay"])
        self.assertEqual(self.complete("--v"), ["--version"])
        self.assertEqual(self.complete("nonsense", ""), [])

    def test_every_option_of_every_command(self):
        for command in self.commands():
            self.assertEqual(sorted(self.complete(command, "--")), sorted([*self.options(command), "--help"]), command)
            self.assertEqual(self.complete(command, "--hel"), ["--help"])

    def test_what_a_value_can_be_follows_its_name(self):
        named = {"GAME": game_names(), "CODE": ["en", "fr"], "DIR": [":folders"]}
        met = set()
        for command in self.commands():
            for option, value in self.options(command).items():
                found = self.complete(command, option, "")
                if value == "FILE":
                    self.assertRegex(found[0], r"^:files( \.apr)?$", (command, option))
                elif value in named:
                    self.assertEqual(found, named[value], (command, option))
                    self.assertEqual(self.complete(command, f"{option}="), [
                        word if word.startswith(":") else f"{option}={word}" for word in named[value]])
                met.add(value)
        self.assertLessEqual({"FILE", *named}, met)

    def test_what_follows_a_game(self):
        for game in games():
            name = game["game"]
            values = [f"{option}={value}" for option, values in game["options"].items() for value in values]
            players = [str(n) for n in range(game["min_players"], game["max_players"] + 1)]
            for command in ("play", "simulate"):
                self.assertEqual(self.complete(command, name, "--option", ""), values)
                self.assertEqual(self.complete(command, "--plain", name, "--players", ""), players)
            self.assertEqual(self.complete("simulate", name, "--bots", "random,"), [f"random,{bot}" for bot in game["bots"]])
            self.assertEqual(self.complete("play", name, "--seats", ""), ["you", *game["bots"]])
            self.assertEqual(self.complete("join", "URL", f"--create={name}", "--seats", ""), ["you", "open", *game["bots"]])
            self.assertEqual(self.complete("draw", name, "--seat", ""), [*game["seats"], "observer"])
            self.assertEqual(self.complete("replay", self.record_of(game), "--seat", "obs"), ["observer"])
        self.assertEqual(self.complete("play", "--option", ""), [])

    def test_operands(self):
        self.assertEqual(self.complete("play", GAME[:4]), [GAME])
        self.assertEqual(self.complete("play", GAME, ""), self.complete("play", "--"))
        self.assertEqual(self.complete("verify", "a.apr", "b.apr", ""), [":files .apr"])
        self.assertEqual(self.complete("script", ""), [":files .aps"])
        self.assertEqual(self.complete("draw", GAME, ""), [":files .apr"])
        self.assertEqual(self.complete("draw", GAME, "-o", ""), [":files"])
        self.assertEqual(self.complete("rules", GAME, "RE-SU-1"), ["RE-SU-1"])
        self.assertEqual(self.complete("rules", "--", GAME[:4]), [GAME])
        self.assertEqual(self.complete("rules", "--", "--"), [])

    def test_limits(self):
        limits = self.complete("serve", "--limit", "")
        self.assertIn("tables_a_person=", limits)
        help_text = self.says("serve", "--help")
        for limit in limits:
            self.assertIn(limit.removesuffix("="), help_text)


if __name__ == "__main__":
    unittest.main()
