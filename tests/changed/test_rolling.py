#!/usr/bin/env python3
"""Servers of two releases share a database, and people play on while one release takes over from the other. OLD is a program; APPARAT is
one whose games were copied and changed by copy_games.py: of Tiny it has a newer version of the rules and another state."""

import os
import signal
import subprocess
import sys
import time
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "server"))
from nodes_case import NodesCase  # noqa: E402
from wire import PATIENCE  # noqa: E402

OLD = Path(os.environ["OLD"]).resolve()
NEW = Path(os.environ["APPARAT"]).resolve()


class Rolling(NodesCase):
    def begin_tiny(self, people):
        key = self.begin("tiny", people, rounds="5")
        for person in people:  # otherwise the server would answer some questions by itself
            self.assertEqual(person.ask(type="wishes", table=key, ask_all=True)["type"], "done")
        return key

    def play_some(self, people, more=3):
        """So many more decisions of these people, who sit at one table, are acknowledged."""
        wanted, end = sum(len(person.acknowledged) for person in people) + more, time.monotonic() + PATIENCE
        while sum(len(person.acknowledged) for person in people) < wanted:
            self.assertLess(time.monotonic(), end, "nobody can play")
            for person in people:
                person.ask(type="ping")  # all that was sent before has come then
                while person.link.aside:
                    person.table.take(person.link.aside.pop(0))
                self.assertEqual(person.table.status, "running")
                if person.table.asked:
                    person.act()
                    break
            else:
                time.sleep(0.02)

    def rules_of(self, key):
        return int(self.ask_database(f"SELECT rules FROM tables WHERE key = '{key}'")[0][0])

    def count_lines(self, key):
        return self.ask_database(f"SELECT count(*) FROM lines l JOIN tables t ON t.id = l.table_id WHERE t.key = '{key}'")

    def is_refused(self, node, key):
        """Whether somebody who comes to this node waits in vain for somebody to lead the table."""
        onlooker = self.person("Zoe", [node])
        answer = onlooker.link.ask(type="watch", table=key)
        return (answer["type"], answer.get("code")) == ("refused", "storage")

    def finish(self, people):
        """All games are played to their end; nothing of them is lost, and the newer program can verify them."""
        self.play_all(people)
        self.check_lines(people)
        for person in people:
            self.assertEqual(person.table.status, "over")
        for key in {person.key for person in people}:
            status, _, body = people[0].node.request("GET", f"/records/{key}.apr")
            self.assertEqual(status, 200, body)
            path = Path(self.folder.name, f"{key}.apr")
            path.write_bytes(body)
            done = subprocess.run([NEW, "verify", path], capture_output=True, text=True, timeout=PATIENCE, check=False)
            self.assertEqual((done.returncode, done.stderr), (0, ""))
            self.assertIn("dice verified", done.stdout)

    def test_people_play_on_while_one_release_takes_over(self):
        nodes = self.nodes(2, program=OLD)
        first = [self.person("Ann", nodes, 0), self.person("Ben", nodes, 1)]
        second = [self.person("Cat", nodes, 1), self.person("Dan", nodes, 0)]
        keys = [self.begin_tiny(people) for people in (first, second)]
        for people in (first, second):
            self.play_some(people)
        nodes.append(self.start(program=NEW))
        self.await_links(nodes)
        third = [self.person("Eve", nodes, 2), self.person("Fay", nodes, 0)]
        keys.append(self.begin_tiny(third))
        self.assertEqual([self.rules_of(key) for key in keys], [1, 1, 2])
        for people in (first, second, third):  # each node passes on what people want at tables of both releases
            self.play_some(people)
        for number in range(2):
            self.assertEqual(self.end_and_read(nodes[number]), (0, []))
            for people in (first, second, third):
                self.play_some(people, 2)
        self.assertEqual(len({self.led_by(key) for key in keys}), 1)
        self.assertEqual([self.rules_of(key) for key in keys], [2, 2, 2])
        for people, is_changed in ((first, True), (second, True), (third, False)):
            shown = people[0].ask(type="watch", table=people[0].key)
            self.assertEqual([(change["from"], change["to"]) for change in shown.get("rule_changes", [])], is_changed * [(1, 2)])
        self.finish(first + second + third)
        self.assertEqual(self.end_and_read(nodes[2]), (0, []))

    def test_an_older_release_leaves_games_that_have_moved_on(self):
        nodes = [self.start(program=OLD)]
        nodes.append(self.start(program=NEW))
        self.await_links(nodes)
        people = [self.person("Ben", nodes, 1), self.person("Cat", nodes, 0)]
        key = self.begin_tiny(people)
        self.play_some(people)
        lines = self.count_lines(key)
        self.assertEqual(self.end_and_read(nodes[1]), (0, []))
        self.assertTrue(self.is_refused(nodes[0], key))
        self.assertEqual((self.led_by(key), self.rules_of(key), self.count_lines(key)), (None, 2, lines))
        nodes.append(self.start(program=NEW))
        self.await_links([nodes[0], nodes[2]])
        self.finish(people)

    def test_a_game_left_in_the_middle_waits_for_its_release(self):
        nodes = [self.start(program=OLD)]
        people = [self.person("Ann", nodes), self.person("Ben", nodes)]
        key = self.begin_tiny(people)
        self.play_some(people)
        nodes.append(self.start(program=NEW))
        self.await_links(nodes)
        self.play_some(people)
        self.end(nodes[0], signal.SIGKILL)
        self.await_true(lambda: self.figure(nodes[1], "apparat_nodes") == 1)
        lines = self.count_lines(key)
        self.assertTrue(self.is_refused(nodes[1], key))
        self.assertEqual((self.led_by(key), self.rules_of(key), self.count_lines(key)), (None, 1, lines))
        self.assertIn(" event=rules ", nodes[1].log())
        nodes.append(self.start(program=OLD))
        self.await_links(nodes[1:])
        self.play_some(people)
        self.assertEqual(self.rules_of(key), 1)
        self.assertEqual(self.end_and_read(nodes[2])[0], 0)
        self.play_some(people)
        self.assertEqual(self.rules_of(key), 2)
        self.finish(people)


if __name__ == "__main__":
    unittest.main()
