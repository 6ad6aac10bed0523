"""What tests of `apparat play` share: the program through pipes, and on a terminal of its own."""

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
import termios
import time
from pathlib import Path

from case import ENVIRONMENT, PROGRAM, Case

CLEAR = "\x1b[H\x1b[2J"
CLEAR_HISTORY = CLEAR + "\x1b[3J"
OWN_SCREEN, SHELL_SCREEN = "\x1b[?1049h", "\x1b[?1049l"
ESCAPE = re.compile(r"\x1b\[[0-9;?]*[a-zA-Z]")
UTF8 = {"LC_ALL": "C.UTF-8"}


class Screen:
    """The program on a terminal of its own: lines are typed, and the screen is read."""

    def __init__(self, folder, *words, command="play", columns=80, rows=24, env=None):
        pid, self.fd = pty.fork()
        if pid == 0:
            os.chdir(folder)
            more = {"TERM": "xterm", "XDG_STATE_HOME": f"{folder}/.state", **UTF8, **(env or {})}
            os.execve(PROGRAM, [str(PROGRAM), command, *map(str, words)], {**ENVIRONMENT, **more})
        self.pid, self.all, self.status = pid, "", None
        self.bytes = b""
        self.resize(columns, rows)
        self.read()

    def resize(self, columns, rows):
        self.columns, self.rows = columns, rows
        fcntl.ioctl(self.fd, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def read(self, patience=20, beyond=0):
        """Waits for the next prompt, or for the end of the program. What is there already, up to `beyond`, does not count:
        the program itself echoes what is typed, when it gets to it."""
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
            elif len(self.bytes) > beyond and self.bytes.endswith(b"> ") and self.sleeps():
                quiet += 1
                if quiet > 1:
                    break
        self.all = self.bytes.decode().replace("\r\n", "\n")

    def read_until(self, condition, patience=60):
        """Reads until the condition holds."""
        end = time.monotonic() + patience
        while not condition() and time.monotonic() < end:
            if select.select([self.fd], [], [], 0.05)[0]:
                self.bytes += os.read(self.fd, 65536)
            self.all = self.bytes.decode(errors="replace").replace("\r\n", "\n")
        assert condition(), self.text

    def sleeps(self):
        """Whether the program waits; a busy machine may also keep it from writing for a while."""
        return Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()[0] == "S"

    def type(self, line):
        self.press((line + "\n").encode())
        return self

    def press(self, key):
        before = len(self.bytes)
        os.write(self.fd, key)
        self.read(beyond=before)

    @property
    def text(self):
        """What is on the screen."""
        return ESCAPE.sub("", self.all.split(CLEAR)[-1])

    @property
    def lines(self):
        return self.text.split("\n")

    def leave(self):
        """Leaves the game. The first "q" may close a page that lies over the question, so it is said again."""
        for line in ("q", "y", "") * 2:
            if self.status is None:
                self.type(line)
        self.read(patience=120, beyond=sys.maxsize)  # no prompt counts any more
        assert self.status is not None, self.text


def choices(text):
    """How many items the menu on the screen has; 0 if no question is asked."""
    last = text.split("\n")[-1]
    offered = re.search(r": (?:1-)?(\d+), ", last)
    return int(offered[1]) if offered else 0


def seats_with(game, *people):
    """The value of --seats for these people and random bots, with few players."""
    bots = max(game["min_players"] - len(people), 0)
    return ",".join([*people, *["random"] * bots])


class PlayCase(Case):
    def screen(self, *words, **more):
        screen = Screen(self.folder, *words, **more)
        self.addCleanup(self.stop, screen)
        return screen

    def stop(self, screen):
        if screen.status is None:
            os.kill(screen.pid, signal.SIGKILL)
            screen.read()

    def piped(self, lines, *words, env=UTF8):
        """The whole output of a game that reads these lines."""
        text = "".join(line + "\n" for line in lines) if isinstance(lines, list) else lines
        done = subprocess.run(
            [PROGRAM, "play", *map(str, words)],
            cwd=self.folder,
            input=text.encode(),
            capture_output=True,
            timeout=250,
            env={**ENVIRONMENT, **env},
        )
        self.assertEqual((done.stderr.decode(), done.returncode), ("", 0))
        return done.stdout.decode()

    def answers(self, seed, count=6000):
        """Random lines: numbers of items, and Enter where nothing is asked."""
        rng = random.Random(seed)
        some = ["", "1", "2", "3", "4", "5", "6", "2 1", "3 2 1"]
        return [rng.choice(some) for _ in range(count)]

    def short_answers(self, seed, count=40000):
        """Random lines that end a game of any kind sooner: they pass and repeat."""
        rng = random.Random(seed)
        some = ["", "1", "1", "2", "3", "4", "2 1", "1x3", "p"]
        return [rng.choice(some) for _ in range(count)]

    def end_of(self, record):
        """The last line of a record."""
        return (self.folder / record).read_text().splitlines()[-1]

    def hash_of(self, record):
        return self.end_of(record).split()[2]

    def assert_over(self, record):
        """The game of the record is over, and the record is right."""
        self.assertRegex(self.end_of(record), "^end (?!open)")
        self.assertIn("ok", self.says("verify", record))

    def fits(self, screen):
        """No line of the screen is too long, and there are not too many."""
        self.assertLessEqual(len(screen.lines), screen.rows, screen.text)
        for line in screen.lines:
            self.assertLessEqual(len(line), screen.columns, screen.text)
