#!/usr/bin/env python3
"""A game in the terminal, through pipes and on a screen of its own: apparat play."""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import time
import unittest

from case import ENVIRONMENT, GAME, PROGRAM, apparat, as_format_1, games, strongest
from play_case import CLEAR, CLEAR_HISTORY, OWN_SCREEN, SHELL_SCREEN, PlayCase, choices, seats_with

RESULT = "RED EMPIRE ◢ "  # on the page of the result; the board has one more space


class WholeGames(PlayCase):
    """Games to their end: one game in detail. test_boards.py plays all games."""

    def test_a_game_through_pipes_ends_with_its_result(self):
        for players in 3, 4, 5, 6:
            record = f"{players}.apr"
            words = ["--players", players, "--seed", players, "--record", record]
            text = self.piped(self.answers(players), GAME, *words)
            self.assertRegex(self.end_of(record), "^end (victory|shared-victory|collapse) ")
            self.assertIn("ok", self.says("verify", record))
            self.assertRegex(text, RESULT + "(THE LAST CARD IS DRAWN|THE UNION HAS COLLAPSED)")

    def test_several_people_finish_a_game_through_pipes(self):
        lines = self.answers(9, 20000)
        self.piped(lines, "--seed", 9, "--record", "a.apr", "--seats", "Ann,Ben,random,Cyd", GAME)
        self.assertRegex(self.end_of("a.apr"), "^end (victory|shared-victory|collapse) ")

    def play_through(self, screen, seed):
        """Types random answers to the end; every screen fits."""
        rng, count = random.Random(seed), 0
        while RESULT not in screen.text and count < 3000:
            self.fits(screen)
            offered = choices(screen.text)
            line = str(rng.randint(1, offered)) if offered else ""
            if offered and rng.random() < 0.05:
                line = rng.choice(["?", "h", "c 1", "c a", "l", "n", "0", "nonsense", "u", "99"])
            screen.type(line)
            count += 1
        self.assertIsNone(screen.status)
        self.fits(screen)
        return count

    def test_a_game_on_a_screen_ends_with_its_result(self):
        for players, language in (3, "en"), (4, "fr"), (5, "en"), (6, "fr"):
            screen = self.screen(GAME, "--players", players, "--seed", players, "--lang", language)
            self.assertGreater(self.play_through(screen, players), 10)
            collapsed = re.search("THE UNION HAS COLLAPSED|L'UNION S'EST EFFONDR", screen.text)
            self.assertIn("RE-CR-8" if collapsed else "RE-VI-", screen.text)
            screen.type("s whole.apr").type("")
            self.assertEqual(screen.status, 0)
            self.assertIn("ok", self.says("verify", "whole.apr"))
            os.remove(self.folder / "whole.apr")
            # The result stays on the shell's screen.
            self.assertIn("RED EMPIRE", screen.all.split(SHELL_SCREEN)[-1])

    def test_a_game_fits_a_large_and_a_tiny_screen(self):
        for columns, rows in (120, 40), (200, 60):
            screen = self.screen(GAME, "--seed", 1, columns=columns, rows=rows)
            self.play_through(screen, 2)
        for columns, rows in (50, 14), (20, 5):
            screen = self.screen(GAME, "--seed", 1, columns=columns, rows=rows)
            for _ in range(40):
                fit = all(len(line) <= columns for line in screen.lines[:-1])
                self.assertTrue(fit, screen.text)
                if RESULT not in screen.text:
                    screen.type("1").type("")
            screen.leave()
            self.assertEqual(screen.status, 0)


