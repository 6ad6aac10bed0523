#!/usr/bin/env python3
"""Follow the instructions of docs/hosting.md for a service from the sources, to the letter, in a bare Debian 12, and play
there."""

from instructions import commands
from playing import OPTIONS, leave_the_network, serve_and_play, unit_words
from root import PersonsRoot, alone, say


def main(folder):
    root = PersonsRoot(folder / "root")
    root.enter()
    root.follow(commands("As a service, from the sources."))
    verdict = root.run("systemd-analyze", "verify", "--man=no", "apparat.service")
    say(f"systemd-analyze: {verdict.strip() or 'no fault in the unit'}")
    with open(root.path / "etc/apparat/apparat.conf", "a") as config:
        config.writelines(f"limit = {option}\n" for option in OPTIONS)
    leave_the_network()
    serve_and_play(unit_words(root, "usr/local/lib/systemd/system/apparat.service"))


if __name__ == "__main__":
    alone(main, "chromium")
