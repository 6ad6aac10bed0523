#!/usr/bin/env python3
"""Write the licences of all that is installed: copyright.py LICENSE OUT [--web FOLDER]

With the browser client the program has other people's work in it: the packages that web/package.json names."""

import argparse
import json
from pathlib import Path

BUILDS_ONLY = {"esbuild"}  # it bundles the others, and is not a part of the result


def packages(web):
    listed = json.loads((web / "package.json").read_text(encoding="utf-8"))["dependencies"]
    return [(name, version) for name, version in listed.items() if name not in BUILDS_ONLY]


def main():
    parser = argparse.ArgumentParser(description="Write the licences of all that is installed.")
    parser.add_argument("licence", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--web", type=Path)
    options = parser.parse_args()
    texts = [options.licence.read_text(encoding="utf-8")]
    for name, version in packages(options.web) if options.web else []:
        text = (options.web / "node_modules" / name / "LICENSE").read_text(encoding="utf-8")
        texts.append(f"The browser client in the program contains {name} {version}, under this licence:\n\n{text}")
    options.output.write_text(f"\n{'-' * 80}\n\n".join(texts), encoding="utf-8")


if __name__ == "__main__":
    main()
