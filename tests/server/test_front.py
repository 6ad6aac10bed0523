#!/usr/bin/env python3
"""The server over the network: pages, people, sockets, whole games, and what is refused."""

import json
import os
import re
import socket
import subprocess
import unittest
from pathlib import Path

from front_case import QUICK, Case
from wire import BINARY, CLOSE, PING, PONG, PROGRAM, TEXT, Refused, Server, Table


def listeners(pid):
    """Returns the addresses that a process listens on, as /proc writes them."""
    inodes = set()
    for fd in Path(f"/proc/{pid}/fd").iterdir():
        try:
            inodes |= set(re.findall(r"socket:\[(\d+)\]", os.readlink(fd)))
        except OSError:
            pass
    found = []
    for table in ("tcp", "tcp6"):
        for line in Path(f"/proc/net/{table}").read_text().splitlines()[1:]:
            words = line.split()
            if words[3] == "0A" and words[9] in inodes:
                found.append(words[1].split(":")[0])
    return found


class Pages(Case):
    def test_it_listens_on_loopback_only(self):
        self.assertEqual(listeners(self.server.process.pid), ["0100007F"])
        self.assertTrue(self.server.url.startswith("http://127.0.0.1:"))

    def test_it_can_listen_on_other_addresses(self):
        for address, bound, url in (
            ("127.0.0.2", "0200007F", "http://127.0.0.2:"),
            ("0.0.0.0", "00000000", "http://0.0.0.0:"),
        ):
            server = self.own_server(None, "--bind", address)
            self.assertEqual(listeners(server.process.pid), [bound])
            self.assertTrue(server.url.startswith(url))

    def test_it_can_listen_on_ipv6(self):
        with socket.socket(socket.AF_INET6) as probe:
            try:
                probe.bind(("::1", 0))
            except OSError:
                return  # this machine has no IPv6
        server = self.own_server(None, "--bind", "::1")
        self.assertEqual(listeners(server.process.pid), ["0" * 24 + "01000000"])
        self.assertTrue(server.url.startswith("http://[::1]:"))
        self.assertEqual(server.request("GET", "/healthz")[0], 200)

    def test_healthz_answers_ok(self):
        status, headers, body = self.server.request("GET", "/healthz")
        self.assertEqual((status, body), (200, b"ok\n"))
        self.assertEqual(headers["Cache-Control"], "no-store")

    def test_metrics_have_all_figures(self):
        status, headers, body = self.server.request("GET", "/metrics")
        self.assertEqual(status, 200)
        self.assertTrue(headers["Content-Type"].startswith("text/plain; version=0.0.4"))
        figures = dict(re.findall(r"^(\w+) (\S+)$", body.decode(), re.M))
        for name in ("apparat_clients", "apparat_messages_total", "process_cpu_seconds_total"):
            self.assertGreaterEqual(float(figures[name]), 0)
        self.assertGreater(float(figures["process_resident_memory_bytes"]), 1e6)
        self.assertEqual(body.count(b"# TYPE"), len(figures))

    def test_refusals_are_counted(self):
        def figures():
            text = self.server.request("GET", "/metrics")[2].decode()
            return [int(float(re.search(rf"^apparat_{name}_total (\S+)$", text, re.M)[1])) for name in ("refused", "refused_requests")]

        link = self.greeted()
        messages, requests = figures()
        self.assertEqual(link.ask(type="watch", table="nowhere")["type"], "refused")
        self.assertEqual(figures(), [messages + 1, requests])
        self.assertEqual(self.server.request("GET", "/nowhere")[0], 404)
        self.assertEqual(figures(), [messages + 1, requests + 1])

    def test_metrics_are_not_for_players(self):
        """They would tell when somebody has answered a sealed question."""
        for header in ({"X_Forwarded_For": "192.0.2.7"}, {"Forwarded": "for=192.0.2.7"}):
            status, _, body = self.server.request("GET", "/metrics", **header)
            self.assertEqual(status, 404)
            self.assertNotIn(b"apparat_", body)

    def test_a_connection_serves_one_request_only(self):
        """What is sent along with the request is not read, and the server goes on."""
        get = b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n"
        post = b"POST /api/guest HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 14\r\n\r\n" + b'{"name":"Ann"}'
        for together in (get + post, get + get, post + post, post + get):
            answer = self.server.raw(together)
            self.assertEqual(answer.count(b"HTTP/1.1 200 "), 1)
            self.assertIn(b"\r\nConnection: close\r\n", answer)
            self.assertEqual(self.server.request("GET", "/healthz")[0], 200)

    def test_the_first_page_is_served(self):
        status, headers, body = self.server.request("GET", "/")
        self.assertEqual(status, 200)
        self.assertIn(b"<title>Apparat</title>", body)
        self.assertIn("text/html", headers["Content-Type"])
        status, headers, nothing = self.server.request("HEAD", "/")
        self.assertEqual((status, nothing), (200, b""))
        self.assertEqual(int(headers["Content-Length"]), len(body))

    def test_every_answer_has_security_headers(self):
        for path in ("/", "/healthz", "/api/me", "/nothing", "/replay/x", "/t/x", "/me", "/records/x.apr", "/embed/x"):
            headers = self.server.request("GET", path)[1]
            policy = headers["Content-Security-Policy"]
            self.assertIn("default-src 'self'", policy)
            self.assertIn("frame-ancestors 'none'", policy)
            self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
            self.assertEqual(headers["X-Frame-Options"], "DENY")
            self.assertEqual(headers["Referrer-Policy"], "no-referrer")
            self.assertIsNone(headers["Strict-Transport-Security"])
            self.assertRegex(headers["Date"], r"^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$")

    def test_unknown_paths_are_not_found(self):
        for path in ("/nothing", "/api", "/api/", "/api/nothing", "/ws/", "/index.htm", "/health"):
            self.refused(self.server.request("GET", path), 404, "not-found")

    def test_no_path_leads_outside(self):
        up = "/../../../../etc/passwd"
        for path in (
            up,
            "/..%2f..%2fetc/passwd",
            "/%2e%2e/etc/passwd",
            f"/records/..{up}",
            "/records/%2e%2e%2fx.apr",
            "//etc/passwd",
            "/etc/passwd%00.html",
        ):
            lines = f"GET {path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n"
            answer = self.server.raw(lines.encode())
            self.assertNotIn(b"root:", answer)
            self.assertRegex(answer[:13] or b"HTTP/1.1 404 ", rb"HTTP/1.1 (4\d\d) ", path)

    def test_wrong_methods_are_refused(self):
        for method, path, allowed in (
            ("POST", "/healthz", "GET, HEAD"),
            ("PUT", "/", "GET, HEAD"),
            ("DELETE", "/api/me", "GET, HEAD"),
            ("GET", "/api/guest", "POST"),
            ("PUT", "/api/login", "POST"),
        ):
            answer = self.server.request(method, path)
            self.refused(answer, 405, "bad-method")
            self.assertEqual(answer[1]["Allow"], allowed)
        answer = self.server.raw(b"BREW / HTTP/1.1\r\nHost: x\r\n\r\n")
        self.assertRegex(answer[:12], rb"^$|^HTTP/1.. 4\d\d$")

    def test_malformed_requests_are_refused(self):
        for lines, status in (
            (b"GET / HTTP/1.1\r\nContent-Length: 5\r\n\r\nhello", b"400"),
            (b"GET / HTTP/1.1\r\nContent-Length: -5\r\n\r\n", b"411"),
            (b"POST /api/guest HTTP/1.1\r\nContent-Length: 1, 2\r\n\r\n", b"411"),
            (b"POST /api/guest HTTP/1.1\r\n\r\n", b"411"),
            (b"POST /api/guest HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", b"411"),
            (b"POST /api/guest HTTP/1.1\r\nContent-Length: 99999999\r\n\r\n", b"413"),
            (b"GET / HTTP/1.1\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABk\r\n\r\n", b"400"),
            (b"GET / HTTP/1.1\r\nUpgrade: gopher\r\n\r\n", b"403"),
        ):
            answer = self.server.raw(lines)
            self.assertEqual(answer[9:12], status, lines)
        for junk in (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc", b"\0" * 5000, b"GET " + b"a" * 9000):
            self.server.raw(junk, patience=2)
        self.assertEqual(self.server.request("GET", "/healthz")[0], 200)

    def test_endless_headers_are_survived(self):
        self.server.raw(b"GET / HTTP/1.1\r\n" + b"X-Much: " + b"a" * 100000 + b"\r\n\r\n", patience=2)
        self.assertEqual(self.server.request("GET", "/healthz")[0], 200)


class People(Case):
    limits = {**QUICK, "passwords_a_minute": 30}

    def me(self, cookie):
        status, _, body = self.server.request("GET", "/api/me", Cookie=cookie)
        return status, json.loads(body)

    def test_a_guest_gets_a_cookie(self):
        body = {"name": "Ann"}
        status, headers, said = self.server.request("POST", "/api/guest", body)
        self.assertEqual((status, json.loads(said)), (200, {"name": "Ann", "account": False}))
        self.assertEqual(headers["Cache-Control"], "no-store")
        cookie, *flags = headers["Set-Cookie"].split("; ")
        self.assertRegex(cookie, r"^apparat=[\w-]{43}$")
        self.assertEqual(set(flags), {"Path=/", "HttpOnly", "SameSite=Strict", "Max-Age=7776000"})
        me = self.me(f"other=1; {cookie}; more=2")
        self.assertEqual(me, (200, {"name": "Ann", "account": False}))

    def test_cookies_are_secure_behind_a_proxy_with_tls(self):
        through = {"X_Forwarded_Proto": "https"}
        headers = self.server.request("POST", "/api/guest", {"name": "Ann"}, **through)[1]
        self.assertIn("; Secure", headers["Set-Cookie"])

    def test_an_account_can_be_made_used_and_deleted(self):
        guest = self.server.guest("Bea")
        words = {"name": "Bea", "password": "correct horse"}
        status, said, cookie = self.server.post("/api/register", words, guest)
        self.assertEqual((status, said), (200, {"name": "Bea", "account": True}))
        self.assertEqual(self.me(guest)[0], 401)
        self.assertEqual(self.me(cookie), (200, {"name": "Bea", "account": True}))
        self.refused(self.server.request("POST", "/api/register", words), 409, "name-taken")
        self.refused(self.server.request("POST", "/api/guest", {"name": "bea"}), 409, "name-taken")
        wrong = {**words, "password": "wrong horse"}
        self.refused(self.server.request("POST", "/api/login", wrong), 403, "wrong-password")
        status, _, second = self.server.post("/api/login", words)
        self.assertEqual(status, 200)
        change = {"password": "correct horse", "new_password": "battery staple"}
        status, _, third = self.server.post("/api/password", change, second)
        self.assertEqual(status, 200)
        self.assertEqual([self.me(c)[0] for c in (cookie, second, third)], [401, 401, 200])
        self.assertEqual(self.server.post("/api/delete", {"password": "no"}, third)[0], 403)
        status, _, gone = self.server.post("/api/delete", {"password": "battery staple"}, third)
        self.assertEqual((status, gone), (200, "apparat="))
        self.assertEqual(self.me(third)[0], 401)

    def test_logging_out_closes_the_sockets_of_the_session(self):
        cookie = self.server.guest("Cleo")
        link = self.greeted(cookie=cookie)
        self.assertEqual(self.server.post("/api/logout", {}, cookie)[0], 200)
        self.assertEqual(link.ends(), 1008)
        self.assertEqual(self.me(cookie)[0], 401)
        self.assertEqual(self.server.post("/api/logout", {}, cookie)[0], 200)

    def test_bad_input_is_refused(self):
        for body, code in (
            ("", "bad-request"),
            ("{", "bad-request"),
            ("[]", "bad-request"),
            ({"nme": "Ann"}, "bad-request"),
            ({"name": 7}, "bad-request"),
            ('{"name":"a","name":"b"}', "bad-request"),
            (b'{"name":"\xff"}', "bad-request"),
            ({"name": ""}, "bad-name"),
            ({"name": "a" * 25}, "bad-name"),
            ({"name": "a\nb"}, "bad-name"),
        ):
            self.refused(self.server.request("POST", "/api/guest", body), 400, code)
        words = {"name": "Dan", "password": "short"}
        self.refused(self.server.request("POST", "/api/register", words), 400, "weak-password")
        self.refused(self.server.request("GET", "/api/me"), 401, "no-session")
        forged = "apparat=" + "A" * 43
        self.refused(self.server.request("GET", "/api/me", Cookie=forged), 401, "no-session")

    def test_too_long_bodies_are_refused(self):
        for body in ({"name": "a" * 4096}, "a" * 500000):
            self.refused(self.server.request("POST", "/api/guest", body), 413, "too-long")

    def test_pages_of_other_sites_are_refused(self):
        own = f"http://{self.server.address[0]}:{self.server.address[1]}"
        body = {"name": "Eve"}
        for origin in ("http://evil.example", "null", own + "0", "https://127.0.0.1"):
            answer = self.server.request("POST", "/api/guest", body, Origin=origin)
            self.refused(answer, 403, "foreign-origin")
        self.assertEqual(self.server.request("POST", "/api/guest", body, Origin=own)[0], 200)
        for kind in ("text/plain", "application/x-www-form-urlencoded", "application/jsonp"):
            answer = self.server.request("POST", "/api/guest", body, Content_Type=kind)
            self.refused(answer, 415, "not-json")

    def test_guessing_passwords_is_limited(self):
        server = self.own_server(passwords_a_minute=2)
        words = {"name": "Fay", "password": "a guess of mine"}
        for _ in range(2):
            self.refused(server.request("POST", "/api/login", words), 403, "wrong-password")
        self.refused(server.request("POST", "/api/login", words), 429, "too-many-tries")


class Sockets(Case):
    def assert_refused_upgrade(self, status, code, **more):
        with self.assertRaises(Refused) as caught:
            self.open(**more)
        self.assertEqual((caught.exception.status, caught.exception.body["code"]), (status, code))

    def test_hello_comes_first(self):
        link = self.open(cookie=self.server.guest("Gus"))
        self.assertEqual(link.ask(type="lobby")["code"], "hello-first")
        welcome = link.hello()
        self.assertEqual((welcome["type"], welcome["name"]), ("welcome", "Gus"))
        self.assertEqual(link.ask(type="lobby")["type"], "lobby")

    def test_bad_upgrades_are_refused(self):
        own = f"http://{self.server.address[0]}:{self.server.address[1]}"
        self.assert_refused_upgrade(401, "no-session", cookie="apparat=" + "A" * 43)
        self.assert_refused_upgrade(401, "no-session", cookie="other=1")
        self.assert_refused_upgrade(403, "foreign-origin", Origin="http://evil.example")
        self.assert_refused_upgrade(403, "foreign-origin", Origin="null")
        self.assert_refused_upgrade(400, "bad-protocol", protocol="http")
        self.assert_refused_upgrade(400, "bad-protocol", protocol="")
        self.assert_refused_upgrade(404, "not-found", path="/other")
        self.assertEqual(self.open(Origin=own).hello()["type"], "welcome")

    def test_no_socket_without_a_session(self):
        """This holds for every method that the library would accept."""
        for method in (b"GET", b"POST", b"CONNECT"):
            head = method + b" /ws HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\n\r\n"
            self.assertNotIn(b"101", self.server.raw(head)[:16])

    def test_malformed_messages_are_refused(self):
        link = self.greeted()
        for text in (b"", b"{", b"[]", b"7", b'{"type":"nothing"}', b"[" * 10000, b'{"id":7}'):
            link.send_frame(TEXT, text)
            answer = link.receive()
            self.assertEqual((answer["type"], answer["code"]), ("refused", "bad-message"), text)
        self.assertEqual(link.ask(type="ping")["type"], "pong")

    def test_messages_may_come_in_pieces(self):
        link = self.greeted()
        text = json.dumps({"type": "ping", "id": "é" * 16 + "x"}).encode()
        for opcode, at in zip([TEXT] + [0] * (len(text) - 1), range(len(text)), strict=True):
            link.send_frame(opcode, text[at : at + 1], last=False)
            link.send_frame(PING, b"among them")
        link.send_frame(0, b"")
        pongs = 0
        while True:
            opcode, payload = link.frame()
            if opcode == TEXT:
                break
            self.assertEqual((opcode, payload), (PONG, b"among them"))
            pongs += 1
        self.assertEqual(json.loads(payload)["type"], "pong")
        self.assertGreater(pongs, 0)

    def test_messages_have_a_greatest_length(self):
        link = self.greeted()
        text = json.dumps({"type": "ping", "id": "1"}).encode()
        link.send_frame(TEXT, text.ljust(16 << 10))
        self.assertEqual(link.receive()["type"], "pong")
        link.send_frame(TEXT, text.ljust((16 << 10) + 1))
        self.assertEqual(link.ends(), 1009)

    def test_pieces_have_a_greatest_length_together(self):
        link = self.greeted()
        for opcode in [TEXT] + [0] * 20:
            try:
                link.send_frame(opcode, b" " * 1000, last=False)
            except ConnectionError:
                break
        self.assertEqual(link.ends(), 1009)

    def test_wrong_frame_lengths_are_survived(self):
        for length in (b"\x7f" + b"\xff" * 7, b"\xff" * 8, bytes(8)):
            link = self.greeted()
            link.link.sendall(b"\x81\xff" + length + b"abcd" + b"x")
            link.link.shutdown(socket.SHUT_WR)
            self.assertIn(link.ends(), (None, 1002, 1009))
        self.assertEqual(self.greeted().ask(type="ping")["type"], "pong")

    def test_wrong_frames_close_the_socket(self):
        for code, opcode, payload in (
            (1003, BINARY, b"{}"),
            (1007, TEXT, b"\xff\xfe"),
            (1002, 3, b""),
            (1002, 0, b"no beginning"),
        ):
            link = self.greeted()
            link.send_frame(opcode, payload)
            self.assertEqual(link.ends(), code)

    def test_closing_is_answered(self):
        link = self.greeted()
        link.send_frame(CLOSE, b"\x03\xe8")
        self.assertEqual(link.ends(), 1000)

    def test_sockets_may_vanish(self):
        for _ in range(5):
            link = self.greeted()
            link.send(type="lobby")
            link.close()
        self.assertEqual(self.greeted().ask(type="ping")["type"], "pong")


class Games(Case):
    def test_a_whole_game_can_be_played(self):
        link = self.greeted(cookie=self.server.guest("Hal"))
        table = Table(link, self.started(link))
        acts = table.play()
        self.assertGreater(acts, 0)
        self.assertGreater(table.changes, acts)
        self.assertEqual(Table(link, table.key).view, table.view)
        self.assertEqual(Table(self.greeted(), table.key).status, "over")

    def test_the_record_of_a_game_can_be_verified(self):
        cookie = self.server.guest("Ida")
        link = self.greeted(cookie=cookie)
        table = Table(link, self.started(link))
        path = f"/records/{table.key}.apr"
        self.refused(self.server.request("GET", path), 401, "no-session")
        self.refused(self.server.request("GET", "/records/x.apr", Cookie=cookie), 404, "not-found")
        self.refused(self.server.request("GET", path[:-4], Cookie=cookie), 404, "not-found")
        table.play()
        status, headers, record = self.server.request("GET", path, Cookie=cookie)
        self.assertEqual(status, 200)
        self.assertIn(f'filename="{table.key}.apr"', headers["Content-Disposition"])
        file = Path(self.folder.name) / "game.apr"
        file.write_bytes(record)
        done = subprocess.run([PROGRAM, "verify", file], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertIn("dice verified", done.stdout)

    def test_a_game_that_is_over_can_be_watched_by_whoever_has_its_link(self):
        cookie = self.server.guest("Ida")
        link = self.greeted(cookie=cookie)
        table = Table(link, self.started(link))
        record, whole, page = (f"/{path.format(table.key)}" for path in ("records/{}.apr", "records/{}.whole.apr", "embed/{}"))
        for path in record, whole:
            self.refused(self.server.request("GET", path), 401, "no-session")
        for path in page, f"{page}.apr", f"{page}/", "/embed/", "/embed/x", "/embed", f"/embed/{table.key[:-1]}":
            answer = self.server.request("GET", path, Cookie=cookie)
            self.refused(answer, 404, "not-found")
            self.assertEqual(answer[1]["X-Frame-Options"], "DENY")
        table.play()
        for path in record, whole:
            status, headers, text = self.server.request("GET", path)
            self.assertEqual((status, text), (200, self.server.request("GET", path, Cookie=cookie)[2]))
            self.assertIn("frame-ancestors 'none'", headers["Content-Security-Policy"])
        for method, words in ("GET", {"Cookie": cookie}), ("GET", {}), ("HEAD", {}):
            status, headers, _ = self.server.request(method, page, **words)
            self.assertEqual((status, headers["Content-Type"]), (200, "text/html; charset=utf-8"))
            policy = headers["Content-Security-Policy"]
            self.assertIn("default-src 'self'", policy)
            self.assertIn("frame-ancestors *", policy)
            self.assertEqual(policy.count("frame-ancestors"), 1)
            self.assertEqual((headers["X-Frame-Options"], headers["Set-Cookie"]), (None, None))
            self.assertEqual(headers["X-Content-Type-Options"], "nosniff")
        tag = {"If-None-Match": headers["ETag"]} if headers["ETag"] else {}
        again = self.server.request("GET", page, **tag)
        self.assertEqual(again[0], 304 if tag else 200)
        self.assertIn("frame-ancestors *", again[1]["Content-Security-Policy"])

    def test_two_windows_of_one_person_agree(self):
        cookie = self.server.guest("Jo")
        first, second = self.greeted(cookie=cookie), self.greeted(cookie=cookie)
        here = Table(first, self.started(first))
        there = Table(second, here.key)
        here.play(most=3)
        self.assertEqual(here.whole(), there.whole())


class Files(Case):
    """A program with other files: see serve_files.c."""

    limits = None
    large = bytes(ord("a") + i % 23 for i in range(200000))

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.server = Server(cls.folder.name, program=os.environ["SERVE_FILES"])
        cls.addClassCleanup(cls.end_server)

    def test_files_are_found_by_their_exact_paths(self):
        for path in ("/", "/index.html"):
            status, headers, body = self.server.request("GET", path)
            self.assertEqual((status, body[:15]), (200, b"<!doctype html>"))
            self.assertEqual(headers["Cache-Control"], "no-cache")
            self.assertEqual(headers["ETag"], 'W/"0123456789abcdef"')
        for path in ("/index", "/index.html/", "/INDEX.HTML", "/x/../app", "/app-AB12CD34"):
            self.refused(self.server.request("GET", path), 404, "not-found")

    def test_large_files_are_sent_whole(self):
        status, headers, body = self.server.request("GET", "/app-AB12CD34.js")
        self.assertEqual((status, body), (200, self.large))
        self.assertEqual(headers["Cache-Control"], "public, max-age=31536000, immutable")
        self.assertEqual(headers["Content-Type"], "text/javascript; charset=utf-8")
        self.assertEqual(self.server.request("HEAD", "/app-AB12CD34.js")[::2], (200, b""))

    def test_a_cached_file_is_not_sent_again(self):
        for tags in ('W/"0123456789abcdef"', '"x", "0123456789abcdef"'):
            status, headers, body = self.server.request("GET", "/", If_None_Match=tags)
            self.assertEqual((status, body), (304, b""))
            self.assertEqual(headers["ETag"], 'W/"0123456789abcdef"')
            self.assertIsNone(headers["Content-Length"])
        self.assertEqual(self.server.request("GET", "/", If_None_Match='"x"')[0], 200)

    def test_files_are_compressed_on_request(self):
        _, headers, body = self.server.request("GET", "/", Accept_Encoding="br, gzip")
        self.assertEqual((headers["Content-Encoding"], body), ("gzip", b"not really packed"))
        self.assertEqual(headers["Vary"], "Accept-Encoding")
        _, headers, _ = self.server.request("GET", "/")
        self.assertEqual((headers["Content-Encoding"], headers["Vary"]), (None, "Accept-Encoding"))
        _, headers, _ = self.server.request("GET", "/app-AB12CD34.js", Accept_Encoding="gzip")
        self.assertEqual((headers["Content-Encoding"], headers["Vary"]), (None, None))


class Secure(Case):
    limits = None

    def test_it_serves_with_a_certificate(self):
        pem = Path(__file__).parent / "localhost.pem"
        server = self.own_server(None, "--tls-cert", pem, "--tls-key", pem)
        self.assertTrue(server.url.startswith("https://127.0.0.1:"))
        server.raw(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", patience=2)  # without TLS
        server.trust = pem
        status, headers, _ = server.request("POST", "/api/guest", {"name": "Mia"})
        self.assertEqual(status, 200)
        self.assertRegex(headers["Strict-Transport-Security"], r"^max-age=\d+$")
        self.assertIn("; Secure", headers["Set-Cookie"])
        link = self.greeted(server, headers["Set-Cookie"].split(";")[0])
        table = Table(link, self.started(link))
        table.play()
        self.assertEqual(table.status, "over")


if __name__ == "__main__":
    unittest.main()
