"""A folder of its own for each test of a generator, where tools and compiler run."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

TOOLS = Path(__file__).resolve().parents[2] / "tools"
STRICT = ["cc", "-std=c17", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-I."]


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
        return self.run_here(sys.executable, TOOLS / name, *arguments)

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
