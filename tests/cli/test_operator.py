#!/usr/bin/env python3
"""Commands for whoever runs a server: options in a file, copies of a database, the licences of all that is shipped."""

import json
import sqlite3
import subprocess
import unittest
import urllib.request

from case import PROGRAM, ROOT, Case, apparat


class Configuration(Case):
    def starts(self, *words):
        """Starts a server, and returns what it says first; it is ended at once."""
        process = subprocess.Popen([PROGRAM, "serve", *words], cwd=self.folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        line = process.stdout.readline()
        process.terminate()
        rest, errors = process.communicate(timeout=60)
        # A program without the browser's pages says so.
        said = [line for line in errors.splitlines() if " event=no-pages " not in line]
        self.assertEqual((process.returncode, said), (0, []))
        return line + rest

    def test_options_can_be_in_a_file(self):
        self.write("serve.conf", "# a server at home\n\nport = 0\nbind=127.0.0.1\n  db   sqlite:here.db  \nlimit = idle=5000\nnotices-private\n")
        self.assertRegex(self.starts("--config", "serve.conf"), r"^listening on http://127\.0\.0\.1:\d+\n")
        self.assertTrue((self.folder / "here.db").exists())

    def test_a_program_without_pages_says_so(self):
        """One of the builds that are tested has them, another has not."""
        process = subprocess.Popen([PROGRAM, "serve", "--port", "0", "--db", "sqlite::memory:"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        url = process.stdout.readline().split()[-1]
        with urllib.request.urlopen(url, timeout=60) as answer:
            page = answer.read().decode()
        process.terminate()
        errors = process.communicate(timeout=60)[1]
        self.assertEqual(" event=no-pages " in errors, "/assets/" not in page, errors)

    def test_the_command_line_has_the_last_word(self):
        self.write("serve.conf", "port = 0\ndb = sqlite:here.db\nbind = 192.0.2.1\n")
        self.starts("--config=serve.conf", "--db", "sqlite:there.db", "--bind", "127.0.0.1")
        self.assertTrue((self.folder / "there.db").exists())
        self.assertFalse((self.folder / "here.db").exists())

    def test_what_is_wrong_in_the_file_is_named_with_its_line(self):
        for text, line in (
            ("port = 0\nprot = 1\n", "serve.conf:2: 'prot' is no option: apparat serve --help has them"),
            ("config = other\n", "serve.conf:1: 'config' is no option: apparat serve --help has them"),
            ("port\n", "serve.conf:1: 'port' needs a value"),
            ("port =\n", "serve.conf:1: 'port' needs a value"),
            ("notices-private = yes\n", "serve.conf:1: 'notices-private' takes no value: leave it out, or the line"),
        ):
            self.write("serve.conf", text)
            self.refuses(1, line, "serve", "--config", "serve.conf")
        self.write("serve.conf", "port = many\n")
        self.refuses(2, "apparat serve: --port must be a number from 0 to 65535, not 'many'", "serve", "--config", "serve.conf")
        self.refuses(1, "apparat serve: cannot read none.conf: No such file or directory", "serve", "--config", "none.conf")


class Backup(Case):
    def make(self, sql):
        with sqlite3.connect(self.folder / "games.db") as database:
            database.executescript(sql)
        database.close()

    def test_the_source_is_only_read(self):
        """A database of an older program is copied as it is."""
        self.make("PRAGMA application_id = 0x41505254; PRAGMA user_version = 1; CREATE TABLE tables (id)")
        before = (self.folder / "games.db").read_bytes()
        self.assertEqual(self.says("backup", "--db", "sqlite:games.db", "copy.db"), "")
        self.assertEqual((self.folder / "games.db").read_bytes(), before)
        copy = sqlite3.connect(self.folder / "copy.db")
        self.assertEqual(copy.execute("PRAGMA user_version").fetchone(), (1,))
        copy.close()

    def test_what_is_not_ours_is_refused(self):
        line = "apparat backup: games.db is no database of this program"
        self.make("CREATE TABLE tables (id)")
        self.refuses(1, line, "backup", "--db", "sqlite:games.db", "copy.db")
        self.write("games.db", "letters\n" * 200)
        self.refuses(1, line, "backup", "--db", "sqlite:games.db", "copy.db")
        self.write("games.db", "")
        self.refuses(1, line, "backup", "--db", "sqlite:games.db", "copy.db")
        self.assertFalse((self.folder / "copy.db").exists())


class Licences(Case):
    def test_everything_that_is_shipped_has_its_licence(self):
        text = self.says("licences")
        self.assertTrue(text.startswith((ROOT / "LICENSE").read_text()))
        if "The browser client in the program contains" not in text:
            self.skipTest("the program was built without the browser client")
        shipped = set(json.loads((ROOT / "web/package.json").read_text())["dependencies"]) - {"esbuild"}
        for name in shipped:
            self.assertIn(f"contains {name} ", text)
        for words in ("Oswald Project Authors", "Adobe", "SIL OPEN FONT LICENSE", "Jason Miller", "Rich Felker"):
            self.assertIn(words.lower(), text.lower())
        self.assertEqual(apparat("licences", "extra").returncode, 2)


if __name__ == "__main__":
    unittest.main()
