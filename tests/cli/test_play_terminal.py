#!/usr/bin/env python3
"""Tests of apparat play, through pipes and on a terminal."""

import fcntl
import json
import os
import pty
import random
import re
import select
import shutil
import signal
import struct
import subprocess
import termios
import time
import unittest
from pathlib import Path

from case import ENVIRONMENT, GAME, PROGRAM, Case, apparat

CLEAR = "\x1b[H\x1b[2J"
WIPE = CLEAR + "\x1b[3J"
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
RESULT = "RED EMPIRE ◢ "  # the head of the board has two spaces after the name
UTF8 = {"LC_ALL": "C.UTF-8"}


class Screen:
    """The program on a pseudo-terminal: type() enters a line, and text is what the screen shows then."""

    def __init__(self, folder, *words, columns=80, rows=24, env=None):
        pid, self.fd = pty.fork()
        if pid == 0:
            os.chdir(folder)
            more = {"TERM": "xterm", **UTF8, **(env or {})}
            os.execve(PROGRAM, [str(PROGRAM), "play", *map(str, words)], {**ENVIRONMENT, **more})
        self.pid, self.all, self.status = pid, "", None
        self.bytes = b""
        self.resize(columns, rows)
        self.read()

    def resize(self, columns, rows):
        self.columns, self.rows = columns, rows
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self, patience=20):
        """Reads until the program waits at a prompt, or until it ends."""
        end, quiet = time.monotonic() + patience, 0
        while time.monotonic() < end and self.status is None:
            if select.select([self.fd], [], [], 0.01)[0]:
                quiet = 0
                try:
                    data = os.read(self.fd, 65536)
                except OSError:
                    data = b""
                if not data:
                    self.status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
                    os.close(self.fd)
                    break
                self.bytes += data
            elif self.bytes.endswith(b"> ") and self.is_waiting():
                quiet += 1
                if quiet > 1:
                    break
        self.all = self.bytes.decode().replace("\r\n", "\n")

    def is_waiting(self):
        """Returns whether the program waits. If it does not, it may be about to write more."""
        return Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()[0] == "S"

    def type(self, line):
        os.write(self.fd, (line + "\n").encode())
        self.read()
        return self

    def press(self, key):
        os.write(self.fd, key)
        self.read()

    @property
    def text(self):
        return ESCAPE.sub("", self.all.split(CLEAR)[-1])

    @property
    def lines(self):
        return self.text.split("\n")

    def leave(self):
        for line in ("q", "y", ""):
            if self.status is None:
                self.type(line)


def choices(text):
    """Returns the number of choices that the screen offers; 0 if there are none."""
    last = text.split("\n")[-1]
    offered = re.search(r": (?:1-)?(\d+), ", last)
    return int(offered[1]) if offered else 0


class PlayCase(Case):
    def screen(self, *words, **more):
        screen = Screen(self.folder, *words, **more)
        self.addCleanup(lambda: screen.status is None and (os.kill(screen.pid, signal.SIGKILL), screen.read()))
        return screen

    def piped(self, lines, *words, env=UTF8):
        """Returns the whole output of a game that reads these lines."""
        text = "".join(line + "\n" for line in lines) if isinstance(lines, list) else lines
        done = subprocess.run([PROGRAM, "play", *map(str, words)], cwd=self.folder, input=text.encode(),
                              capture_output=True, timeout=250, env={**ENVIRONMENT, **env})
        self.assertEqual((done.stderr.decode(), done.returncode), ("", 0))
        return done.stdout.decode()

    def answers(self, seed, count=6000):
        """Returns lines of random input."""
        rng = random.Random(seed)
        return [rng.choice(["", "1", "2", "3", "4", "5", "6", "2 1", "3 2 1"]) for _ in range(count)]

    def end_of(self, record):
        return (self.folder / record).read_text().splitlines()[-1]

    def hash_of(self, record):
        return self.end_of(record).split()[2]

    def fits(self, screen):
        """Checks that no line of the screen is too long, and that there are not too many."""
        self.assertLessEqual(len(screen.lines), screen.rows, screen.text)
        for line in screen.lines:
            self.assertLessEqual(len(line), screen.columns, screen.text)


