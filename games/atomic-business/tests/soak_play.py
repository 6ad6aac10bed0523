#!/usr/bin/env python3
"""Atomic Business in the terminal: apparat play atomic-business."""

import json
import random
import re
import unittest

from case import apparat, as_format_1
from test_play_terminal import CLEAR, PlayCase, choices

GAME = "atomic-business"
RESULT = "ATOMIC BUSINESS ◢ "  # the title of the board has one more space
ENDS = "^end (victory|no-nuclear|no-diplomats|idle) "
SINGLE = ("press-pack", "incident", "helicopter", "roadblock", "customs-check", "wrong-luggage", "immunity", "counter",
          "ballot", "leak", "plates")


class AtomicCase(PlayCase):
    def answers(self, seed, count=20000):
        rng = random.Random(seed)
        return [rng.choice(["", "1", "1", "2", "3", "4", "5", "2 1", "1x5", "2x3", "p"]) for _ in range(count)]

    def moves_in(self, record):
        lines = (self.folder / record).read_text().split("\n\n")[1].splitlines()
        return [line for line in lines if not line.startswith("end ")]


class WholeGames(AtomicCase):
    def test_through_pipes(self):
        for players in 2, 4, 6:
            record = f"{players}.apr"
            text = self.piped(self.answers(players), GAME, "--players", players, "--seed", players, "--record", record)
            self.assertRegex(self.end_of(record), ENDS)
            self.assertIn("ok", self.says("verify", record))
            self.assertIn(RESULT, text)

    def test_several_people_and_a_series(self):
        words = GAME, "--option", "series=3", "--seed", 9, "--record", "a.apr", "--seats", "Ann,random,Ben,greedy"
        text = self.piped(self.answers(9, 60000), *words)
        self.assertRegex(self.end_of("a.apr"), "^end (victory|shared-victory) ")
        self.assertIn("3 GAMES TO GO", text)
        self.assertIn("2 GAMES TO GO", text)

    def play_through(self, screen, seed, most=150):
        """Random answers to the end; every screen fits."""
        rng, count = random.Random(seed), 0
        while RESULT not in screen.text and count < most:
            self.fits(screen)
            offered = choices(screen.text)
            line = str(rng.randint(1, offered)) if offered else ""
            if offered and rng.random() < 0.3:
                line = rng.choice(["1x5", "2x4", "p", "1"])
            elif offered and rng.random() < 0.05:
                line = rng.choice(["?", "h", "c 1", "c a", "l", "n", "0", "nonsense", "u", "99", "1x", "1x0", "c jiang 2"])
            screen.type(line)
            count += 1
        self.assertIsNone(screen.status)
        self.fits(screen)
        return RESULT in screen.text

    def test_on_a_screen(self):
        for players, language, most in (2, "fr", 2000), (4, "en", 150), (6, "en", 200), (6, "fr", 200):
            screen = self.screen(GAME, "--players", players, "--seed", players, "--lang", language)
            ended = self.play_through(screen, players, most)
            self.assertTrue(ended or most < 2000)
            screen.leave()

    def test_on_a_large_and_on_a_tiny_screen(self):
        for columns, rows in (120, 40), (200, 60):
            screen = self.screen(GAME, "--players", 6, "--seed", 1, columns=columns, rows=rows)
            self.play_through(screen, 2, 60)
        for columns, rows in (50, 14), (20, 5), (900, 20):
            screen = self.screen(GAME, "--players", 6, "--seed", 1, columns=columns, rows=rows)
            for _ in range(12):
                self.assertTrue(all(len(line) <= columns for line in screen.lines[:-1]), screen.text)
                if RESULT not in screen.text:
                    screen.type("1").type("")
            screen.leave()


