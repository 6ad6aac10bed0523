"""How a server delivers notices: to webhooks, with signatures, to browsers by Web Push, and by mail
to confirmed addresses; nothing of that holds up the loop."""

import contextlib
import email
import email.policy
import hashlib
import hmac
import json
import os
import signal
import sqlite3
import tempfile
import time
import unittest
from pathlib import Path

from front_case import GAME, SEATS, Case
from sinks import Mail, PushService, Silent, Web
from wire import PATIENCE

SOON = {"notice_delay": 1, "notice_retry": 1}


def child_of(server, name):
    """Returns the id of the child process of this name; None if there is none now."""
    pid = server.process.pid
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split():
        if Path(f"/proc/{child}/comm").read_text().strip() == name:
            return int(child)
    return None


class Notices(Case):
    limits = None

    def sink(self, kind, *words):
        sink = kind(*words)
        self.addCleanup(sink.close)
        return sink

    def serve(self, *words, private=True, folder=None, **limits):
        self.server = self.own_server(
            folder,
            *(["--notices-private"] if private else []),
            *("--public-url", "https://play.example.org"),
            *words,
            **{**SOON, **limits},
        )
        return self.server

    def settings(self, cookie, **changes):
        status, said, _ = self.server.post("/api/notices", changes, cookie)
        return status, said

    def start(self, cookie, friend=False):
        """Starts a slow game that nobody watches, with bots or with one friend; returns the connection and the key of the
        table. With a friend it is Kremlin, where all are asked at once, and there is a clock."""
        link = self.greeted(cookie=cookie)
        game = {**GAME, "game": "kremlin"} if friend else GAME
        made = link.ask(**game, pace="slow", seats=[SEATS[0], "open", *SEATS[2:]] if friend else SEATS)
        if friend:
            self.greeted(cookie=self.server.guest("Ben")).ask(type="join", **{key: made[key] for key in ("table", "invite")})
        link.ask(type="wishes", table=made["table"], ask_all=True)
        self.assertEqual(link.ask(type="start", table=made["table"])["type"], "done")
        return link, made["table"]

    def figure(self, name):
        text = self.server.request("GET", "/metrics")[2].decode()
        return int(text.split(f"\napparat_notices_{name} ")[1].split()[0])

    def until(self, true):
        """Waits until the function returns something true."""
        end = time.monotonic() + PATIENCE
        while not (value := true()):
            self.assertLess(time.monotonic(), end)
            time.sleep(0.01)
        return value

    def read(self, mail):
        """Returns sender, receivers and the decoded message of a mail."""
        sender, to, lines = mail
        message = email.message_from_bytes(b"\r\n".join(lines), policy=email.policy.default)
        return sender, to, message


