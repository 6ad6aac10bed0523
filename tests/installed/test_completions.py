#!/usr/bin/env python3
"""Shells complete what is typed: with the Tab key in bash and zsh, and as fish lists it."""

import os
import pty
import re
import select
import shutil
import signal
import time
import unittest

from case import PREFIX, Installed, run

# What is typed, and the words that the program is then given.
TYPED = {
    "apparat simul": ["simulate"],
    "apparat play krem": ["play", "kremlin"],
    "apparat play kremlin --gen": ["play", "kremlin", "--generic-board"],
    "apparat play kremlin --option rules=s": ["play", "kremlin", "--option", "rules=swiss"],
    "apparat play kremlin --option=rules=s": ["play", "kremlin", "--option=rules=swiss"],
    "apparat play kremlin --seats you,gre": ["play", "kremlin", "--seats", "you,greedy"],
    "apparat rules kremlin --lang f": ["rules", "kremlin", "--lang", "fr"],
    "apparat serve --limit seats": ["serve", "--limit", "seats_a_person="],
    "apparat verify on": ["verify", "one.apr"],
    "apparat verify fold": ["verify", "folder/"],
    "apparat play --resume=on": ["play", "--resume=one.apr"],
    "apparat play kremlin --record no": ["play", "kremlin", "--record", "note.txt"],
    "apparat simulate kremlin --record f": ["simulate", "kremlin", "--record", "folder/"],
}

# In these shells the program's name is a function that prints its words, unless it is asked to complete them.
FUNCTION = """apparat() { if [ "$1" = complete ]; then command apparat "$@"; else printf '<%s>' "$@"; printf '!\\n'; fi; }"""


class Shell:
    """An interactive shell at a terminal."""

    def __init__(self, words, folder, environment):
        self.process, self.terminal = pty.fork()
        if self.process == 0:
            os.chdir(folder)
            os.execvpe(words[0], words, environment)

    def close(self):
        os.kill(self.process, signal.SIGKILL)
        os.waitpid(self.process, 0)
        os.close(self.terminal)

    def type(self, text):
        os.write(self.terminal, text.encode())

    def read_until(self, pattern):
        """Reads until something matches; the limit is only for a test that fails."""
        text, end = "", time.monotonic() + 60
        while time.monotonic() < end:
            if select.select([self.terminal], [], [], 1)[0]:
                text += os.read(self.terminal, 65536).decode(errors="replace")
                if match := re.search(pattern, text):
                    return match
        raise AssertionError(f"no {pattern!r} in {text!r}")

    def do(self, command):
        self.type(f"{command}; printf 'do%s\\n' ne\n")
        self.read_until(r"\bdone\r\n")

    def completed(self, text):
        """The words of the command when Tab, and then Enter, are pressed."""
        self.type(text + "\t\n")
        return re.findall(r"<(.*?)>", self.read_until(r"((?:<[^<>\r\n]*>)+)!\r\n")[1])


class Completions(Installed):
    def setUp(self):
        super().setUp()
        (self.folder / "folder").mkdir()
        for name in ("one.apr", "one.txt", "other.aps", "note.txt", "folder/two.apr"):
            (self.folder / name).write_text("")
        path = f"{self.at(PREFIX / 'bin')}:{os.environ['PATH']}"
        self.environment = {"PATH": path, "HOME": str(self.folder), "TERM": "dumb", "LC_ALL": "C.UTF-8"}

    def completes(self, words, *commands):
        if not shutil.which(words[0]):
            self.skipTest(f"{words[0]} is not installed")
        shell = Shell(words, self.folder, self.environment)
        self.addCleanup(shell.close)
        for command in (*commands, FUNCTION):
            shell.do(command)
        for typed, expected in TYPED.items():
            self.assertEqual(shell.completed(typed), expected, typed)

    def test_bash_completes(self):
        script = self.at(PREFIX / "share/bash-completion/completions/apparat")
        self.completes(["bash", "--norc", "--noprofile", "-i"], f"source {script}")

    def test_zsh_completes(self):
        (script,) = self.at(PREFIX / "share/zsh").glob("*/_apparat")
        begin = [f"fpath=({script.parent} $fpath)", "autoload -Uz compinit", "compinit -u -D", "setopt no_auto_remove_slash"]
        self.completes(["zsh", "-f", "-i"], *begin)

    def test_fish_completes(self):
        if not shutil.which("fish"):
            self.skipTest("fish is not installed")
        script = self.at(PREFIX / "share/fish/vendor_completions.d/apparat.fish")
        lists = "source $argv[1]; for typed in $argv[2..-1]; complete -C $typed; end"
        words = ["fish", "--no-config", "-c", lists, script, *TYPED]
        listed = run(*words, cwd=self.folder, env=self.environment).splitlines()
        self.assertEqual(listed, [expected[-1] for expected in TYPED.values()])


if __name__ == "__main__":
    unittest.main()
