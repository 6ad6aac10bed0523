#!/usr/bin/env python3
"""Several servers on one database: people at different nodes play with each other, see the same, and go on at
another node when theirs is killed or stopped."""

import signal
import unittest

from nodes_case import NodesCase

GAMES = ("red-empire", "atomic-business", "kremlin", "triumph-of-chaos")


class Nodes(NodesCase):
    def begin(self, game, people):
        """The first of the people makes a table of this game, at which all sit. Returns its key."""
        seats = ["me"] + (len(people) - 1) * ["open"]
        how = {"players": len(seats), "seats": seats, "public": True, "pace": "slow", "move_ms": 86400000}
        made = people[0].ask(type="create", game=game, **how)
        self.assertEqual(made["type"], "created", made)
        for person in people[1:]:
            self.assertEqual(person.ask(type="join", table=made["table"])["type"], "done")
        for person in people:
            person.watch(made["table"])
        self.assertEqual(people[0].ask(type="start", table=made["table"])["type"], "done")
        return made["table"]

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


if __name__ == "__main__":
    unittest.main()