class Secrets(PlayCase):
    """What a person sees depends on nothing that the person may not know."""

    LOOK = "\nl\n?\nh\nc a\nc b\nc zakharov\n1\n"

    def play(self):
        """A recorded game of two people and a bot."""
        words = ["--seats", "Ann,Ben,greedy", "--seed", 2, "--record", "game.apr"]
        self.piped(self.answers(3, 20000), GAME, *words)
        return "game.apr"

    def positions(self, record):
        """The numbers of moves after which a person acted."""
        lines = (self.folder / record).read_text().split("\n\n")[1].splitlines()
        people = "moscow", "leningrad"
        return [moves for moves, line in enumerate(lines) if line.split()[0] in people]

    def look(self, lines, *words):
        """What the person sees who is asked first in cut.apr, and the person's seat."""
        text = self.piped(lines, "--resume", "cut.apr", "--lang", "en", *words)
        return text, re.search(r"keyboard to \w+ \((\w+)\)", text)[1].lower()

    def cut(self, record, moves, swap=None):
        """Writes cut.apr: the first moves, and another card in the place of one that was drawn."""
        header, body = as_format_1((self.folder / record).read_text()).split("\n\n")
        lines = body.splitlines()[:moves]
        if swap:
            old, new = (f"chance draw {card}" for card in swap)
            self.assertIn(old, lines)
            lines = [new if line == old else line for line in lines]
        return self.write("cut.apr", header + "\n\n" + "\n".join(lines) + "\n")

    def swap(self, record, moves, seat, rng):
        """An action card in another hand, and one of the deck that could be in its place."""
        state = self.json("replay", record, "--at", moves)
        everywhere = json.dumps([value for key, value in state.items() if key != "game"])
        others = [card for name, hand in state["hands"].items() if name != seat for card in hand]
        hidden = [card for card in others if re.fullmatch(r"(party|kgb|military)-[123][a-e]", card)]
        cards = [
            f"{group}-{value}{copy}"
            for group in ("party", "kgb", "military")
            for value in "123"
            for copy in "abcd"
        ]
        deck = [card for card in cards if f'"{card}"' not in everywhere]
        return (rng.choice(hidden), rng.choice(deck)) if hidden and deck else None

    def test_screens_do_not_depend_on_hidden_hands(self):
        rng, compared, record = random.Random(5), 0, self.play()
        for moves in self.positions(record)[::5]:
            self.cut(record, moves)
            first, seat = self.look(self.LOOK)
            swap = self.swap(record, moves, seat, rng)
            if not swap:
                continue
            self.cut(record, moves, swap)
            second, _ = self.look(self.LOOK)
            told = f"{seat} after {moves} moves can tell {swap[0]} from {swap[1]}"
            self.assertEqual(first, second, told)
            compared += 1
        self.assertGreater(compared, 10)

    def test_the_hand_that_is_shown_is_the_own_one(self):
        names, record = {}, self.play()
        for moves in self.positions(record)[::7]:
            self.cut(record, moves)
            text, seat = self.look("\n", "--plain")
            hand = self.json("replay", record, "--at", moves)["hands"][seat]
            shown = re.search(r"YOUR HAND((?:  [a-e] .*\n)+|  is empty\n)", text)[1]
            cards = re.split(r"\s+[a-e] ", shown.strip("\n"))[1:]
            self.assertEqual(len(cards), len(hand))
            for card, name in zip(cards, hand, strict=True):
                label = re.sub(r"(?<=[0-9])[a-f]$|-[a-f]$", "", name)
                self.assertEqual(names.setdefault(label, card.strip()), card.strip())

    def test_nothing_is_on_the_screen_while_the_keyboard_is_handed_over(self):
        screen = self.screen(GAME, "--seats", "Ann,Ben,Cyd", "--seed", 4)
        handed = 0
        while RESULT not in screen.text:
            if "Pass the keyboard" in screen.text:
                self.assertNotIn("HAND", screen.text)
                last = screen.all.rfind(CLEAR_HISTORY)
                self.assertGreater(last, -1)
                self.assertEqual(screen.all.rfind(CLEAR), last)
                faction = re.search(r"keyboard to \w+ \((\w+)\)", screen.text)[1]
                screen.type("")
                while "Meanwhile" in screen.text:
                    screen.type("")
                self.assertRegex(screen.text, f"[▶▷]{faction.upper()}")
                self.assertTrue(screen.lines[-1].startswith(faction), screen.text)
                handed += 1
            screen.type("1" if choices(screen.text) else "")
        self.assertGreater(handed, 6)
        screen.leave()

    def test_several_people_are_asked_even_without_a_choice(self):
        text = self.piped(self.answers(4, 400), GAME, "--seats", "Ann,Ben,Cyd", "--seed", 4)
        self.assertIn(": 1, h for help", text)
        alone = self.piped(self.answers(4, 400), GAME, "--seed", 4)
        self.assertNotIn(": 1, h for help", alone)


