#!/usr/bin/env python3
"""Follow the instructions of docs/python.md in a bare Debian 12, to the letter; then install the source distribution in the same way,
and play with both where there is no network."""

from instructions import commands
from playing import leave_the_network
from root import PERSON, PersonsRoot, alone, say

DOCUMENT = "docs/python.md"
MAKE = "import sys; sys.path.insert(0, 'python'); import apparat_build; print(apparat_build.build_sdist('.'))"
PLAY = "import apparat; *_, last = apparat.play(apparat.load('red-empire'), seed=1); print(len(_), last.state.outcome.reason)"


def main(folder):
    root = PersonsRoot(folder / "root")
    root.enter()
    lines = commands("On Debian.", DOCUMENT)
    home = root.follow(lines)
    who = ["setpriv", f"--reuid={PERSON}", f"--regid={PERSON}", "--init-groups", "env", f"HOME=/home/{PERSON}", "sh", "-ec"]

    def type_in(line):
        say(line)
        return root.run(*who, f"cd /home/{PERSON}/apparat; {line}").strip()

    archive = type_in(f'python3 -c "{MAKE}"')
    (home / "apparat/python").rename(home / "apparat/not-here")
    type_in("python3 -m venv ~/from-archive")
    type_in(f"~/from-archive/bin/pip install ./{archive}")
    leave_the_network()
    for environment in ("apparat-python", "from-archive"):
        say(type_in(f'~/{environment}/bin/python -c "{PLAY}"'))


if __name__ == "__main__":
    alone(main)
