"""Tables over HTTP: what a link shows before anybody has said who he is, and games that were played without the
server."""

import json
import os
import re
import signal
import subprocess
import tempfile
import unittest
from pathlib import Path

from front_case import GAME, SEATS, Case
from wire import PROGRAM, Server


def simulated(*words):
    """Returns the record of a game that bots have played."""
    with tempfile.TemporaryDirectory() as folder:
        command = [PROGRAM, "simulate", "red-empire", "--games", "1", "--players", "3", "--record", folder, *words]
        subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
        (file,) = Path(folder).iterdir()
        return file.read_text()


def played_by(name, record):
    """Returns the record as if a person had played the first seat."""
    return re.sub(r"^seat moscow .*$", f"seat moscow {name}", record, count=1, flags=re.M)


class Link(Case):
    def made(self, public=False):
        """Returns the cookie of a host, the key of his table, and its invitation."""
        cookie = self.server.guest("Olga")
        made = self.greeted(cookie=cookie).ask(**{**GAME, "public": public}, seats=["me", "open", *SEATS[1:3]])
        return cookie, made["table"], made["invite"]

    def look(self, key, **headers):
        return self.server.request("GET", f"/api/table/{key}", **headers)

    def test_an_invitation_shows_host_game_and_seats_without_a_session(self):
        _, key, invite = self.made()
        status, heads, body = self.look(key, Apparat_Invite=invite)
        shown = json.loads(body)
        self.assertEqual((status, heads["Cache-Control"]), (200, "no-store"))
        self.assertEqual((shown["host"], shown["game"], shown["status"]), ("Olga", "red-empire", "lobby"))
        self.assertEqual([seat["kind"] for seat in shown["seats"]], ["person", "open", "bot", "bot"])
        self.assertEqual(shown["seats"][0]["name"], "Olga")
        self.assertEqual(shown["options"], {"fall": "president"})
        self.assertNotIn(invite.encode(), body)

    def test_for_all_others_there_is_no_such_table(self):
        cookie, key, invite = self.made()
        for headers in [
            {},
            {"Apparat_Invite": ""},
            {"Apparat_Invite": invite[:-1]},
            {"Apparat_Invite": invite + "a"},
            {"Apparat_Invite": "x" * 500},
            {"Cookie": self.server.guest("Eve")},
        ]:
            self.refused(self.look(key, **headers), 404, "not-found")
        for other in ["", "x", key[:-1], key + "a", key + "/"]:
            self.refused(self.look(other, Apparat_Invite=invite), 404, "not-found")
        self.assertEqual(self.look(key, Cookie=cookie)[0], 200)

    def test_a_public_table_is_shown_to_everybody(self):
        _, key, _ = self.made(public=True)
        self.assertEqual(self.look(key)[0], 200)
        self.refused(self.server.request("POST", f"/api/table/{key}", {}), 405, "bad-method")

    def test_a_host_who_has_left_is_nobody(self):
        cookie, key, _ = self.made(public=True)
        link = self.greeted(cookie=self.server.guest("Ben"))
        self.assertEqual(link.ask(type="join", table=key, seat="leningrad")["type"], "done")
        self.assertEqual(self.greeted(cookie=cookie).ask(type="start", table=key)["type"], "done")
        self.assertEqual(self.server.post("/api/delete", {}, cookie)[0], 200)
        self.assertIsNone(json.loads(self.look(key)[2])["host"])


