#!/usr/bin/env python3
"""The installed library: what it exports, its headers, and programs that are linked with it, shared and static."""

import os
import re
import unittest

from case import LIBDIR, PREFIX, ROOT, Installed, run

GAME = "red-empire"
WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Werror"]


class Library(Installed):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.headers = sorted(cls.at(PREFIX / "include/apparat").glob("*.h"))
        pkgconfig = cls.at(LIBDIR / "pkgconfig")
        cls.environment = {**os.environ, "PKG_CONFIG_SYSROOT_DIR": str(cls.root), "PKG_CONFIG_PATH": str(pkgconfig)}

    def flags(self, *options):
        return run("pkg-config", *options, "apparat", env=self.environment).split()

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    # ---- Symbols

    def declared(self):
        """The functions that the headers declare, and that a program cannot have by the headers alone."""
        source = self.write("all.c", "".join(f"#include <apparat/{header.name}>\n" for header in self.headers))
        listed = self.folder / "listed"
        run("gcc", *self.flags("--cflags"), "-fsyntax-only", "-aux-info", listed, source)
        ours = [line for line in listed.read_text().splitlines() if "/include/apparat/" in line and "*/ static" not in line]
        return {re.search(r"\b(\w+) \(", line.partition("*/")[2])[1] for line in ours}

    def symbols(self, *words):
        lines = [line.split() for line in run("nm", *words).splitlines()]
        return {fields[-1].partition("@")[0]: fields[-2] for fields in lines if len(fields) > 1}

    def test_the_shared_library_exports_what_the_headers_declare(self):
        exported = self.symbols("--dynamic", "--defined-only", self.at(LIBDIR / "libapparat.so"))
        self.assertEqual(set(exported), self.declared())
        self.assertEqual(set(exported.values()), {"T"})
        self.assertGreater(len(exported), 100)
        self.assertEqual({name for name in exported if not name.startswith("ap_")}, set())

    def test_the_archive_exports_the_same(self):
        archive = self.at(LIBDIR / "libapparat.a")
        self.assertEqual(set(self.symbols("--extern-only", "--defined-only", archive)), self.declared())
        needed = self.symbols("--undefined-only", archive)
        self.assertIn("snprintf", needed)
        self.assertEqual({name for name in needed if name.startswith("ap_")}, set())

    def test_the_soname_follows_the_version(self):
        version = self.flags("--modversion")[0]
        major, minor, _ = version.split(".")
        soname = f"libapparat.so.{major}" if major != "0" else f"libapparat.so.0.{minor}"
        library = self.at(LIBDIR / f"libapparat.so.{version}")
        self.assertIn(f"[{soname}]", run("readelf", "--dynamic", library))
        for name in (soname, "libapparat.so"):
            self.assertEqual(self.at(LIBDIR / name).resolve(), library.resolve())
        self.assertEqual(self.apparat("--version"), f"apparat {version}\n")

    # ---- Headers

    def test_each_header_compiles_alone_in_c_and_cplusplus(self):
        names = [header.name for header in self.headers]
        public = ["apparat.h", "bots.h", "drawings.h", "learn.h", "records.h", "scenarios.h", "text.h", "vector.h", "version.h"]
        self.assertEqual(names, public)
        for name in names:
            text = f"#include <apparat/{name}>\n#include <apparat/{name}>\n"
            for compiler, standard, suffix in (("gcc", "c17", "c"), ("clang", "c17", "c"), ("g++", "c++17", "cc"), ("clang++", "c++17", "cc")):
                source = self.write(f"alone.{suffix}", text)
                run(compiler, f"-std={standard}", *WARNINGS, "-fsyntax-only", *self.flags("--cflags"), source)

    def test_cplusplus_programs_link(self):
        source = self.write("version.cc", "#include <apparat/version.h>\nint main() { return ap_version() == nullptr; }\n")
        run("g++", "-std=c++17", *WARNINGS, source, *self.flags("--cflags", "--libs"), "-o", self.folder / "version")
        run(self.folder / "version", env={"LD_LIBRARY_PATH": str(self.at(LIBDIR))})

    # ---- Programs

    def compiled(self, name, *words):
        """Compiles the program in a folder of its own; returns its path."""
        source = self.write("outside.c", (ROOT / "tests/installed/outside.c").read_text())
        run("gcc", "-std=c17", *WARNINGS, source, *words, "-o", self.folder / name)
        return self.folder / name

    def plays(self, program, environment):
        """The program reads one record and writes another; returns what it says."""
        words = ["simulate", GAME, "--games", 1, "--seed", 3, "--record", self.folder, "--fair"]
        self.apparat(*words)
        record = next(self.folder.glob(f"{GAME}-*.apr"))
        written = self.folder / "written.apr"
        written.unlink(missing_ok=True)
        said = run(program, GAME, record, written, env=environment)
        verified = self.apparat("verify", record)
        moves, outcomes = re.search(r"ok, (\d+) actions,.* dice verified: (\d+) outcomes", verified).groups()
        first, second, *log = said.splitlines()
        self.assertEqual(first, f"read {GAME}: {moves} moves, {outcomes} outcomes, {outcomes} of them in force, rules known, dice checked")
        self.assertEqual(second, "playing Red Empire")
        self.assertRegex(self.apparat("verify", written), r": ok, \d+ actions, [a-z]+, hash ")
        events = [line for line in log if not line.startswith("#")]
        self.assertEqual(events, self.apparat("replay", written, "--seat", "observer", "--lang", "en").splitlines())
        decisions = [line for line in log if line.startswith("# ")]
        self.assertGreater(len(decisions), 5)
        self.assertRegex(decisions[-1], r"^# refused: .*\(\w+-\w+-\d+\)")
        return said

    def test_the_example_of_the_documentation_runs(self):
        (example,) = re.findall(r"```c\n(.*?)```", (ROOT / "docs/library.md").read_text(), re.S)
        source = self.write("example.c", example)
        run("gcc", "-std=c17", *WARNINGS, source, *self.flags("--cflags", "--libs"), "-o", self.folder / "example")
        said = run(self.folder / "example", env={"LD_LIBRARY_PATH": str(self.at(LIBDIR))})
        self.assertGreater(len(said.splitlines()), 20)

    def test_the_example_of_learning_runs(self):
        (example,) = re.findall(r"```c\n(.*?)```", (ROOT / "docs/learning.md").read_text(), re.S)
        source = self.write("learning.c", example)
        run("gcc", "-std=c17", *WARNINGS, source, *self.flags("--cflags", "--libs"), "-o", self.folder / "learning")
        said = run(self.folder / "learning", env={"LD_LIBRARY_PATH": str(self.at(LIBDIR))})
        self.assertRegex(said, r"^\d{4} columns, \d{4} indices, \d+ games\n$")

    def test_a_program_outside_plays_shared_and_static(self):
        shared = self.compiled("shared", *self.flags("--cflags", "--libs"))
        static = self.compiled("static", "-static", *self.flags("--static", "--cflags", "--libs"))
        self.assertIn("libapparat.so", run("readelf", "--dynamic", shared))
        self.assertNotIn("NEEDED", run("readelf", "--dynamic", static))
        said = self.plays(shared, {"LD_LIBRARY_PATH": str(self.at(LIBDIR))})
        self.assertEqual(self.plays(static, {}), said)


if __name__ == "__main__":
    unittest.main()