class WholeGames(PlayCase):
    def test_through_pipes(self):
        for players in 3, 4, 5, 6:
            record = f"{players}.apr"
            text = self.piped(self.answers(players), GAME, "--players", players, "--seed", players, "--record", record)
            self.assertRegex(self.end_of(record), "^end (victory|shared-victory|collapse) ")
            self.assertIn("ok", self.says("verify", record))
            self.assertRegex(text, r"RED EMPIRE ◢ (VICTORY|SHARED VICTORY|THE UNION HAS COLLAPSED)")

    def test_several_people_through_pipes(self):
        lines = self.answers(9, 20000)
        self.piped(lines, "--seed", 9, "--record", "a.apr", "--seats", "Ann,Ben,random,Cyd", GAME)
        self.assertRegex(self.end_of("a.apr"), "^end (victory|shared-victory|collapse) ")

    def play_through(self, screen, seed):
        """Plays to the end with random input, and checks that every screen fits. Returns the number of lines entered."""
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

    def test_on_a_screen(self):
        for players, language in (3, "en"), (4, "fr"), (5, "en"), (6, "fr"):
            screen = self.screen(GAME, "--players", players, "--seed", players, "--lang", language)
            self.assertGreater(self.play_through(screen, players), 10)
            self.assertIn("RE-VI-" if "VIC" in screen.text else "RE-CR-8", screen.text)
            screen.type("s whole.apr").type("")
            self.assertEqual(screen.status, 0)
            self.assertIn("ok", self.says("verify", "whole.apr"))
            os.remove(self.folder / "whole.apr")
            # The result is also printed after the program has left the alternate screen.
            self.assertIn("RED EMPIRE", screen.all.split("\x1b[?1049l")[-1])

    def test_on_a_large_and_on_a_tiny_screen(self):
        for columns, rows in (120, 40), (200, 60):
            screen = self.screen(GAME, "--seed", 1, columns=columns, rows=rows)
            self.play_through(screen, 2)
        for columns, rows in (50, 14), (20, 5):
            screen = self.screen(GAME, "--seed", 1, columns=columns, rows=rows)
            for _ in range(40):
                self.assertTrue(all(len(line) <= columns for line in screen.lines[:-1]), screen.text)
                if RESULT not in screen.text:
                    screen.type("1").type("")
            screen.leave()
            self.assertEqual(screen.status, 0)


