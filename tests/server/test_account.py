#!/usr/bin/env python3
"""What people can do about their own accounts: sessions, a new password by mail, and all that is kept of them."""

import email
import email.policy
import json
import queue
import re
import sqlite3
import time
import unittest

from admin_case import Administration
from front_case import GAME
from sinks import Mail
from wire import Table

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
TELEPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1"


class Sessions(Administration):
    def sessions(self, cookie):
        status, _, body = self.server.request("GET", "/api/sessions", Cookie=cookie)
        self.assertEqual(status, 200)
        return json.loads(body)["sessions"]

    def test_sessions_are_listed_and_ended(self):
        self.serve()
        words = {"name": "Ann", "password": "correct horse"}
        here = self.register("Ann", **{"User-Agent": FIREFOX})
        there = self.server.post("/api/login", words, None, **{"User-Agent": TELEPHONE})[2]
        self.register("Ben")
        rows = self.sessions(here)
        self.assertEqual({(row["agent"], row["current"]) for row in rows}, {("Firefox, Linux", True), ("Safari, iOS", False)})
        for row in rows:
            self.assertLess(abs(row["created"] - time.time() * 1000), 60 * 1000)
            self.assertLess(abs(row["used"] - time.time() * 1000), 3 * 60 * 1000)
        link = self.greeted(cookie=there)
        (other,) = [row["session"] for row in rows if not row["current"]]
        self.assertEqual(self.server.post("/api/sessions", {"session": other}, here)[:2], (200, {"ended": 1}))
        self.assertEqual((link.ends(), self.me(there), self.me(here)), (1008, 401, 200))
        for _ in range(2):
            self.server.post("/api/login", words)
        self.assertEqual(self.server.post("/api/sessions", {"others": True}, here)[:2], (200, {"ended": 2}))
        self.assertEqual([row["current"] for row in self.sessions(here)], [True])

    def test_sessions_of_others_cannot_be_ended(self):
        self.serve()
        ann, ben = self.register("Ann"), self.register("Ben")
        (row,) = self.sessions(ann)
        status, said, _ = self.server.post("/api/sessions", {"session": row["session"]}, ben)
        self.assertEqual((status, said["code"], self.me(ann)), (404, "not-found", 200))
        for body in ({}, {"others": False}, {"session": 1}, {"session": "x", "others": True}):
            self.assertEqual(self.server.post("/api/sessions", body, ann)[0], 400)
        self.assertEqual(self.server.post("/api/sessions", {"others": True})[0], 401)
        self.assertEqual(self.server.request("GET", "/api/sessions")[0], 401)


class Recovery(Administration):
    def serve_mail(self, *words, **limits):
        self.mail = Mail()
        self.addCleanup(self.mail.close)
        words = ("--smtp", self.mail.url, "--mail-from", "games@example.org", "--public-url", "https://play.example.org", *words)
        self.serve(*words, notice_retry=1, passwords_a_minute=1000, **limits)

    def next_mail(self):
        _, to, lines = self.mail.next()
        message = email.message_from_bytes(b"\r\n".join(lines), policy=email.policy.default)
        return to, message["Subject"], message.get_content()

    def confirmed(self, name, address, language="en"):
        cookie = self.register(name)
        self.assertEqual(self.server.post("/api/notices", {"mail": address, "language": language}, cookie)[0], 200)
        (code,) = re.findall(r"^    (\S+)", self.next_mail()[2], re.M)
        self.assertTrue(self.server.post("/api/notices", {"code": code}, cookie)[1]["confirmed"])
        return cookie

    def recover(self, name):
        return self.server.request("POST", "/api/recover", {"name": name})

    def assert_no_mail(self):
        """No more comes: what waited was looked at, since another request was, which came later."""
        with self.assertRaises(queue.Empty):
            self.mail.got.get(timeout=2.5)

    def test_a_password_is_recovered_by_mail(self):
        self.serve_mail()
        cookie = self.confirmed("Ann", "ann@example.org", "fr")
        self.assertEqual(self.recover("ann")[::2], (200, b"{}"))
        to, subject, text = self.next_mail()
        self.assertEqual((to, subject), (["<ann@example.org>"], "Apparat : un nouveau mot de passe"))
        (link,) = [word for word in text.split() if word.startswith("https:")]
        token = link.removeprefix("https://play.example.org/recover#")
        status, said, fresh = self.server.post("/api/recovered", {"token": token, "new_password": "battery staple"})
        self.assertEqual((status, said), (200, {"name": "Ann", "account": True}))
        self.assertEqual((self.me(cookie), self.me(fresh)), (401, 200))
        self.assertEqual(self.server.post("/api/recovered", {"token": token, "new_password": "battery staple"})[1]["code"], "bad-link")
        self.assertEqual(self.server.post("/api/login", {"name": "Ann", "password": "battery staple"})[0], 200)

    def test_nobody_learns_who_has_an_account(self):
        """The same answer, and the same is written, for whoever has an account, none, or no confirmed address."""
        self.serve_mail()
        self.confirmed("Ann", "ann@example.org")
        self.register("Ben")
        self.server.guest("Cat")
        answers = [self.recover(name) for name in ("Ann", "Ben", "Cat", "Nobody", "x" * 300)]
        bare = [(status, sorted((k, v) for k, v in heads.items() if k != "Date"), body) for status, heads, body in answers]
        self.assertEqual(bare, [bare[0]] * 5)
        self.next_mail()
        self.assert_no_mail()
        self.assertEqual(self.server.stop(), 0)
        database = sqlite3.connect(self.server.database)
        rows = database.execute("SELECT count(*), count(person) FROM recoveries").fetchone()
        database.close()
        self.assertEqual(rows, (5, 1))  # a row for each, so that the store takes the same time

    def test_links_are_limited(self):
        self.serve_mail()
        self.confirmed("Ann", "ann@example.org")  # the code counts as well
        for _ in range(5):
            self.assertEqual(self.recover("Ann")[0], 200)
        for _ in range(2):
            self.next_mail()
        self.assert_no_mail()

    def test_tries_of_an_address_are_limited(self):
        self.mail = Mail()
        self.addCleanup(self.mail.close)
        self.serve("--smtp", self.mail.url, "--mail-from", "games@example.org", "--public-url", "https://play.example.org", passwords_a_minute=3)
        codes = [json.loads(self.recover("Ann")[2]).get("code") for _ in range(4)]
        self.assertEqual(codes, [None, None, None, "too-many-tries"])

    def test_a_server_without_mail_says_so(self):
        self.serve()
        for body, code in (({"name": "Ann"}, "no-mail"), ({}, "bad-request"), ({"name": 1}, "bad-request")):
            self.assertEqual(self.server.post("/api/recover", body)[1]["code"], code)
        for token in ("", "x" * 43, "x" * 5000, "é"):
            status, said, _ = self.server.post("/api/recovered", {"token": token, "new_password": "battery staple"})
            self.assertIn((status, said["code"]), ((403, "bad-link"), (413, "too-long")))

    def test_somebody_who_is_banned_gets_no_link(self):
        self.serve_mail()
        self.confirmed("Ann", "ann@example.org")
        token = self.admin("people", "reset", "Ann")["link"].split("#")[1]
        self.admin("people", "ban", "Ann")
        self.recover("Ann")
        self.assert_no_mail()
        status, said, _ = self.server.post("/api/recovered", {"token": token, "new_password": "battery staple"})
        self.assertEqual((status, said["code"]), (403, "bad-link"))


