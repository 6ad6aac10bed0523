#!/usr/bin/env python3
"""The limits of the server, how it stops, and how it starts again."""

import contextlib
import json
import os
import select
import signal
import socket
import sqlite3
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from front_case import Case
from wire import PATIENCE, PING, PONG, PROGRAM, TEXT, Closed, Refused, Table

HOUR = 3600 * 1000


class Limits(Case):
    limits = None

    def test_connections_of_an_address_are_limited(self):
        server = self.own_server(connections_an_address=3)
        cookie = server.guest()
        links = [self.open(server, cookie) for _ in range(3)]
        with self.assertRaises(Refused) as caught:
            self.open(server, cookie)
        self.assertEqual(caught.exception.status, 429)
        self.refused(server.request("GET", "/healthz"), 429, "too-many-connections")
        waiting = [socket.create_connection(server.address) for _ in range(40)]
        open_still, end = set(waiting), time.monotonic() + PATIENCE
        while len(open_still) > 20:
            self.assertLess(time.monotonic(), end)
            for link in select.select(open_still, [], [], 1)[0]:
                with contextlib.suppress(ConnectionError):
                    self.assertEqual(link.recv(1), b"")
                open_still.remove(link)
        for link in waiting + [link.link for link in links[1:]]:
            link.close()
        self.assertEqual(links[0].hello()["type"], "welcome")
        deadline = time.monotonic() + PATIENCE
        while server.request("GET", "/healthz")[0] != 200 and time.monotonic() < deadline:
            time.sleep(0.05)
        self.assertEqual(server.request("GET", "/healthz")[0], 200)

    def test_a_client_that_does_not_read_is_closed(self):
        server = self.own_server(waiting_bytes=65536, messages_a_second=100000, message_burst=100000)
        cookie = server.guest()
        talker = self.greeted(server, cookie)
        key = self.started(talker)
        deaf = self.open(server, cookie, buffer=4096)
        deaf.hello()
        message = json.dumps({"type": "watch", "table": key}).encode()
        deaf.link.settimeout(PATIENCE)
        try:
            for _ in range(20000):
                deaf.send_frame(TEXT, message)
        except OSError:
            pass  # the connection may be closed while it still sends
        end = time.monotonic() + PATIENCE
        while "\napparat_clients 1\n" not in server.request("GET", "/metrics")[2].decode():
            self.assertLess(time.monotonic(), end)
            time.sleep(0.1)
        self.assertEqual(talker.ask(type="ping")["type"], "pong")

    def test_a_client_that_reads_late_gets_everything_in_order(self):
        """More is sent than the buffers of the system hold."""
        server = self.own_server(waiting_bytes=1 << 28, messages_a_second=100000, message_burst=100000)
        late = self.open(server, server.guest(), buffer=4096)
        late.hello()
        count = 3000
        for i in range(count):
            late.send_frame(TEXT, json.dumps({"type": "games", "id": str(i)}).encode())
        self.assertEqual(self.greeted(server).ask(type="ping")["type"], "pong")
        self.assertEqual([late.receive()["id"] for _ in range(count)], [str(i) for i in range(count)])

    def test_a_silent_client_is_closed(self):
        server = self.own_server(idle=1600)
        silent, awake = self.open(server), self.greeted(server)
        for _ in range(2):
            opcode, payload = awake.frame()
            self.assertEqual(opcode, PING)
            awake.send_frame(PONG, payload)
        opcodes = []
        with self.assertRaises(Closed):
            while True:
                opcodes.append(silent.frame()[0])
        self.assertEqual(opcodes, [PING])
        self.assertEqual(awake.ask(type="ping")["type"], "pong")

    def test_too_many_messages_are_refused(self):
        server = self.own_server(messages_a_second=1, message_burst=5)
        link = self.greeted(server)
        answers = [link.ask(type="ping")["type"] for _ in range(4)]
        self.assertEqual(answers, ["pong"] * 4)
        link.send(type="ping", id="more")
        self.assertEqual(link.receive()["code"], "too-fast")

    def test_wrong_limits_are_explained(self):
        for word, line in (
            ("idel=3", "unknown limit 'idel': did you mean 'idle'?"),
            ("idle", "--limit idle must be a number from 1 to 31622400000, as in idle=1"),
            ("idle=0", "--limit idle must be a number from 1 to 31622400000, as in idle=1"),
        ):
            words = [PROGRAM, "serve", "--limit", word]
            done = subprocess.run(words, capture_output=True, text=True)
            self.assertEqual((done.returncode, done.stderr), (2, f"apparat serve: {line}\n"))


