#!/usr/bin/env python3
"""Fair dice: apparat verify accepts genuine records, refuses them with any line changed, and rolls
the same dice as the tests."""

import random
import re
import unittest

import fair_dice
from fair_case import NOBODY, OUTCOME, SHORT, Dice, FairCase, closed

HASH = re.compile(r"\b[0-9a-f]{64}\b")


# ---- How records can be forged


def flipped(digit):
    return format(int(digit, 16) ^ 1, "x")


def changes(lines, at, rng):
    """Texts that could take the place of a line."""
    line = lines[at]
    for found in HASH.finditer(line):
        digit = rng.randrange(*found.span())
        yield line[:digit] + flipped(line[digit]) + line[digit + 1 :]
    words = line.split()
    if words[:1] == ["undo"]:
        yield f"undo {int(words[1]) + 1}\n"
        if words[1] != "0":
            yield f"undo {int(words[1]) - 1}\n"
    elif at > lines.index("\n"):
        body = lines[lines.index("\n") + 1 : -1]
        others = sorted({other for other in body if other.startswith(words[0] + " ")} - {line})
        alike = [other for other in others if other.split()[1] == words[1]]
        yield from rng.sample(others, min(2, len(others)))
        yield from rng.sample(alike, min(2, len(alike)))


class Genuine(FairCase):
    def test_every_game_is_accepted_with_any_number_of_players(self):
        for game, least, most in self.games:
            for players in range(least, most + 1):
                text = self.game(game, players, players)
                outcomes = len(re.findall(r"^chance ", text, re.M))
                self.assertRegex(text, r"(?m)^undo \d+$")
                [(line, said)] = self.verify([text])
                self.assertEqual(line, 0, said)
                verified = f"dice verified: {outcomes} outcomes, {NOBODY}"
                ok = rf"ok, \d+ actions, [a-z-]+, hash [0-9a-f]{{16}}, {verified}"
                self.assertRegex(said, f"^{ok}$")
                self.assertNotIn(", open,", said)

    def test_whose_nonces_went_in_is_said(self):
        for game, least, _ in self.games:
            with self.subTest(game):
                text = self.game(game, least, 1)
                first, second, *_ = seats = re.findall(r"^nonce (\S+) server ", text, re.M)
                whose = {first: "deposited", second: "own"}
                for seat in seats:
                    kind = whose.get(seat, "server")
                    text = text.replace(f"nonce {seat} server ", f"nonce {seat} {kind} ")
                secret = bytes(range(32))
                start = fair_dice.commitment(secret).hex()
                aborted = f"aborted {start} secret {secret.hex()} withheld {second}\n"
                text = re.sub(r"(?m)^(secret \w+\n)", rf"\1{aborted}", text)
                [(line, said)] = self.verify(["".join(closed(text.splitlines(keepends=True)))])
                self.assertEqual(line, 0, said)
                nonces = f"own nonces of {second}, nonces the server knew of {first}"
                self.assertTrue(said.endswith(f", {nonces}, 1 starts aborted"), said)
                alone = text.replace(f"nonce {second} own ", f"nonce {second} server ")
                [(_, said)] = self.verify(["".join(closed(alone.splitlines(keepends=True)))])
                self.assertIn(f", nonces the server knew of {first}, {NOBODY}", said)

    def test_the_dice_are_what_the_documents_say(self):
        for game, least, _ in self.games:
            with self.subTest(game):
                text = self.with_undo(game, least)
                dice = Dice(text)
                found = [(int(number), int(count)) for _, number, count in OUTCOME.findall(text)]
                self.assertEqual(len(found), len(re.findall(r"^chance ", text, re.M)))
                drawn = [(dice.draw(i, count) + 1, count) for i, (_, count) in enumerate(found)]
                self.assertEqual(found, drawn)

    def test_a_die_shows_the_number_of_its_outcome(self):
        """The faces of a die are listed in their order."""
        for game, faces in (("red-empire", 6), ("kremlin", 20)):
            dice = re.findall(r"^chance die (\d+) (\d+/\d+)$", self.with_undo(game, 3), re.M)
            self.assertGreater(len(dice), 2, game)
            self.assertEqual(dice, [(face, f"{face}/{faces}") for face, _ in dice])

    def test_the_digest_is_what_the_documents_say(self):
        for game, least, _ in self.games:
            with self.subTest(game):
                lines = self.game(game, least, 1).splitlines(keepends=True)
                self.assertEqual(closed(lines), lines)

    def test_a_running_game_is_accepted_with_and_without_its_secret(self):
        for game, least, _ in self.games:
            with self.subTest(game):
                lines = self.game(game, least, 1, SHORT).splitlines(keepends=True)
                outcomes = sum(line.startswith("chance ") for line in lines)
                [(_, said)] = self.verify(["".join(lines)])
                verified = f"dice verified: {outcomes} outcomes, {NOBODY}"
                self.assertRegex(said, rf"^ok, \d+ actions, open, .*, {verified}$")
                hidden = closed([line for line in lines if not line.startswith("secret ")])
                [(_, said)] = self.verify(["".join(hidden)])
                ok = rf"ok, \d+ actions, open, hash [0-9a-f]{{16}}, dice not open yet, {NOBODY}"
                self.assertRegex(said, f"^{ok}$")

    def test_a_finished_game_must_open_its_secret(self):
        for game, least, _ in self.games:
            with self.subTest(game):
                lines = self.game(game, least, 1).splitlines(keepends=True)
                hidden = closed([line for line in lines if not line.startswith("secret ")])
                name = self.write("hidden.apr", "".join(hidden))
                line = "hidden.apr: the game is over: expected the secret of its dice in the header"
                self.refuses(1, line, "verify", name)
                self.says("replay", name)

    def test_a_game_with_fair_dice_is_not_resumed(self):
        for game, least, _ in self.games:
            with self.subTest(game):
                name = self.write("fair.apr", self.game(game, least, 1, SHORT))
                line = "apparat play: fair.apr has fair dice, which only its server can roll"
                self.refuses(2, line, "play", "--resume", name)


