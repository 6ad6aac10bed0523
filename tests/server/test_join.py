#!/usr/bin/env python3
"""Playing over the network from a terminal: apparat join with a server."""

import fcntl
import os
import pty
import random
import re
import select
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "cli"))

from case import GAMES
from wire import PATIENCE, PROGRAM, Server

QUICK = {"messages_a_second": 100000, "message_burst": 100000, "bot_workers": 0, "bot_delay": 0, "shown_most": 0}
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
CLEAR = "\x1b[H\x1b[2J"
QUESTION = re.compile(r": (?:1-)?(\d+), (?:n for more, )?h for help > $")
END = "Enter: the tables"


class Joiner:
    """The program in a pseudo-terminal."""

    def __init__(self, state, *words, columns=100, rows=36):
        pid, self.fd = pty.fork()
        if pid == 0:
            more = {"TERM": "xterm", "LC_ALL": "C.UTF-8", "XDG_STATE_HOME": str(state)}
            os.execve(PROGRAM, [str(PROGRAM), "join", *map(str, words)], {**os.environ, **more})
        self.pid, self.bytes, self.status = pid, b"", None
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read_some(self, wait):
        if self.status is not None or not select.select([self.fd], [], [], wait)[0]:
            return
        try:
            data = os.read(self.fd, 65536)
        except OSError:
            data = b""
        self.bytes += data
        if not data:
            self.status = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
            os.close(self.fd)

    @property
    def text(self):
        """Returns what is on the screen."""
        whole = self.bytes.decode(errors="replace").replace("\r\n", "\n")
        return ESCAPE.sub("", whole.split(CLEAR)[-1])

    @property
    def everything(self):
        return ESCAPE.sub("", self.bytes.decode(errors="replace").replace("\r\n", "\n"))

    def until(self, *patterns):
        """Waits until one of these is on the screen, and returns it; None if the program has ended."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            for pattern in patterns:
                if re.search(pattern, self.text):
                    return pattern
            if self.status is not None:
                return None
            self.read_some(0.2)
        raise AssertionError(f"waited for {patterns}, saw:\n{self.text}")

    def until_asked(self):
        """Waits until a question is asked, and reads what has happened before it."""
        while self.until(QUESTION.pattern, "Enter: go on") != QUESTION.pattern:
            self.type("")
        return self

    def forget(self):
        """Lets until() ignore what is on the screen now."""
        self.bytes += CLEAR.encode()
        return self

    def type(self, line):
        self.forget()
        os.write(self.fd, (line + "\n").encode())
        return self

    def ends(self):
        end = time.monotonic() + PATIENCE
        while self.status is None and time.monotonic() < end:
            self.read_some(0.2)
        return self.status

    def kill(self):
        if self.status is None:
            os.kill(self.pid, signal.SIGKILL)
            self.ends()

    def answer(self, rng):
        """Answers the question on the screen; returns False if there is none."""
        asked = QUESTION.search(self.text)
        if asked:
            self.type(str(rng.randint(1, int(asked[1]))))
        return bool(asked)

    def play(self, rng, most=100000):
        """Answers at random until the game is over, but not more often than `most`."""
        for _ in range(most):
            seen = self.until(QUESTION.pattern, r"Enter: go on", END, "No such choice")
            if seen in (END, None):
                return
            if not self.answer(rng):
                self.type("")


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def serve(self, *words, **limits):
        server = Server(self.folder, *words, **{**QUICK, **limits})
        self.addCleanup(server.close)
        self.addCleanup(lambda: server.process.poll() is None and server.stop())
        return server

    def join(self, *words, name="Ann", **more):
        joiner = Joiner(self.folder / "state", *words, "--name", name, **more)
        self.addCleanup(joiner.kill)
        return joiner

    def piped(self, text, *words):
        return subprocess.run([PROGRAM, "join", *map(str, words)], input=text, capture_output=True, text=True,
                              timeout=PATIENCE, env={**os.environ, "XDG_STATE_HOME": str(self.folder / "state")})

    def refuses(self, status, line, *words):
        """Checks that the program prints this line to stderr and ends with this status."""
        done = self.piped("", *words)
        self.assertEqual((done.stderr, done.returncode), (f"apparat join: {line}\n", status), words)


class WholeGames(Case):
    def test_a_game_against_bots_can_be_played(self):
        server = self.serve()
        ann = self.join(server.url, "--create", "red-empire", "--seats", "you,greedy,random")
        ann.play(random.Random(1))
        self.assertRegex(ann.text, "RED EMPIRE ◢ (THE LAST CARD IS DRAWN|THE UNION HAS COLLAPSED)")
        self.assertRegex(ann.text, r"RE-(VI|CR)-\d")
        ann.type("/rematch").until_asked()
        ann.type("q")
        self.assertEqual(ann.ends(), 0)
        self.assertIn("Your seat is kept", ann.everything)

    def test_every_game_has_its_board(self):
        server = self.serve()
        bots = "greedy,greedy"
        for game, part, seats in (
            ("kremlin", "CHIEF", f"you,{bots}"),
            ("atomic-business", "Airport", f"you,{bots}"),
            ("triumph-of-chaos", "Moskva", "you,random"),
        ):
            ann = self.join(server.url, "--create", game, "--seats", seats)
            ann.play(random.Random(2), 12)
            self.assertIn(part, ann.everything)
            ann.kill()

    def test_a_game_can_be_played_through_pipes(self):
        server = self.serve()
        rng = random.Random(3)
        lines = "".join(f"{rng.choice(['1', '2', '1 1', '3 1'])}\n" for _ in range(400)) + "\nq\n"
        done = self.piped(lines, server.url, "--name", "Ann", "--create", "red-empire", "--seats", "greedy,you,random",
                          "--lang", "fr")
        self.assertEqual((done.stderr, done.returncode), ("", 0))
        self.assertRegex(done.stdout, r"EMPIRE ROUGE [|◢] |RED EMPIRE [|◢] ")
        self.assertIn("Entrée : les tables", done.stdout)
        self.assertNotIn("\x1b", done.stdout)


class Together(Case):
    def invited(self, server, **more):
        """Seats two people at a table, the second by the invitation that the first was shown."""
        ann = self.join(server.url, "--create", "red-empire", "--seats", "you,open,greedy", **more)
        ann.until("Others join by:[^$]*to leave > $")
        link = re.search(r"apparat join '(.*?)'", ann.text)[1]
        ben = self.join(link, name="Ben", **more)
        ben.until("Get up")
        self.assertIn("Ann", ben.text)
        ann.until("Begin the game")
        self.assertIn("Ben", ann.text)
        return ann, ben

    def begin(self, ann, ben):
        ann.type("1")
        for one in ann, ben:
            self.read_news(one)

    def read_news(self, one):
        if one.until("h for help > $", "Enter: go on") == "Enter: go on":
            one.type("").until("h for help > $")

    def step(self, joiners, rng):
        """Lets those who are asked answer; returns whether the game is over."""
        for one in joiners:
            one.read_some(0.01)
            if "Enter: go on" in one.text:
                one.type("")
            elif one.answer(rng):
                one.until(QUESTION.pattern, "Waiting for", END, "Enter: go on", "refuses")
        return all(END in one.text for one in joiners)

    def test_two_people_can_play_a_whole_game(self):
        server = self.serve(live_delay=1, countdown=1000)
        ann, ben = self.invited(server)
        self.begin(ann, ben)
        rng, end = random.Random(4), time.monotonic() + 5 * PATIENCE  # a whole game
        while not self.step((ann, ben), rng):
            self.assertLess(time.monotonic(), end, ann.text + ben.text)
        results = [one.text[one.text.index("RED EMPIRE ◢ ") :] for one in (ann, ben)]
        self.assertEqual(results[0], results[1])

    def test_talk_undo_and_bots_work(self):
        server = self.serve(live_delay=1)
        ann, ben = self.invited(server)
        self.begin(ann, ben)
        ann.type("/say hello to all").until("Ann: hello to all")
        ben.until("Ann: hello to all")
        ben.type("/whisper ann and to you").until("Ben > Moscow: and to you")
        ann.until("Ben > Moscow: and to you")
        ben.type("/whisper nobody x").until('No such seat: "nobody"')
        ann.type("/undo").until("refuses: there is nothing to take back now")
        ann.type("/nonsense").until("No such command here: /nonsense")
        ann.type("? RE-AC-3").until("Enter: back > $")
        self.assertIn("RE-AC-3", ann.text)
        ann.type("").until("h for help > $")
        asked = ann if QUESTION.search(ann.text) else ben
        other = ben if asked is ann else ann
        before = QUESTION.search(asked.until_asked().text)[0]
        rng = random.Random(5)
        asked.answer(rng)
        self.read_news(asked)
        while "0 goes back" in asked.text:  # a list of choices was opened: nothing is decided yet
            asked.answer(rng)
            self.read_news(asked)
        asked.type("/undo")
        end = time.monotonic() + PATIENCE
        while "You have asked" in asked.text or not asked.text.endswith(before):
            self.assertLess(time.monotonic(), end, asked.text + other.text)
            asked.read_some(0.02)
            other.read_some(0.02)
            if "asks to take the last choice back" in other.text:  # others have acted since
                other.type("/agree")
        asked.type("/bot greedy")
        other.until(r"Ben \(bot|Ann \(bot")
        asked.type("/back")
        asked.until("h for help > $", "Enter: go on")

    def test_news_of_others_interrupts_nobody(self):
        """While others play, a person can read a page and answer questions in the lobby."""
        server = self.serve(live_delay=1)
        ann, ben = self.invited(server)
        self.begin(ann, ben)
        ann.type("h").until("Enter: back > $")
        ben.type("/say hello").until("Ben: hello")
        ann.forget().until("Enter: back > $")  # it is drawn again when the message comes
        ann.type("").until("Ben: hello")
        ann.type("/lobby").until("A new table")
        number = re.search(r"(\d+) A new table", ann.text)[1]
        ann.type(number).until("Which game.*> $")
        self.join(server.url, "--create", "red-empire", "--public", name="Cid").until("Others join by:")
        ann.forget().until("Which game.*> $")
        ann.type("1").until("How many play")

    def test_a_table_needs_its_invitation(self):
        server = self.serve()
        ann = self.join(server.url, "--create", "red-empire")
        ann.until(r"/t/\w+\?")
        key = re.search(r"/t/(\w+)\?", ann.text)[1]
        ben = self.join(server.url, "--table", key, name="Ben")
        ben.until("refuses: there is no such table")
        self.assertIn("A new table", ben.text)

    def test_tables_can_be_made_and_joined_in_the_lobby(self):
        server = self.serve()
        ben = self.join(server.url, name="Ben")
        ben.until("1 A new table")
        ann = self.join(server.url)
        ann.until("A new table")
        ann.type("1").until("Which game.*> $")
        ann.type(re.search(r"(\d+) Red Empire", ann.text)[1])
        for prompt, word in (("How many play, 3 to 6", "3"), ("0 to 2", "1"),
                             ("which level: random, greedy", ""), ("everybody sit down", "y")):
            ann.until(prompt)
            ann.type(word)
        ann.until("Others join by:")
        ben.until("1 Red Empire: Ann, free, greedy waits for players")
        ben.type("9").until("No such choice")
        ben.type("1").until("Get up")
        ann.until("Begin the game")
        ben.type("1").until("1 Red Empire: Ann, free, greedy")
        ann.until("1 Get up")
        ann.type("2").until("1 A new table")
        ben.until("1 A new table")
        ann.type("q")
        self.assertEqual(ann.ends(), 0)


class Trouble(Case):
    def test_wrong_arguments_are_explained(self):
        for line, *words in (
            ("URL is missing; usage: apparat join URL [OPTION]...",),
            ("'localhost:80': expected http://HOST:PORT or https://HOST:PORT", "localhost:80"),
            ("'http://:80': this is no name of a server", "http://:80"),
            ("'http://x:0': the port must be a number from 1 to 65535", "http://x:0"),
            ("'http://x/y': after the server comes nothing, or /t/ and the key of a table", "http://x/y"),
            ("'http://x/t/a?b=c': after the table comes nothing, or ?invite= and a key", "http://x/t/a?b=c"),
            ("--table must be a key of letters and digits", "http://x", "--table", "../x"),
            ("--invite needs its table: give --table KEY", "http://x", "--invite", "x"),
            ("unknown game 'chess': expected " + GAMES, "http://x", "--create", "chess"),
            ("--seats has you, open or a level of bots for each seat, not 'Ann'",
             "http://x", "--create", "red-empire", "--seats", "you,Ann,open"),
            ("--seats names 2, but 3 play", "http://x", "--create", "red-empire", "--players", 3, "--seats", "you,open"),
            ("--players, --seats, --option, --public and --slow go with --create GAME", "http://x", "--public"),
            ("a table is joined or made, not both: leave --create or the table out",
             "http://x/t/abc", "--create", "red-empire"),
        ):
            self.refuses(2, line, *words)

    def test_an_unreachable_server_is_explained(self):
        self.refuses(1, "cannot reach http://127.0.0.1:1: Unable to connect", "http://127.0.0.1:1", "--name", "Ann")

    def test_refused_names_are_explained(self):
        server = self.serve(name_length=5)
        self.refuses(1, "the server refuses the name 'Annabel': a name is short, and all of it can be seen",
                     server.url, "--name", "Annabel")
        self.refuses(2, "who are you? Give --name NAME", server.url)

    def test_a_server_of_another_kind_is_explained(self):
        """Something listens there, but it is no server of Apparat."""
        code = (
            "import http.server as h; s = h.HTTPServer(('127.0.0.1', 0), h.BaseHTTPRequestHandler); "
            "print(s.server_port, flush=True); s.serve_forever()"
        )
        with subprocess.Popen(["python3", "-c", code], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as other:
            url = f"http://127.0.0.1:{other.stdout.readline().strip()}"
            self.refuses(1, "this is no server of Apparat: it answers with status 501", url, "--name", "Ann")
            other.kill()

    def restart(self, number):
        server = self.serve()
        ann = self.join(server.url, "--create", "red-empire", "--seats", "you,greedy,greedy", "--ask-all")
        rng = random.Random(6)
        ann.play(rng, 8)
        while ann.until(QUESTION.pattern, "Enter: go on", END) == END:  # the game may end early
            ann.type("/rematch").play(rng, 8)
        if "Enter: go on" in ann.text:
            ann.type("").until(QUESTION.pattern)
        before = ann.text
        server.stop(number)
        ann.until("Coming back, q to leave")
        again = self.serve("--port", server.address[1])
        self.assertEqual(again.url, server.url)
        ann.until_asked()
        without_clock = lambda text: re.sub(r"Time until [0-9:]+", "", text)
        self.assertEqual(without_clock(ann.text), without_clock(before))
        ann.play(random.Random(7), 8)
        for wrong in "refuses", "Nothing is asked of you now":  # no question was asked a second time
            self.assertNotIn(wrong, ann.everything)

    def test_it_reconnects_when_the_server_restarts(self):
        self.restart(signal.SIGTERM)

    def test_it_reconnects_when_the_server_is_killed(self):
        self.restart(signal.SIGKILL)

    def test_it_can_be_left_while_the_server_is_gone(self):
        server = self.serve()
        ann = self.join(server.url, "--create", "red-empire", "--seats", "you,greedy,greedy")
        ann.until_asked()
        server.stop()
        ann.until("The connection is lost: the server restarts")
        ann.type("/say hello")
        ann.until("Coming back")
        ann.type("q")
        self.assertEqual(ann.ends(), 0)

    def test_a_seat_can_be_taken_up_again(self):
        server = self.serve()
        ann = self.join(server.url, "--create", "red-empire", "--seats", "you,open,greedy")
        ann.until("Others join by:")
        ann.type("q")
        self.assertEqual(ann.ends(), 0)
        link = re.search(r"apparat join '(\S+)'$", ann.everything.rstrip())[1]
        again = self.join(link)
        again.until("Get up")
        self.assertIn("Moscow            Ann", again.text)
        os.kill(again.pid, signal.SIGTERM)
        self.assertEqual(again.ends(), 128 + signal.SIGTERM)

    def test_an_unknown_session_is_replaced(self):
        """If the server has lost its database, the client asks for a new session."""
        server = self.serve()
        ann = self.join(server.url)
        ann.until("A new table")
        server.stop()
        for path in self.folder.glob("games.db*"):
            path.unlink()
        again = self.serve("--port", server.address[1])
        self.assertNotEqual(ann.ends(), 0)
        self.assertIn("apparat join: the connection is lost: it does not know you any more", ann.everything)
        self.join(again.url).until("A new table")


if __name__ == "__main__":
    unittest.main()
