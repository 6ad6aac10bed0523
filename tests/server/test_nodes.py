#!/usr/bin/env python3
"""Several servers on one database: people at different nodes play with each other, see the same, and go on at
another node when theirs is killed or stopped."""

import json
import signal
import subprocess
import time
import unittest
from concurrent.futures import ThreadPoolExecutor

from nodes_case import NodesCase
from wire import PATIENCE, PROGRAM

GAMES = ("red-empire", "atomic-business", "kremlin", "triumph-of-chaos")


class Failing(NodesCase):
    """Nodes come and go while people play."""

    def begin_all(self, nodes):
        """People at all nodes, two or three at a game of each kind."""
        people = []
        for number, game in enumerate(GAMES):
            count = 2 if game == "triumph-of-chaos" else 3
            at_table = [self.person(f"{game}-{i}", nodes, (number + i) % len(nodes)) for i in range(count)]
            self.begin(game, at_table)
            people += at_table
        return people

    def check_records(self, nodes, people):
        """Every node has the same record of each game, and every viewer sees the same."""
        for key in {person.key for person in people}:
            records = {self.await_record(node, key) for node in nodes}
            self.assertEqual(len(records), 1)
            shown = []
            for number, node in enumerate(nodes):
                onlooker = self.person(f"onlooker {number}", [node])
                answer = onlooker.ask(type="watch", table=key)
                shown.append([answer.get(field) for field in ("view", "outcome", "seats", "status", "open")])
            self.assertEqual(shown, len(shown) * shown[:1])
            self.assertEqual(shown[0][3], "over")

    def await_record(self, node, key):
        status, _, body = node.request("GET", f"/records/{key}.apr")
        self.assertEqual(status, 200, body)
        return body

    def test_people_of_different_nodes_play_each_game(self):
        nodes = self.nodes(2)
        people = self.begin_all(nodes)
        self.assertEqual(len({self.led_by(person.key) for person in people}), 2)
        self.play_all(people)
        self.assertEqual([person.moves for person in people], len(people) * [0])
        self.check_lines(people)
        self.check_records(nodes, people)
        self.assertGreater(self.figure(nodes[0], "apparat_relayed_total"), 50)
        for node in nodes:
            self.assertEqual((self.end_and_read(node)), (0, []))

    def test_the_first_nodes_of_a_database_start_at_once(self):
        with ThreadPoolExecutor() as starting:
            nodes = list(starting.map(lambda _: self.start(), range(3)))
        self.await_links(nodes)  # so they have the same secret
        keys = {json.loads(node.request("GET", "/.well-known/apparat")[2])["record_key"] for node in nodes}
        self.assertEqual(len(keys), 1)

    def await_decisions(self, people, more):
        """Waits until everybody whose game goes on has decided so often again."""
        wanted = [len(person.acknowledged) + more for person in people]

        def all_have():
            return all(
                len(person.acknowledged) >= count or person.table.status == "over" or person.failure
                for person, count in zip(people, wanted, strict=True)
            )

        self.await_true(all_have)

    def test_a_node_is_killed_and_another_stopped(self):
        nodes = self.nodes(3)
        people = self.begin_all(nodes)

        def meanwhile():
            self.await_decisions(people, 8)
            self.end(nodes[2], signal.SIGKILL)
            self.await_decisions(people, 8)
            nodes.append(self.start())  # a person who lists nodes later finds it, too
            self.assertEqual(self.end_and_read(nodes[1])[0], 0)
            self.await_decisions(people, 8)

        self.play_all(people, meanwhile)
        self.assertGreater(sum(person.moves for person in people), 3)
        self.check_lines(people)
        self.check_records([nodes[0], nodes[3]], people)
        self.assertEqual(self.figure(nodes[0], "apparat_nodes"), 2)
        self.assertEqual(self.ask_database("SELECT count(*) FROM tables WHERE status = 1"), [["0"]])


