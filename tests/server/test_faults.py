#!/usr/bin/env python3
"""What goes wrong around a server: it is stopped, started twice, its clock is set, its disk is full, its database locked
or damaged, its certificate renewed. Nobody loses a decision, and one line tells whoever runs it what has happened. LONG=1: it is
stopped for a minute, and more is locked."""

import os
import re
import resource
import shutil
import signal
import socket
import sqlite3
import ssl
import struct
import subprocess
import tempfile
import time
import unittest
from pathlib import Path

from front_case import Case
from protocol import SERVER
from wire import PATIENCE, PROGRAM

LINE = re.compile(r'level=(error|warning|info) event=[a-z-]+( table=[a-z0-9]{26})? text="([^"\\]|\\.)*"')
LONG = bool(os.environ.get("LONG"))
STOPPED = 60 if LONG else 4
HOUR = 3600 * 1000


class Faults(Case):
    limits = None

    def end_own(self, server):
        """These servers may have something to say, but only as lines of the log, and of nobody by name."""
        if server.process.poll() is None:
            self.assertEqual(server.stop(), 0)
        else:
            server.wait()
        for line in server.log().splitlines():
            self.assertIsNotNone(LINE.fullmatch(re.sub(r"^<\d>", "", line)), line)
            self.assertNotIn("Ann", line)  # as all of them are called here

    def table_of_two(self, server, move_ms=HOUR, people=(None, None)):
        """Two people at a table that both watch; returns their links and the key."""
        ann, ben = (self.greeted(server, cookie) for cookie in people)
        seats = ["me", "open", {"bot": "random"}]
        made = ann.ask(type="create", game="red-empire", players=3, public=True, seats=seats, move_ms=move_ms)
        key = made["table"]
        for link, words in ((ben, {"type": "join"}), (ann, {"type": "wishes", "ask_all": True}),
                            (ben, {"type": "wishes", "ask_all": True}), (ann, {"type": "start"})):
            self.assertEqual(link.ask(table=key, **words)["type"], "done")
        return ann, ben, key

    def asked(self, links, key):
        """Returns who is asked, and the table as this person sees it, once a person is."""
        until = time.monotonic() + PATIENCE
        while time.monotonic() < until:
            for link in links:
                table = link.ask(type="watch", table=key)
                if table.get("ask"):
                    return link, table
            time.sleep(0.05)
        self.fail("nobody is asked")

    def act(self, link, table):
        ask = table["ask"]
        return link.ask(type="act", table=table["table"], question=ask["question"], action=ask["legal"][0])

    def heard(self, link, kind):
        """Returns the messages of this type that have come."""
        while not self.is_answered(link):
            pass
        found = [message for message in link.aside if message["type"] == kind]
        for message in found:
            SERVER.check(message)
        link.aside = [message for message in link.aside if message["type"] != kind]
        return found

    def is_answered(self, link):
        """Sends a ping. When the store fails, all that was not told yet is dropped, and the pong may be part of it."""
        link.count += 1
        number = f"{link.name}-{link.count}"
        link.send(type="ping", id=number)
        while True:
            message = link.receive()
            if message.get("id") == number:
                return True
            link.aside.append(message)
            if message["type"] == "storage" or message.get("code") == "storage":
                return False

    def wait_for(self, link, kind, patience=PATIENCE):
        until = time.monotonic() + patience
        found = []
        while not found and time.monotonic() < until:
            found = self.heard(link, kind)
            time.sleep(0.05)
        return found

    def lines(self, server, event):
        return [line for line in server.log().splitlines() if f" event={event} " in line]

    def metric(self, server, name):
        figures = server.request("GET", "/metrics")[2].decode()
        return float(re.search(rf"^{name} (\S+)$", figures, re.MULTILINE).group(1))

    # ---- Stopped, and started twice ----

    def test_a_stopped_server_gives_the_time_back(self):
        server = self.own_server()
        ann, ben, key = self.table_of_two(server, move_ms=1000 * STOPPED)
        link, table = self.asked((ann, ben), key)
        server.process.send_signal(signal.SIGSTOP)
        begun = time.monotonic()
        time.sleep(STOPPED)
        stopped = 1000 * (time.monotonic() - begun)
        server.process.send_signal(signal.SIGCONT)
        told = self.wait_for(link, "clock")
        self.assertTrue(told)
        later = link.ask(type="watch", table=key)["deadline"]
        self.assertGreaterEqual(later - table["deadline"], stopped - 1000)
        self.assertEqual(self.act(link, table)["type"], "done")  # its time was not up
        self.assertLess(abs(told[-1]["now"] - 1000 * time.time()), 20000)
        self.assertGreaterEqual(self.metric(server, "apparat_stalls_total"), 1)
        self.assertGreaterEqual(1000 * self.metric(server, "apparat_stalled_seconds_total"), stopped - 1000)
        self.assertGreaterEqual(len(self.lines(server, "stall")), 1)

    def set_clock(self, hours):
        file = os.open(self.clock, os.O_RDWR | os.O_CREAT)
        os.pwrite(file, struct.pack("=q", hours * HOUR), 0)  # in its place: the server has this file in its memory
        os.close(file)

    def assert_game_goes_on(self, links, key, question=None):
        """Whoever is asked has nearly all of the time left, and answers; the question is the one that was open before."""
        link, table = self.asked(links, key)
        self.assertEqual(table["ask"]["question"], question or table["ask"]["question"])
        left = table["deadline"] - link.ask(type="ping")["now"]
        self.assertTrue(HOUR / 2 < left < HOUR * 1.1, left)
        self.assertEqual(self.act(link, table)["type"], "done")

    def test_a_clock_that_is_set(self):
        """The hour of the day jumps by an hour, forward and back, while a game is played and while the server is down."""
        with tempfile.TemporaryDirectory() as folder:
            self.clock = Path(folder) / "clock"
            self.set_clock(0)
            other_clock = {"LD_PRELOAD": os.environ["SET_CLOCK"], "CLOCK_AHEAD": str(self.clock)}
            server = self.with_environment(other_clock)
            cookies = [server.guest(), server.guest()]
            ann, ben, key = self.table_of_two(server, people=cookies)
            for hours, said in ((1, "set forward by 3600 s"), (0, "set back by 3600 s"), (-1, "set back by 3600 s")):
                link, table = self.asked((ann, ben), key)
                known = len(self.lines(server, "clock-set"))
                self.heard(link, "clock")  # of the time before
                self.set_clock(hours)
                told = self.wait_for(link, "clock")
                self.assertLess(abs(told[-1]["now"] - 1000 * time.time() - hours * HOUR), 20000)
                self.assert_game_goes_on((ann, ben), key, table["ask"]["question"])
                lines = self.lines(server, "clock-set")
                self.assertEqual(len(lines), known + 1, lines)
                self.assertIn(said, lines[-1])
            link, table = self.asked((ann, ben), key)
            server.stop(signal.SIGKILL)
            for hours in (1, -1):  # while it is down
                self.set_clock(hours)
                again = self.with_environment(other_clock, folder=server.database.parent)
                links = [self.greeted(again, cookie) for cookie in cookies]
                self.assert_game_goes_on(links, key, table["ask"]["question"])
                link, table = self.asked(links, key)
                again.stop(signal.SIGKILL)

    def test_a_second_server_is_told_where_the_first_is(self):
        server = self.own_server()
        words = [PROGRAM, "serve", "--port", "0", "--db", f"sqlite:{server.database}"]
        second = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE)
        self.assertEqual((second.returncode, second.stdout), (1, ""))
        self.assertEqual(
            second.stderr,
            f"apparat serve: {server.database} is being served already, by process {server.process.pid}: open {server.url}\n",
        )
        self.assertEqual(server.request("GET", "/healthz")[0], 200)
        server.stop(signal.SIGKILL)
        self.assertEqual(self.own_server(server.database.parent).request("GET", "/healthz")[0], 200)

    def test_play_twice_says_where_the_first_one_is(self):
        """The script itself, in a folder in which everything is there already."""
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        folder = Path(temporary.name)
        (folder / "build").mkdir()
        (folder / "build/build.ninja").touch()
        (folder / "build/apparat").symlink_to(PROGRAM)
        for name in ("setup", "ninja"):
            (folder / name).write_text("#!/bin/sh\n")
            (folder / name).chmod(0o755)
        shutil.copy(Path(__file__).parents[2] / "play", folder)
        env = {**os.environ, "PATH": f"{folder}:{os.environ['PATH']}", "XDG_STATE_HOME": f"{folder}/state"}
        first = subprocess.Popen([folder / "play"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=env)
        self.addCleanup(first.stdout.close)
        self.addCleanup(first.wait)
        self.addCleanup(first.kill)
        url = first.stdout.readline().split()[-1]
        for language, said in (("C", "is being served already, by process {}: open {}"),
                               ("fr_FR.UTF-8", "est déjà en service, par le processus {} : ouvrez {}")):
            second = subprocess.run([folder / "play"], capture_output=True, text=True, timeout=PATIENCE, env={**env, "LC_ALL": language})
            self.assertEqual((second.returncode, second.stdout), (1, ""))
            self.assertTrue(second.stderr.endswith(said.format(first.pid, url) + "\n"), second.stderr)

    # ---- The store cannot be written ----

    def break_store(self, server, break_it):
        """The store breaks while a game is played: everybody is told once, clocks stand still, nothing is acknowledged. Returns
        both links, the key, the deadline before, and what a decision was asked for."""
        ann, ben, key = self.table_of_two(server)
        link, table = self.asked((ann, ben), key)
        self.assertEqual(server.request("GET", "/healthz")[0], 200)
        break_it()
        deadline = table["deadline"]
        told = []
        while not told:  # a disk may not be quite full yet; what is not kept is not answered
            link.send(type="act", table=key, question=table["ask"]["question"], action=table["ask"]["legal"][0])
            told = self.wait_for(link, "storage", 4)
            if not told:
                link, table = self.asked((ann, ben), key)
        other = ben if link is ann else ann
        told += self.wait_for(other, "storage")
        self.assertEqual([message["works"] for message in told], [False, False])
        link, table = self.asked((ann, ben), key)
        self.assertIsNone(table["deadline"])  # no clock runs
        self.heard(link, "clock")
        self.assertEqual(self.act(link, table)["code"], "storage")
        self.assertEqual(ann.ask(type="say", table=key, text="?")["code"], "storage")
        self.assertEqual(server.request("GET", "/healthz")[0], 503)
        self.assertEqual(self.metric(server, "apparat_store_works"), 0)
        self.assertGreaterEqual(self.metric(server, "apparat_failed_commits_total"), 1)
        time.sleep(1.5)
        self.assertEqual(self.heard(ben, "storage"), [])  # it was told once
        self.assertLessEqual(len(self.heard(link, "clock")), 1)
        self.assertEqual(len(self.lines(server, "store-failed")), 1)
        return ann, ben, link, key, deadline

    def trouble(self, server, break_it, mend_it):
        """The store breaks while a game is played, and is mended."""
        ann, ben, link, key, deadline = self.break_store(server, break_it)
        before = link.ask(type="watch", table=key)
        mend_it()
        for one in (ann, ben):
            self.assertEqual([told["works"] for told in self.wait_for(one, "storage")], [True])
        after = link.ask(type="watch", table=key)
        self.assertEqual(after["ask"], before["ask"])
        self.assertGreaterEqual(after["deadline"] - deadline, 1500 - 1000)
        self.assertEqual(self.act(link, after)["type"], "done")
        self.assertEqual(server.request("GET", "/healthz")[0], 200)
        self.assertEqual([len(self.lines(server, event)) for event in ("store-failed", "store-works")], [1, 1])
        server.stop(signal.SIGKILL)
        again = self.own_server(server.database.parent)  # what was acknowledged is there
        self.assertEqual(again.request("GET", "/healthz")[0], 200)
        with sqlite3.connect(server.database) as database:
            self.assertGreater(database.execute("SELECT count(*) FROM lines").fetchone()[0], 0)
        database.close()

    def test_files_that_may_not_grow(self):
        """Like a full disk: only the log of this test is small enough to be written."""
        server = self.own_server()
        limits = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)
        self.trouble(
            server,
            lambda: resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (4096, limits[1])),
            lambda: resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, limits),
        )

    def lock_for_a_while(self, server):
        """Another process has locked the database."""
        other = sqlite3.connect(server.database, isolation_level=None)
        self.addCleanup(other.close)

        def unlock():
            self.assertGreaterEqual(self.metric(server, "apparat_store_waits_total"), 1)
            other.execute("ROLLBACK")

        self.trouble(server, lambda: other.execute("BEGIN IMMEDIATE"), unlock)

    def test_a_database_that_another_process_has_locked(self):
        self.lock_for_a_while(self.own_server())

    @unittest.skipUnless(LONG, "part of the long form")
    def test_games_go_on_where_there_was_never_room_for_the_reserve(self):
        before = resource.getrlimit(resource.RLIMIT_FSIZE)
        resource.setrlimit(resource.RLIMIT_FSIZE, (8 << 20, before[1]))  # which the server inherits
        try:
            server = self.own_server()
        finally:
            resource.setrlimit(resource.RLIMIT_FSIZE, before)
        self.assertEqual(len(self.lines(server, "no-reserve")), 1)
        self.lock_for_a_while(server)

    def small_disk(self):
        """Returns the folder of a small disk, and the path of a file that can fill it."""
        folder = tempfile.mkdtemp()
        self.addCleanup(shutil.rmtree, folder, True)
        mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=40m", "tmpfs", folder], capture_output=True)
        if mounted.returncode != 0:
            self.skipTest("no small disk can be mounted here")
        self.addCleanup(subprocess.run, ["umount", "-l", folder])
        return folder, Path(folder) / "filler"

    def fill(self, filler):
        with open(filler, "wb", buffering=0) as file:
            try:
                while file.write(bytes(4096)) == 4096:
                    pass
            except OSError:
                pass

    @unittest.skipUnless(os.geteuid() == 0, "a small disk can be mounted by root only")
    def test_a_full_disk(self):
        folder, filler = self.small_disk()
        server = self.own_server(folder)
        self.trouble(server, lambda: self.fill(filler), filler.unlink)
        self.assertTrue((Path(folder) / "games.db-reserve").exists())

    @unittest.skipUnless(os.geteuid() == 0, "a small disk can be mounted by root only")
    def test_a_start_on_a_full_disk_is_explained(self):
        folder, filler = self.small_disk()
        server = self.own_server(folder)
        cookies = [server.guest(), server.guest()]
        ann, ben, key = self.table_of_two(server, people=cookies)
        question = self.asked((ann, ben), key)[1]["ask"]["question"]
        server.stop()
        self.fill(filler)
        words = [PROGRAM, "serve", "--port", "0", "--db", f"sqlite:{server.database}"]
        done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE)
        line = f"apparat serve: {server.database} cannot be opened: database or disk is full\n"
        self.assertEqual((done.returncode, done.stdout, done.stderr), (1, "", line))
        filler.unlink()
        again = self.own_server(folder)
        self.assert_game_goes_on([self.greeted(again, cookie) for cookie in cookies], key, question)
        again.stop()

    @unittest.skipUnless(os.geteuid() == 0, "a disk can be mounted by root only")
    def test_a_disk_that_turns_read_only(self):
        """As the kernel makes one when it finds an error: whoever has a file open may write no more. A disk that was repaired
        and mounted again has everything that was acknowledged."""
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        image, folder = f"{temporary.name}/image", Path(temporary.name) / "disk"
        folder.mkdir()

        def disk(*words):
            return subprocess.run([str(word) for word in words], capture_output=True).returncode

        with open(image, "wb") as file:
            file.truncate(64 << 20)
        mount = ["mount", "-o", "loop", image, folder]
        if disk("mkfs.ext4", "-q", image) != 0 or disk(*mount) != 0:
            self.skipTest("no disk can be made and mounted here")
        self.addCleanup(disk, "umount", "-l", folder)
        server = self.own_server(folder)
        ann, ben, link, key, _ = self.break_store(server, lambda: self.assertEqual(disk("mount", "-o", "remount,abort", folder), 0))
        asked = link.ask(type="watch", table=key)["ask"]
        (line,) = self.lines(server, "store-failed")
        self.assertRegex(line, "readonly|read-only|I/O error")
        ann.close()
        ben.close()
        server.stop(signal.SIGKILL)
        # The kernel lets go of the files of a killed process a little after it tells that the process has ended.
        until = time.monotonic() + PATIENCE
        while disk("umount", folder) != 0:
            self.assertLess(time.monotonic(), until)
            time.sleep(0.05)
        self.assertLess(disk("e2fsck", "-fp", image), 4)  # no error was left
        self.assertEqual(disk(*mount), 0)
        again = self.own_server(folder)
        self.assertEqual(again.request("GET", "/healthz")[0], 200)
        watched = self.greeted(again).ask(type="watch", table=key)
        self.assertEqual(watched["open"]["question"], asked["question"])  # where it stood
        again.stop()

    # ---- Damage ----

    def test_a_damaged_table_is_named_and_others_go_on(self):
        server = self.own_server()
        keys = [self.table_of_two(server)[2] for _ in range(2)]
        server.stop()
        with sqlite3.connect(server.database) as database:
            database.execute("DELETE FROM snapshots")
            database.execute(
                "UPDATE lines SET value = 4294967295 WHERE seq = 0 AND table_id = "
                "(SELECT id FROM tables WHERE key = ?)", (keys[0],))
        database.close()
        again = self.own_server(server.database.parent)
        until = time.monotonic() + PATIENCE
        while not self.lines(again, "damaged") and time.monotonic() < until:
            time.sleep(0.05)
        named = self.lines(again, "damaged")
        self.assertEqual(len(named), 1)
        self.assertIn(f" table={keys[0]} ", named[0])
        self.assertEqual(self.metric(again, "apparat_damaged_tables_total"), 1)
        link = self.greeted(again)
        self.assertIn("view", link.ask(type="watch", table=keys[1]))
        self.assertNotIn("view", link.ask(type="watch", table=keys[0]))

    def test_damage_is_found_at_the_start(self):
        """One line says what to do, and games of which nothing is damaged go on."""
        server = self.own_server()
        cookies = [server.guest(), server.guest()]
        ann, ben, key = self.table_of_two(server, people=cookies)
        _, table = self.asked((ann, ben), key)
        self.assertEqual(self.lines(server, "damaged-database"), [])
        server.stop()
        with sqlite3.connect(server.database) as database:
            (page,) = database.execute("SELECT rootpage FROM sqlite_master WHERE name = 'reports'").fetchone()
            (size,) = database.execute("PRAGMA page_size").fetchone()
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        database.close()
        with open(server.database, "r+b") as file:
            file.seek((page - 1) * size)
            file.write(b"Z" * size)
        again = self.own_server(server.database.parent)
        (line,) = self.lines(again, "damaged-database")
        self.assertIn("restore a backup", line)
        links = [self.greeted(again, cookie) for cookie in cookies]
        self.assert_game_goes_on(links, key, table["ask"]["question"])
        again.stop()

    # ---- The supervisor, the journal, the certificate ----

    def with_environment(self, more, *words, folder=None):
        before = dict(os.environ)
        os.environ.update(more)
        try:
            return self.own_server(folder, *words)
        finally:
            os.environ.clear()
            os.environ.update(before)

    def test_signs_of_life(self):
        with tempfile.TemporaryDirectory() as folder, socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as notified:
            notified.bind(f"{folder}/notify")
            notified.settimeout(PATIENCE)
            server = self.with_environment({"NOTIFY_SOCKET": f"{folder}/notify", "WATCHDOG_USEC": "400000"})
            states = [notified.recv(200).decode() for _ in range(5)]
            self.assertIn("READY=1", states[:2])
            self.assertEqual(states.count("WATCHDOG=1"), 4)
            self.assertEqual(server.stop(), 0)
            while "STOPPING=1" not in states:
                states.append(notified.recv(200).decode())

    def test_the_journal_gets_priorities(self):
        server = self.with_environment({"JOURNAL_STREAM": "1:2"})
        link = self.greeted(server)
        server.process.send_signal(signal.SIGSTOP)
        time.sleep(2)
        server.process.send_signal(signal.SIGCONT)
        self.assertEqual(link.ask(type="ping")["type"], "pong")
        until = time.monotonic() + PATIENCE
        while not self.lines(server, "stall") and time.monotonic() < until:
            time.sleep(0.05)
        self.assertRegex(self.lines(server, "stall")[0], r'^<4>level=warning event=stall text=".*"$')
        server.stop()

    def serial(self, server):
        """Returns the certificate that the server shows."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        context.check_hostname, context.verify_mode = False, ssl.CERT_NONE
        with socket.create_connection(server.address, timeout=PATIENCE) as link, context.wrap_socket(link) as secure:
            return secure.getpeercert(binary_form=True)

    def test_a_certificate_is_read_again(self):
        here = Path(__file__).parent
        with tempfile.TemporaryDirectory() as folder:
            pem = Path(folder) / "both.pem"
            shutil.copy(here / "localhost.pem", pem)
            server = self.own_server(None, "--tls-cert", pem, "--tls-key", pem)
            first = self.serial(server)
            pem.write_text("rubbish\n")
            server.process.send_signal(signal.SIGHUP)
            until = time.monotonic() + PATIENCE
            while not self.lines(server, "certificate-kept") and time.monotonic() < until:
                time.sleep(0.05)
            self.assertEqual(len(self.lines(server, "certificate-kept")), 1)
            self.assertEqual(self.serial(server), first)
            shutil.copy(here / "localhost-renewed.pem", pem)
            server.process.send_signal(signal.SIGHUP)
            while not self.lines(server, "certificate-read") and time.monotonic() < until + PATIENCE:
                time.sleep(0.05)
            second = self.serial(server)
            self.assertNotEqual(second, first)
            self.assertEqual(second, ssl.PEM_cert_to_DER_cert(self.only_certificate(here / "localhost-renewed.pem")))

    def only_certificate(self, path):
        text = path.read_text()
        end = "-----END CERTIFICATE-----"
        return text[text.index("-----BEGIN CERTIFICATE-----") : text.index(end) + len(end)] + "\n"


if __name__ == "__main__":
    unittest.main()
