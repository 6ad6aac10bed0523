#!/usr/bin/env python3
"""Fetch the Python part of PufferLib from PyPI into a folder, for the test of apparat.puffer.

PufferLib is published as sources alone, and building these fetches other things from elsewhere. Its environments and vectors are
plain Python; they need gym, gymnasium, numpy, pettingzoo and psutil."""

import hashlib
import io
import json
import sys
import tarfile
import urllib.request
from pathlib import Path

VERSION = "3.0.0"
FILES = ("__init__.py", "pufferlib.py", "spaces.py", "emulation.py", "vector.py", "environments/__init__.py")


def main(folder):
    with urllib.request.urlopen("https://pypi.org/pypi/pufferlib/json", timeout=60) as answer:
        (source,) = (item for item in json.load(answer)["releases"][VERSION] if item["packagetype"] == "sdist")
    with urllib.request.urlopen(source["url"], timeout=300) as answer:
        archive = answer.read()
    if hashlib.sha256(archive).hexdigest() != source["digests"]["sha256"]:
        raise SystemExit("fetch_pufferlib: this is not what PyPI has")
    with tarfile.open(fileobj=io.BytesIO(archive)) as sources:
        for name in FILES:
            content = sources.extractfile(f"pufferlib-{VERSION}/pufferlib/{name}")
            target = Path(folder, "pufferlib", name)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(content.read())


if __name__ == "__main__":
    main(sys.argv[1])
