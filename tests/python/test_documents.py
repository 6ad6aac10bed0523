"""The examples of the documentation run as they are, the notebook too."""

import contextlib
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import tomllib
import unittest
from pathlib import Path

from patience import PATIENCE

import apparat

SOAK = bool(os.environ.get("APPARAT_SOAK"))
ROOT = Path(__file__).resolve().parents[2]


def examples(path):
    return re.findall(r"```python\n(.*?)```", (ROOT / path).read_text(), re.S)


class Documents(unittest.TestCase):
    def setUp(self):
        self.enterContext(contextlib.chdir(self.enterContext(tempfile.TemporaryDirectory())))

    def run_example(self, text):
        """Runs an example in a process of its own; returns what it prints."""
        result = subprocess.run([sys.executable, "-W", "error", "-c", text], capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual((result.returncode, result.stderr), (0, ""), text)
        return result.stdout

    def test_the_manual(self):
        found = examples("docs/python.md")
        self.assertGreater(len(found), 6)
        for text in found:
            with self.subTest(text.splitlines()[2]):
                self.assertTrue(self.run_example(text) or "print" not in text)
        self.assertTrue(apparat.verify("evening.apr").over)

    def test_the_readme(self):
        for path in ("README.md", "python/README.md"):
            text = examples(path)[0]
            self.assertLessEqual(len(text.splitlines()), 20)
            said = self.run_example(text).splitlines()
            self.assertGreater(len(said), 50)
            self.assertTrue(any("KR-" in line for line in said))

    @unittest.skipIf(not SOAK, "trains for minutes, and needs torch")
    def test_a_bot_that_beats_random(self):
        _, text = examples("README.md")
        self.assertLessEqual(len(text.splitlines()), 22)
        said = self.run_example(text)
        self.assertRegex(said, r"against random: 0\.[5-9]\d\d ± 0\.0[1-3]\d in \d+ games \(random in its place: 0\.[23]")
        self.assertRegex(said, r"\n[\d.]+ of 20 games\n$")

    @unittest.skipIf(not SOAK, "needs torch")
    def test_training(self):
        """The example runs, and each file of a run is one."""
        from apparat.train.settings import run_of

        (example,) = examples("docs/training.md")
        self.run_example(example)
        files = re.findall(r"```toml\n(.*?)```", (ROOT / "docs/training.md").read_text(), re.S)
        self.assertGreater(len(files), 0)
        for text in files:
            self.assertTrue(run_of(tomllib.loads(text)).game)
        for path in sorted((ROOT / "bench/training").glob("*.toml")):
            self.assertTrue(run_of(tomllib.loads(path.read_text())).game, path)

    def test_the_notebook(self):
        cells = json.loads((ROOT / "docs/python.ipynb").read_text())["cells"]
        kinds = {cell["cell_type"] for cell in cells}
        self.assertEqual(kinds, {"code", "markdown"})
        names = {}
        for cell in cells:
            if cell["cell_type"] == "code":
                with contextlib.redirect_stdout(io.StringIO()):
                    exec("".join(cell["source"]), names)
        self.assertTrue(names["state"].is_over)
        self.assertTrue(os.listdir())

    def test_everything_is_documented(self):
        for name in apparat.__all__:
            value = getattr(apparat, name)
            if callable(value):
                self.assertTrue(value.__doc__, name)
            if isinstance(value, type):
                for member, item in vars(value).items():
                    if not member.startswith("_") and (callable(item) or isinstance(item, property)):
                        self.assertTrue(item.__doc__, f"{name}.{member}")


if __name__ == "__main__":
    unittest.main()
