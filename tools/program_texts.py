#!/usr/bin/env python3
"""Find the English texts of the program that are translated: program_texts.py ROOT writes them as a .po file without
translations. They are formats of errors, and texts in AP_TEXT(); xgettext of gettext finds them in the code."""

import subprocess
import sys
from pathlib import Path

# The functions whose argument of this number is such a text.
FUNCTIONS = {
    "AP_TEXT": 1,
    "ap_cli_misuse": 2,
    "ap_cli_failure": 2,
    "ap_fail": 3,
    "sv_admin_fail": 3,
    "ap_reader_expected": 2,
    "ap_reader_need_line": 2,
    "fail": 3,
}
FORMATS = ("ap_cli_misuse", "ap_cli_failure", "ap_fail", "sv_admin_fail")
ROOMS = ("cli", "join", "text", "server")


def texts(root):
    """The texts as the lines of a .po file."""
    words = ["xgettext", "--language=C", "--from-code=UTF-8", "--omit-header", "--no-wrap", "--sort-by-file"]
    words += ["--keyword=", *(f"--keyword={name}:{number}" for name, number in FUNCTIONS.items())]
    words += [f"--flag={name}:{FUNCTIONS[name]}:c-format" for name in FORMATS]
    files = [str(path.relative_to(root)) for room in ROOMS for path in sorted((root / "src" / room).glob("*.[ch]"))]
    return subprocess.run([*words, "-o", "-", *files], cwd=root, check=True, capture_output=True, text=True).stdout


if __name__ == "__main__":
    sys.stdout.write(texts(Path(sys.argv[1]).resolve()))