class Records(Case):
    limits = {**Case.limits, "records_a_minute": 1000}

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.simulated = simulated()
        cls.record = played_by("Somebody", cls.simulated)

    def send(self, record, cookie=None, server=None):
        status, body, _ = (server or self.server).post("/api/records", {"record": record}, cookie)
        return status, None, body

    def past(self, cookie, server=None):
        return self.greeted(server, cookie).ask(type="past")["tables"]

    def verified(self, text):
        with tempfile.NamedTemporaryFile(suffix=".apr") as file:
            file.write(text)
            file.flush()
            return subprocess.run([PROGRAM, "verify", file.name], stdout=subprocess.PIPE, text=True).stdout

    def test_a_game_is_kept_as_the_persons_own_and_unsigned(self):
        cookie = self.server.guest("Ann")
        status, _, body = self.send(self.record, cookie)
        self.assertEqual(status, 201, body)
        (row,) = self.past(cookie)
        self.assertEqual((row["table"], row["status"], row["you"]), (body["table"], "over", "moscow"))
        self.assertIs(row["unsigned"], True)
        self.assertNotIn("commitment", row)
        self.assertEqual(row["seats"][0]["name"], "Ann")  # not what the record says
        _, _, text = self.server.request("GET", f"/records/{body['table']}.apr", Cookie=cookie)
        self.assertIn(b"\ndice unsigned\n", text)
        self.assertIn(": ok, ", self.verified(text))
        moves = [line for line in self.record.split("\n\n")[1].splitlines() if not line.startswith("end ")]
        self.assertEqual(text.decode().split("\n\n")[1].splitlines()[:-1], moves)
        _, _, whole = self.server.request("GET", f"/records/{body['table']}.whole.apr", Cookie=cookie)
        self.assertIn("views verified", self.verified(whole))

    def test_its_table_can_be_looked_at_but_not_played(self):
        cookie = self.server.guest("Ann")
        _, _, body = self.send(self.record, cookie)
        link = self.greeted(cookie=cookie)
        link.send(type="watch", id="w", table=body["table"])
        table = next(message for message in iter(link.next, None) if message["type"] == "table")
        self.assertEqual((table["status"], table["unsigned"]), ("over", True))
        self.assertIsNotNone(table["outcome"])
        self.assertEqual(link.ask(type="undo", table=body["table"])["code"], "not-now")
        self.assertEqual(link.ask(type="rematch", table=body["table"])["type"], "created")

    def test_the_same_game_is_kept_once(self):
        cookie = self.server.guest("Ann")
        first, again = self.send(self.record, cookie), self.send(self.record, cookie)
        self.assertEqual(first, again)
        self.assertEqual(len(self.past(cookie)), 1)
        other = self.send(self.record, self.server.guest("Ben"))
        self.assertNotEqual(other[2]["table"], first[2]["table"])

    def test_what_is_answered_survives_a_kill(self):
        with tempfile.TemporaryDirectory() as folder:
            server = Server(folder, **self.limits)
            self.addCleanup(server.close)
            cookie = server.guest("Ann")
            _, _, body = self.send(self.record, cookie, server)
            os.kill(server.process.pid, signal.SIGKILL)
            server.wait()
            after = self.own_server(folder)
            self.assertEqual([row["table"] for row in self.past(cookie, after)], [body["table"]])
            _, _, text = after.request("GET", f"/records/{body['table']}.apr", Cookie=cookie)
            self.assertIn(": ok, ", self.verified(text))

    def test_only_finished_games_of_one_person_by_todays_rules_are_taken(self):
        cookie = self.server.guest("Ann")
        lines = self.record.splitlines()
        blank = lines.index("")
        bad = {
            "no record": "hello",
            "empty": "",
            "not over": "\n".join(lines[:-20]) + "\n",
            "an illegal move": "\n".join([*lines[: blank + 3], "moscow pass", *lines[blank + 3 :]]) + "\n",
            "a wrong end": self.record[:-3] + ("0" if self.record[-3] != "0" else "1") + "\n",
            "bots alone": self.simulated,
            "two people": re.sub(r"^seat kiev .*$", "seat kiev Ben", self.record, flags=re.M),
            "other rules": re.sub(r"^rules (\d+) .*$", r"rules \1 0123456789abcdef", self.record, flags=re.M),
            "fair dice": played_by("Ann", simulated("--fair")),
        }
        for what, record in bad.items():
            with self.subTest(what):
                self.refused(self.send(record, cookie), 400, "bad-record")
        for body in [{}, {"record": 5}, [], {"text": self.record}]:
            status, answer, _ = self.server.post("/api/records", body, cookie)
            self.refused((status, None, answer), 400, "bad-request")
        self.assertEqual(self.past(cookie), [])

    def test_a_session_is_needed_and_size_and_number_are_limited(self):
        self.refused(self.send(self.record), 401, "no-session")
        self.refused(self.send(self.record + " " * (512 << 10), self.server.guest()), 413, "too-long")
        server = self.own_server(records_a_minute=2)
        cookie = server.guest("Ann")
        for _ in range(2):
            self.assertEqual(self.send(self.record, cookie, server)[0], 201)
        self.refused(self.send(self.record, cookie, server), 429, "too-many-tries")


if __name__ == "__main__":
    unittest.main()