class Secrets(PlayCase):
    """What a person sees does not depend on what that person may not know."""

    def positions(self, record):
        """Returns the numbers of moves after which a person acted."""
        lines = (self.folder / record).read_text().split("\n\n")[1].splitlines()
        return [moves for moves, line in enumerate(lines) if line.split()[0] in ("moscow", "leningrad")]

    def resume_cut(self, lines, *words):
        """Resumes cut.apr. Returns the output and the seat of the person who is asked first."""
        text = self.piped(lines, "--resume", "cut.apr", "--lang", "en", *words)
        return text, re.search(r"keyboard to \w+ \((\w+)\)", text)[1].lower()

    def cut(self, record, moves, swap=None):
        """Writes cut.apr, the record up to this number of moves. `swap` replaces a card that was drawn by another one."""
        header, body = (self.folder / record).read_text().split("\n\n")
        lines = body.splitlines()[:moves]
        if swap:
            lines = [f"chance draw {swap[1]}" if line == f"chance draw {swap[0]}" else line for line in lines]
        return self.write("cut.apr", header + "\n\n" + "\n".join(lines) + "\n")

    def swap(self, record, moves, seat, rng):
        """Returns an action card in another hand and one in the deck that could be in its place; None if there are none."""
        state = self.json("replay", record, "--at", moves)
        everywhere = json.dumps([value for key, value in state.items() if key != "game"])
        others = [card for name, hand in state["hands"].items() if name != seat for card in hand]
        hidden = [card for card in others if re.fullmatch(r"(party|kgb|military)-[123][a-e]", card)]
        deck = [f"{group}-{value}{copy}" for group in ("party", "kgb", "military") for value in "123"
                for copy in "abcd" if f'"{group}-{value}{copy}"' not in everywhere]
        return (rng.choice(hidden), rng.choice(deck)) if hidden and deck else None

    def test_screens_do_not_depend_on_hidden_hands(self):
        rng, compared = random.Random(5), 0
        self.piped(self.answers(3, 20000), GAME, "--seats", "Ann,Ben,greedy", "--seed", 2, "--record", "game.apr")
        for moves in self.positions("game.apr")[::5]:
            self.cut("game.apr", moves)
            first, seat = self.resume_cut("\nl\n?\nh\nc a\nc b\nc zakharov\n1\n")
            swap = self.swap("game.apr", moves, seat, rng)
            if not swap:
                continue
            self.cut("game.apr", moves, swap)
            second, _ = self.resume_cut("\nl\n?\nh\nc a\nc b\nc zakharov\n1\n")
            self.assertEqual(first, second, f"{seat} after {moves} moves can tell {swap[0]} from {swap[1]}")
            compared += 1
        self.assertGreater(compared, 10)

    def test_a_person_is_shown_their_own_hand(self):
        self.piped(self.answers(3, 20000), GAME, "--seats", "Ann,Ben,greedy", "--seed", 2, "--record", "game.apr")
        names = {}
        for moves in self.positions("game.apr")[::7]:
            self.cut("game.apr", moves)
            text, seat = self.resume_cut("\n", "--plain")
            hand = self.json("replay", "game.apr", "--at", moves)["hands"][seat]
            shown = re.search(r"YOUR HAND((?:  [a-e] .*\n)+|  is empty\n)", text)[1]
            cards = re.split(r"\s+[a-e] ", shown.strip("\n"))[1:]
            self.assertEqual(len(cards), len(hand))
            for card, name in zip(cards, hand):
                label = re.sub(r"(?<=[0-9])[a-f]$|-[a-f]$", "", name)
                self.assertEqual(names.setdefault(label, card.strip()), card.strip())

    def test_the_keyboard_is_handed_over_unseen(self):
        screen = self.screen(GAME, "--seats", "Ann,Ben,Cyd", "--seed", 4)
        handed = 0
        while RESULT not in screen.text:
            if "Pass the keyboard" in screen.text:
                self.assertNotIn("HAND", screen.text)
                last = screen.all.rfind(WIPE)
                self.assertGreater(last, -1)
                self.assertEqual(screen.all.rfind(CLEAR), last)
                name, faction = re.search(r"keyboard to (\w+) \((\w+)\)", screen.text).groups()
                screen.type("")
                while "Meanwhile" in screen.text:
                    screen.type("")
                self.assertIn(f"▷{faction.upper()}" if f"▶{faction.upper()}" not in screen.text
                              else f"▶{faction.upper()}", screen.text)
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
        """Starts a game that is recorded, and plays to the first choice of a turn."""
        screen = self.screen(GAME, "--seed", 11, "--record", "undo.apr", *words)
        for _ in range(40):
            if "RE-TU-6" in screen.lines[-4] or "Your choice" in screen.text:
                return screen
            screen.type("1" if choices(screen.text) else "")
        self.fail(screen.text)

    def test_a_choice_is_taken_back(self):
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

    def test_a_choice_is_not_taken_back_after_others_have_acted(self):
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


