#!/usr/bin/env python3
"""Prove that ./check and ./play need nothing but the base system of Debian 12, as root."""

import re
import subprocess
import time

from playing import fetch_all, leave_the_network
from root import Failed, Root, alone, copy_sources, say
from wire import Site

PATIENCE = 1800  # seconds until ./play has built everything and listens


def play(root):
    """./play says where to go with a browser, and the page is there."""
    words = root.words("sh", "-c", "cd /apparat && exec ./play")
    server = subprocess.Popen(words, text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    try:
        said, end = "", time.monotonic() + PATIENCE
        while not (found := re.search(r"^listening on http://([\d.]+):(\d+)", said, re.M)):
            line = server.stdout.readline()
            if not line or time.monotonic() > end:
                raise Failed(f"./play does not say where it listens:\n{said}")
            said += line
        say(f"./play: a page of {fetch_all(Site((found[1], int(found[2]))))} files")
    finally:
        server.kill()
        server.wait()


def main(folder):
    root = Root(folder / "root")
    root.enter()
    copy_sources(root.path / "apparat")
    say("./check")
    root.run("sh", "-c", "cd /apparat && exec ./check", quiet=False)
    leave_the_network()
    play(root)


if __name__ == "__main__":
    alone(main)
