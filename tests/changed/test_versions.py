#!/usr/bin/env python3
"""Games go on, and can be watched, when the rules change. OLD is a program; APPARAT is one whose games were copied and
changed by copy_games.py: it has other data for every game, and of Tiny a newer version of the rules and another state."""

import json
import os
import signal
import sqlite3
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "server"))
from wire import Server, Table  # noqa: E402

OLD = Path(os.environ["OLD"]).resolve()
NEW = Path(os.environ["APPARAT"]).resolve()
GAMES = {"tiny": 3, "kremlin": 3, "red-empire": 3, "atomic-business": 3, "triumph-of-chaos": 2}
HOUR = 3600 * 1000  # nobody's time runs out, however busy the machine is
LIMITS = {"messages_a_second": 1000, "message_burst": 1000, "tables_a_person": 100, "live_delay": 1, "live_move": HOUR, "countdown": HOUR, "bot_delay": 0,
          "shown_most": 0}


def games_of(program):
    """The version of the rules of each game that a program has."""
    listed = json.loads(subprocess.run([program, "games", "--json"], capture_output=True, text=True, check=True).stdout)
    return {game["game"]: game["rules"] for game in (listed["games"] if isinstance(listed, dict) else listed)}


def without_zeros(value):
    """Whole views leave zeros of a grid out; changes have them."""
    if isinstance(value, dict):
        return {key: without_zeros(part) for key, part in value.items() if part != 0 or part is False}
    return value