class Records(PlayCase):
    def test_a_resumed_game_continues_in_the_same_way(self):
        lines = self.answers(21)
        self.piped(lines, GAME, "--seed", 21, "--record", "whole.apr")
        self.piped(lines[:40], GAME, "--seed", 21, "--record", "part.apr")
        self.assertTrue(self.end_of("part.apr").startswith("end open"))
        before = self.hash_of("part.apr")
        self.piped("", "--resume", "part.apr")
        self.assertEqual(self.hash_of("part.apr"), before)
        self.piped(lines[40:], "--resume", "part.apr")
        self.assertEqual(self.end_of("part.apr"), self.end_of("whole.apr"))

    def test_saving_by_hand(self):
        text = self.piped(["s one.apr", "s one.apr", "s", "q", "y"], GAME, "--players", 4, "--seed", 3)
        self.assertIn("Saved: one.apr", text)
        self.assertIn("one.apr exists already", text)
        self.assertIn(f"Saved: {GAME}-1.apr", text)
        self.assertNotIn("Save the game?", text)
        for record in "one.apr", f"{GAME}-1.apr":
            self.assertIn("open", self.says("verify", record))
        self.assertIn("seat moscow you", (self.folder / "one.apr").read_text())
        self.assertIn("seat kiev bot greedy", (self.folder / "one.apr").read_text())
        self.assertIn("Saved: two.apr", self.piped(["q", "n", "q", "y", "two.apr"], GAME, "--seed", 3))
        self.assertEqual(self.hash_of("one.apr"), self.hash_of(f"{GAME}-1.apr"))

    def test_no_other_file_is_left(self):
        self.piped(self.answers(1, 60), GAME, "--seed", 1, "--record", "a.apr")
        self.assertEqual([path.name for path in self.folder.iterdir()], ["a.apr"])

    def test_a_file_that_cannot_be_written(self):
        text = self.piped(["s nowhere/a.apr", "q", "y"], GAME, "--seed", 1)
        self.assertIn("could not be written", text)
        done = apparat("play", GAME, "--record", "nowhere/a.apr", cwd=self.folder, input="")
        self.assertEqual(done.returncode, 1)
        self.assertEqual(done.stderr.count("\n"), 1)

    def test_a_file_that_can_no_longer_be_written(self):
        (self.folder / "sub").mkdir()
        screen = self.screen(GAME, "--seed", 3, "--players", 4, "--record", "sub/a.apr")
        shutil.rmtree(self.folder / "sub")
        screen.type("1")
        self.assertIn("could not be written: No such file", screen.text)
        screen.type("q").type("y").type("sub.apr")
        self.assertEqual(screen.status, 1)
        self.assertIn("cannot write sub/a.apr", screen.all)
        self.assertIn("open", self.says("verify", "sub.apr"))

    def test_interrupted(self):
        screen = self.screen(GAME, "--seed", 3, "--record", "a.apr")
        while not choices(screen.text):
            screen.type("")
        screen.type("1")
        screen.press(b"\x03")
        self.assertEqual(screen.status, 130)
        self.assertIn("\x1b[?1049l", screen.all)
        self.assertIn("--resume a.apr", screen.all.split("\x1b[?1049l")[-1])
        self.assertIn("open", self.says("verify", "a.apr"))

    def test_suspended_and_resized(self):
        screen = self.screen(GAME, "--seed", 3, columns=120, rows=40)
        wide = max(map(len, screen.lines))
        screen.resize(80, 24)
        time.sleep(0.1)
        screen.read()
        self.assertEqual((wide, max(map(len, screen.lines))), (120, 80))
        self.fits(screen)
        screen.leave()