class Undo(PlayCase):
    def at_choice(self, *words):
        """A recorded game at the first choice of a turn."""
        screen = self.screen(GAME, "--seed", 11, "--record", "undo.apr", *words)
        for _ in range(40):
            if "RE-TU-6" in screen.lines[-4] or "Your choice" in screen.text:
                return screen
            screen.type("1" if choices(screen.text) else "")
        self.fail(screen.text)

    def test_a_choice_can_be_taken_back(self):
        screen = self.at_choice()
        before = self.hash_of("undo.apr")
        board = screen.text
        screen.type("1")
        while choices(screen.text):
            screen.type("1")
        self.assertIn("take it back", screen.text)
        self.assertNotEqual(self.hash_of("undo.apr"), before)
        screen.type("u")
        self.assertEqual(screen.text, board)
        self.assertEqual(self.hash_of("undo.apr"), before)
        self.assertIn("undo ", (self.folder / "undo.apr").read_text())
        self.assertIn("ok", self.says("verify", "undo.apr"))
        screen.leave()

    def test_nothing_can_be_taken_back_after_others_have_acted(self):
        screen = self.at_choice()
        screen.type("u")
        self.assertIn("Nothing to take back", screen.text)
        screen.type("1")
        while choices(screen.text):
            screen.type("1")
        screen.type("")
        while not choices(screen.text):
            screen.type("")
        screen.type("u")
        self.assertIn("Nothing to take back", screen.text)
        screen.leave()
        self.assertNotIn("undo ", (self.folder / "undo.apr").read_text())


class Saving(PlayCase):
    def test_a_resumed_game_continues_as_it_would_have(self):
        for game in games():
            with self.subTest(game["game"]):
                lines = self.answers(21)
                words = [game["game"], "--seed", 21, "--record"]
                whole, part = f"{game['game']}.apr", f"{game['game']}-part.apr"
                self.piped(lines, *words, whole)
                self.piped(lines[:40], *words, part)
                self.assertTrue(self.end_of(part).startswith("end open"))
                before = self.hash_of(part)
                self.piped("", "--resume", part)
                self.assertEqual(self.hash_of(part), before)
                self.piped(lines[40:], "--resume", part)
                self.assertEqual(self.end_of(part), self.end_of(whole))

    def test_a_game_can_be_saved_at_any_time(self):
        for game in games():
            with self.subTest(game["game"]):
                name, seats = game["game"], game["seats"]
                words = [name, "--players", game["max_players"], "--seed", 3]
                text = self.piped([f"s {name}.apr", f"s {name}.apr", "s", "q", "y"], *words)
                self.assertIn(f"Saved: {name}.apr", text)
                self.assertIn(f"{name}.apr exists already", text)
                self.assertIn(f"Saved: {name}-1.apr", text)
                self.assertNotIn("Save the game?", text)
                for record in f"{name}.apr", f"{name}-1.apr":
                    self.assertIn("open", self.says("verify", record))
                record = (self.folder / f"{name}.apr").read_text()
                self.assertIn(f"seat {seats[0]} you", record)
                self.assertIn(f"seat {seats[-1]} bot {strongest(game)}", record)
                self.assertEqual(self.hash_of(f"{name}.apr"), self.hash_of(f"{name}-1.apr"))
                text = self.piped(["1", "q", "n", "q", "y", f"{name}-2.apr"], *words)
                self.assertIn(f"Saved: {name}-2.apr", text)

    def test_nothing_is_left_beside_the_record(self):
        self.piped(self.answers(1, 60), GAME, "--seed", 1, "--record", "a.apr")
        self.assertEqual([path.name for path in self.folder.iterdir()], ["a.apr"])

    def test_a_record_that_cannot_be_written_is_reported(self):
        text = self.piped(["s nowhere/a.apr", "q", "y"], GAME, "--seed", 1)
        self.assertIn("could not be written", text)
        done = apparat("play", GAME, "--record", "nowhere/a.apr", cwd=self.folder, input="")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr.count("\n"), 1)

    def test_a_record_that_cannot_be_written_any_more_is_reported(self):
        (self.folder / "sub").mkdir()
        screen = self.screen(GAME, "--seed", 3, "--players", 4, "--record", "sub/a.apr")
        shutil.rmtree(self.folder / "sub")
        screen.type("1")
        self.assertIn("could not be written: No such file", screen.text)
        screen.type("q").type("y").type("sub.apr")
        self.assertEqual(screen.status, 1)
        self.assertIn("cannot write sub/a.apr", screen.all)
        self.assertIn("open", self.says("verify", "sub.apr"))

    def test_an_interrupted_game_can_be_resumed(self):
        screen = self.screen(GAME, "--seed", 3, "--record", "a.apr")
        while not choices(screen.text):
            screen.type("")
        screen.type("1")
        screen.press(b"\x03")
        self.assertEqual(screen.status, 130)
        self.assertIn(OWN_SCREEN, screen.all)
        self.assertIn("--resume a.apr", screen.all.split(SHELL_SCREEN)[-1])
        self.assertIn("open", self.says("verify", "a.apr"))

    def test_the_screen_is_drawn_again_when_it_is_resized(self):
        screen = self.screen(GAME, "--seed", 3, columns=120, rows=40)
        wide = max(map(len, screen.lines))
        screen.resize(80, 24)
        time.sleep(0.1)
        screen.read(beyond=len(screen.bytes))
        self.assertEqual((wide, max(map(len, screen.lines))), (120, 80))
        self.fits(screen)
        screen.leave()


