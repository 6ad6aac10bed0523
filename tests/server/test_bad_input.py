#!/usr/bin/env python3
"""Bad input: whatever comes is answered with an error or by closing the connection, changes nothing, and
keeps nobody else waiting. test_front.py and test_protocol.py test malformed input; here are forged
messages, expired sessions and slow clients. LONG=1 adds a test that takes longer."""

import json
import os
import socket
import sqlite3
import time
import unittest

from front_case import QUICK, Case
from wire import CLOSE, PATIENCE, TEXT, Closed, Refused, Table

LONG = bool(os.environ.get("LONG"))


class ForgedMessages(Case):
    """Ann, Ben and a bot play; Eve watches."""

    limits = {**QUICK, "bot_workers": 0}

    def setUp(self):
        self.ann, self.ben, self.eve = (self.greeted(cookie=self.server.guest(n)) for n in ("Ann", "Ben", "Eve"))
        words = {"game": "red-empire", "players": 3, "public": True, "seats": ["me", "open", {"bot": "greedy"}]}
        self.key = self.ann.ask(type="create", **words)["table"]
        self.ben.ask(type="join", table=self.key)
        for link in (self.ann, self.ben):
            link.ask(type="wishes", table=self.key, ask_all=True)
        self.ann.ask(type="start", table=self.key)
        views = [Table(link, self.key) for link in (self.ann, self.ben)]
        asked = 0 if views[0].asked else 1
        self.question, self.action = views[asked].asked["question"], views[asked].asked["legal"][0]
        self.actor, self.other = (self.ann, self.ben) if asked == 0 else (self.ben, self.ann)
        self.seat = self.look(self.actor)["you"]

    def look(self, link):
        return link.ask(type="watch", table=self.key)

    def seen(self):
        """Returns everything that the three are shown of the table, deadlines included."""
        shown = [self.look(link) for link in (self.ann, self.ben, self.eve)]
        return [{k: v for k, v in table.items() if k != "id"} for table in shown]

    def assert_all_refused(self, cases):
        before = self.seen()
        for link, message, code in cases:
            answer = link.ask(**{"table": self.key, **message})
            self.assertEqual((answer["type"], answer.get("code")), ("refused", code), message)
        self.assertEqual(self.seen(), before)

    def test_nobody_can_act_for_another_seat(self):
        act = {"type": "act", "question": self.question, "action": self.action}
        self.assert_all_refused(
            (
                (self.eve, act, "not-seated"),
                (self.other, act, "not-asked"),
                (self.other, {**act, "action": f"{self.seat} {self.action}"}, "bad-action"),
                (self.other, {**act, "seat": self.seat}, "bad-message"),
                (self.other, {**act, "person": 1}, "bad-message"),
                (self.actor, {**act, "action": f"chance {self.action}"}, "bad-action"),
                (self.eve, {"type": "unseal", "question": self.question}, "not-seated"),
                (self.eve, {"type": "wishes", "ask_all": True}, "not-seated"),
                (self.eve, {"type": "hand_over", "level": "random"}, "not-seated"),
                (self.eve, {"type": "take_back"}, "not-seated"),
                (self.eve, {"type": "undo"}, "not-seated"),
                (self.eve, {"type": "undo_answer", "agree": True}, "not-seated"),
                (self.eve, {"type": "say", "text": "psst", "to": [self.seat]}, "bad-message"),
                (self.eve, {"type": "rematch"}, "not-seated"),
                (self.eve, {"type": "cancel"}, "not-yours"),
                (self.ben, {"type": "cancel"}, "not-yours"),
            )
        )

    def test_messages_out_of_order_are_refused(self):
        self.assert_all_refused(
            (
                (self.ann, {"type": "start"}, "not-now"),
                (self.ann, {"type": "cancel"}, "not-now"),
                (self.ann, {"type": "leave"}, "not-now"),
                (self.eve, {"type": "join"}, "not-now"),
                (self.ann, {"type": "rematch"}, "not-now"),
                (self.ann, {"type": "nonce", "nonce": "0" * 64}, "not-now"),
                (self.ann, {"type": "undo_answer", "agree": True}, "not-now"),
                (self.ann, {"type": "act", "question": self.question + 1, "action": self.action}, "stale"),
            )
        )

    def test_answers_to_old_questions_are_refused(self):
        act = {"type": "act", "question": self.question, "action": self.action}
        self.assertEqual(self.actor.ask(table=self.key, **act)["type"], "done")
        old = [(link, act, "stale") for link in (self.actor, self.other)]
        self.assert_all_refused([*old, (self.actor, {"type": "unseal", "question": self.question}, "stale")])