class Board(AtomicCase):
    def first_question(self, *words, lines=("q", "y"), **more):
        return self.piped(list(lines), GAME, "--seed", 4, *words, **more)

    def test_the_street(self):
        text = self.first_question("--players", 3)
        for words in ("✈ Airport", "Grand Hotel", "⌂ Palace", "RESERVE ▣ 18", "☢ 0/6  ☼ 0/12", "POINTS", "YOUR SECRET CARD"):
            self.assertIn(words, text)
        french = self.first_question("--players", 3, "--lang", "fr")
        for words in "✈ Aéroport", "Grand Hôtel", "⌂ Palais", "RÉSERVE", "au pays", "VOTRE CARTE SECRET":
            self.assertIn(words, french)

    def test_each_power_has_a_letter_of_its_own(self):
        for language in "en", "fr":
            text = self.first_question("--players", 6, "--lang", language, lines=["h"])
            letters = re.findall(r"\b([A-Z])1 \w+ 1", text)[:6]
            self.assertEqual(len(set(letters)), 6, letters)

    def test_without_utf8_or_plain_only_ascii_is_said(self):
        for language in "en", "fr":
            text = self.piped(self.answers(7, 400), GAME, "--seed", 7, "--lang", language, env={"LC_ALL": "C"})
            self.assertTrue(text.isascii(), re.findall("[^\0-\x7f]+", text)[:5])
        plain = self.piped(["h"] + self.answers(7, 400), GAME, "--players", 5, "--seed", 7, "--plain")
        for symbol in "▣☢☼☹☺✈⌂Ψ✉✗●○→·─▌▶▷◢▸":
            self.assertNotIn(symbol, plain)
        self.assertIn("# a closed briefcase   N nuclear   T tourist", plain)

    def test_what_can_be_asked(self):
        text = self.piped(["c a", "c jacques 1", "c x-ray", "c", "c zakharov", "h"], GAME, "--players", 3, "--seed", 4)
        for words in ("in the discards", "Francie: home", "At a quiet moment", "Which card or diplomat?",
                      'Nothing is known about "zakharov". Try c a, c 3 or c jacques.', "? AB-PR-3", "1x3"):
            self.assertIn(words, text)

    def test_a_way_is_walked_at_once(self):
        screen = self.screen(GAME, "--players", 2, "--seed", 4, "--record", "a.apr")
        for _ in range(30):
            if "Move your diplomats" in screen.text:
                break
            screen.type("1" if choices(screen.text) else "")
        for group in "Walk several spaces at once", "Jacques 1":
            screen.type(re.search(rf"(\d+) {group}…", screen.text)[1])
        screen.type(re.search(r"(\d+) Jacques 1 → Grand Hotel, 4 points", screen.text)[1])
        self.assertIn("POINTS ●○○○○", screen.text)
        self.assertIn("Jacques 1 moves to the Grand Hotel; 1 point left.", screen.text)
        self.assertEqual(self.moves_in("a.apr")[-1], "francie walk francie-1 grand-hotel")
        screen.type("u")
        self.assertIn("POINTS ●●●●●", screen.text)
        self.assertTrue(self.moves_in("a.apr")[-1].startswith("undo "))
        self.assertIn("ok", self.says("verify", "a.apr"))
        screen.leave()


