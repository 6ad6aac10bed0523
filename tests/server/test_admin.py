#!/usr/bin/env python3
"""Administration of a running server over its local socket: who may, what it does, and that all of it is logged."""

import contextlib
import json
import os
import re
import signal
import socket
import stat
import subprocess
import time
import unittest
from pathlib import Path

from admin_case import DAY, Administration
from front_case import GAME, SEATS
from wire import PATIENCE, PROGRAM, Refused, Table


class Socket(Administration):
    def path(self):
        return f"{self.server.database}.admin"

    def test_only_the_own_user_may(self):
        self.serve()
        mode = os.lstat(self.path()).st_mode
        self.assertTrue(stat.S_ISSOCK(mode))
        self.assertEqual(stat.S_IMODE(mode), 0o600)
        if os.geteuid() != 0:
            self.skipTest("another user must try, which only root can arrange")
        # Whatever the mode says, the server asks the kernel who it is.
        os.chmod(self.path(), 0o666)
        os.chmod(self.server.database.parent, 0o755)
        child = os.fork()
        if child == 0:
            try:
                os.setuid(65534)
                link = socket.socket(socket.AF_UNIX)
                link.connect(self.path())
                link.settimeout(PATIENCE)
                link.sendall(b'{"command":"status"}\n')
                os._exit(0 if link.recv(100) == b"" else 1)
            except ConnectionError:
                os._exit(0)
            finally:
                os._exit(2)
        self.assertEqual(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), 0)
        self.assertIn("version", self.admin("status"))

    def test_anything_may_be_sent(self):
        self.serve()
        link = socket.socket(socket.AF_UNIX)
        self.addCleanup(link.close)
        link.settimeout(PATIENCE)
        link.connect(self.path())
        file = link.makefile("rwb")
        self.addCleanup(file.close)
        for line in (b"\n", b"{\n", b"[]\n", b'{"command":1}\n', b'{"command":"people show"}\n', b'{"command":"status","x":1}\n',
                     b'{"command":"people show","who":7}\n', b"\xff\n", b'{"command":"nothing"}\n'):
            file.write(line)
            file.flush()
            self.assertEqual(json.loads(file.readline())["error"]["code"], "bad-request", line)
        file.write(b'{"command":"status"}\n{"command":"log"}\n')  # several at once
        file.flush()
        self.assertEqual(json.loads(file.readline())["clients"], 0)
        self.assertEqual(json.loads(file.readline()), {"log": []})
        file.write(b"x" * 70000)  # no line is so long
        file.flush()
        with contextlib.suppress(ConnectionError):
            self.assertEqual(file.readline(), b"")
        self.assertEqual(self.admin("log"), {"log": []})

    def test_a_server_that_is_down_is_told_so(self):
        self.serve()
        line = f"no server listens at {self.path()}: is it running, with this database?"
        self.assertEqual(self.server.stop(), 0)
        self.assertFalse(os.path.exists(self.path()))
        self.refuses(line, "status")

    def test_what_a_killed_server_left_is_replaced(self):
        self.serve()
        self.server.stop(signal.SIGKILL)
        self.assertTrue(os.path.exists(self.path()))
        self.refuses(f"no server listens at {self.path()}: is it running, with this database?", "status")
        self.serve(folder=str(self.server.database.parent))
        self.assertIn("version", self.admin("status"))

    def test_a_path_can_be_long(self):
        folder = self.serve().database.parent / ("x" * 100) / ("y" * 100)
        folder.mkdir(parents=True)
        self.serve(folder=str(folder))
        self.assertIn("version", self.admin("status"))

    def test_wrong_usage_is_explained(self):
        self.serve()
        for line, *words in (
            ("unknown command 'people lst': did you mean 'people list'?", "people", "lst"),
            ("unknown command 'dance': try apparat admin --help", "dance"),
            ("people ban: who is missing; apparat admin --help has all commands", "people", "ban"),
            ("people show: '2' is one too many", "people", "show", "1", "2"),
            ("--days does not go with people list", "people", "list", "--days", "3"),
            ("'x' is no number of a report", "reports", "show", "x"),
            ("a status is lobby, running, over or cancelled, not \"open\"", "tables", "list", "--status", "open"),
        ):
            self.refuses(line, *words, status=2)
        self.assertEqual(self.acts(), [])


