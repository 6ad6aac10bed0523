#!/usr/bin/env python3
"""Records that have what every viewer saw, and records of rules that the program does not have:
apparat replay shows them, and apparat verify checks what can be checked."""

import random
import unittest

from case import games
from fair_case import NOBODY, OUTCOME, SHORT, Dice, closed
from whole_case import OTHER_RULES, WholeCase, by_other_rules, changed, is_moment, moves_of, same_view, with_flipped_digit, without_moments

MISSING = "expected a line of JSON after this one: what the viewers saw"
MISSING_HERE = "expected a line of JSON: what the viewers saw"
UNEXPECTED = (
    "expected no line of JSON here: a record has what the viewers saw once after each move, "
    "or nowhere"
)
WRONG = "this is not what the viewers saw"


# ---- Records of the rules that the program has


class Whole(WholeCase):
    def test_a_whole_record_has_a_moment_after_each_move_in_force_and_verifies(self):
        for game in games():
            for plain, whole in (self.plain_game(game), self.fair_game(game)):
                with self.subTest(game["game"], fair="dice fair 2\n" in plain):
                    self.assertEqual(without_moments(whole), plain)
                    self.assertEqual(sum(map(is_moment, whole)), len(moves_of(plain)) + 1)
                    self.assertTrue(is_moment(whole[whole.index("\n") + 1]))
                    found = self.verify(["".join(plain), "".join(whole)])
                    self.assertEqual(found[1], (0, found[0][1] + ", views verified"))
                    name = self.write_lines("whole.apr", whole)
                    self.assertEqual(self.whole(name), whole)
                    log = self.says("replay", self.write_lines("plain.apr", plain))
                    self.assertEqual(self.says("replay", name), log)

    def test_a_running_game_can_be_whole(self):
        for game in games():
            with self.subTest(game["game"]):
                plain, whole = self.fair_game(game, SHORT)
                self.assertEqual(without_moments(whole), plain)
                [(line, said)] = self.verify(["".join(whole)])
                self.assertEqual(line, 0, said)
                self.assertRegex(said, r"^ok, \d+ actions, open, .*, views verified$")

    def test_a_changed_moment_is_refused_in_its_line(self):
        rng = random.Random(1)
        for game in games():
            with self.subTest(game["game"]):
                _, whole = self.fair_game(game)
                moments = [at for at, line in enumerate(whole) if is_moment(line)]
                places = [moments[0], *rng.sample(moments[1:-1], 2), moments[-1]]
                bad = []
                for at in places:
                    line = whole[at]
                    n = rng.randrange(1, len(line) - 1)
                    for other in (
                        line[:n] + chr(ord(line[n]) ^ 1) + line[n + 1 :],
                        line[:n] + line[n + 1 :],
                        "{}\n",
                    ):
                        self.assertNotEqual(other, line)
                        bad.append(([*whole[:at], other, *whole[at + 1 :]], at + 1, WRONG))
                at, then = moments[1], moments[-1]
                swapped = list(whole)
                swapped[at], swapped[then] = whole[then], whole[at]
                self.assertNotEqual(whole[at], whole[then])
                bad.append((swapped, at + 1, WRONG))
                self.assert_refused(bad)

    def test_a_removed_moment_is_refused(self):
        rng = random.Random(2)
        for game in games():
            with self.subTest(game["game"]):
                _, whole = self.fair_game(game)
                first, *moments = [at for at, line in enumerate(whole) if is_moment(line)]
                without = [*whole[:first], *whole[first + 1 :]]
                second = next(at for at, line in enumerate(without) if is_moment(line))
                bad = [(without, second + 1, UNEXPECTED)]
                for at in (*rng.sample(moments, 4), moments[-1]):
                    bad.append(([*whole[:at], *whole[at + 1 :]], at, MISSING))
                self.assert_refused(bad)

    def test_an_added_moment_is_refused(self):
        rng = random.Random(3)
        for game in games():
            with self.subTest(game["game"]):
                plain, whole = self.fair_game(game)
                moments = [at for at, line in enumerate(whole) if is_moment(line)]
                bad = []
                for at in (moments[0], *rng.sample(moments, 3), moments[-1]):
                    bad.append(([*whole[:at], whole[at], *whole[at:]], at + 2, UNEXPECTED))
                undo = next(at for at, line in enumerate(whole) if line.startswith("undo "))
                after_undo = [*whole[: undo + 1], whole[moments[0]], *whole[undo + 1 :]]
                bad.append((after_undo, undo + 2, UNEXPECTED))
                undone = [*whole[:undo], whole[moments[0]], *whole[undo:]]
                said = "expected no line of JSON after the moves that are undone here"
                bad.append((undone, undo + 2, said))
                at = plain.index("\n") + 2  # after the first move of a record without moments
                bad.append(([*plain[:at], whole[moments[1]], *plain[at:]], at + 1, UNEXPECTED))
                self.assert_refused(bad)

    def test_a_moment_that_stands_elsewhere_is_refused(self):
        """All of them are there, in their order."""
        for game in games():
            with self.subTest(game["game"]):
                _, whole = self.plain_game(game)
                first = whole.index("\n") + 1
                move, moment = whole[first + 1 : first + 3]
                self.assertTrue(is_moment(moment) and not is_moment(move))
                early = [*whole[: first + 1], moment, move, *whole[first + 3 :]]
                later, last = whole[first + 3 : first + 5]
                late = [*whole[: first + 2], later, moment, last, *whole[first + 5 :]]
                self.assert_refused([(early, first + 2, UNEXPECTED), (late, first + 5, UNEXPECTED)])

    def test_whole_is_about_everything(self):
        record = self.record()
        line = "apparat replay: --whole is about all actions and all seats"
        for words in (["--at", 3], ["--seat", "kiev"]):
            self.refuses(2, line, "replay", record, "--whole", *words)
        line = "apparat replay: --step, --log, --json, --events, --whole: only one of them"
        self.refuses(2, line, "replay", record, "--whole", "--json")