class Passing(AtomicCase):
    def test_alone_one_is_not_asked_without_a_choice(self):
        alone = self.piped(self.answers(4, 800), GAME, "--seed", 4, "--players", 4)
        questions = re.findall(r"▌ ([^▌]*)\nFrancie: 1, ", alone)  # a list may be narrowed to one choice
        self.assertEqual([text for text in questions if "0 goes back" not in text], [])
        several = self.piped(self.answers(4, 800), GAME, "--seed", 4, "--seats", "Ann,Ben,greedy")
        self.assertRegex(several, r"(Francie|Cointerre): 1, p to pass")

    def test_a_word_to_pass_lasts_until_ones_turn(self):
        left = 0
        for seed in range(1, 4):
            screen = self.screen(GAME, "--players", 4, "--seed", seed)
            for _ in range(60):
                if RESULT in screen.text:
                    break
                if "p to pass until your turn" not in screen.text:
                    screen.type("1" if choices(screen.text) else "")
                    continue
                asked = re.search(r"▌ (.*?)  ", screen.text)[1]
                screen.type("p")
                while not choices(screen.text) and RESULT not in screen.text:
                    screen.type("")
                again = asked in screen.text.split("What happened")[-1]
                self.assertTrue(not again or "FRANCIE TO PLAY" in screen.text, screen.text)
                left += 1
            screen.leave()
        self.assertGreater(left, 2)

    def test_a_pass_needs_no_second_thought(self):
        text = self.piped(self.answers(3, 1500), GAME, "--seats", "Ann,Ben,greedy,greedy", "--seed", 3)
        self.assertNotRegex(text, r"p to pass until your turn, h for help > (p|1)\nEnter: go on, u")

    def test_not_too_many_questions(self):
        """A person who passes all others' windows answers a handful of questions a round."""
        for seed in 1, 2:
            lines = ["1x5", "", "p", "1"] * 1000
            text = self.piped(lines, GAME, "--players", 6, "--seed", seed, "--record", f"{seed}.apr")
            turns = text.count("Move your diplomats")
            self.assertLess(text.count("Play your Secret card now"), 3 * turns + 10)


SEATS = "greedy,Ann,random,Ben,random"
PEOPLE = "cointerre", "roussie"


class Secrets(AtomicCase):
    """What a person sees depends on nothing that person may not know."""

    LOOK = "\nl\n?\nh\nc a\nc 1\nc 2\nc jacques 1\nc jiang\n"

    def play(self, seed):
        record = f"{seed}.apr"
        self.piped(self.answers(3), GAME, "--seats", SEATS, "--seed", seed, "--record", record)
        self.header, body = as_format_1((self.folder / record).read_text()).split("\n\n")
        self.moves = [line for line in body.splitlines() if not line.startswith("end ")]
        self.assertFalse([line for line in self.moves if line.startswith("undo")])

    def cut(self, moves):
        self.write("cut.apr", self.header + "\n\n" + "\n".join(moves) + "\n")

    def state(self, moves):
        """The full state after these moves, or None if they are not allowed."""
        self.cut(moves)
        done = apparat("replay", "cut.apr", "--at", len(moves), "--json", cwd=self.folder)
        if done.returncode:
            return None
        return json.loads(done.stdout)

    def seen(self, moves):
        self.cut(moves)
        text = self.piped(self.LOOK, "--resume", "cut.apr", "--lang", "en")
        return text, re.search(r"keyboard to \w+ \((\w+)\)", text)[1].lower()

    def people(self):
        """How many moves had been made when a person acted."""
        return [n for n, line in enumerate(self.moves) if line.split()[0] in PEOPLE]

    def differ(self, one, other):
        """Where the states differ: [("hands", "roussie")]."""
        return [(part, key) for part in one if isinstance(one[part], dict) for key in one[part]
                if one[part][key] != other[part][key]] + [(part, "") for part in one if not isinstance(one[part], dict)
                                                         and one[part] != other[part]]

    def compare(self, moves, changed, hidden):
        """The same screens, if the only difference is one that `hidden` calls hidden to the viewer."""
        one, other = self.state(moves), self.state(changed)
        if not other:
            return False
        first, seat = self.seen(moves)
        differences = self.differ(one, other)
        if len(differences) != 1 or not hidden(one, seat, *differences[0]):
            return False
        second, _ = self.seen(changed)
        self.assertEqual(first, second, (len(moves), seat, differences))
        return True

    def test_another_seats_card(self):
        rng, compared = random.Random(5), 0
        hidden = lambda state, seat, part, key: part == "hands" and seat not in state["hand_known"][key]
        self.play(2)
        for n in self.people()[::8]:
            draws = [i for i, line in enumerate(self.moves[:n]) if line.startswith("chance draw ")]
            drawn = {line.split()[2] for line in self.moves[:n] if line.startswith("chance draw ")}
            spare = [card for card in SINGLE if card not in drawn]
            held = self.state(self.moves[:n])["hands"]
            of_others = [i for i in draws[-8:] if self.moves[i].split()[2] in SINGLE
                         and self.moves[i].split()[2] in held.values()]
            if not of_others or not spare:
                continue
            changed = self.moves[:n]
            changed[rng.choice(of_others)] = f"chance draw {rng.choice(spare)}"
            compared += self.compare(self.moves[:n], changed, hidden)
        self.assertGreater(compared, 3)

    def test_an_unknown_briefcase(self):
        compared = 0
        hidden = lambda state, seat, part, key: part == "load" and seat not in state["known_to"][key]
        self.play(3)
        for n in self.people()[::20]:
            for i in [i for i, line in enumerate(self.moves[:n]) if line.startswith("chance case ")][-3:]:
                changed = self.moves[:n]
                changed[i] = "chance case tourist-a" if "nuclear" in changed[i] else "chance case nuclear-a"
                compared += self.compare(self.moves[:n], changed, hidden)
        self.assertGreater(compared, 5)

    def last_answers(self):
        """A game, and after how many of its moves a person is asked to join when another has already answered."""
        for seed in range(1, 40):
            self.play(seed)
            if self.asked_last():
                return self.asked_last()
        self.fail("nobody was ever asked second")

    def asked_last(self):
        return [n for n in self.people() if " answer " in self.moves[n] and " answer " in self.moves[n - 1]]

    def test_a_sealed_answer(self):
        compared = 0
        hidden = lambda state, seat, part, key: part == "answer" and seat != key
        for n in self.last_answers():
            changed = self.moves[:n]
            other = "neutral" if changed[-1].endswith("join") else "join"
            changed[-1] = f"{changed[-1].split()[0]} answer {other}"
            compared += self.compare(self.moves[:n], changed, hidden)
        self.assertGreater(compared, 0)

    def test_no_answer_is_taken_back_once_the_others_are_known(self):
        for n in self.last_answers():
            who = self.moves[n].split()[0]
            open_still = self.state(self.moves[:n + 1])["answer"][who] != "none"
            self.cut(self.moves[:n])
            self.piped("\n1\nu\n", "--resume", "cut.apr")
            self.assertEqual("undo" in (self.folder / "cut.apr").read_text(), open_still)