class Life(Case):
    limits = None

    def run_program(self, *words, **more):
        words = [PROGRAM, *map(str, words)]
        return subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, **more)

    def test_it_closes_its_sockets_when_it_stops(self):
        for number in (signal.SIGTERM, signal.SIGINT):
            server = self.own_server()
            links = [self.greeted(server) for _ in range(3)]
            server.process.send_signal(number)
            self.assertEqual([link.ends() for link in links], [1012] * 3)
            self.assertEqual((server.wait(), server.said()), (0, ""))

    def test_it_stops_even_if_clients_do_not_answer(self):
        server = self.own_server()
        self.greeted(server)  # this client never reads the close frame
        self.assertEqual((server.stop(), server.said()), (0, ""))

    def writes(self, server, most, seconds):
        """Waits until so many things were stored, but not longer than so many seconds; returns how many there were."""
        database = sqlite3.connect(f"file:{server.database}?mode=ro", uri=True)
        self.addCleanup(database.close)
        seen, end = set(), time.monotonic() + seconds
        while len(seen) <= most and time.monotonic() < end:
            seen.add(database.execute("PRAGMA data_version").fetchone())
            time.sleep(0.01)
        return len(seen) - 1

    def test_while_people_answer_in_secret_something_is_always_written(self):
        """Whoever measures pings notices writes, and learns nothing of others' answers."""
        server = self.own_server()
        ann, ben = self.greeted(server), self.greeted(server)
        key = ann.ask(type="create", game="kremlin", players=3, public=True, seats=["me", "open", {"bot": "random"}],
                      move_ms=HOUR, countdown_ms=HOUR)["table"]
        self.assertEqual(ben.ask(type="join", table=key)["type"], "done")
        self.assertEqual(ann.ask(type="start", table=key)["type"], "done")
        self.assertTrue(ann.ask(type="watch", table=key)["open"]["sealed"])
        self.assertEqual(self.writes(server, 6, PATIENCE), 6)  # nobody does anything
        ann.ask(type="watch", table=key, watch=False)
        time.sleep(0.5)
        self.assertLessEqual(self.writes(server, 1000, 2), 1)

    def test_a_killed_server_continues_its_games(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        server = self.own_server(folder.name)
        cookie = server.guest("Kim")
        table = Table(link := self.greeted(server, cookie), self.started(link))
        table.play(most=1)
        before = table.whole()
        self.assertEqual(server.stop(signal.SIGKILL), -signal.SIGKILL)
        server = self.own_server(folder.name)
        again = Table(self.greeted(server, cookie), table.key)
        self.assertEqual(again.status, "running")
        self.assertEqual((again.view, again.asked), before)
        again.play()
        self.assertEqual(again.status, "over")

    def test_a_backup_can_be_made_while_it_serves(self):
        server = self.own_server()
        cookie = server.guest("Lea")
        key = self.started(self.greeted(server, cookie))
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        copy = Path(folder.name) / "games.db"
        url = f"sqlite:{server.database}"
        done = self.run_program("backup", "--db", url, copy)
        self.assertEqual((done.returncode, done.stderr), (0, ""))
        self.assertEqual(self.run_program("backup", "--db", url, copy).returncode, 1)
        other = self.own_server(folder.name)
        self.assertEqual(Table(self.greeted(other, cookie), key).status, "running")
        missing = self.run_program("backup", "--db", f"sqlite:{folder.name}/none.db", copy)
        self.assertEqual(missing.returncode, 1)
        self.assertFalse(Path(folder.name, "none.db").exists())

    def test_the_database_is_in_the_state_folder(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        environment = {**os.environ, "XDG_STATE_HOME": folder.name}
        words = [PROGRAM, "serve", "--port", "0"]
        process = subprocess.Popen(words, env=environment, stdout=subprocess.PIPE, text=True)
        self.assertIn("listening", process.stdout.readline())
        process.terminate()
        self.assertEqual(process.wait(PATIENCE), 0)
        process.stdout.close()
        database = Path(folder.name, "apparat", "apparat.db")
        self.assertTrue(database.exists())
        self.assertEqual(database.parent.stat().st_mode & 0o777, 0o700)

    def test_impossible_options_are_explained(self):
        server = self.own_server()
        memory = ("serve", "--db", "sqlite::memory:")
        port, pem = server.address[1], "/dev/null"
        for words, line in (
            (("--port", port), f"cannot listen on 127.0.0.1 port {port}: Address already in use"),
            (("--bind", "localhost"), "'localhost' is no address in digits, such as 127.0.0.1"),
            (("--bind", "192.0.2.1", "--port", 0), "cannot listen on 192.0.2.1 port 0: Cannot"),
            (("--port", 0, "--tls-cert", pem, "--tls-key", pem), "cannot serve with the certif"),
        ):
            done = self.run_program(*memory, *words)
            self.assertEqual((done.returncode, done.stdout), (1, ""))
            self.assertTrue(done.stderr.startswith(f"apparat serve: {line}"), done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1)
        done = self.run_program(*memory, "--tls-cert", "x")
        self.assertEqual(done.returncode, 2)


if __name__ == "__main__":
    unittest.main()