class Webhooks(Notices):
    def verified(self, secret, got):
        """Checks the signature as docs/protocol.md describes it, and returns the body."""
        path, headers, body = got
        parts = dict(part.split("=") for part in headers["Apparat-Signature"].split(","))
        good = hmac.new(secret.encode(), f"{parts['t']}.".encode() + body, hashlib.sha256)
        self.assertEqual(good.hexdigest(), parts["v1"])
        self.assertLess(abs(time.time() - int(parts["t"])), 60)
        self.assertEqual((path, headers["Content-Type"]), ("/hook", "application/json"))
        return json.loads(body)

    def test_a_webhook_gets_signed_notices(self):
        sink = self.sink(Web)
        self.serve()
        cookie = self.server.guest()
        status, said = self.settings(cookie, webhook=sink.url, language="fr")
        self.assertEqual(status, 200, said)
        secret = said.pop("secret")
        self.assertRegex(secret, r"^[\w-]{43}$")
        self.assertRegex(said.pop("push_key"), r"^B[\w-]{86}$")
        found = {"mail": None, "confirmed": False, "language": "fr", "can_mail": False}
        self.assertEqual(said, {"webhook": sink.url, "push": [], **found})
        again = json.loads(self.server.request("GET", "/api/notices", Cookie=cookie)[2])
        self.assertEqual({**said, "push_key": again["push_key"]}, again)
        _, table = self.start(cookie)
        began, asked = (self.verified(secret, sink.next()) for _ in range(2))
        self.assertEqual((began["kind"], began["table"]), ("began", table))
        self.assertEqual(began["text"], "La partie a commencé.")
        self.assertEqual((asked["kind"], asked["seat"]), ("asked", "moscow"))
        self.assertEqual(asked["link"], f"https://play.example.org/t/{table}")
        self.assertIsNone(asked["deadline"])  # whoever plays with bots alone has no clock
        self.until(lambda: self.figure("delivered_total") == 2)
        self.assertEqual(self.figure("waiting"), 0)

    def test_a_failed_delivery_is_tried_again(self):
        sink = self.sink(Web, 500, 302, 404)
        self.serve()
        cookie = self.server.guest()
        secret = self.settings(cookie, webhook=sink.url)[1]["secret"]
        self.start(cookie)
        came = [self.verified(secret, sink.next())["kind"] for _ in range(5)]
        self.assertEqual(set(came), {"asked", "began"})
        self.until(lambda: self.figure("delivered_total") == 2)
        self.assertTrue(sink.got.empty())

    def test_a_delivery_is_given_up_in_the_end(self):
        sink = self.sink(Web, *[500] * 8)
        self.serve()
        cookie = self.server.guest()
        self.settings(cookie, webhook=sink.url)
        self.start(cookie)
        self.until(lambda: self.figure("dropped_total") == 2)
        self.assertEqual((self.figure("waiting"), sink.got.qsize()), (0, 8))

    def test_webhooks_in_the_own_network_are_not_called(self):
        sink = self.sink(Web)
        self.serve(private=False)
        cookie = self.server.guest()
        for host in ("127.0.0.1", "localhost", "0.0.0.0", "[::1]", "[::ffff:127.0.0.1]", "2130706433"):
            status, said = self.settings(cookie, webhook=f"http://{host}:{sink.port}/")
            self.assertEqual(status, 200, said)
            before = self.figure("dropped_total")
            link, _ = self.start(cookie)
            self.until(lambda: self.figure("dropped_total") == before + 2)
            link.close()
        self.assertTrue(sink.got.empty())

    def test_a_webhook_that_hangs_holds_up_nobody(self):
        silent, sink = self.sink(Silent), self.sink(Web)
        self.serve()
        slow, quick = self.server.guest("Ann"), self.server.guest("Ben")
        self.settings(slow, webhook=silent.url)
        secret = self.settings(quick, webhook=sink.url)[1]["secret"]
        link, _ = self.start(slow)
        self.assertTrue(silent.came.wait(PATIENCE))
        self.start(quick)
        self.assertEqual(self.verified(secret, sink.next())["kind"], "began")
        self.assertEqual(link.ask(type="ping")["type"], "pong")
        self.assertEqual(len(silent.open), 1)
        self.settings(slow, webhook=None)  # so that the server need not wait for it when it stops

    def test_a_courier_that_dies_is_replaced(self):
        silent, sink = self.sink(Silent), self.sink(Web)
        self.serve()
        cookie = self.server.guest()
        self.settings(cookie, webhook=silent.url)
        self.start(cookie)
        self.assertTrue(silent.came.wait(PATIENCE))
        os.kill(child_of(self.server, "apparat-notices"), signal.SIGKILL)
        self.until(lambda: self.figure("restarts_total") == 1)
        secret = self.settings(cookie, webhook=sink.url)[1]["secret"]
        _, table = self.start(cookie)
        while self.verified(secret, sink.next())["table"] != table:
            pass  # notices of the first table may come here, too

    def test_deletion_and_changes_drop_waiting_notices(self):
        silent = self.sink(Silent)
        self.serve()
        cookie = self.server.guest()
        self.settings(cookie, webhook=silent.url)
        self.start(cookie)
        self.until(lambda: self.figure("waiting") == 2)
        self.assertEqual(self.settings(cookie, webhook=None)[1]["webhook"], None)
        self.assertEqual(self.figure("waiting"), 0)
        self.settings(cookie, webhook=silent.url)
        self.start(cookie)
        self.until(lambda: self.figure("waiting") == 2)
        self.assertEqual(self.server.post("/api/delete", {}, cookie)[0], 200)
        self.assertEqual(self.figure("waiting"), 0)

    def test_bad_settings_are_refused(self):
        self.serve(passwords_a_minute=1000)
        cookie = self.server.guest()
        for body, code in (
            ("", "bad-request"),
            ("[]", "bad-request"),
            ({}, "bad-request"),
            ({"webhook": 7}, "bad-request"),
            ({"webhok": "x"}, "bad-request"),
            ({"language": "xx"}, "bad-request"),
            ({"webhook": "ftp://example.org/"}, "bad-webhook"),
            ({"webhook": "http://u@example.org/"}, "bad-webhook"),
            ({"webhook": "http://example.org/" + "x" * 200}, "bad-webhook"),
            ({"push": "https://push.example.org/"}, "bad-request"),
        ):
            answer = self.server.request("POST", "/api/notices", body, Cookie=cookie)
            self.refused(answer, 400, code)
        body = {"mail": "ann@example.org"}
        self.refused(self.server.request("POST", "/api/notices", body, Cookie=cookie), 409, "no-mail")
        self.refused(self.server.request("POST", "/api/notices", body), 401, "no-session")
        self.refused(self.server.request("GET", "/api/notices"), 401, "no-session")
        answer = self.server.request("POST", "/api/notices", body, Origin="https://evil.example")
        self.refused(answer, 403, "foreign-origin")
        self.assertEqual(self.server.request("PUT", "/api/notices", body)[0], 405)


