"""A folder of its own for each test of a generator, where tools and compiler run."""

import argparse  # noqa: F401  the tools need these: a copy of this process has them already
import dataclasses  # noqa: F401
import os
import runpy
import subprocess
import sys
import tempfile
import tomllib  # noqa: F401
import traceback
import unittest
from pathlib import Path

TOOLS = Path(__file__).resolve().parents[2] / "tools"
STRICT = ["cc", "-std=c17", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I."]


def run_script(script, arguments):
    """Runs a script in this process as Python would; returns its status."""
    sys.argv = [str(script), *map(str, arguments)]
    sys.path.insert(0, str(script.parent))
    try:
        runpy.run_path(str(script), run_name="__main__")
    except SystemExit as end:
        if isinstance(end.code, str):
            print(end.code, file=sys.stderr)
            return 1
        return end.code or 0
    except BaseException:
        traceback.print_exc()
        return 1
    return 0


def text_of(file):
    file.seek(0)
    return file.read().decode("utf-8")


class ToolTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode("utf-8"))

    def read(self, name):
        return (self.folder / name).read_text(encoding="utf-8")

    def run_here(self, *command):
        return subprocess.run(
            command, cwd=self.folder, capture_output=True, text=True, encoding="utf-8"
        )

    def tool(self, name, *arguments):
        """Runs a tool in a copy of this process, which is there much sooner than another Python."""
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as errors:
            child = os.fork()
            if child == 0:
                status = 1
                try:
                    os.chdir(self.folder)
                    os.dup2(out.fileno(), 1)
                    os.dup2(errors.fileno(), 2)
                    sys.stdout, sys.stderr = (open(n, "w", encoding="utf-8", closefd=False) for n in (1, 2))
                    status = run_script(TOOLS / name, arguments)
                    sys.stdout.flush()
                    sys.stderr.flush()
                finally:
                    os._exit(status)
            status = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
            return subprocess.CompletedProcess((name, *arguments), status, text_of(out), text_of(errors))

    def assert_quiet(self, result):
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))

    def assert_refused(self, result, message, *outputs):
        self.assertEqual((result.returncode, result.stdout, result.stderr), (1, "", message + "\n"))
        for output in outputs:
            self.assertFalse((self.folder / output).exists(), f"{output} was written")

    def assert_compiles(self, source, *options):
        self.assert_quiet(self.run_here(*STRICT, *options, "-fsyntax-only", source))

    def output_of(self, main, *sources):
        """Compile a program around the generated sources; return what it prints."""
        self.write("main.c", main)
        self.assert_quiet(self.run_here(*STRICT, "main.c", *sources, "-o", "main"))
        return self.run_here("./main").stdout