class People(Administration):
    def test_a_ban_ends_everything(self):
        self.serve()
        cookie = self.register("Ann")
        ann = self.greeted(cookie=cookie)
        ben = self.greeted(cookie=self.server.guest("Ben"))
        table = self.started(ann)
        lobby = ann.ask(**GAME, seats=["me", "open", "open", "open"])["table"]
        joined = ben.ask(**GAME, seats=["me", "open", "open", "open"])["table"]
        self.assertEqual(ann.ask(type="join", table=joined)["type"], "done")
        until = self.admin("people", "ban", "Ann", "--days", 2, "--reason", "insults")["until"]
        self.assertLess(abs(until - time.time() * 1000 - 2 * DAY), 60 * 1000)
        self.assertEqual((ann.ends(), self.me(cookie)), (1008, 401))
        words = {"name": "Ann", "password": "correct horse"}
        status, said, _ = self.server.post("/api/login", words)
        self.assertEqual((status, said["code"]), (403, "banned"))
        self.assertEqual(self.server.post("/api/login", {**words, "password": "wrong horse"})[1]["code"], "wrong-password")
        seat = ben.ask(type="watch", table=table)["seats"][0]
        self.assertEqual((seat["name"], seat["away"]), ("Ann", True))  # a bot plays for her
        self.assertEqual(ben.ask(type="watch", table=lobby)["code"], "no-such-table")
        self.assertEqual(ben.ask(type="watch", table=joined)["seats"][1]["kind"], "open")
        (ban,) = self.admin("bans", "list")["bans"]
        self.assertEqual((ban["kind"], ban["person"], ban["reason"]), ("ban", 1, "insults"))
        self.restart()
        self.assertEqual(self.server.post("/api/login", words)[0], 403)
        self.admin("people", "unban", "Ann")
        status, _, cookie = self.server.post("/api/login", words)
        self.assertEqual(status, 200)
        ann = self.greeted(cookie=cookie)
        self.assertEqual(ann.ask(type="take_back", table=table)["type"], "done")
        self.refuses("this person is not banned", "people", "unban", "Ann")
        self.assertEqual(self.acts(), [("people ban", "person 1"), ("people unban", "person 1")])

    def test_a_ban_concerns_tables_that_nobody_has_looked_at_since_the_start(self):
        self.serve()
        ann, ben = self.greeted(cookie=self.register("Ann")), self.greeted(cookie=self.server.guest("Ben"))
        lobby = ann.ask(**GAME, seats=["me", "open", "open", "open"])["table"]
        joined = ben.ask(**GAME, seats=["me", "open", "open", "open"])["table"]
        self.assertEqual(ann.ask(type="join", table=joined)["type"], "done")
        self.restart()
        self.assertEqual({row["table"] for row in self.admin("people", "show", "Ann")["tables"]}, {lobby, joined})
        self.assertEqual({row["table"] for row in self.admin("people", "export", "Ann")["tables"]}, {lobby, joined})
        self.restart()
        self.admin("people", "ban", "Ann")
        states = {row["table"]: row["status"] for row in self.admin("tables", "list")["tables"]}
        self.assertEqual(states, {lobby: "cancelled", joined: "lobby"})
        kinds = [seat["kind"] for seat in self.admin("tables", "show", joined)["seats"]]
        self.assertEqual(kinds, ["person", "open", "open", "open"])

    def test_addresses_can_be_banned(self):
        self.serve("--trusted-proxy", "127.0.0.1")
        here, near = {"X-Forwarded-For": "192.0.2.77"}, {"X-Forwarded-For": "192.0.2.1"}
        six, away = {"X-Forwarded-For": "2001:db8::7"}, {"X-Forwarded-For": "192.0.3.77"}
        cookie = self.register("Ann", **here)
        self.admin("people", "ban", "Ann", "--address", "192.0.2.64/26")

        def status(headers):
            return self.server.post("/api/guest", {"name": "Eve"}, None, **headers)[:2]

        self.assertEqual((status(here)[0], status(here)[1]["code"]), (403, "banned"))
        self.assertEqual([status(h)[0] for h in (near, six, away)], [200] * 3)
        self.assertEqual(self.server.request("GET", "/", **here)[0], 200)  # pages can be read
        guest = self.server.guest("Gus")
        with self.assertRaises(Refused) as refused:
            self.server.socket(guest, **here)
        self.assertEqual((refused.exception.status, refused.exception.body["code"]), (403, "banned"))
        self.assertEqual(self.me(cookie), 401)
        self.admin("people", "ban", "Ann", "--address", "2001:db8::/64")  # replaces the other
        self.assertEqual([status(h)[0] for h in (here, six)], [200, 403])
        self.restart("--trusted-proxy", "127.0.0.1")
        self.assertEqual([status(h)[0] for h in (here, six)], [200, 403])
        (ban,) = self.admin("bans", "list")["bans"]
        self.assertEqual(ban["address"], "2001:db8::/64")
        self.admin("people", "delete", "Ann")
        self.assertEqual(status(six)[0], 403)  # addresses stay banned
        self.admin("bans", "lift", ban["ban"])
        self.assertEqual(status(six)[0], 200)
        for bad in ("192.0.2.0/33", "2001:db8::/65", "here", "192.0.2.0/0", "192.0.2.0/2x"):
            self.assertEqual(self.run_admin("people", "ban", "2", "--address", bad).returncode, 2, bad)

    def test_sessions_are_listed_and_ended(self):
        self.serve()
        agent = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
        first = self.register("Ann", **{"User-Agent": agent})
        second = self.server.post("/api/login", {"name": "Ann", "password": "correct horse"})[2]
        link = self.greeted(cookie=first)
        rows = self.admin("people", "sessions", "Ann")["sessions"]
        self.assertEqual(sorted(row["agent"] for row in rows), ["", "Firefox, Linux"])
        (row,) = [row for row in rows if row["agent"]]
        self.admin("people", "end-sessions", "Ann", row["session"])
        self.assertEqual((link.ends(), self.me(first), self.me(second)), (1008, 401, 200))
        self.refuses("there is no such session", "people", "end-sessions", "Ann", row["session"])
        self.assertEqual(self.admin("people", "end-sessions", "Ann"), {"ended": 1})
        self.assertEqual(self.me(second), 401)

    def test_a_password_is_reset_by_a_link_once(self):
        self.serve("--public-url", "https://play.example.org")
        cookie = self.register("Ann")
        link = self.admin("people", "reset", "Ann")["link"]
        self.assertTrue(link.startswith("https://play.example.org/recover#"), link)
        new = {"token": link.split("#")[1], "new_password": "battery staple"}
        self.assertEqual(self.server.post("/api/recovered", {**new, "new_password": "short"})[1]["code"], "weak-password")
        status, said, fresh = self.server.post("/api/recovered", new)
        self.assertEqual((status, said), (200, {"name": "Ann", "account": True}))
        self.assertEqual((self.me(cookie), self.me(fresh)), (401, 200))
        self.assertEqual(self.server.post("/api/recovered", new)[1]["code"], "bad-link")
        self.assertEqual(self.server.post("/api/login", {"name": "Ann", "password": "correct horse"})[0], 403)
        self.assertEqual(self.server.post("/api/login", {"name": "Ann", "password": "battery staple"})[0], 200)
        self.server.guest("Ben")
        self.refuses("a guest has no password", "people", "reset", self.number("Ben"))
        log = self.run_admin("--json", "log").stdout
        self.assertNotIn(new["token"], log)
        token = self.admin("people", "reset", "Ann")["link"].split("#")[1]
        self.restart("--public-url", "https://play.example.org", change=["UPDATE recoveries SET expires = 1"])
        self.assertEqual(self.server.post("/api/recovered", {**new, "token": token})[1]["code"], "bad-link")

    def test_a_person_is_deleted(self):
        self.serve()
        cookie = self.server.guest("Annabel")
        link = self.greeted(cookie=cookie)
        table = self.started(link)
        self.admin("people", "delete", self.number("annabel"))
        self.assertEqual((link.ends(), self.me(cookie)), (1008, 401))
        self.assertEqual(self.greeted().ask(type="watch", table=table)["seats"][0]["name"], "")
        self.assertEqual(self.admin("people", "list", "--search", "annabel"), {"people": []})
        log = self.run_admin("--json", "log").stdout
        self.assertIn("people delete", log)
        self.assertNotIn("Annabel", log)

    def test_lists_are_paged(self):
        self.serve()
        for name in ("Ann", "Ben", "Cat", "Ännchen"):
            self.server.guest(name)
        names = [p["name"] for p in self.admin("people", "list", "--most", 3)["people"]]
        self.assertEqual(names, ["Ännchen", "Cat", "Ben"])
        names = [p["name"] for p in self.admin("people", "list", "--before", 3)["people"]]
        self.assertEqual(names, ["Ben", "Ann"])
        self.assertEqual([p["name"] for p in self.admin("people", "list", "--search", "NN")["people"]], ["Ännchen", "Ann"])