class Keeping(PlayCase):
    """Games that were left without a file are kept, until they are over."""

    def kept(self):
        folder = self.folder / ".state" / "apparat" / "games"
        return sorted(path.name for path in folder.glob("*")) if folder.exists() else []

    def begin(self, *words, game=GAME):
        """A game in which somebody has decided something."""
        screen = self.screen(game, *(words or ("--seed", 5)))
        while not self.has_decided(screen):
            screen.type("1" if choices(screen.text) else "")
        return screen

    def has_decided(self, screen):
        """Whether somebody may take a choice back, which therefore was made."""
        return "u: take it back" in screen.text

    def test_however_one_leaves_the_game_is_kept(self):
        for leave, status in (
            (lambda screen: screen.leave(), 0),
            (lambda screen: screen.press(b"\x04"), 0),
            (lambda screen: screen.press(b"\x03"), 130),
            (lambda screen: (os.kill(screen.pid, signal.SIGHUP), screen.read(beyond=len(screen.bytes))), 129),
        ):
            screen = self.begin("--seed", 5)
            leave(screen)
            self.assertEqual(screen.status, status)
            self.assertIn("apparat play --resume\n", screen.all.split(SHELL_SCREEN)[-1])
            self.assertEqual(self.kept(), [f"{GAME}-1.apr"])
            again = self.screen("--resume")
            self.assertIn(RESULT[:10], again.text)
            self.play_on(again)
            self.assertEqual(self.kept(), [])  # it is over

    def play_on(self, screen):
        rng = random.Random(3)
        while RESULT not in screen.text:
            offered = choices(screen.text)
            screen.type(str(rng.randint(1, offered)) if offered else "")
        screen.type("").type("")
        self.assertEqual(screen.status, 0)

    def test_a_kill_loses_nothing(self):
        screen = self.begin("--seed", 5)
        log = screen.type("l").text
        os.kill(screen.pid, signal.SIGKILL)
        screen.read(beyond=len(screen.bytes))
        again = self.screen("--resume").type("l")
        self.assertEqual(again.text, log)

    def test_one_chooses_among_several(self):
        for game in "kremlin", GAME:
            self.begin(game=game).leave()
        self.assertEqual(len(self.kept()), 2)
        screen = self.screen("--resume")
        self.assertRegex(screen.text, r"(?m)^ 1  .*  Red Empire$")
        self.assertRegex(screen.text, r"(?m)^ 2  .*  Kremlin$")
        screen.type("2")
        self.assertIn("KREMLIN", screen.text)
        screen.leave()
        screen = self.screen("--resume").type("3")
        self.assertEqual(screen.status, 2)
        screen = self.screen(GAME, "--resume")  # the only one of this game
        self.assertIn(RESULT[:10], screen.text)

    def test_a_game_is_taken_up_once(self):
        playing = self.begin()
        none = self.screen("--resume")
        self.assertEqual(none.status, 1)
        self.assertIn("no game was left", none.all)
        playing.leave()
        self.assertIn(RESULT[:10], self.screen("--resume").text)

    def test_a_new_game_says_that_another_is_kept(self):
        self.begin().leave()
        screen = self.screen(GAME, "--seed", 5)
        while not choices(screen.text):
            screen.type("")
        self.assertIn("A game that was left is kept", screen.text)

    def test_a_game_in_which_nothing_was_decided_is_not_kept(self):
        screen = self.screen(GAME)
        screen.leave()
        self.assertEqual(self.kept(), [])

    def test_a_game_with_a_file_of_its_own_is_not_kept_twice(self):
        self.begin("--seed", 5, "--record", "own.apr").leave()
        self.assertEqual(self.kept(), [])
        self.begin().leave()
        screen = self.screen("--resume", "--record", "moved.apr")
        screen.leave()
        self.assertEqual(self.kept(), [])
        self.assertIn("ok", self.says("verify", "moved.apr"))


