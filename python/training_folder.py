#!/usr/bin/env python3
"""training_folder.py FOLDER: make a folder that trains on another machine.

It has the package with its libraries inside, the files of bench/training, and a script: `./train runs/kremlin.toml` there needs
Python 3.11 or newer with PyTorch and numpy, and nothing else: no network, no compiler, no installation. The other machine is of the
same kind as this one; with the package ziglang (from PyPI) here, its glibc may be as old as 2.25.
"""

from __future__ import annotations

import os
import shutil
import sys
import tempfile
import zipfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
SCRIPT = """#!/bin/sh
# ./train RUN.toml [--resume] [--evaluate] [--folder FOLDER] [..]: --help explains all of it.
# PYTHON is the interpreter that has PyTorch (python3).
here=$(cd -- "$(dirname -- "$0")" && pwd)
PYTHONPATH="$here${PYTHONPATH:+:$PYTHONPATH}" exec "${PYTHON:-python3}" -B -m apparat.train "$@"
"""


def make(folder: Path) -> str:
    """Makes the folder; returns the name of the wheel that it has inside."""
    sys.path.insert(0, str(HERE))
    os.environ["APPARAT_BUNDLE"] = "1"
    import apparat_build

    folder.mkdir(parents=True, exist_ok=True)
    for old in ("apparat", "runs"):
        shutil.rmtree(folder / old, ignore_errors=True)
    with tempfile.TemporaryDirectory() as wheels:
        name = apparat_build.build_wheel(wheels)
        with zipfile.ZipFile(Path(wheels, name)) as wheel:
            wheel.extractall(folder)
    shutil.copytree(apparat_build.ROOT / "bench/training", folder / "runs")
    script = folder / "train"
    script.write_text(SCRIPT)
    script.chmod(0o755)
    return name


if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        raise SystemExit(f"usage: {Path(sys.argv[0]).name} FOLDER")
    target = Path(sys.argv[1])
    print(f"{target}: {make(target)}; ./train there trains")