# ---- Records of rules that it does not have


class OtherRules(WholeCase):
    def viewers_of(self, game):
        seats = game["seats"][: game["min_players"]]
        return [[], *(["--seat", seat] for seat in [*seats, "observer"])]

    def test_what_was_seen_is_shown_to_every_viewer(self):
        for game in games():
            with self.subTest(game["game"]):
                plain, whole = self.fair_game(game)
                here = self.write_lines("here.apr", plain)
                other = self.write_lines("other.apr", by_other_rules(whole))
                last = len(moves_of(plain))
                for viewer in self.viewers_of(game):
                    log = self.says("replay", here, *viewer)
                    self.assertEqual(self.says("replay", other, *viewer), log)
                    for at in (0, last // 3, last):
                        words = ["--at", at, *viewer]
                        expected = self.json("replay", here, *words)
                        found = self.json("replay", other, *words)
                        self.assertEqual(same_view(found), same_view(expected), words)
                words = ["--at", last // 2, "--lang", "fr", *self.viewers_of(game)[1]]
                self.assertEqual(
                    self.says("replay", other, *words), self.says("replay", here, *words)
                )
                self.assertEqual(self.whole(other), by_other_rules(whole))

    def test_viewers_and_moments_that_are_not_there_are_refused(self):
        for game in games():
            with self.subTest(game["game"]):
                plain, whole = self.plain_game(game)
                name = self.write_lines("other.apr", by_other_rules(whole))
                moves = len(moves_of(plain))
                line = f"apparat replay: --at must be a number from 0 to {moves} for {name}"
                self.refuses(2, f"{line}, not {moves + 1}", "replay", name, "--at", moves + 1)
                for seat in ("nobody", *game["seats"][game["min_players"] :]):
                    line = f"{name}: nobody watched as {seat}"
                    self.refuses(1, line, "replay", name, "--seat", seat)
                    self.refuses(1, line, "replay", name, "--seat", seat, "--json")

    def test_without_what_was_seen_the_actions_are_listed(self):
        for game in games():
            for plain, _ in (self.plain_game(game), self.fair_game(game)):
                with self.subTest(game["game"], fair="dice fair 2\n" in plain):
                    name = self.write_lines("other.apr", by_other_rules(plain))
                    moves = [f"{at:5}  {move}\n" for at, move in enumerate(moves_of(plain), 1)]
                    self.assertEqual(self.says("replay", name), "".join(moves))
                    self.assertEqual(self.says("replay", name, "--at", 7), "".join(moves[:7]))
                    self.assertEqual(self.says("replay", name, "--at", 0), "")
                    line = (
                        f"apparat replay: {name} was played by rules 9, this program has rules "
                        f"{game['rules']}: its actions can be listed, nothing else"
                    )
                    for words in (["--json"], ["--seat", game["seats"][0]], ["--whole"]):
                        self.refuses(1, line, "replay", name, *words)

    def test_verify_says_what_it_did_not_check(self):
        for game in games():
            for plain, whole in (self.plain_game(game), self.fair_game(game)):
                is_fair = "dice fair 2\n" in plain
                with self.subTest(game["game"], fair=is_fair):
                    moves = len(moves_of(plain))
                    reason = plain[-1].split()[1]
                    version = game["rules"]
                    said = (
                        f"ok, {moves} actions, {reason}, {moves} actions not checked: they were "
                        f"played by rules 9, this program has rules {version}"
                    )
                    outcomes = len(OUTCOME.findall("".join(plain)))
                    dice = f", dice verified: {outcomes} outcomes, {NOBODY}, digest verified" * is_fair
                    texts = ["".join(by_other_rules(lines)) for lines in (plain, whole)]
                    self.assertEqual(self.verify(texts), [(0, said + dice)] * 2)
                    rules = f"rules {version} {'0' * 16}"
                    data = [text.replace(OTHER_RULES, rules) for text in texts]
                    if is_fair:
                        data = ["".join(closed(text.splitlines(keepends=True))) for text in data]
                    said = said.replace("rules 9", f"rules {version}") + " with other data"
                    self.assertEqual(self.verify(data), [(0, said + dice)] * 2)

    def test_what_this_program_does_not_know_is_accepted(self):
        """Other rules may have other options, seats, verbs and reasons."""
        for game in games():
            with self.subTest(game["game"]):
                plain, _ = self.plain_game(game)
                blank = plain.index("\n")
                header = [*plain[:4], "option luck high\n", "seat mars Ann\n", "\n"]
                lines = ["mars launch rocket-7 moon\n", "mars unseal\n", "chance meteor 2/3\n"]
                other = by_other_rules([*header, *lines, "end out-of-air 0123456789abcdef\n"])
                [(line, said)] = self.verify(["".join(other)])
                self.assertEqual((line, said[:30]), (0, "ok, 3 actions, out-of-air, 3 a"))
                here = [*header, *lines]
                expected = "expected an option of the game and one of its values"
                self.assert_refused([(here, 5, expected)])
                del here[4]
                expected = "expected a seat at the table and who sits there, at most 63 bytes"
                self.assert_refused([(here, 5, expected)])
                here = [*plain[: blank + 1], *lines]
                expected = f'"{lines[0].strip()}" is no action of {game["game"]}'
                self.assert_refused([(here, blank + 2, expected)])

    def test_malformed_lines_are_refused(self):
        action = "expected an action: a seat, a verb and what it is about"
        number = 'expected "NUMBER/COUNT" at the end of what chance answers'
        undo = 'expected "undo N" with no more moves than there are, and not by other rules'
        end = 'expected "end REASON HASH"'
        for game in games():
            with self.subTest(game["game"]):
                plain, _ = self.plain_game(game)
                start = by_other_rules(plain[: plain.index("\n") + 1])
                bad = [
                    ([*start, f"{text}\n"], len(start) + 1, said)
                    for text, said in (
                        ("pass", action),
                        ("", action),
                        ("ann Pass", action),
                        ("ann draw ?", action),
                        ("ann pass.", action),
                        ("chance die 3", number),
                        ("chance die 7/6", number),
                        ("chance die 0/6", number),
                        ("undo 1", undo),
                        ("undo -1", undo),
                        ("end victory", end),
                        ("end  0123456789abcdef", end),
                        ("end victory 0123456789abcde", end),
                        ("end victory 0123456789abcdefa", end),
                        ("end victory 0123456789abcdef 0", end),
                    )
                ]
                last = "end victory 0123456789abcdef\n"
                said = 'expected nothing after "end"'
                bad.append(([*start, last, last], len(start) + 1, said))
                self.assert_refused(bad)

    def test_what_was_seen_must_be_json(self):
        form = "expected JSON that says what the viewers saw"
        for game in games():
            with self.subTest(game["game"]):
                _, whole = self.plain_game(game)
                lines = by_other_rules(whole)
                first = lines.index("\n") + 1
                bad = []
                for at in (first, first + 2):
                    for text in (
                        "{",
                        "{}",
                        '{"views":[]}',
                        '{"events":[]}',
                        '{"views":{},"events":[]}',
                        '{"views":[{}],"events":[]}',
                        '{"views":[],"events":[{}]}',
                        '{"views":[],"events":["event"]}',
                        lines[at][:-2],
                    ):
                        bad.append(([*lines[:at], text + "\n", *lines[at + 1 :]], at + 1, form))
                at = first + 2
                bad.append(([*lines[:at], *lines[at + 1 :]], at, MISSING))
                bad.append(([*lines[:at], lines[at], *lines[at:]], at + 2, UNEXPECTED))
                self.assert_refused(bad)

    def test_a_damaged_header_is_refused(self):
        formats = 'expected "apparat record 1" or "apparat record 2"'
        rules = 'expected "rules N HASH" with the version of the rules and the hash of the data'
        players = 'expected "players N"'
        for game in games():
            with self.subTest(game["game"]):
                plain, _ = self.plain_game(game)
                lines = by_other_rules(plain)
                bad = [
                    ([*lines[: at - 1], f"{text}\n", *lines[at:]], at, said)
                    for at, text, said in (
                        (1, "apparat record 3", formats),
                        (1, "apparat record 02", formats),
                        (1, "apparat record", formats),
                        (2, "game chess", "expected a game that is known (see apparat games)"),
                        (3, "rule 9 0123456789abcdef", 'expected "rules N"'),
                        (3, "rules 0 0123456789abcdef", rules),
                        (3, "rules 256 0123456789abcdef", rules),
                        (3, "rules 9 0123456789abcde", rules),
                        (3, "rules 9 0123456789abcdef0", rules),
                        (3, "rules 9 0123456789ABCDEF", rules),
                        (3, "rules 9 0123456789abcdef 1", rules),
                        (3, "rules 9 ", rules),
                        (3, "rules nine", rules),
                        (4, "players 0", players),
                        (4, "players 7", players),
                        (4, "players three", players),
                        (5, "{}", "expected option, seat, dice or a blank line"),
                    )
                ]
                self.assert_refused(bad)


class FairDiceOfOtherRules(WholeCase):
    """The dice and the digest are checked though nobody here knows the rules."""

    def test_a_changed_outcome_is_refused(self):
        for game in games():
            with self.subTest(game["game"]):
                plain, _ = self.fair_game(game)
                lines = by_other_rules(plain)
                dice = Dice("".join(lines))
                places = [at for at, line in enumerate(lines) if OUTCOME.match(line)]
                bad = []
                for at in random.Random(4).sample(places, min(8, len(places))):
                    action, number, count = OUTCOME.match(lines[at]).groups()
                    i = places.index(at)
                    for n, of in ((int(number) % int(count) + 1, int(count)), (1, int(count) + 1)):
                        right = dice.draw(i, of) + 1
                        if n == right:
                            continue  # chance has one answer only, or this is the answer
                        forged = closed([*lines[:at], f"{action} {n}/{of}\n", *lines[at + 1 :]])
                        said = f"is not what the dice say: outcome {i} is number {right}/{of}"
                        bad.append((forged, at + 1, f'"{action}" {said}'))
                self.assertGreater(len(bad), 5)
                self.assert_refused(bad)

    def test_any_changed_line_is_refused_by_the_digest(self):
        rng = random.Random(5)
        for game in games():
            with self.subTest(game["game"]):
                plain, whole = self.fair_game(game)
                for lines in (by_other_rules(plain), by_other_rules(whole)):
                    first = lines.index("\n") + 1
                    moves = [
                        at
                        for at, line in enumerate(lines[:-1])
                        if at >= first and not line.startswith(("chance ", "undo ", "{"))
                    ]
                    bad = []
                    for at in rng.sample(moves, 4):
                        seat = lines[at].split()[0]
                        forged = [*lines[:at], f"{seat} resign\n", *lines[at + 1 :]]
                        bad.append((forged, len(lines), changed(forged)))
                    option = [*lines[:4], "option luck high\n", *lines[4:]]
                    bad.append((option, len(option), changed(option)))
                    last = [*lines[:-1], lines[-1].replace("end ", "end of-", 1)]
                    self.assertEqual(self.verify(["".join(last)])[0][0], 0)  # nobody can know
                    self.assert_refused(bad)

    def test_moves_that_were_taken_back_count(self):
        for game in games():
            with self.subTest(game["game"]):
                plain, _ = self.fair_game(game)
                lines = by_other_rules(plain)
                undo = next(at for at, line in enumerate(lines) if line.startswith("undo "))
                moves = len(moves_of(lines[:undo]))
                other = (int(lines[undo].split()[1]) + 1) % (moves + 1)
                forged = [*lines[:undo], f"undo {other}\n", *lines[undo + 1 :]]
                doubled = [*lines[: undo + 1], *lines[undo:]]
                self.assert_refused([(one, len(one), changed(one)) for one in (forged, doubled)])

    def test_secrets_and_commitments_are_checked(self):
        for game in games():
            with self.subTest(game["game"]):
                plain, _ = self.fair_game(game)
                lines = by_other_rules(plain)
                at = next(at for at, line in enumerate(lines) if line.startswith("secret "))
                nonce = at + 1
                seat = lines[nonce].split()[1]
                said = "the secret does not fit its commitment"
                bad = [
                    (closed(with_flipped_digit(lines, at)), at + 1, said),
                    (closed(with_flipped_digit(lines, at - 1)), at + 1, said),
                    (
                        closed(with_flipped_digit(lines, nonce)),
                        nonce + 1,
                        f"the nonce of {seat} does not fit its commitment",
                    ),
                ]
                self.assert_refused(bad)
                hidden = self.write_lines("hidden.apr", closed([*lines[:at], *lines[at + 1 :]]))
                line = f"{hidden}: the game is over: expected the secret of its dice in the header"
                self.refuses(1, line, "verify", hidden)


if __name__ == "__main__":
    unittest.main()