class Editing(PlayCase):
    UP, LEFT, BACKSPACE = b"\x1b[A", b"\x1b[D", b"\x7f"

    def test_a_line_can_be_edited(self):
        screen = self.screen(GAME, "--seed", 1)
        os.write(screen.fd, b"lng fx" + self.BACKSPACE + b"r" + 5 * self.LEFT + b"a")
        screen.type("")
        self.assertIn("Français", screen.text)

    def test_lines_before_are_remembered(self):
        screen = self.screen(GAME, "--seed", 1).type("? RE-AC-3").type("")
        self.assertNotIn("── RE-AC-3 ──", screen.text)
        os.write(screen.fd, self.UP)  # Enter alone is not remembered, but the line before it is
        screen.type("")
        self.assertIn("── RE-AC-3 ──", screen.text)

    def test_what_is_half_typed_survives_a_new_size(self):
        screen = self.screen(GAME, "--seed", 1)
        pages = screen.all.count(CLEAR)
        os.write(screen.fd, b"? RE-A")
        screen.read_until(lambda: screen.text.endswith("? RE-A"))
        screen.resize(100, 30)
        screen.read_until(lambda: screen.all.count(CLEAR) > pages and screen.text.endswith("? RE-A"))
        screen.type("C-3")
        self.assertIn("── RE-AC-3 ──", screen.text)

    def test_the_next_person_does_not_find_what_was_typed(self):
        screen = self.screen(GAME, "--seats", "Ann,Ben,Cyd", "--seed", 4)
        screen.type("").type("? RE-AC-3").type("")
        while "Pass the keyboard" not in screen.text:
            screen.type("1" if choices(screen.text) else "")
        os.write(screen.fd, 9 * self.UP)
        screen.type("")
        self.assertNotIn("RE-AC-3", screen.all.rpartition(CLEAR_HISTORY)[2])


