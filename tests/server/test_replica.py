#!/usr/bin/env python3
"""A server that reads records and long lists from a standby of its database, for as long as that is there."""

import tempfile
import unittest

from front_case import QUICK
from nodes_case import NodesCase
from wire import Server


class Replica(NodesCase):
    def setUp(self):
        super().setUp()
        self.standby = self.database.make_standby()
        self.addCleanup(self.standby.close)
        self.standby.start()

    def serve(self):
        words = ("--db", self.url, "--replica", self.standby.url(self.name))
        limits = {**QUICK, "idle": 1600, "tables_a_person": 1000}  # it looks for the standby every 200 ms
        server = Server(tempfile.mkdtemp(dir=self.folder.name), *words, **limits)
        self.addCleanup(self.end, server)
        return server

    def play_a_game(self, person):
        """Returns the key of a game that is over."""
        seats = ["me", {"bot": "random"}, {"bot": "random"}]
        made = person.ask(type="create", game="red-empire", players=3, seats=seats, pace="slow", move_ms=86400000)
        person.watch(made["table"])
        self.assertEqual(person.ask(type="start", table=made["table"])["type"], "done")
        person.play()
        self.assertIsNone(person.failure)
        return made["table"]

    def reads(self, server):
        return self.figure(server, "apparat_replica_reads_total")

    def test_records_and_lists_come_from_a_standby(self):
        server = self.serve()
        ann, ben = self.person("Ann", [server]), self.person("Ben", [server])
        key = self.play_a_game(ann)
        made = [ann.ask(type="create", game="kremlin", players=3, public=True, seats=3 * ["open"])["table"] for _ in range(60)]
        first, body = self.two_pages(ben)
        self.await_true(lambda: self.figure(server, "apparat_replica_works") == 1)
        path = f"/records/{key}.whole.apr"
        record = server.request("GET", path)[2]

        def is_read_there():
            before = self.reads(server)
            again = server.request("GET", path)
            self.assertEqual((again[0], again[2]), (200, record))
            return self.reads(server) > before

        self.await_true(is_read_there)
        before = self.reads(server)
        self.await_true(lambda: self.two_pages(ben) == (first, body))
        self.assertGreater(self.reads(server), before)
        self.assertEqual({row["table"] for row in body + first}, set(made))

        # Without it everything goes on; and it is used again when it is back.
        self.standby.stop()
        again = server.request("GET", path)
        self.assertEqual((again[0], again[2]), (200, record))
        self.assertEqual(self.two_pages(ben), (first, body))
        self.assertEqual(self.figure(server, "apparat_replica_works"), 0)
        self.standby.start()
        self.await_true(is_read_there)

    def two_pages(self, person):
        """Returns the rows of the first page of the list, and those of the second."""
        first = person.ask(type="lobby")
        self.assertTrue(first["more"])
        second = person.ask(type="lobby", **{"from": first["next"]})
        self.assertFalse(second["more"])
        return first["tables"], second["tables"]


if __name__ == "__main__":
    unittest.main()