class Tables(Administration):
    def test_a_table_is_shown_without_what_is_hidden(self):
        self.serve()
        link = self.greeted(cookie=self.server.guest("Ann"))
        table = Table(link, self.started(link))
        shown = self.admin("tables", "show", table.key)
        self.assertEqual((shown["status"], shown["seats"][0]["name"], shown["owner"]["name"]), ("running", "Ann", "Ann"))
        self.assertNotIn("position", shown)
        self.assertNotIn("secret", json.dumps(shown))
        self.assertEqual(self.acts(), [])
        shown = self.admin("tables", "show", table.key, "--hidden")
        self.assertIn("start red-empire", shown["position"])
        self.assertEqual(self.acts(), [("tables show", f"table {table.key}")])
        told = [m for m in self.told(link) if m["type"] == "table"]
        self.assertGreater(told[-1]["looked"], 0)
        self.restart()
        link = self.greeted()
        self.assertGreater(link.ask(type="watch", table=table.key)["looked"], 0)

    def told(self, link):
        link.ask(type="ping")
        messages, link.aside = link.aside, []
        return messages

    def test_a_table_is_closed_and_deleted(self):
        self.serve()
        link = self.greeted()
        key = self.started(link)
        link.ask(type="watch", table=key)
        self.refuses("the table is not over: close it first", "tables", "delete", key)
        self.admin("tables", "close", key)
        self.assertEqual([m["status"] for m in self.told(link) if m["type"] == "table"][-1], "cancelled")
        self.assertEqual(link.ask(type="watch", table=key)["code"], "no-such-table")
        self.refuses(f'there is no table "{key}"', "tables", "close", key)
        (row,) = self.admin("tables", "list", "--status", "cancelled")["tables"]
        self.assertEqual(row["table"], key)
        self.admin("tables", "delete", key)
        self.assertEqual(self.admin("tables", "list"), {"tables": []})
        self.refuses(f'there is no table "{key}"', "tables", "delete", key)
        self.assertEqual([act for act, _ in self.acts()], ["tables close", "tables delete"])
        self.restart()
        self.assertEqual(self.admin("tables", "list"), {"tables": []})

    def test_a_seat_goes_to_a_bot_and_to_somebody_else(self):
        self.serve()
        ann, ben = self.server.guest("Ann"), self.server.guest("Ben")
        link, other = self.greeted(cookie=ann), self.greeted(cookie=ben)
        table = Table(link, self.started(link))
        table.whole()
        self.refuses('there is no bot of the level "clever"', "tables", "hand-over", table.key, "moscow", "--bot", "clever", status=2)
        number = self.number("Ben")
        self.admin("tables", "hand-over", table.key, "moscow", number)
        shown = other.ask(type="watch", table=table.key)
        self.assertEqual((shown["you"], shown["seats"][0]["name"]), ("moscow", "Ben"))
        self.assertNotIn("away", shown["seats"][0])
        before = link.ask(type="watch", table=table.key)
        self.assertEqual((before["you"], before.get("ask")), (None, None))
        self.assertNotIn("wishes", before)
        self.assertEqual(link.ask(type="take_back", table=table.key)["code"], "not-seated")
        self.refuses("this person has a seat there already", "tables", "hand-over", table.key, "kiev", number)
        other.ask(type="wishes", table=table.key, ask_all=True)
        Table(other, table.key).play(most=1)
        self.restart()
        other = self.greeted(cookie=ben)
        self.assertEqual(other.ask(type="watch", table=table.key)["you"], "moscow")
        self.admin("tables", "hand-over", table.key, "moscow", "--bot", "random")  # bots may be done at once
        seat = other.ask(type="watch", table=table.key)["seats"][0]
        self.assertEqual((seat["kind"], seat["level"], seat["away"]), ("person", "random", True))
        lobby = other.ask(**GAME, seats=["me", "open", "open", "open"])["table"]
        self.admin("tables", "hand-over", lobby, "kiev", "--bot", "greedy")
        self.admin("tables", "hand-over", lobby, "leningrad", self.number("Ann"))
        kinds = [seat["kind"] for seat in other.ask(type="watch", table=lobby)["seats"]]
        self.assertEqual(kinds, ["person", "person", "bot", "open"])

    def test_what_is_old_is_pruned(self):
        self.serve()
        ann = self.greeted(cookie=self.server.guest("Ann"))
        keys = [ann.ask(**GAME, seats=SEATS)["table"] for _ in range(7)]
        for key in keys[:6]:
            ann.ask(type="say", table=key, text="hello")
            ann.ask(type="cancel", table=key)
        ann.ask(type="say", table=keys[6], text="hello")
        for text in ("an old report", "a new one"):
            self.assertEqual(ann.ask(type="report", table=keys[6], text=text)["type"], "reported")
        self.server.guest("Old")
        self.restart(change=["UPDATE tables SET updated = 1000 WHERE status = 3 AND id < 6", "UPDATE people SET seen = 1000, used = 1 WHERE name = 'Old'",
                             "DELETE FROM sessions WHERE person = 2", "UPDATE talk SET at = 1000 WHERE table_id = 7",
                             "UPDATE reports SET at = 1000 WHERE id = 1"])
        words = ("prune", "--games", 30, "--guests", 30, "--talk", 30, "--reports", 30)
        found = {"games": 5, "guests": 1, "talk": 1, "reports": 1}
        self.assertEqual(self.admin(*words, "--dry-run"), found)
        self.assertEqual((len(self.admin("tables", "list")["tables"]), self.acts()), (7, []))
        self.assertEqual(self.admin(*words), found)  # and waits until it is done
        self.assertEqual({row["table"] for row in self.admin("tables", "list")["tables"]}, {*keys[5:]})
        self.assertEqual([p["name"] for p in self.admin("people", "list")["people"]], ["Ann"])
        self.assertEqual(self.admin("talk", "list", keys[6]), {"talk": []})
        self.assertEqual([r["report"] for r in self.admin("reports", "list")["reports"]], [2])
        self.assertEqual(self.acts()[0], ("prune", ""))
        self.admin("reports", "delete", 2)
        self.assertEqual(self.admin("reports", "list"), {"reports": []})
        self.refuses("there is no report 2", "reports", "delete", 2)
        self.assertEqual(self.acts()[-1], ("reports delete", "report 2"))
        self.refuses("prune what? games, talk, guests, reports or log, and after how many days", "prune", status=2)

    def test_retention_deletes_by_itself(self):
        self.serve()
        ann = self.greeted(cookie=self.server.guest("Ann"))
        key = ann.ask(**GAME, seats=SEATS)["table"]
        ann.ask(type="cancel", table=key)
        self.admin("announce", "hello")
        old = ["UPDATE tables SET updated = 1000", "UPDATE acts SET at = 1000"]
        self.restart(change=old)
        self.assertEqual(len(self.admin("tables", "list")["tables"]), 1)  # by default all is kept
        self.restart("--keep", "games=30", "--keep", "log=30")
        end = time.monotonic() + PATIENCE
        while self.admin("tables", "list")["tables"] or self.acts() == [("announce", "")]:
            self.assertLess(time.monotonic(), end)
        acts = self.admin("log")["log"]
        self.assertEqual([act["command"] for act in acts if act["who"] != "retention"], [])

    def test_wrong_settings_of_retention_are_explained(self):
        self.serve()
        for word, line in (
            ("games", "--keep games must be a number of days from 1 to 36500, as in games=365"),
            ("games=0", "--keep games must be a number of days from 1 to 36500, as in games=365"),
            ("tlak=3", "--keep does not know 'tlak': did you mean 'talk'?"),
        ):
            done = subprocess.run([PROGRAM, "serve", "--port", "0", "--keep", word], capture_output=True, text=True, timeout=PATIENCE)
            self.assertEqual((done.returncode, done.stderr), (2, f"apparat serve: {line}\n"))


