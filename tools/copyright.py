#!/usr/bin/env python3
"""Write the licences of all that is installed: copyright.py LICENSE OUT [--web FOLDER]

With the browser client the program has other people's work in it: the packages that web/package.json names, and what the
engine for the browser is linked with. web/notices has what these packages do not say themselves."""

import argparse
import json
from pathlib import Path

BUILDS_ONLY = {"esbuild"}  # it bundles the others, and is not a part of the result


def packages(web):
    """Name, version and licence of each package."""
    listed = json.loads((web / "package.json").read_text(encoding="utf-8"))["dependencies"]
    for name, version in listed.items():
        if name not in BUILDS_ONLY:
            yield name, version, (web / "node_modules" / name / "LICENSE").read_text(encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description="Write the licences of all that is installed.")
    parser.add_argument("licence", type=Path)
    parser.add_argument("output", type=Path)
    parser.add_argument("--web", type=Path)
    options = parser.parse_args()
    texts = [options.licence.read_text(encoding="utf-8")]
    for name, version, text in packages(options.web) if options.web else []:
        texts.append(f"The browser client in the program contains {name} {version}, under this licence:\n\n{text}")
    for notice in sorted((options.web / "notices").glob("*.txt")) if options.web else []:
        text = notice.read_text(encoding="utf-8")
        texts.append(f"The browser client also contains {notice.stem}, with these notices:\n\n{text}")
    options.output.write_text(f"\n{'-' * 80}\n\n".join(texts), encoding="utf-8")


if __name__ == "__main__":
    main()