class Talking(PlayCase):
    def test_first_screen(self):
        text = self.piped("q\ny\n", GAME, "--players", 4)
        self.assertIn("Moscow", text)
        self.assertNotIn("\x1b", text)

    def test_the_end_of_the_input_ends_the_game(self):
        for lines in "", "1", "h\n", "q\n", "q\ny":
            self.piped(lines, GAME, "--seed", 1)

    def test_french(self):
        text = self.piped("h\nlang en\n?\nq\ny\n", GAME, "--lang", "fr", "--seed", 3, "--players", 4)
        before, after = text.split("lang en\n")
        for word in "Moscou", "VOTRE MAIN", "Aide", "Nommer", "PRÉSIDENT":
            self.assertIn(word, before)
        for word in "Moscow", "YOUR HAND", "The player picks which of his Party leaders takes office":
            self.assertIn(word, after)
        self.assertIn("Moscou", self.piped("", GAME, env={"LC_ALL": "fr_FR.UTF-8"}))

    def test_only_ascii_is_printed_with_plain_or_without_utf8(self):
        for language in "en", "fr":
            text = self.piped(self.answers(7, 300), GAME, "--seed", 7, "--lang", language, env={"LC_ALL": "C"})
            self.assertTrue(text.isascii(), re.findall("[^\0-\x7f]+", text)[:5])
        plain = self.piped(["h"] + self.answers(7, 100), GAME, "--seed", 7, "--plain", "--lang", "fr")
        for symbol in "★◆▲■♛✪✚█░─▌▶▷◢":
            self.assertNotIn(symbol, plain)
        self.assertIn("é", plain)

    def test_colours_only_where_they_are_wanted(self):
        red = "\x1b[0;1;31m"
        for env, words, expected in ({}, (), True), ({"NO_COLOR": "1"}, (), False), ({}, ("--plain",), False), (
                {"TERM": "dumb"}, (), False):
            screen = self.screen(GAME, "--seed", 1, *words, env=env)
            self.assertEqual(red in screen.all, expected, (env, words))
            self.assertEqual("\x1b" in screen.all, expected or "NO_COLOR" in env)
            screen.leave()
            self.assertEqual(screen.status, 0)

    def test_rules_and_cards(self):
        lines = ["?", "? RE-AC-3", "?re-ac-8", "? 1", "? RE-XX-1", "c", "c a", "c romanenko", "c 1", "c junket", "c xyz"]
        text = self.piped(lines, GAME, "--seed", 3, "--players", 4)
        for words in ("The player picks", "The first card on a leader is not of his own group", "the purge is spent",
                      'No such rule: "RE-XX-1"', "Which card or leader?", "printed stature 9",
                      "Your faction is out of reach", 'Nothing is known about "xyz"'):
            self.assertIn(words, text)

    def test_a_refusal_cites_its_clause(self):
        text = self.piped(["appoint kravchenko", "pass", "purge", "appoint romanenko"], GAME, "--seed", 3, "--players", 4)
        self.assertRegex(text, r"Not allowed: .* \(RE-PR-[0-9]\)")
        self.assertIn('No such choice: "purge"', text)
        self.assertIn("names Romanenko President", text)

    def test_nonsense(self):
        lines = ["-1", "0", "1x", "1-2", "1000000000000000000000", "x" * 5000, "\x1b[2J", "1 1 1 1", "é" * 300, "?" * 100, "c " + "9" * 99,
                 "lang", "lang xx", "s /", "?\t", "\u0085", "n", "n", "\0\0"]
        text = self.piped(lines, GAME, "--seed", 3, "--players", 4)
        self.assertNotIn("\x1b", text)
        self.assertIn('No such choice: "1x"', text)
        noise = random.Random(1).randbytes(20000).replace(b"q", b"").replace(b"s", b"")
        done = subprocess.run([PROGRAM, "play", GAME, "--seed", "2"], cwd=self.folder, input=noise, capture_output=True,
                              timeout=60, env=ENVIRONMENT)
        self.assertEqual((done.returncode, done.stderr), (0, b""))

    def test_names_are_printed_without_control_characters(self):
        self.piped(["s a.apr"], GAME, "--seed", 3, "--seats", "you,greedy,greedy")
        text = (self.folder / "a.apr").read_text().replace("moscow you", "moscow \x1b[2JEve\u009b31m")
        self.write("b.apr", text)
        shown = self.piped("\n", "--resume", "b.apr")
        self.assertIn("Eve", shown)
        self.assertNotIn("\x1b", shown)
        self.assertNotIn("\u009b", shown)


class BadUsage(PlayCase):
    def test_an_error_is_one_line_and_nothing_is_written(self):
        self.write("there.apr", "something")
        for status, *words in (
            (2,), (2, "chess"), (2, GAME, "--players", "9"), (2, GAME, "--players", "x"), (2, GAME, "--seats", "a,b"),
            (2, GAME, "--seats", "a,b,c", "--players", "4"), (2, GAME, "--seats", "a,,c"), (2, GAME, "--bogus"),
            (2, GAME, "--seats", "greedy,random,random"), (2, GAME, "--seats", "a,b," + "c" * 70),
            (2, GAME, "--seats", "a,b,c\x1b"), (2, GAME, "--option", "fall=nobody"), (2, GAME, "--lang", "de"),
            (2, GAME, "--seed", "-1"), (2, GAME, "--seed", "1x"), (2, GAME, "more"),
            (2, GAME, "--record", "there.apr"), (1, "--resume", "not-there.apr"), (1, "--resume", "there.apr"),
            (2, GAME, "--resume", "there.apr", "--players", "3"), (2, "--resume", "there.apr", "--seats", "a,b,c"),
        ):
            done = apparat("play", *words, cwd=self.folder, input="")
            self.assertEqual((done.returncode, done.stdout, done.stderr.count("\n")), (status, "", 1), (words, done.stderr))
        self.assertEqual([path.name for path in self.folder.iterdir()], ["there.apr"])
        self.assertEqual((self.folder / "there.apr").read_text(), "something")

    def test_help(self):
        self.assertIn("--seats", self.says("play", "--help"))


if __name__ == "__main__":
    unittest.main()