class Together(NodesCase):
    """Everything else that people do at a table of another node. The tests share two nodes."""

    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.shared = cls("test_talk_undo_and_bots_at_a_table_of_another_node")
        cls.shared.make_database("together")
        cls.addClassCleanup(cls.shared.doCleanups)
        cls.pair = cls.shared.nodes(2, lists_a_person=30)

    def setUp(self):
        self.name = self.shared.name

    def admin(self, node, *words):
        """Returns the answer of a command of administration."""
        words = [PROGRAM, "admin", "--socket", node.admin, "--json", *map(str, words)]
        done = subprocess.run(words, capture_output=True, text=True, timeout=PATIENCE, check=False)
        self.assertEqual((done.returncode, done.stderr), (0, ""), words)
        return json.loads(done.stdout)

    def await_message(self, person, kind, **fields):
        """Waits for a message of this type with these fields."""
        while True:
            message = person.link.next()
            if person.table:
                person.table.take(message)
            if message["type"] == kind and all(message.get(key) == value for key, value in fields.items()):
                return message

    def table_of_two(self, nodes):
        """Ann, of the first node, has made a table; Ben, of the second, plays there."""
        ann, ben = self.person("Ann", nodes[:1]), self.person(f"Ben {self.id()[-9:]}", nodes[1:2])
        key = self.begin("red-empire", [ann, ben, self.person("Cat", nodes[:1])])
        self.assertEqual(self.led_by(key), self.ask_database("SELECT address FROM nodes ORDER BY id")[0][0])
        return key, ann, ben

    def test_talk_undo_and_bots_at_a_table_of_another_node(self):
        nodes = self.pair
        key, ann, ben = self.table_of_two(nodes)
        seats = {person: person.ask(type="watch", table=key)["you"] for person in (ann, ben)}
        self.assertEqual(ben.ask(type="say", table=key, text="hello")["type"], "done")
        self.assertEqual(self.await_message(ann, "talk")["text"], "hello")
        self.assertEqual(ann.ask(type="say", table=key, text="psst", to=[seats[ben]])["type"], "done")
        self.assertEqual(self.await_message(ben, "talk", text="psst")["to"], [seats[ben]])
        self.assertEqual(ben.ask(type="hand_over", table=key, level="random")["type"], "done")
        self.await_seat(ann, seats[ben], away=True)
        self.assertEqual(ben.ask(type="take_back", table=key)["type"], "done")
        self.await_seat(ann, seats[ben], away=False)
        self.assertEqual(ben.ask(type="pause", table=key)["type"], "done")
        self.await_message(ann, "table")
        status, _, body = nodes[1].request("GET", f"/records/{key}.apr", Cookie=ben.cookie)
        self.assertEqual((status, body[:7]), (200, b"apparat"))
        summaries = [nodes[i].request("GET", f"/api/table/{key}", Cookie=ben.cookie)[2] for i in range(2)]
        self.assertEqual(summaries[0], summaries[1])
        self.assertEqual(json.loads(summaries[1])["host"], "Ann")

    def await_seat(self, person, place, **fields):
        def has():
            message = self.await_message(person, "table")
            seat = next(seat for seat in message["seats"] if seat["seat"] == place)
            return all(seat.get(field, False) == value for field, value in fields.items())

        self.await_true(has)

    def test_an_undo_is_agreed_to_across_nodes(self):
        nodes = self.pair
        ann, ben = self.person("Ann", nodes[:1]), self.person("Ben", nodes[1:2])
        key = self.begin("triumph-of-chaos", [ann, ben])
        for _ in range(200):
            for person in (ann, ben):
                person.ask(type="ping")  # all that was sent before has come then
                while person.link.aside:
                    person.table.take(person.link.aside.pop(0))
            person = ben if ben.table.asked else ann
            if not person.table.asked:
                time.sleep(0.02)
                continue
            question = person.table.asked["question"]
            person.act()
            if person is not ben or ben.ask(type="undo", table=key)["type"] != "done":
                continue
            asked = ben.ask(type="watch", table=key)
            if asked.get("undo"):
                self.assertEqual(ann.ask(type="undo_answer", table=key, agree=True)["type"], "done")
                asked = ben.ask(type="watch", table=key)
            self.assertEqual(asked["ask"]["question"], question)
            return
        self.fail("nothing could be taken back")

    def test_lists_tell_of_tables_of_all_nodes(self):
        nodes = self.pair
        key, _, ben = self.table_of_two(nodes)
        cat = self.person("Dan", nodes[1:])
        listed = cat.ask(type="lobby")
        self.assertIn(key, [row["table"] for row in listed["tables"]])
        own = next(row for row in ben.ask(type="lobby")["tables"] if row["table"] == key)
        asked = ben.ask(type="watch", table=key)["ask"]
        self.assertEqual(own["your_turn"], bool(asked and not asked["auto"]))
        eve = self.person("Eve", nodes[:1])
        made = eve.ask(type="create", game="kremlin", players=3, public=True, seats=["me", "open", "open"])
        self.await_message(cat, "lobby_change", table=made["table"], status="lobby")
        self.assertEqual(ben.ask(type="join", table=made["table"])["type"], "done")
        self.await_true(lambda: self.await_message(ben, "lobby_change", table=made["table"]).get("you"))

        def row_has_ben():
            row = self.await_message(cat, "lobby_change", table=made["table"])
            self.assertNotIn("you", row)
            return ben.name in [seat.get("name") for seat in row["seats"]]

        self.await_true(row_has_ben)

    def test_who_runs_it_reaches_all_nodes_from_each(self):
        nodes = self.pair
        key, ann, ben = self.table_of_two(nodes)
        seat = ben.ask(type="watch", table=key)["you"]
        person = next(row["person"] for row in self.admin(nodes[0], "people", "list")["people"] if row["name"] == ben.name)
        self.assertEqual(self.admin(nodes[1], "tables", "show", key)["table"], key)
        self.assertEqual([row["table"] for row in self.admin(nodes[1], "people", "show", person)["tables"]], [key])
        self.admin(nodes[1], "announce", "tea at five")
        self.assertEqual(self.await_message(ann, "announcement")["text"], "tea at five")
        # A ban holds at all nodes, and his games go on without him.
        self.admin(nodes[0], "people", "ban", person, "--address", "127.0.0.77/32")
        self.assertEqual(ben.link.ends(), 1008)
        self.assertEqual(nodes[1].request("GET", "/api/me", Cookie=ben.cookie)[0], 401)
        elsewhere = nodes[1].seen_from("127.0.0.77")
        self.await_true(lambda: elsewhere.post("/api/guest", {"name": "Ben again"})[0] == 403)
        self.await_seat(ann, seat, away=True)
        self.admin(nodes[1], "tables", "close", key)
        self.await_true(lambda: self.await_message(ann, "table")["status"] == "cancelled")

    def test_sessions_and_data_end_at_all_nodes(self):
        nodes = self.pair
        key, ann, ben = self.table_of_two(nodes)
        seat = ben.ask(type="watch", table=key)["you"]
        status, _, cookie = nodes[0].post("/api/register", {"name": "Dora", "password": "correct horse"})
        self.assertEqual(status, 200)
        links = [node.socket(cookie) for node in nodes]
        for link in links:
            self.addCleanup(link.close)
            link.hello()
        words = {"password": "correct horse", "new_password": "other horse"}
        self.assertEqual(nodes[1].post("/api/password", words, cookie)[0], 200)
        self.assertEqual([link.ends() for link in links], [1008, 1008])
        # Who is deleted is so at tables of all nodes.
        self.assertEqual(nodes[1].post("/api/delete", {}, ben.cookie)[0], 200)
        self.await_seat(ann, seat, name="")

    def test_limits_hold_for_all_nodes_together(self):
        nodes = self.pair
        ann = self.person("Ann", nodes[:1])
        again = nodes[1].socket(ann.cookie)
        self.addCleanup(again.close)
        again.hello()
        first = sum(ann.link.ask(type="games")["type"] == "games" for _ in range(25))
        self.assertEqual(first, 25)
        allowed = 0

        def is_refused():
            nonlocal allowed
            answer = again.ask(type="games")
            allowed += answer["type"] == "games"
            return answer["type"] == "refused"

        time.sleep(2.5)  # by then what was counted was told
        self.await_true(is_refused)
        self.assertLess(allowed, 20)


if __name__ == "__main__":
    unittest.main()
