#!/usr/bin/env python3
"""What is installed where: with the prefix of the build, and as a package of Debian has it."""

import json
import os
import re
import unittest

from case import BUILD, LIBDIR, PREFIX, ROOT, Installed, run

COMMANDS = "admin backup bench draw games join licences migrate play replay rules script serve simulate verify".split()
CONFIG_FOLDER = "/etc" if str(PREFIX) == "/usr" else f"{PREFIX}/etc"
ARCHITECTURE = "x86_64-linux-gnu"  # only a name here: nothing is compiled for it


def expected(prefix, libdir, version, zsh):
    """Every file, and nothing else. Links of the shared library are files, too."""
    soname = ".".join(version.split(".")[: 2 if version.startswith("0.") else 1])
    under = {
        "bin": ["apparat"],
        "include/apparat": ["apparat.h", "bots.h", "drawings.h", "learn.h", "records.h", "scenarios.h", "text.h", "vector.h", "version.h"],
        "lib/systemd/system": ["apparat.service"],
        "lib/sysusers.d": ["apparat.conf"],
        "share/bash-completion/completions": ["apparat"],
        f"share/zsh/{zsh}": ["_apparat"],
        "share/fish/vendor_completions.d": ["apparat.fish"],
        "share/doc/apparat": ["copyright"],
        "share/man/man1": ["apparat.1", *(f"apparat-{name}.1" for name in COMMANDS)],
        "share/man/man5": ["apparat-record.5", "apparat-scenario.5"],
        libdir: ["libapparat.a", "libapparat.so", f"libapparat.so.{soname}", f"libapparat.so.{version}"],
        f"{libdir}/pkgconfig": ["apparat.pc"],
    }
    return sorted(f"{prefix}/{folder}/{name}" for folder, names in under.items() for name in names)


class Files(Installed):
    def version(self):
        return self.apparat("--version").split()[1]

    def test_every_file_is_in_its_place(self):
        found = sorted(f"/{path.relative_to(self.root)}" for path in self.root.rglob("*") if not path.is_dir())
        zsh = "vendor-completions" if str(PREFIX) == "/usr" and os.path.exists("/etc/debian_version") else "site-functions"
        config = f"{CONFIG_FOLDER}/apparat/apparat.conf"  # a script installs it, and never over another
        files = expected(PREFIX, LIBDIR.relative_to(PREFIX), self.version(), zsh)
        self.assertEqual(found, sorted([*files, config]))

    def test_a_package_of_debian_has_them_where_debian_wants_them(self):
        if not os.path.exists("/etc/debian_version"):
            self.skipTest("this is not Debian")
        libdir = f"lib/{ARCHITECTURE}"
        options = ["--prefix=/usr", f"--libdir={libdir}", "-Dtests=false", "-Dweb=disabled"]
        run("meson", "setup", *options, self.folder / "build", cwd=ROOT)
        planned = json.loads(run("meson", "introspect", "--installed", self.folder / "build"))
        self.assertEqual(sorted(planned.values()), expected("/usr", libdir, self.version(), "vendor-completions"))

    def test_the_service_starts_the_installed_program(self):
        unit = self.at(PREFIX / "lib/systemd/system/apparat.service").read_text()
        (program,) = re.findall(r"^ExecStart=(\S+) serve ", unit, re.M)
        self.assertEqual(run(self.at(program), "--version"), self.apparat("--version"))
        (config,) = re.findall(r"^ExecStart=.* --config (\S+) ", unit, re.M)
        self.assertTrue(self.at(config).exists())

    def test_a_configuration_that_is_there_stays(self):
        config = self.at(f"{CONFIG_FOLDER}/apparat/apparat.conf")
        before = config.read_text()
        self.addCleanup(config.write_text, before)
        config.write_text("port = 1\n")
        run("meson", "install", "-C", BUILD, "--no-rebuild", "--quiet", "--destdir", self.root)
        self.assertEqual(config.read_text(), "port = 1\n")

    def test_the_copyright_has_the_licence(self):
        text = self.at(PREFIX / "share/doc/apparat/copyright").read_text()
        self.assertTrue(text.startswith((ROOT / "LICENSE").read_text()))
        contained = re.findall(r"^The browser client in the program contains (\S+) ", text, re.M)
        self.assertEqual("preact" in contained, os.environ["WEB"] == "true")

    def test_nothing_tells_where_it_was_built(self):
        for path in self.root.rglob("*"):
            if path.is_file() and "apparat.so" not in path.name and path.suffix != ".a" and path.parent.name != "bin":
                self.assertNotIn(str(ROOT), path.read_text(), path)


if __name__ == "__main__":
    unittest.main()
