#!/usr/bin/env python3
"""Build the packages as docs/hosting.md says, in a bare Debian 12, and let lintian judge them. Install the program's in
another one, in which nothing was built, and play there."""

import shutil
from pathlib import Path

from instructions import commands
from playing import OPTIONS, leave_the_network, serve_and_play, unit_words
from root import Failed, PersonsRoot, Root, alone, run, say

CONFIG = "etc/apparat/apparat.conf"


def judge(packages):
    """lintian finds no error and no warning."""
    (changes,) = packages.glob("apparat_*.changes")
    found = run("lintian", "--allow-root", "--fail-on", "error,warning", changes)
    say(f"lintian: {found.strip() or 'no error, no warning'}")


def install(root, packages):
    """Installs the program, changes its configuration, and installs everything."""
    (root.path / "packages").mkdir()
    names = [Path(shutil.copy(path, root.path / "packages")).name for path in packages.glob("*.deb")]
    root.run("apt-get", "-qq", "update")
    put = ["apt-get", "-y", "install", "--no-install-recommends"]
    root.run(*put, *(f"/packages/{name}" for name in names if name.startswith("apparat_")))
    verdict = root.run("systemd-analyze", "verify", "--man=no", "apparat.service")
    say(f"systemd-analyze: {verdict.strip() or 'no fault in the unit'}")
    with open(root.path / CONFIG, "a") as config:
        config.writelines(f"limit = {option}\n" for option in OPTIONS)
    root.run(*put, "--reinstall", *(f"/packages/{name}" for name in names if "dbgsym" not in name))
    if OPTIONS[0] not in (root.path / CONFIG).read_text():
        raise Failed("the configuration was overwritten")


def remove(root):
    """A configuration stays until the package is purged, and people's games for ever."""
    root.run("apt-get", "-y", "remove", "apparat")
    if not (root.path / CONFIG).exists() or (root.path / "usr/bin/apparat").exists():
        raise Failed("removed: the configuration must stay, and the program must go")
    root.run("apt-get", "-y", "purge", "apparat")
    if (root.path / CONFIG).exists() or not (root.path / "var/lib/apparat/apparat.db").exists():
        raise Failed("purged: the configuration must go, and people's games must stay")


def main(folder):
    built = PersonsRoot(folder / "built")
    fresh = Root(folder / "fresh", like=built)
    built.enter()
    fresh.enter()
    packages = built.follow(commands("As a package."))
    judge(packages)
    install(fresh, packages)
    leave_the_network()
    serve_and_play(unit_words(fresh, "lib/systemd/system/apparat.service"))
    remove(fresh)


if __name__ == "__main__":
    alone(main, "lintian", "chromium")
