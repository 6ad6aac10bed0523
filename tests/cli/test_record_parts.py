#!/usr/bin/env python3
"""Records of games whose rules changed while they were played: the part by other rules is shown, and
the part by the rules of the program is checked."""

import re
import unittest

from case import games, rules_line
from fair_case import OUTCOME, closed
from whole_case import OTHER_RULES, WholeCase, by_other_rules, moves_of


class Parts(WholeCase):
    def parts(self, game, fair=False):
        """A record of a game whose first moves were played by other rules: the record of all of it
        by the rules of this program, how many moves those are, and the lines with both parts."""
        words = [game["game"], "--players", game["min_players"], "--games", 1, "--seed", 1]
        self.says("simulate", *words, "--record", "r", *(["--fair"] if fair else []))
        name = f"r/{game['game']}-{game['min_players']}-1-0.apr"
        lines = (self.folder / name).read_text().splitlines(keepends=True)
        first = lines.index("\n") + 1
        at = (len(lines) - 1 - first) // 3
        made = [*lines[: first + at], *self.part(game, name, at), *lines[first + at :]]
        return name, at, by_other_rules(made)

    def part(self, game, name, at):
        """The two lines with which the rules of this program begin."""
        state = self.says("replay", name, "--at", at, "--json")
        return [rules_line(game["game"]) + "\n", f"state {state}"]

    def known_first(self, game):
        """A record by the rules of this program, after how many moves others begin, and their lines."""
        name, at, _ = self.parts(game)
        lines = (self.folder / name).read_text().splitlines(keepends=True)
        return lines, at, [OTHER_RULES + "\n", 'state {"anything": 1}\n']

    def test_verify_counts_what_it_did_not_check(self):
        for game in games():
            for fair in (False, True):
                with self.subTest(game["game"], fair=fair):
                    name, at, lines = self.parts(game, fair)
                    ok = self.says("verify", name).split(": ", 1)[1].strip()
                    start, end = re.fullmatch(r"(ok, .*, hash [0-9a-f]{16})(.*)", ok).groups()
                    unchecked = f"{at} actions not checked: they were played by other rules"
                    said = f"{start}, {unchecked}{end}{', digest verified' * fair}"
                    self.assertEqual(self.verify(["".join(lines)]), [(0, said)])

    def test_the_rest_is_shown_by_the_rules(self):
        for game in games():
            with self.subTest(game["game"]):
                name, at, lines = self.parts(game)
                other = self.write_lines("parts.apr", lines)
                for seat in ([], ["--seat", game["seats"][1]], ["--seat", "observer"]):
                    for words in (seat, [*seat, "--at", at + 9], [*seat, "--at", at]):
                        log = self.says("replay", name, *words).splitlines()
                        rest = [line for line in log if int(line[:5]) > at]
                        self.assertEqual(self.says("replay", other, *words).splitlines(), rest)
                        expected = self.json("replay", name, *words)
                        self.assertEqual(self.json("replay", other, *words), expected)
                line = f"apparat replay: {other} does not have what was seen before other rules "
                line += f"began, after {at} actions"
                self.refuses(1, line, "replay", other, "--at", at - 1)
                self.refuses(1, line, "replay", other, "--at", 0, "--json")
                self.refuses(1, line, "replay", other, "--whole")

    def test_the_rest_is_drawn(self):
        (game,) = (game for game in games() if game["game"] == "triumph-of-chaos")
        name, at, lines = self.parts(game)
        other = self.write_lines("parts.apr", lines)
        moves = len(moves_of(lines))
        for words in ([], ["--at", at], ["--at", at + 20], ["--at", moves]):
            expected = self.says("draw", game["game"], name, *words)
            self.assertEqual(self.says("draw", game["game"], other, *words), expected)
        line = f"apparat draw: {other} cannot be drawn before other rules began, after {at} actions"
        self.refuses(1, line, "draw", game["game"], other, "--at", at - 1)
        line = f"apparat draw: --at must be a number from 0 to {moves} for {other}, not {moves + 1}"
        self.refuses(2, line, "draw", game["game"], other, "--at", moves + 1)

    def test_moves_before_the_change_cannot_be_taken_back(self):
        undo = 'expected "undo N" with no more moves than there are, and not by other rules'
        for game in games():
            with self.subTest(game["game"]):
                _, at, lines = self.parts(game)
                part = next(i for i, line in enumerate(lines) if line.startswith("state ")) + 1
                rest = lines[part:]
                again = [*lines[:part], *rest[:5], f"undo {at}\n", *rest]
                self.assertEqual(self.verify(["".join(again)]), self.verify(["".join(lines)]))
                bad = []
                for moves in (at - 1, 0):
                    forged = [*lines[:part], *rest[:5], f"undo {moves}\n", *rest]
                    bad.append((forged, part + 6, undo))
                bad.append(([*lines[:part], f"undo {at + 1}\n", *rest], part + 1, undo))
                self.assert_refused(bad)
                earlier = [*lines[: part - 2], f"undo {at - 2}\n", *lines[part - 4 :]]
                self.assertEqual(self.verify(["".join(earlier)]), self.verify(["".join(lines)]))

    def test_forged_outcomes_and_moves_are_refused_in_both_parts(self):
        for game in games():
            with self.subTest(game["game"]):
                _, _, lines = self.parts(game, fair=True)
                first = lines.index("\n") + 1
                part = next(i for i, line in enumerate(lines) if line.startswith("state "))
                places = [i for i, line in enumerate(lines) if OUTCOME.match(line)]
                texts = []
                for low, high, said in (
                    (first, part, "is not what the dice say: outcome "),
                    (part, len(lines), "is number "),
                ):
                    at, found = next(
                        (at, OUTCOME.match(lines[at]).groups())
                        for at in places
                        if low <= at < high and not lines[at].endswith("/1\n")
                    )
                    forged = f"{found[0]} {int(found[1]) % int(found[2]) + 1}/{found[2]}\n"
                    texts.append((closed([*lines[:at], forged, *lines[at + 1 :]]), at + 1, said))
                found = self.verify(["".join(text) for text, _, _ in texts])
                for (_, at, said), (line, message) in zip(texts, found, strict=True):
                    self.assertEqual(line, at, message)
                    self.assertIn(said, message)
                at = next(i for i in range(first, part) if not OUTCOME.match(lines[i]))
                forged = [*lines[:at], f"{lines[at].split()[0]} resign\n", *lines[at + 1 :]]
                [(line, message)] = self.verify(["".join(forged)])
                self.assertEqual(line, len(forged))
                self.assertIn("a line before this one was changed", message)

    def test_a_state_must_be_one_that_can_be_played(self):
        for game in games():
            with self.subTest(game["game"]):
                _, _, lines = self.parts(game)
                at = next(i for i, line in enumerate(lines) if line.startswith("state "))
                state = lines[at]
                players = f'"players":{game["min_players"]}'
                self.assertIn(players, state)
                for wrong, said in (
                    ("state {}\n", '"players" is wrong: '),
                    ("state 7\n", "this is not JSON: "),
                    ("state []\n", "expected a JSON object"),
                    ("state {\n", "this is not JSON: "),
                    (state.replace(players, '"players":1', 1), '"players" is wrong: '),
                    (
                        state.replace('"viewer":null', '"viewer":"observer"', 1),
                        '"viewer" is wrong: expected null: a view cannot be played',
                    ),
                    (re.sub(r'"stack":\[', '"stack":[{},', state, count=1), '"step" is wrong: '),
                ):
                    self.assertNotEqual(wrong, state)
                    bad = [*lines[:at], wrong, *lines[at + 1 :]]
                    [(line, message)] = self.verify(["".join(bad)])
                    self.assertEqual(line, at + 1, message)
                    self.assertRegex(message, said)
                more = list(range(game["min_players"] + 1, game["max_players"] + 1))
                if more:
                    record = self.record(more[0], game=game["game"])
                    other = f"state {self.says('replay', record, '--at', 0, '--json')}"
                    bad = [*lines[:at], other, *lines[at + 1 :]]
                    said = "expected a state with the players of the game"
                    self.assert_refused([(bad, at + 1, said)])

    def test_a_part_has_rules_and_a_state(self):
        for game in games():
            with self.subTest(game["game"]):
                _, _, lines = self.parts(game)
                at = next(i for i, line in enumerate(lines) if line.startswith("state "))
                rules = lines[at - 1]
                hash_needed = 'expected "rules N HASH" with the version of the rules and the hash '
                self.assert_refused(
                    [
                        (
                            [*lines[:at], *lines[at + 1 :]],
                            at + 1,
                            'expected "state JSON" after the new rules',
                        ),
                        (lines[:at], at, 'expected "state JSON"'),
                        (
                            [*lines[: at - 1], *lines[at:]],
                            at,
                            "expected an action: a seat, a verb and what it is about",
                        ),
                        (
                            [*lines[: at - 1], f"rules {game['rules']}\n", *lines[at:]],
                            at,
                            hash_needed + "of the data",
                        ),
                        (
                            [*lines[: at + 1], *lines[at - 1 :]],
                            at + 2,
                            "expected other rules than before",
                        ),
                        (
                            [*lines[: at - 1], OTHER_RULES + "\n", *lines[at:]],
                            at,
                            "expected other rules than before",
                        ),
                        (
                            [*lines[:2], rules, *lines[3:]],
                            at,
                            "expected other rules than before",
                        ),
                    ]
                )

    def test_a_game_that_began_without_a_hash_can_go_on(self):
        """Databases of the first release did not have it."""
        for game in games():
            with self.subTest(game["game"]):
                _, _, lines = self.parts(game)
                old = [*lines[:2], "rules 9\n", *lines[3:]]
                self.assertEqual(self.verify(["".join(old)]), self.verify(["".join(lines)]))

    def test_rules_can_change_more_than_once(self):
        for game in games():
            with self.subTest(game["game"]):
                name, _, lines = self.parts(game)
                first = lines.index("\n") + 1
                third = 'rules 8 0123456789abcdef\nstate {"anything": [1, 2]}\n'
                three = [*lines[: first + 4], third, *lines[first + 4 :]]
                self.assertEqual(self.verify(["".join(three)]), self.verify(["".join(lines)]))
                self.refuse_undo([*lines[: first + 4], third, "undo 3\n"])
                other = self.write_lines("three.apr", three)
                expected = self.json("replay", name)
                self.assertEqual(self.json("replay", other), expected)

    def refuse_undo(self, lines):
        undo = 'expected "undo N" with no more moves than there are, and not by other rules'
        text = "".join(lines)
        [(line, said)] = self.verify([text])
        self.assertEqual((line, said), (text.count("\n"), undo))

    def test_rules_that_are_known_may_come_first(self):
        """Their moves are checked, and those of the other rules are listed."""
        for game in games():
            with self.subTest(game["game"]):
                lines, at, change = self.known_first(game)
                first = lines.index("\n") + 1
                made = [*lines[: first + at], *change, *lines[first + at :]]
                moves, reason = len(moves_of(lines)), lines[-1].split()[1]
                said = f"ok, {moves} actions, {reason}, {moves - at} actions not checked: "
                said += "they were played by other rules"
                self.assertEqual(self.verify(["".join(made)]), [(0, said)])
                listed = [f"{at:5}  {move}" for at, move in enumerate(moves_of(lines), 1)]
                other = self.write_lines("made.apr", made)
                self.assertEqual(self.says("replay", other).splitlines(), listed)
                bad = [*made[:first], made[first + at - 1], *made[first:]]
                [(line, message)] = self.verify(["".join(bad)])
                self.assertEqual(line, first + 1, message)

    def test_a_record_that_ends_with_other_rules_cannot_be_played_on(self):
        for game in games():
            with self.subTest(game["game"]):
                lines, at, change = self.known_first(game)
                first = lines.index("\n") + 1
                made = self.write_lines("made.apr", [*lines[: first + at], *change])
                line = f"{made}:{first + at + 1}: the game was played by rules 9; "
                line += f"this program has rules {game['rules']}"
                self.refuses(1, line, "play", "--resume", made)


if __name__ == "__main__":
    unittest.main()