class Pushes(Notices):
    def subscribe(self, cookie, service, name="one"):
        status, said = self.settings(cookie, push=service.subscription(name))
        self.assertEqual(status, 200, said)
        service.owner = said["push_key"]
        return said["push"]

    def test_a_browser_gets_notices_that_only_it_can_read(self):
        service = self.sink(PushService)
        self.serve()
        cookie = self.server.guest()
        self.settings(cookie, language="fr")
        self.assertEqual(self.subscribe(cookie, service), [f"{service.origin}/one"])
        self.subscribe(cookie, service)  # the same browser again
        pushes = self.subscribe(cookie, service, "two")
        self.assertEqual(pushes, [f"{service.origin}/one", f"{service.origin}/two"])
        _, table = self.start(cookie, friend=True)
        came = {}
        for path, headers, body in (service.next() for _ in range(4)):
            self.assertLess(len(body), 3000)
            self.assertNotIn(table, str(headers))
            notice = json.loads(body)
            came[path, notice["kind"]] = notice
            deadline = (notice.get("deadline", 0) - notice["at"]) // 1000
            found = (headers["Urgency"], int(headers["TTL"]), headers["Content-Length"])
            asked = ("normal", deadline, "1127")  # the length does not tell what is inside
            self.assertEqual(found, asked if notice["kind"] == "asked" else ("low", 3 * 24 * 3600, "1127"))
        self.assertEqual(set(came), {(path, kind) for path in ("/one", "/two") for kind in ("asked", "began")})
        self.assertEqual(came["/one", "began"]["text"], "La partie a commencé.")
        asked = came["/two", "asked"]
        self.assertEqual((asked["title"], asked["table"], asked["language"]), ("Kremlin", table, "fr"))
        self.until(lambda: self.figure("delivered_total") == 4)

    def test_what_the_push_service_does_not_know_is_removed(self):
        for status in (404, 410):
            service = self.sink(PushService, status)
            self.serve()
            cookie = self.server.guest()
            self.subscribe(cookie, service)
            self.start(cookie)
            service.next()
            ask = ("GET", "/api/notices")
            self.until(lambda: not json.loads(self.server.request(*ask, Cookie=cookie)[2])["push"])
            self.assertEqual(self.figure("waiting"), 0)  # whatever else waited is dropped, too
            self.assertGreater(self.figure("dropped_total"), 0)
            self.assertTrue(service.got.empty())

    def test_a_failed_push_is_tried_again_and_redirects_are_not_followed(self):
        service = self.sink(PushService, 500, 302, 429)
        self.serve()
        cookie = self.server.guest()
        self.subscribe(cookie, service)
        self.start(cookie)
        came = [service.next() for _ in range(5)]
        self.assertEqual({path for path, _, _ in came}, {"/one"})
        self.until(lambda: self.figure("delivered_total") == 2)

    def test_push_services_in_the_own_network_are_not_called(self):
        service = self.sink(PushService)
        self.serve(private=False)
        cookie = self.server.guest()
        for host in ("127.0.0.1", "localhost", "[::ffff:127.0.0.1]"):
            push = {**service.subscription(), "endpoint": f"https://{host}:{service.port}/"}
            self.assertEqual(self.settings(cookie, push=push)[0], 200)
        self.start(cookie)
        self.until(lambda: self.figure("dropped_total") == 6)
        self.assertTrue(service.got.empty())
        plain = self.settings(cookie, push=service.subscription())  # without TLS
        self.assertEqual((plain[0], plain[1]["code"]), (400, "bad-push"))

    def test_the_key_survives_a_restart_and_subscriptions_go_with_the_person(self):
        service = self.sink(PushService)
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.serve(folder=folder.name)
        cookie, other = self.server.guest("Ann"), self.server.guest("Ben")
        self.subscribe(cookie, service)
        self.subscribe(other, service, "two")
        key = service.owner
        self.server.process.kill()
        self.server.wait()
        self.serve(folder=folder.name)
        pushes = self.subscribe(cookie, service, "three")
        self.assertEqual(pushes, [f"{service.origin}/one", f"{service.origin}/three"])
        self.assertEqual(service.owner, key)
        # Whoever subscribes last with a browser has it.
        self.assertEqual(self.subscribe(other, service), [f"{service.origin}/two", f"{service.origin}/one"])
        self.assertEqual(self.server.post("/api/delete", {}, other)[0], 200)
        with contextlib.closing(sqlite3.connect(self.server.database)) as database:
            left = database.execute("SELECT endpoint FROM pushes").fetchall()
        self.assertEqual(left, [(f"{service.origin}/three",)])

    def test_bad_subscriptions_are_refused_and_their_number_is_limited(self):
        service = self.sink(PushService)
        self.serve(passwords_a_minute=1000)
        cookie = self.server.guest()
        good = service.subscription()
        keys = good["keys"]
        off_the_curve = keys["p256dh"][:-4] + ("AAAA" if keys["p256dh"][-4:] != "AAAA" else "BBBB")
        for push in (
            {},
            {"keys": keys},
            {**good, "endpoint": 7},
            {**good, "endpoint": "ftp://push.example.org/"},
            {**good, "endpoint": "https://user@push.example.org/"},
            {**good, "endpoint": "https://push.example.org:25/"},
            {**good, "endpoint": "https://push.example.org/" + "x" * 640},
            {**good, "more": 1},
            {**good, "keys": {}},
            {**good, "keys": []},
            {**good, "keys": {**keys, "more": 1}},
            {**good, "keys": {**keys, "auth": keys["auth"][:-2]}},
            {**good, "keys": {**keys, "auth": "*" * 22}},
            {**good, "keys": {**keys, "p256dh": keys["auth"]}},
            {**good, "keys": {**keys, "p256dh": off_the_curve}},
        ):
            answer = self.server.request("POST", "/api/notices", {"push": push}, Cookie=cookie)
            self.refused(answer, 400, "bad-push")
        for n in range(6):
            self.assertEqual(len(self.subscribe(cookie, service, f"{n}")), n + 1)
        answer = self.server.request("POST", "/api/notices", {"push": good}, Cookie=cookie)
        self.refused(answer, 409, "too-many-pushes")
        self.subscribe(cookie, service, "3")  # one that is there already
        gone = {"endpoint": f"{service.origin}/4", "keys": None}
        self.assertEqual(len(self.settings(cookie, push=gone)[1]["push"]), 5)
        self.assertEqual(len(self.settings(cookie, push={"endpoint": gone["endpoint"]})[1]["push"]), 5)
        self.assertEqual(self.settings(cookie, push=None)[1]["push"], [])