# What is said of a forged outcome or commitment. An outcome that is taken from another place of the
# record is what the dice say there, and can have another number here.
FORGED = "is not what the dice say: outcome|does not fit its commitment|is number "


class Changed(FairCase):
    def refuse_all(self, lines, places, rng):
        """A record is refused if any of these lines is changed, left out or doubled."""
        texts, made = [], []
        for at in places:
            ways = [[other] for other in changes(lines, at, rng)] + [[lines[at]] * 2]
            if at < len(lines) - 1:  # a record may lack its end
                ways.append([])
            for way in ways:
                made.append((at + 1, lines[at], way))
                texts.append("".join(lines[:at] + way + lines[at + 1 :]))
        for change, (line, said) in zip(made, self.verify(texts), strict=True):
            self.assertGreater(line, 0, (change, said))

    def refuse_forged(self, lines, places, rng):
        """A record is refused in the line itself if an outcome or a line of the header is changed
        and the digest is made to fit."""
        first = lines.index("\n") + 1
        texts, made = [], []
        for at in places:
            if lines[at].startswith("chance ") or (at < first and HASH.search(lines[at])):
                for other in changes(lines, at, rng):
                    # A changed commitment is noticed only at the secret that follows it.
                    made.append((at + 1 + lines[at].startswith("commitment "), lines[at], other))
                    texts.append("".join(closed(lines[:at] + [other] + lines[at + 1 :])))
        self.assertGreater(len(made), 5)  # even with two seats: commitment, secret, two nonces
        for (at, *change), (line, said) in zip(made, self.verify(texts), strict=True):
            self.assertEqual(line, at, (change, said))
            self.assertRegex(said, FORGED)

    def test_no_line_of_a_short_record_can_be_changed(self):
        rng = random.Random(1)
        for game, least, _ in self.games:
            lines = self.with_undo(game, least, SHORT).splitlines(keepends=True)
            self.refuse_all(lines, range(len(lines)), rng)
            self.refuse_forged(lines, range(len(lines)), rng)

    def test_lines_of_a_long_record_cannot_be_changed(self):
        rng = random.Random(2)
        for game, _, most in self.games:
            lines = self.with_undo(game, most).splitlines(keepends=True)
            places = sorted(rng.sample(range(len(lines)), min(60, len(lines))))
            self.refuse_all(lines, places, rng)
            self.refuse_forged(lines, range(lines.index("\n")), rng)
            chance = [at for at, line in enumerate(lines) if line.startswith("chance ")]
            self.refuse_forged(lines, sorted(rng.sample(chance, min(30, len(chance)))), rng)

    def two_outcomes(self, game, players):
        """The lines of a record, the place of its first outcome, and another outcome that another
        record has after the same moves, so that its number is right here."""
        found = {}
        for seed in range(1000):
            lines = self.game(game, players, seed, SHORT).splitlines(keepends=True)
            at = next(i for i, line in enumerate(lines) if line.startswith("chance "))
            before = tuple(lines[lines.index("\n") : at])
            first, first_at = found.setdefault(before, (lines, at))
            if first[first_at] != lines[at]:
                return first, first_at, lines[at]
        raise AssertionError(f"{game} has none")

    def test_a_forged_outcome_with_its_right_number_is_refused_by_the_dice(self):
        for game, least, _ in self.games:
            with self.subTest(game):
                lines, at, other = self.two_outcomes(game, least)
                forged = closed(lines[:at] + [other] + lines[at + 1 :])
                [(line, said)] = self.verify(["".join(forged)])
                right, wrong = (OUTCOME.match(one)[1] for one in (lines[at], other))
                expected = f'"{wrong}" is not what the dice say: outcome 0 is "{right}"'
                self.assertEqual((line, said), (at + 1, expected))

    def test_a_right_outcome_with_a_wrong_number_or_count_is_refused(self):
        for game, least, _ in self.games:
            with self.subTest(game):
                lines = self.with_undo(game, least).splitlines(keepends=True)
                places = [at for at, line in enumerate(lines) if OUTCOME.match(line)]
                texts, expected = [], []
                for at in random.Random(3).sample(places, 5):
                    action, number, count = OUTCOME.match(lines[at]).groups()
                    n, of = int(number), int(count)
                    wrong = [f"{n}/{of + 1}"]
                    if of > 1:
                        wrong += [f"{n % of + 1}/{of}", f"{min(n, of - 1)}/{of - 1}"]
                    for end in wrong:
                        forged = closed(lines[:at] + [f"{action} {end}\n"] + lines[at + 1 :])
                        texts.append("".join(forged))
                        expected.append((at + 1, f'"{action}" is number {n}/{of}'))
                self.assertEqual(self.verify(texts), expected)

    def test_an_outcome_that_is_taken_back_is_used_up(self):
        """The same outcome again is refused, and so is a record with one outcome less."""
        lines = self.game("red-empire", 3, 1, SHORT).splitlines(keepends=True)
        first = lines.index("\n") + 1
        self.assertTrue(lines[first].startswith("chance leader "))
        again = lines[: first + 1] + ["undo 0\n", lines[first]] + lines[first + 1 :]
        less = [line for at, line in enumerate(lines) if at != first]
        found = self.verify(["".join(closed(again)), "".join(closed(less))])
        self.assertEqual([line for line, _ in found], [first + 3, first + 1])
        for _, said in found:
            self.assertIn("is not what the dice say: outcome ", said)