class Sessions(Case):
    limits = None

    def wait_until_expired(self, server, cookie):
        """Waits until the session has expired."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            time.sleep(0.6)  # a request extends the session: do not ask too often
            if server.request("GET", "/api/me", Cookie=cookie)[0] == 401:
                return
        self.fail("the session does not end")

    def test_an_expired_session_is_refused(self):
        server = self.own_server(session=500)
        cookie = server.guest("Ann")
        self.wait_until_expired(server, cookie)
        for answer in (
            server.request("GET", "/api/me", Cookie=cookie),
            server.request("GET", "/records/x.apr", Cookie=cookie),
            server.request("POST", "/api/delete", {}, Cookie=cookie),
        ):
            self.refused(answer, 401, "no-session")
        with self.assertRaises(Refused) as caught:
            self.open(server, cookie)
        self.assertEqual((caught.exception.status, caught.exception.body["code"]), (401, "no-session"))

    def test_an_expired_session_closes_its_socket(self):
        server = self.own_server(session=32000, idle=8000)  # sessions are checked every second
        link = self.greeted(server)
        with sqlite3.connect(server.database) as database:
            database.execute("UPDATE sessions SET expires = 1")
        database.close()
        opcode, payload = link.frame()
        while opcode != CLOSE:  # a silent client would be dropped without a close frame
            opcode, payload = link.frame()
        self.assertEqual(int.from_bytes(payload[:2], "big"), 1008)

    def test_an_open_socket_keeps_its_session(self):
        server = self.own_server(session=2000, idle=4000)  # sessions are checked twice a second
        cookie = server.guest("Ann")
        link = self.greeted(server, cookie)
        end = time.monotonic() + 3
        while time.monotonic() < end:
            time.sleep(0.1)
            self.assertEqual(link.ask(type="ping")["type"], "pong")
        self.assertEqual(server.request("GET", "/api/me", Cookie=cookie)[0], 200)


class SlowClients(Case):
    def link(self):
        link = socket.create_connection(self.server.address, PATIENCE)
        self.addCleanup(link.close)
        return link

    def check_others(self):
        """Checks that other clients are answered at once."""
        self.assertEqual(self.server.request("GET", "/healthz")[0], 200)
        self.assertEqual(self.greeted().ask(type="ping")["type"], "pong")

    def test_requests_may_come_byte_by_byte(self):
        link = self.link()
        for byte in b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n":
            link.sendall(bytes([byte]))
        answer = b""
        while more := link.recv(4096):
            answer += more
        self.assertTrue(answer.startswith(b"HTTP/1.1 200 OK"), answer)

    def test_unfinished_requests_hold_up_nobody(self):
        """Clients send half of a head, of a body, of a handshake, of a frame and of a message."""
        body = b"POST /api/guest HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\n"
        for half in (b"", b"G", b"GET / HTTP/1.1\r\nHost: x\r\n", body, body + b'{"name":'):
            for _ in range(5):
                self.link().sendall(half)
        for half in (b"\x81", b"\x81\xfe\x40", b"\x81\xfe\x40\x00abcd" + b"x" * 100, b"\x01\x80abcd"):
            for _ in range(5):
                link = self.greeted()
                link.link.sendall(half)
        self.check_others()
        figures = self.server.request("GET", "/metrics")[2].decode()
        self.assertIn("\napparat_clients 21\n", figures)  # 20 unfinished ones, and the one of check_others()

    def test_a_half_closed_request_is_answered(self):
        """A client that has closed its side for writing is answered if its request is whole."""
        for data, status in (
            (b"GET /healthz HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n", b"HTTP/1.1 200"),
            (b"GET /healthz HTTP/1.1\r\nHost: x\r\n", b""),
            (b"POST /api/guest HTTP/1.1\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{", b""),
        ):
            link = self.link()
            link.sendall(data)
            link.shutdown(socket.SHUT_WR)
            answer = b""
            while more := link.recv(4096):
                answer += more
            self.assertEqual(answer[:12], status)

    def test_messages_before_a_half_close_count(self):
        """Whole messages count even if the client is gone; one that is cut off does not."""
        cookie = self.server.guest("Half")
        link = self.greeted(cookie=cookie)
        link.send(type="create", game="kremlin", players=3)
        link.link.sendall(b"\x81\xfe\x00\xc8abcd" + b"x" * 100)
        link.link.shutdown(socket.SHUT_WR)
        self.assertIn(link.ends(), (None, 1002))
        tables = self.greeted(cookie=cookie).ask(type="lobby")["tables"]
        self.assertEqual([table["game"] for table in tables], ["kremlin"])

    def test_a_flood_holds_up_nobody(self):
        """One client sends as fast as it can; others are still answered. If it does not stop it is closed."""
        server = self.own_server(messages_a_second=20, message_burst=60)
        flood, other = self.greeted(server), self.greeted(server)
        message = json.dumps({"type": "games", "id": "x"}).encode()
        try:
            for _ in range(3000):
                flood.send_frame(TEXT, message)
        except OSError:
            pass
        self.assertEqual(other.ask(type="ping")["type"], "pong")
        limits = []
        with self.assertRaises(Closed) as caught:
            while True:
                limits.append(flood.receive().get("limit"))
        self.assertIn(caught.exception.code, (1008, None))  # what was sent after it may be reset by the system
        self.assertGreaterEqual(limits.count("messages_a_second"), 1 if caught.exception.code is None else 60)

    @unittest.skipUnless(LONG, "takes long; set LONG=1")
    def test_clients_that_never_finish_are_closed(self):
        links = [self.link() for _ in range(3)]
        for link, half in zip(links, (b"", b"GET / HTTP/1.1\r\n", b"POST /api/guest HTTP/1.1\r\nContent-Length: 9\r\n"), strict=True):
            link.sendall(half)
            link.settimeout(45)
        for link in links:
            while link.recv(4096):
                pass
        self.check_others()


if __name__ == "__main__":
    unittest.main()