class Mails(Notices):
    def setUp(self):
        self.mail = self.sink(Mail)
        self.serve("--smtp", self.mail.url, "--mail-from", "games@example.org")
        self.cookie = self.server.guest()

    def code(self):
        sender, to, message = self.read(self.mail.next())
        self.assertEqual((sender, to), ("<games@example.org>", ["<ann@example.org>"]))
        return message.get_content().split("\r\n\r\n")[1].strip()

    def test_no_mail_before_the_address_is_confirmed(self):
        status, said = self.settings(self.cookie, mail="ann@example.org")
        self.assertEqual((status, said["mail"], said["confirmed"]), (200, "ann@example.org", False))
        code = self.code()
        self.assertEqual(self.settings(self.cookie, code="wrong")[1]["code"], "wrong-code")
        web = self.sink(Web)
        self.settings(self.cookie, webhook=web.url)
        self.start(self.cookie)
        self.assertEqual(len([web.next() for _ in range(2)]), 2)  # notices come, but not by mail
        status, said = self.settings(self.cookie, code=code)
        self.assertEqual((status, said["confirmed"]), (200, True))
        _, table = self.start(self.cookie, friend=True)
        _, to, began = self.read(self.mail.next())
        _, _, asked = self.read(self.mail.next())
        self.assertEqual(to, ["<ann@example.org>"])
        self.assertEqual(began["Subject"], "Kremlin: The game has begun.")
        self.assertEqual(asked["Subject"], "Kremlin: The game waits for you.")
        for message in (began, asked):
            self.assertIn(f"https://play.example.org/t/{table}", message.get_content())
            self.assertEqual(message["To"], "ann@example.org")
            self.assertEqual(message["Auto-Submitted"], "auto-generated")
        self.assertIn("UTC", asked.get_content())
        self.assertEqual(self.settings(self.cookie, mail="ann@example.org")[1]["confirmed"], True)

    def test_codes_are_limited(self):
        for _ in range(3):
            self.assertEqual(self.settings(self.cookie, mail="ann@example.org")[0], 200)
            code = self.code()
        self.assertEqual(self.settings(self.cookie, mail="ann@example.org")[0], 429)
        other = self.server.guest("Ben")  # the limit counts for the address, not for the person
        self.assertEqual(self.settings(other, mail="ann@example.org")[0], 429)
        self.assertEqual(self.settings(self.cookie, mail="ben@example.org")[0], 429)
        for _ in range(5):
            self.assertEqual(self.settings(self.cookie, code="22222222")[0], 403)
        self.assertEqual(self.settings(self.cookie, code=code)[0], 403)

    def test_addresses_cannot_add_headers(self):
        for address in ("ann@example.org\r\nBcc: ben@example.org", "Ann <ann@example.org>", "ann"):
            status, said = self.settings(self.cookie, mail=address)
            self.assertEqual((status, said["code"]), (400, "bad-mail"))
        self.assertEqual(self.mail.said, [])


class Logins(Notices):
    def test_a_password_is_not_sent_in_the_clear(self):
        mail = self.sink(Mail)
        words = ("--smtp", mail.url, "--mail-from", "games@example.org")
        os.environ["APPARAT_SMTP_USER"], os.environ["APPARAT_SMTP_PASSWORD"] = "me", "secret"
        try:
            self.serve(*words)
        finally:
            del os.environ["APPARAT_SMTP_USER"], os.environ["APPARAT_SMTP_PASSWORD"]
        self.settings(self.server.guest(), mail="ann@example.org")
        self.until(lambda: self.figure("dropped_total") == 1)
        self.assertTrue(mail.said)
        self.assertFalse([line for line in mail.said if line.startswith(("AUTH", "MAIL"))])


if __name__ == "__main__":
    unittest.main()