class French(Administration):
    """Under a French locale everything that is printed for people is French; what commands take stays as it is typed."""

    FRENCH = {**os.environ, "LC_ALL": "fr_FR.UTF-8"}

    def french(self, *words, status=0):
        done = self.run_admin(*words, env=self.FRENCH)
        self.assertEqual(done.returncode, status, done.stderr)
        return done.stdout if status == 0 else done.stderr

    def names(self, printed):
        """The names of fields: heads of columns, or what stands before colons."""
        lines = printed.splitlines()
        return {line.split(":")[0] for line in lines if ":" in line.split(" ")[0]} or set(lines[0].split())

    def test_answers(self):
        self.serve()
        cookie = self.register("Ann")
        key = self.started(self.greeted(cookie=cookie))
        ann = self.number("Ann")
        self.assertEqual(self.french("bans", "list"), "Il n'y en a pas.\n")
        self.assertEqual(self.french("announce", "Bonjour"), "C'est fait.\n")
        self.assertIn("jusqu'à: pour toujours\n", self.french("people", "silence", ann))
        self.assertIn("muet: oui\n", self.french("people", "show", ann))
        self.assertEqual(self.french("people", "list").split()[:3], ["numéro", "nom", "compte"])
        self.assertIn("running", self.french("tables", "list", "--status", "running"))
        for words in (["people", "list"], ["people", "show", ann], ["people", "sessions", ann], ["bans", "list"], ["status"],
                      ["tables", "list"], ["tables", "show", key], ["log"], ["prune", "--games", "9", "--dry-run"]):
            known = self.translated()
            self.assertEqual(self.names(self.run_admin(*words).stdout) - set(known), set(), words)
            self.assertEqual(self.names(self.french(*words)) - {part for word in known.values() for part in word.split()}, set(), words)
        self.assertEqual(json.loads(self.french("--json", "bans", "list")), self.admin("bans", "list"))  # programs read this

    def translated(self):
        """The words of one line that the program knows in French."""
        text = (Path(__file__).parents[2] / "lang/program.fr.po").read_text()
        return dict(re.findall(r'^msgid "(.+)"\nmsgstr "(.+)"$', text, re.M))

    def test_errors(self):
        self.serve()
        ann = self.register("Ann") and self.number("Ann")
        for words, status, said in (
            (["people", "show", "Nobody"], 1, "il n'y a pas de compte « Nobody » ; un invité se désigne par son numéro, voir people list"),
            (["people", "unban", ann], 1, "cette personne n'est pas bannie"),
            (["tables", "list", "--status", "x"], 2, "un état est lobby, running, over ou cancelled, pas « x »"),
        ):
            self.assertEqual(self.french(*words, status=status), f"apparat admin: {said}\n")
        self.refuses('there is no account "Nobody"; guests are named by their number, see people list', "people", "show", "Nobody")


if __name__ == "__main__":
    unittest.main()