class Words(PlayCase):
    def test_pipes_get_no_escape_sequences(self):
        for game in games():
            with self.subTest(game["game"]):
                words = [game["game"], "--players", game["max_players"]]
                self.assertNotIn("\x1b", self.piped("h\nb\nl\nq\ny\n", *words))
        self.assertIn("Moscow", self.piped("q\ny\n", GAME, "--players", 4))

    def test_the_end_of_the_input_ends_the_game(self):
        for game in games():
            for lines in "", "1", "h\n", "q\n", "q\ny":
                with self.subTest(game["game"], lines=lines):
                    self.piped(lines, game["game"], "--seed", 1)

    def test_the_language_can_be_changed_while_one_plays(self):
        words = [GAME, "--lang", "fr", "--seed", 3, "--players", 4]
        text = self.piped("h\nlang en\n?\nq\ny\n", *words)
        french, english = text.split("lang en\n")
        for word in "Moscou", "VOTRE MAIN", "Aide", "Nommer", "PRÉSIDENT":
            self.assertIn(word, french)
        asked = "The player picks which of his Party leaders takes office"
        for word in "Moscow", "YOUR HAND", asked:
            self.assertIn(word, english)
        self.assertIn("Moscou", self.piped("", GAME, env={"LC_ALL": "fr_FR.UTF-8"}))

    def test_without_utf8_only_ascii_is_printed(self):
        for game in games():
            for language in "en", "fr":
                with self.subTest(game["game"], language=language):
                    words = [game["game"], "--seed", 7, "--lang", language]
                    lines = ["h", "b", "l"] + self.answers(7, 300)
                    text = self.piped(lines, *words, env={"LC_ALL": "C"})
                    self.assertTrue(text.isascii(), re.findall("[^\0-\x7f]+", text)[:5])

    def test_plain_output_has_letters_but_no_symbols(self):
        for game in games():
            with self.subTest(game["game"]):
                words = [game["game"], "--seed", 7, "--plain", "--lang", "fr"]
                plain = self.piped(["h", "b", "l"] + self.answers(7, 100), *words)
                for symbol in "─▌▶▷◢▸" + ("★◆▲■♛✪✚█░" if game["game"] == GAME else ""):
                    self.assertNotIn(symbol, plain)
                self.assertIn("é", plain)

    def test_colours_are_printed_only_where_they_are_welcome(self):
        red = "\x1b[0;1;31m"
        for env, words, expected in (
            ({}, (), True),
            ({"NO_COLOR": "1"}, (), False),
            ({}, ("--plain",), False),
            ({"TERM": "dumb"}, (), False),
        ):
            screen = self.screen(GAME, "--seed", 1, *words, env=env)
            self.assertEqual(red in screen.all, expected, (env, words))
            self.assertEqual("\x1b" in screen.all, expected or "NO_COLOR" in env)
            screen.leave()
            self.assertEqual(screen.status, 0)

    def test_choices_are_words_without_clauses(self):
        for game in games():
            with self.subTest(game["game"]):
                text = self.piped(self.answers(3, 600), game["game"], "--seed", 3)
                menu = re.findall(r"(?m)^ *\d+ +[A-Z].*", text)  # and not what goes on in the log
                self.assertGreater(len(menu), 10)
                clauses = {one["id"] for one in self.json("rules", game["game"])["clauses"]}
                for line in menu:
                    self.assertFalse(clauses & set(re.findall(r"[A-Z]{2}-[\w.-]*\w", line)), line)

    def test_rules_and_cards_can_be_looked_up(self):
        rules = ["?", "? RE-AC-3", "?re-ac-8", "? 1", "? RE-XX-1"]
        things = ["c", "c a", "c romanenko", "c 1", "c junket", "c xyz"]
        text = self.piped(rules + things, GAME, "--seed", 3, "--players", 4)
        for words in (
            "The player picks",
            "The first card on a leader is not of his own group",
            "the purge is spent",
            'No such rule: "RE-XX-1"',
            "Which card or leader?",
            "printed stature 9",
            "Your faction is out of reach",
            'Nothing is known about "xyz"',
        ):
            self.assertIn(words, text)

    def test_every_clause_can_be_looked_up(self):
        for game in games():
            with self.subTest(game["game"]):
                clauses = self.json("rules", game["game"])["clauses"][::7]
                text = self.piped([f"? {c['id'].lower()}" for c in clauses], game["game"])
                for clause in clauses:
                    self.assertIn(f"── {clause['id']} ──", text)
                    self.assertIn(clause["title"][:40], text)

    def test_a_refusal_cites_its_clause(self):
        lines = ["appoint kravchenko", "pass", "purge", "appoint romanenko"]
        text = self.piped(lines, GAME, "--seed", 3, "--players", 4)
        self.assertRegex(text, r"Not allowed: .* \(RE-PR-[0-9]\)")
        self.assertIn('No such choice: "purge"', text)
        self.assertIn("names Romanenko President", text)

    def test_nonsense_is_answered_without_harm(self):
        lines = ["-1", "0", "1x", "1-2", "1000000000000000000000", "x" * 5000, "\x1b[2J", "1 1 1 1"]
        lines += ["é" * 300, "?" * 100, "c " + "9" * 99, "lang", "lang xx", "s /", "?\t", "\u0085"]
        lines += ["n", "n", "\0\0"]
        noise = random.Random(1).randbytes(20000).replace(b"q", b"").replace(b"s", b"")
        for game in games():
            with self.subTest(game["game"]):
                text = self.piped(lines, game["game"], "--seed", 3)
                self.assertNotIn("\x1b", text)
                self.assertIn('No such choice: "1x"', text)
                done = subprocess.run(
                    [PROGRAM, "play", game["game"], "--seed", "2"],
                    cwd=self.folder,
                    input=noise,
                    capture_output=True,
                    timeout=60,
                    env=ENVIRONMENT,
                )
                self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_control_characters_in_names_are_not_printed(self):
        for game in games():
            with self.subTest(game["game"]):
                name = game["game"]
                self.piped([f"s {name}.apr"], name, "--seed", 3, "--seats", seats_with(game, "you"))
                text = (self.folder / f"{name}.apr").read_text()
                own = f"seat {game['seats'][0]} "
                self.assertIn(f"\n{own}you\n", text)
                self.write("b.apr", text.replace(f"{own}you", f"{own}\x1b[2JEve\u009b31m"))
                for board in [], ["--generic-board"]:
                    shown = self.piped("\n", "--resume", "b.apr", *board)
                    if board or name == GAME:  # not every own board shows names at the start
                        self.assertIn("Eve", shown)
                    self.assertNotIn("\x1b", shown)
                    self.assertNotIn("\u009b", shown)