class Undo(AtomicCase):
    def test_a_sealed_answer_is_taken_back(self):
        for seed in range(1, 40):
            screen = self.screen(GAME, "--players", 5, "--seed", seed, "--record", f"{seed}.apr")
            for _ in range(150):
                if "join the attackers" in screen.text.split(CLEAR)[-1] and choices(screen.text) == 2:
                    asked = screen.text
                    screen.type("2")
                    if "take it back" in screen.text:
                        self.assertNotIn("neutral" + " R", screen.text)
                        screen.type("u")
                        self.assertEqual(screen.text, asked)
                        screen.leave()
                        self.assertIn("ok", self.says("verify", f"{seed}.apr"))
                        return
                if RESULT in screen.text or screen.status is not None:
                    break
                screen.type(random.Random(len(screen.all)).choice(["1", "1x5", "2x3"]) if choices(screen.text) else "")
            screen.leave()
        self.fail("nobody was ever asked to join")


class Keeping(AtomicCase):
    def test_a_resumed_game_goes_on_as_it_would_have(self):
        lines = [line for line in self.answers(21) if line != "p"]  # the answer "p" is not in the record
        self.piped(lines, GAME, "--players", 4, "--seed", 21, "--record", "whole.apr")
        self.piped(lines[:80], GAME, "--players", 4, "--seed", 21, "--record", "part.apr")
        self.assertTrue(self.end_of("part.apr").startswith("end open"))
        before = self.hash_of("part.apr")
        self.piped("", "--resume", "part.apr")
        self.assertEqual(self.hash_of("part.apr"), before)
        self.piped(lines[80:], "--resume", "part.apr")
        self.assertEqual(self.end_of("part.apr"), self.end_of("whole.apr"))


if __name__ == "__main__":
    unittest.main()