class Simulated(FairCase):
    def test_simulated_games_have_fair_dice_on_request(self):
        for game, _, _ in self.games:
            self.says("simulate", game, "--games", 2, "--record", "r", "--fair")
        names = sorted(str(path) for path in (self.folder / "r").iterdir())
        self.assertEqual(len(names), 2 * len(self.games))
        for line in self.says("verify", *names).splitlines():
            self.assertRegex(line, rf", dice verified: [1-9]\d* outcomes, {NOBODY}$")

    def test_the_same_seed_gives_the_same_games_and_secrets(self):
        for game, least, _ in self.games:
            with self.subTest(game):
                texts = []
                for folder, seed in (("a", 1), ("b", 1), ("c", 2)):
                    words = ["--games", 2, "--record", folder, "--fair", "--seed", seed]
                    self.says("simulate", game, *words)
                    names = (f"{folder}/{game}-{least}-{seed}-{i}.apr" for i in (0, 1))
                    texts.append([(self.folder / name).read_text() for name in names])
                self.assertEqual(texts[0], texts[1])
                secrets = {re.search(r"^secret .*$", t, re.M)[0] for both in texts for t in both}
                self.assertEqual(len(secrets), 4)

    def test_only_recorded_games_have_fair_dice(self):
        line = "--fair is for games that --record writes down; add --record DIR"
        self.refuses(2, f"apparat simulate: {line}", "simulate", "red-empire", "--fair")


if __name__ == "__main__":
    unittest.main()