class Misuse(PlayCase):
    def test_wrong_usage_is_refused_in_one_line_and_writes_nothing(self):
        self.write("there.apr", "something")
        for status, *words in (
            (2,),
            (2, "chess"),
            (2, GAME, "--players", "9"),
            (2, GAME, "--players", "x"),
            (2, GAME, "--seats", "a,b"),
            (2, GAME, "--seats", "a,b,c", "--players", "4"),
            (2, GAME, "--seats", "a,,c"),
            (2, GAME, "--bogus"),
            (2, GAME, "--seats", "greedy,random,random"),
            (2, GAME, "--seats", "a,b," + "c" * 70),
            (2, GAME, "--seats", "a,b,c\x1b"),
            (2, GAME, "--option", "fall=nobody"),
            (2, GAME, "--lang", "de"),
            (2, GAME, "--seed", "-1"),
            (2, GAME, "--seed", "1x"),
            (2, GAME, "more"),
            (2, GAME, "--record", "there.apr"),
            (1, "--resume", "not-there.apr"),
            (1, "--resume", "there.apr"),
            (2, GAME, "--resume", "there.apr", "--players", "3"),
            (2, "--resume", "there.apr", "--seats", "a,b,c"),
        ):
            done = apparat("play", *words, cwd=self.folder, input="")
            found = done.returncode, done.stdout, done.stderr.count("\n")
            self.assertEqual(found, (status, "", 1), (words, done.stderr))
        self.assertEqual([path.name for path in self.folder.iterdir()], ["there.apr"])
        self.assertEqual((self.folder / "there.apr").read_text(), "something")

    def test_the_help_names_the_options(self):
        self.assertIn("--seats", self.says("play", "--help"))


if __name__ == "__main__":
    unittest.main()
