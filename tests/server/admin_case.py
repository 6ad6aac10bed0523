"""What the tests of administration share."""

import json
import sqlite3
import subprocess

from front_case import Case
from wire import PATIENCE, PROGRAM

DAY = 24 * 3600 * 1000


class Administration(Case):
    limits = None

    def serve(self, *words, folder=None, **limits):
        self.server = self.own_server(folder, *words, **limits)
        return self.server

    def run_admin(self, *words, **more):
        url = f"sqlite:{self.server.database}"
        return subprocess.run([PROGRAM, "admin", "--db", url, *map(str, words)], capture_output=True, text=True, timeout=PATIENCE, **more)

    def admin(self, *words):
        """Returns the answer of a command that succeeds."""
        done = self.run_admin("--json", *words)
        self.assertEqual((done.returncode, done.stderr), (0, ""), words)
        return json.loads(done.stdout)

    def refuses(self, line, *words, status=1):
        done = self.run_admin(*words)
        self.assertEqual((done.returncode, done.stdout, done.stderr), (status, "", f"apparat admin: {line}\n"), words)

    def number(self, name):
        """The number of the person with this name."""
        (person,) = self.admin("people", "list", "--search", name)["people"]
        return person["person"]

    def acts(self):
        return [(act["command"], act["about"]) for act in reversed(self.admin("log")["log"])]

    def register(self, name, password="correct horse", **headers):
        status, said, cookie = self.server.post("/api/register", {"name": name, "password": password}, **headers)
        self.assertEqual(status, 200, said)
        return cookie

    def me(self, cookie, **headers):
        return self.server.request("GET", "/api/me", Cookie=cookie, **headers)[0]

    def change(self, sql, *values):
        """Changes the database of a server that is not running."""
        with sqlite3.connect(self.server.database) as database:
            database.execute(sql, values)
        database.close()

    def restart(self, *words, change=(), **limits):
        self.assertEqual((self.server.stop(), self.server.said()), (0, ""))
        for sql in change:
            self.change(sql)
        return self.serve(*words, folder=str(self.server.database.parent), **limits)
