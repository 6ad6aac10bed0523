#!/usr/bin/env python3
"""Records that have what every viewer saw, and records of rules that the program does not have:
apparat replay shows them, and apparat verify checks what can be checked."""

import random
import re
import unittest

from case import apparat, games, rules_line
from fair_case import OUTCOME, SHORT, FairCase, closed, draw, key_of

OTHER_RULES = "rules 9 0123456789abcdef"
MISSING = "expected a line of JSON after this one: what the viewers saw"
MISSING_HERE = "expected a line of JSON: what the viewers saw"
UNEXPECTED = (
    "expected no line of JSON here: a record has what the viewers saw once after each move, "
    "or nowhere"
)
WRONG = "this is not what the viewers saw"


def is_moment(line):
    return line.startswith("{")


def without_moments(lines):
    return [line for line in lines if not is_moment(line)]


def moves_of(lines):
    """The moves of a record that are in force at its end."""
    moves = []
    for line in without_moments(lines)[lines.index("\n") + 1 :]:
        word, _, rest = line.strip().partition(" ")
        if word == "undo":
            del moves[int(rest) :]
        elif word not in ("end", "rules", "state"):
            moves.append(line.strip())
    return moves


def by_other_rules(lines):
    """The record as it would be if its game had been played by other rules."""
    lines = [*lines[:2], OTHER_RULES + "\n", *lines[3:]]
    return closed(lines) if "dice fair 1\n" in lines else lines


def same_view(view):
    """A view in which tables of numbers are written in one way. Such a table is an object of rows,
    each an object of numbers; where it is written whole zeros are left out, and a row of which
    nothing is known is null."""

    def row(value):
        if not isinstance(value, dict):
            return value
        if value and all(number is None for number in value.values()):
            return None
        return {key: number for key, number in value.items() if number != 0}

    def part(value):
        return {key: row(one) for key, one in value.items()} if isinstance(value, dict) else value

    return {key: part(value) for key, value in view.items()}


class WholeCase(FairCase):
    found = {}  # the records that were made already

    def whole(self, name):
        """The lines of a record with what every viewer saw."""
        return self.says("replay", name, "--whole").splitlines(keepends=True)

    def made(self, make, *words):
        """The lines of a record, and the same record with what was seen."""
        if words not in self.found:
            text = make(*words)
            whole = self.whole(self.write("plain.apr", text))
            self.found[words] = (text.splitlines(keepends=True), whole)
        return self.found[words]

    def simulated(self, game, players, *_):
        return (self.folder / self.record(players, game=game)).read_text()

    def plain_game(self, game):
        """The record of a game without fair dice."""
        return self.made(self.simulated, game["game"], game["min_players"], "plain")

    def fair_game(self, game, *length):
        """The record of a game with fair dice, in which moves were taken back."""
        return self.made(self.with_undo, game["game"], game["min_players"], *length)

    def write_lines(self, name, lines):
        return self.write(name, "".join(lines))

    def assert_refused(self, expected):
        """Each of these records is refused in this line with this message."""
        texts = ["".join(lines) for lines, _, _ in expected]
        self.assertEqual(self.verify(texts), [(line, said) for _, line, said in expected])


# ---- Records of the rules that the program has


class Whole(WholeCase):
    def test_a_whole_record_has_a_moment_after_each_move_in_force_and_verifies(self):
        for game in games():
            for plain, whole in (self.plain_game(game), self.fair_game(game)):
                with self.subTest(game["game"], fair="dice fair 1\n" in plain):
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
        for words in (["--json"], ["--at", 3], ["--seat", "kiev"]):
            self.refuses(2, line, "replay", record, "--whole", *words)


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
                with self.subTest(game["game"], fair="dice fair 1\n" in plain):
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
                is_fair = "dice fair 1\n" in plain
                with self.subTest(game["game"], fair=is_fair):
                    moves = len(moves_of(plain))
                    reason = plain[-1].split()[1]
                    version = game["rules"]
                    said = (
                        f"ok, {moves} actions, {reason}, {moves} actions not checked: they were "
                        f"played by rules 9, this program has rules {version}"
                    )
                    outcomes = len(OUTCOME.findall("".join(plain)))
                    dice = f", dice verified: {outcomes} outcomes, digest verified" * is_fair
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
                key = key_of("".join(lines))
                places = [at for at, line in enumerate(lines) if OUTCOME.match(line)]
                bad = []
                for at in random.Random(4).sample(places, min(8, len(places))):
                    action, number, count = OUTCOME.match(lines[at]).groups()
                    i = places.index(at)
                    for n, of in ((int(number) % int(count) + 1, int(count)), (1, int(count) + 1)):
                        right = draw(key, i, of) + 1
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


def changed(lines):
    """What is said of lines whose digest is another than their last line has."""
    digest = closed(lines)[-1].split()[-1]
    return f"a line before this one was changed: the digest of all lines is {digest}"


def with_flipped_digit(lines, at):
    """The lines with another digit at the end of one of them."""
    line = lines[at]
    digit = "0" if line[-2] != "0" else "1"
    return [*lines[:at], line[:-2] + digit + "\n", *lines[at + 1 :]]


# ---- Records whose rules changed during the game


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
                for (_, at, said), (line, message) in zip(texts, found):
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
                more = [one for one in range(game["min_players"] + 1, game["max_players"] + 1)]
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
                name, at, lines = self.parts(game)
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
                name, at, _ = self.parts(game)
                lines = (self.folder / name).read_text().splitlines(keepends=True)
                first = lines.index("\n") + 1
                change = [OTHER_RULES + "\n", 'state {"anything": 1}\n']
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
                name, at, _ = self.parts(game)
                lines = (self.folder / name).read_text().splitlines(keepends=True)
                first = lines.index("\n") + 1
                change = [OTHER_RULES + "\n", 'state {"anything": 1}\n']
                made = self.write_lines("made.apr", [*lines[: first + at], *change])
                line = f"{made}:{first + at + 1}: the game was played by rules 9; "
                line += f"this program has rules {game['rules']}"
                self.refuses(1, line, "play", "--resume", made)


if __name__ == "__main__":
    unittest.main()