class Export(Administration):
    def test_all_that_is_kept_is_exported(self):
        self.serve()
        cookie = self.register("Ann")
        ann, ben = self.greeted(cookie=cookie), self.greeted(cookie=self.server.guest("Ben"))
        key = self.started(ann)
        Table(ann, key).play(most=2)
        ann.ask(type="say", table=key, text="what I said")
        ben.ask(type="say", table=key, text="what Ben said")
        ann.ask(type="report", table=key, text="what I reported")
        lobby = ann.ask(**GAME, seats=["open", "open", "open", "open"])["table"]
        ann.ask(type="cancel", table=lobby)
        self.server.post("/api/notices", {"webhook": "https://example.org/hook"}, cookie)
        status, heads, body = self.server.request("GET", "/api/export", Cookie=cookie)
        self.assertEqual((status, heads["Content-Disposition"]), (200, 'attachment; filename="apparat-data.json"'))
        data = json.loads(body)
        self.assertEqual((data["person"]["name"], data["person"]["account"], data["person"]["webhook"]), ("Ann", True, "https://example.org/hook"))
        tables = {row["table"]: row for row in data["tables"]}
        self.assertEqual(set(tables), {key, lobby})
        self.assertEqual((tables[key]["seat"], len(tables[key]["moves"]), tables[key]["owner"]), ("moscow", 2, True))
        self.assertTrue(all(move["action"].startswith("moscow ") for move in tables[key]["moves"]))
        self.assertEqual([line["text"] for line in data["talk"]], ["what I said"])
        self.assertEqual([report["text"] for report in data["reports"]], ["what I reported"])
        self.assertEqual(len(data["sessions"]), 1)
        for secret in ("argon2", "what Ben said", '"secret"', "nonce"):
            self.assertNotIn(secret, body.decode())
        ann.ask(type="say", table=key, text="a whisper", to=["leningrad"])
        told = self.admin("people", "export", "Ann")  # whoever runs the server may play there, too
        running = {row["table"]: row for row in told["tables"]}[key]
        self.assertEqual((running["seat"], running["status"]), ("moscow", "running"))
        self.assertFalse({"moves", "orders", "ask_all"} & set(running))
        self.assertNotIn("a whisper", json.dumps(told))
        self.assertIn("what I said", json.dumps(told))
        self.assertEqual(self.acts(), [("people export", "person 1")])

    def test_an_export_needs_a_session_and_is_limited(self):
        self.serve(downloads_an_address=2)
        cookie = self.server.guest()
        self.assertEqual(self.server.request("GET", "/api/export")[0], 401)
        found = [self.server.request("GET", "/api/export", Cookie=cookie)[0] for _ in range(3)]
        self.assertEqual(found, [200, 200, 429])


if __name__ == "__main__":
    unittest.main()
