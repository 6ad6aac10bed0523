#!/usr/bin/env python3
"""Make an archive that shows only exported symbols: archive.py --ar AR --objcopy OBJCOPY OUT.a PART.a.. --compiler WORD.."""

import argparse
import subprocess
import tempfile
from pathlib import Path


def main():
    parser = argparse.ArgumentParser(description="Make an archive that shows only exported symbols.")
    parser.add_argument("--ar", required=True)
    parser.add_argument("--objcopy", required=True)
    parser.add_argument("output", type=Path)
    parser.add_argument("parts", nargs="+")
    parser.add_argument("--compiler", nargs="+", required=True, help="the compiler, which links the parts to one object")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "apparat.o"
        link = ["-r", "-nostdlib", "-o", whole, "-Wl,--whole-archive", *options.parts]
        subprocess.run([*options.compiler, *link], check=True)
        subprocess.run([options.objcopy, "--localize-hidden", whole], check=True)
        options.output.unlink(missing_ok=True)
        subprocess.run([options.ar, "rcs", options.output, whole], check=True)


if __name__ == "__main__":
    main()
