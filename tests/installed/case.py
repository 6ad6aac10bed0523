"""What the tests of the installed files share: they are put into an empty folder, as a packager would do it.

The variables BUILD, PREFIX and LIBDIR are the folder of the build and its options; CC is the compiler."""

import os
import subprocess
import tempfile
import unittest
from pathlib import Path

BUILD = Path(os.environ["BUILD"])
ROOT = Path(__file__).resolve().parents[2]
PREFIX = Path(os.environ["PREFIX"])
LIBDIR = PREFIX / os.environ["LIBDIR"]


def run(*words, **more):
    """Runs a command, which must succeed, and returns what it prints."""
    done = subprocess.run([*map(str, words)], capture_output=True, text=True, timeout=250, **more)
    if done.returncode != 0:
        raise AssertionError(f"{words} ended with {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stdout


class Installed(unittest.TestCase):
    """A test with the installed files, as they would be in a folder that stands for the root, and an empty folder."""

    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.root = Path(folder.name)
        run("meson", "install", "-C", BUILD, "--no-rebuild", "--quiet", "--destdir", cls.root)

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    @classmethod
    def at(cls, path):
        """Where a path of the installed system lies."""
        return cls.root / Path(path).relative_to("/")

    @classmethod
    def apparat(cls, *words, **more):
        return run(cls.at(PREFIX / "bin/apparat"), *words, **more)