class Case(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.cookie = None
        self.links = []

    def serve(self, program):
        server = Server(self.folder, apparat=program, **LIMITS)
        self.addCleanup(server.close)
        self.addCleanup(lambda: server.process.poll() is None and server.stop(signal.SIGKILL))
        self.cookie = self.cookie or server.guest("Ann")
        return server

    def stop(self, server):
        for link in self.links:  # otherwise the server would wait for them a while
            link.close()
        self.assertEqual((server.stop(), server.said()), (0, ""))

    def end(self, server, number):
        if number == signal.SIGTERM:
            self.stop(server)
        else:
            server.stop(number)

    def sign_in(self, server):
        link = server.socket(self.cookie)
        self.addCleanup(link.close)
        self.links.append(link)
        self.assertEqual(link.hello()["type"], "welcome")
        return link

    def begin(self, link, game):
        """Begins a game of Ann against bots, and returns the key of its table."""
        seats = ["me", *[{"bot": "random"}] * (GAMES[game] - 1)]
        options = {"rounds": "5"} if game == "tiny" else {}
        made = link.ask(type="create", game=game, players=GAMES[game], seats=seats, options=options)
        self.assertEqual(made["type"], "created", made)
        # Otherwise the server would answer some questions by itself, at any moment.
        self.assertEqual(link.ask(type="wishes", table=made["table"], ask_all=True)["type"], "done")
        self.assertEqual(link.ask(type="start", table=made["table"])["type"], "done")
        return made["table"]

    def finish(self, link, key):
        """A bot plays for Ann until the game is over."""
        self.assertEqual(link.ask(type="hand_over", table=key, level="random")["type"], "done")
        table = Table(link, key)
        while table.status != "over":
            table.take(link.next())

    def fetch(self, server, key, suffix="apr"):
        status, _, body = server.request("GET", f"/records/{key}.{suffix}", Cookie=self.cookie)
        self.assertEqual(status, 200, body)
        path = self.folder / f"{key}.{suffix}"
        path.write_bytes(body)
        return path

    def join(self, server, key, invite):
        """What somebody sees in a terminal who comes to the table and goes."""
        words = [NEW, "join", server.url, "--name", "Eve", "--table", key, "--invite", invite, "--lang", "en", "--plain"]
        more = {"XDG_STATE_HOME": str(self.folder)}
        said = subprocess.run(words, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=120, env={**os.environ, **more})
        return " ".join(said.stdout.split())

    def run_program(self, program, *words):
        done = subprocess.run([program, *map(str, words)], capture_output=True, text=True, timeout=120)
        self.assertEqual((done.returncode, done.stderr), (0, ""), words)
        return done.stdout


class Running(Case):
    def test_the_programs_have_other_rules(self):
        self.assertEqual((games_of(OLD)["tiny"], games_of(NEW)["tiny"]), (1, 2))

    def test_games_go_on_under_newer_rules(self):
        old = self.serve(OLD)
        link = self.sign_in(old)
        keys = {game: self.begin(link, game) for game in GAMES}
        before = {}
        for game, key in keys.items():
            table = Table(link, key)
            table.play(4)
            before[game] = table.whole()[0]
            before[game, "log"] = self.log(link, key)
        self.stop(old)
        new = self.serve(NEW)
        link = self.sign_in(new)
        for game, key in keys.items():
            with self.subTest(game):
                kept = link.ask(type="watch", table=key)["event_count"]
                self.go_on(new, link, game, key, before[game])
                self.keeps_log(link, key, before[game, "log"], kept)

    def log(self, link, key):
        """The last events of the game; none of these games has more."""
        answer = link.ask(type="log", table=key)
        self.assertEqual((answer["type"], answer["first"] + len(answer["events"])), ("log", answer["count"]))
        return answer["events"]

    def keeps_log(self, link, key, before, kept):
        """The last 120 events before the change are kept, also when the game is over. Some of them are not for this seat;
        for each of those there is one that everybody may see (a card was drawn), so at least half of the 120 are."""
        answer = link.ask(type="log", table=key, before=kept)
        self.assertEqual((answer["first"], answer["events"]), (0, before[-kept:]))
        self.assertGreaterEqual(kept, min(len(before), 60))
        self.assertLessEqual(kept, 120)
        self.assertGreater(answer["count"], kept)

    def go_on(self, server, link, game, key, before):
        shown = link.ask(type="watch", table=key)
        self.assertEqual(shown["status"], "running")
        view = shown["view"]
        self.assertEqual(view["rules"], games_of(NEW)[game])
        for part in set(before) - {"rules"}:
            self.assertEqual(without_zeros(view[part]), without_zeros(before[part]), part)
        if game == "tiny":
            self.assertEqual(view["raids"], {"ann": 0, "bob": 0, "cat": 0})  # the field is new
        change = shown["rule_changes"][0]
        self.assertEqual((change["from"], change["to"]), (games_of(OLD)[game], games_of(NEW)[game]))
        self.assertGreater(change["moves"], 0)
        refused = link.ask(type="undo", table=key)
        self.assertEqual(refused.get("code"), "not-now")
        table = Table(link, key)
        table.play(1)
        self.finish(link, key)
        said = self.join(server, key, shown["invite"])
        self.assertIn(f"After {change['moves']} moves this server was updated: the game goes on by version {change['to']}", said)
        record = self.fetch(server, key)
        said = self.run_program(NEW, "verify", record)
        self.assertRegex(said, rf"ok, \d+ actions, .*, {change['moves']} actions not checked: .*, dice verified: \d+ outcomes")
        whole = self.fetch(server, key, "whole.apr")
        self.assertIn("views verified", self.run_program(NEW, "verify", whole))
        for seat in ["observer", *(seat["seat"] for seat in shown["seats"])]:
            log = self.run_program(NEW, "replay", whole, "--seat", seat).splitlines()
            self.assertTrue(any(int(line.split()[0]) < change["moves"] for line in log))
            self.assertTrue(any(int(line.split()[0]) > change["moves"] for line in log))
            then = json.loads(self.run_program(NEW, "replay", whole, "--seat", seat, "--at", change["moves"] - 1, "--json"))
            self.assertEqual((then["viewer"], then["rules"]), (seat, games_of(OLD)[game]))

    def test_a_game_that_goes_on_survives_restarts_and_kills(self):
        old = self.serve(OLD)
        link = self.sign_in(old)
        key = self.begin(link, "tiny")
        Table(link, key).play(3)
        self.stop(old)
        for number in signal.SIGTERM, signal.SIGKILL, signal.SIGTERM:
            new = self.serve(NEW)
            link = self.sign_in(new)
            table = Table(link, key)
            table.play(1)
            shown = table.whole()
            self.end(new, number)
            new = self.serve(NEW)
            table = Table(self.sign_in(new), key)
            self.assertEqual(table.whole(), shown)
            self.end(new, number)

    def dump(self):
        with sqlite3.connect(f"file:{self.folder / 'games.db'}?mode=ro", uri=True) as db:
            return [db.execute("PRAGMA user_version").fetchone(), *db.iterdump()]

    def test_games_that_were_left_in_the_middle_are_not_touched(self):
        old = self.serve(OLD)
        link = self.sign_in(old)
        key = self.begin(link, "tiny")
        table = Table(link, key)
        table.play(4)
        shown = table.whole()
        old.stop(signal.SIGKILL)
        before = self.dump()
        release = self.run_program(OLD, "--version").split()[-1]
        done = subprocess.run([NEW, "serve", "--port", "0", "--db", f"sqlite:{self.folder / 'games.db'}"],
                              capture_output=True, text=True, timeout=60)
        self.assertEqual((done.returncode, done.stdout), (1, ""))
        self.assertRegex(done.stderr, rf"1 games .*left in the middle.* Start apparat {release} with this database")
        self.assertEqual(self.dump(), before)
        old = self.serve(OLD)  # it settles the database
        self.assertEqual(Table(self.sign_in(old), key).whole(), shown)
        self.stop(old)
        new = self.serve(NEW)
        self.assertEqual(self.sign_in(new).ask(type="watch", table=key)["status"], "running")


class Finished(Case):
    def test_finished_games_can_be_watched_from_every_seat(self):
        old = self.serve(OLD)
        link = self.sign_in(old)
        keys = {game: self.begin(link, game) for game in GAMES}
        for key in keys.values():
            self.finish(link, key)
        logs = {}
        for game, key in keys.items():
            record = self.fetch(old, key)
            shown = link.ask(type="watch", table=key)
            seats = [None, "observer", *(seat["seat"] for seat in shown["seats"])]
            logs[game] = {seat: self.replay(OLD, record, seat) for seat in seats}
        self.stop(old)
        new = self.serve(NEW)
        link = self.sign_in(new)
        for game, key in keys.items():
            with self.subTest(game):
                self.watch(new, game, key, logs[game])
                said = self.join(new, key, link.ask(type="watch", table=key)["invite"])
                self.assertIn(f"/records/{key}.whole.apr and give the file to apparat replay", said)

    def replay(self, program, record, seat):
        more = ["--seat", seat] if seat else []
        log = self.run_program(program, "replay", record, "--lang", "en", *more)
        return log, without_zeros(json.loads(self.run_program(program, "replay", record, "--json", *more)))

    def watch(self, server, game, key, logs):
        said = self.run_program(NEW, "verify", self.fetch(server, key))
        self.assertRegex(said, r"ok, (\d+) actions, [a-z-]+, \1 actions not checked: .*, dice verified: \d+ outcomes, .*digest")
        whole = self.fetch(server, key, "whole.apr")
        for seat, (log, state) in logs.items():
            self.assertEqual(self.replay(NEW, whole, seat), (log, state), seat)
        forged = self.folder / "forged.apr"
        lines = whole.read_text().splitlines()
        for at, line in enumerate(lines):
            if line.startswith("chance "):
                number, count = map(int, line.split()[-1].split("/"))
                if count > 1:
                    lines[at] = " ".join([*line.split()[:-1], f"{number % count + 1}/{count}"])
                    break
        forged.write_text("\n".join(lines) + "\n")
        done = subprocess.run([NEW, "verify", forged], capture_output=True, text=True)
        self.assertEqual(done.returncode, 1)
        self.assertIn("is not what the dice say", done.stderr)


if __name__ == "__main__":
    unittest.main()
