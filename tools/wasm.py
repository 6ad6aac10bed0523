#!/usr/bin/env python3
"""Build the engine for the browser: wasm.py --clang CLANG [-I FOLDER].. OUT.wasm SOURCE.c.."""

import argparse
import concurrent.futures
import hashlib
import os
import subprocess
from pathlib import Path

FLAGS = ["--target=wasm32-wasi", "-std=c17", "-O2", "-DNDEBUG", "-D_POSIX_C_SOURCE=200809L", "-Wall", "-Wextra", "-Werror"]
# The linker's own 64 KiB of stack are little for an engine that puts whole states on it.
LINK = [
    "--target=wasm32-wasi",
    "-mexec-model=reactor",
    "-Wl,--gc-sections",
    "-Wl,--strip-all",
    "-Wl,-z,stack-size=262144",
    "-Wl,--stack-first",
]


def compiled(source, options, folder):
    name = hashlib.sha256(str(source.resolve()).encode()).hexdigest()[:12]
    out = folder / f"{source.stem}-{name}.o"
    # A game's bots include its engine as "engine/...": from the folder that holds both.
    includes = [f"-I{path}" for path in [*options.include, source.parent.parent]]
    subprocess.run([options.clang, *FLAGS, *includes, "-c", source, "-o", out], check=True)
    return out


def main():
    parser = argparse.ArgumentParser(description="Build the engine for the browser.")
    parser.add_argument("--clang", required=True)
    parser.add_argument("-I", dest="include", action="append", default=[])
    parser.add_argument("output", type=Path)
    parser.add_argument("sources", nargs="+", type=Path)
    options = parser.parse_args()
    folder = options.output.parent / "engine-objects"
    folder.mkdir(exist_ok=True)
    sources = [source for source in options.sources if source.suffix == ".c"]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        objects = list(pool.map(lambda source: compiled(source, options, folder), sources))
    subprocess.run([options.clang, *LINK, *objects, "-o", options.output], check=True)


if __name__ == "__main__":
    main()
