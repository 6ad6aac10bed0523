#!/usr/bin/env python3
"""Tests of apparat replay, verify and script with good, wrong and hostile files."""

import json
import re
import unittest

from case import GAME, SCENARIO, Case, apparat, game_names


class Replay(Case):
    def test_log(self):
        record = self.record()
        lines = self.says("replay", record).splitlines()
        numbers = [int(line[:5]) for line in lines]
        self.assertEqual(numbers, sorted(numbers))
        for line in lines:
            self.assertRegex(line, r"^ *\d+  \S.* \(RE-[A-Z]+-\d+\)$")

    def test_log_up_to_an_action(self):
        record = self.record()
        whole, part = self.says("replay", record), self.says("replay", record, "--at", 20)
        self.assertTrue(whole.startswith(part))
        self.assertEqual(int(part.splitlines()[-1][:5]), 20)

    def test_log_as_a_seat_sees_it(self):
        record = self.record()
        dealt = [line for line in self.says("replay", record).splitlines() if "(RE-SU-2)" in line]
        self.assertEqual(len(dealt), 15)
        for seat, known in (("kiev", 5), ("observer", 0)):
            lines = self.says("replay", record, "--seat", seat).splitlines()
            told = [line for line in lines if "(RE-SU-2)" in line]
            self.assertEqual(len(told), 15)
            self.assertEqual(sum(line in dealt for line in told), known, seat)
            self.assertEqual(all("Kiev" in line for line in told if line in dealt), True)

    def test_languages(self):
        record = self.record()
        english, french = self.says("replay", record), self.says("replay", record, "--lang", "fr")
        self.assertIn("Moscow", english)
        self.assertIn("Moscou", french)
        self.assertEqual(self.says("replay", record, env={"LANG": "fr_CH.UTF-8"}), french)
        self.assertEqual(self.says("replay", record, "--lang=en", env={"LANG": "fr_FR"}), english)
        self.assertEqual(self.says("replay", record, env={"LC_ALL": "C"}), english)

    def test_state(self):
        record = self.record()
        last = self.json("replay", record)
        self.assertEqual((last["game"], last["players"], last["viewer"]), (GAME, 3, None))
        self.assertIsNotNone(last["over"])
        first = self.json("replay", record, "--at", 0)
        self.assertEqual((first["over"], first["hand_size"]["kiev"]), (None, 0))
        actions = int(re.search(r"(\d+) actions", self.says("verify", record))[1])
        self.assertEqual(self.json("replay", record, "--at", actions), last)

    def test_view(self):
        record = self.record()
        view = self.json("replay", record, "--at", 30, "--seat", "kiev")
        self.assertEqual(view["viewer"], "kiev")
        self.assertEqual(len(view["hands"]["kiev"]), 5)
        self.assertEqual((view["hands"]["moscow"], view["hand_size"]["moscow"]), (None, 5))
        view = self.json("replay", record, "--at", 30, "--seat", "observer")
        self.assertEqual(view["hands"], {"moscow": None, "leningrad": None, "kiev": None})

    def test_wrong_usage(self):
        record = self.record()
        start = "apparat replay: "
        usage = "usage: apparat replay RECORD [--at N] [--seat SEAT] [--lang en|fr] [--json]"
        self.refuses(2, f"{start}RECORD is missing; {usage}", "replay")
        self.refuses(2, f"{start}'b' is one too many; {usage}", "replay", "a", "b")
        actions = re.search(r"(\d+) actions", self.says("verify", record))[1]
        line = f"--at must be a number from 0 to {actions} for {record}, not 99999"
        self.refuses(2, start + line, "replay", record, "--at", 99999)
        line = "--at must be a number from 0 to 2147483647, not 'end'"
        self.refuses(2, start + line, "replay", record, "--at", "end")
        expected = "expected moscow, leningrad, kiev or observer"
        for seat in ("minsk", "chance", "nobody"):
            line = f"{start}no seat '{seat}' at this table: {expected}"
            self.refuses(2, line, "replay", record, "--seat", seat)
        line = start + "no seat 'mosow' at this table: did you mean 'moscow'?"
        self.refuses(2, line, "replay", record, "--seat", "mosow")
        self.refuses(
            2, start + "--seat needs the name of a seat, or observer", "replay", record, "--seat"
        )
        self.refuses(
            2, start + "--lang must be en or fr, not 'de'", "replay", record, "--lang", "de"
        )

    def test_wrong_file(self):
        self.refuses(
            1, "none.apr: cannot be opened: No such file or directory", "replay", "none.apr"
        )
        self.refuses(1, ".: cannot be read: Is a directory", "replay", ".")
        bad = self.write("bad.apr", "hello\n")
        self.refuses(1, 'bad.apr:1: expected "apparat record 1" or "apparat record 2"', "replay", bad, "--json")


def named_values(path, value):
    """Yields the lines that are hashed: see docs/records.md, "Fingerprints"."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from named_values(f"{path}.{key}", one)
    elif isinstance(value, list):
        for n, one in enumerate(value):
            yield from [f"{path}.{one}=1"] if isinstance(one, str) else named_values(f"{path}.{n}", one)
    elif value not in (0, None):
        yield f"{path}={value}"


def fingerprint(state):
    """Computes the hash of a state from its JSON."""
    defaults = {
        game["game"]: {name: values[0] for name, values in game["options"].items()}
        for game in json.loads(apparat("games", "--json").stdout)["games"]
    }[state["game"]]
    parts = {key: value for key, value in state.items() if key != "rules"}
    parts["options"] = {k: v for k, v in state["options"].items() if v != defaults[k]}
    if state["over"]:
        del parts["stack"]
    most = 2**64 - 1
    total = 0
    for line in (line for key, value in parts.items() for line in named_values(key, value)):
        z = 0xCBF29CE484222325
        for byte in line.encode():
            z = (z ^ byte) * 0x100000001B3 & most
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & most
        z = (z ^ z >> 27) * 0x94D049BB133111EB & most
        total += z ^ z >> 31
    return total & most


class Verify(Case):
    def test_good_records(self):
        records = [self.record(players) for players in (3, 4, 5, 6)]
        lines = self.says("verify", *records).splitlines()
        self.assertEqual(len(lines), 4)
        for record, line in zip(records, lines):
            ends = "victory|shared-victory|collapse"
            self.assertRegex(line, rf"^{record}: ok, \d+ actions, ({ends}), hash [0-9a-f]{{16}}$")

    def test_an_unfinished_record_is_open(self):
        header = "apparat record 2\ngame red-empire\nrules 1\nplayers 3\n\n"
        text = self.says("verify", self.write("open.apr", header))
        self.assertRegex(text, r"^open.apr: ok, 0 actions, open, hash [0-9a-f]{16}\n$")

    def test_wrong_action(self):
        lines = (self.folder / self.record()).read_text().splitlines(keepends=True)
        first = lines.index("\n") + 1
        bad = self.write("bad.apr", "".join(lines[: first + 1] + lines[first:]))
        done = apparat("verify", bad, cwd=self.folder)
        self.assertEqual((done.stdout, done.returncode), ("", 1))
        self.assertRegex(done.stderr, rf'^bad.apr:{first + 2}: "chance leader .*\(RE-SU-1\)\.?\n$')

    def test_wrong_end(self):
        text = (self.folder / self.record()).read_text()
        bad = self.write("bad.apr", re.sub(r"[0-9a-f]{16}\n$", "0" * 16 + "\n", text))
        done = apparat("verify", bad, cwd=self.folder)
        self.assertEqual((done.stdout, done.returncode), ("", 1))
        self.assertRegex(
            done.stderr, r"^bad.apr:\d+: the game ends otherwise: expected \"end .*\n$"
        )

    def test_the_hash_of_an_older_format_is_not_checked(self):
        """Everything else in such a record is checked."""
        text = (self.folder / self.record()).read_text().replace("record 2", "record 1", 1)
        old = self.write("old.apr", re.sub(r"[0-9a-f]{16}\n$", "0123456789abcdef\n", text))
        said = self.says("verify", old)
        self.assertRegex(said, r"hash [0-9a-f]{16} \(its own, of format 1, is not checked\)\n$")
        self.assertNotIn("0123456789abcdef", said)
        for wrong in ("short\n", "0123456789ABCDEF\n", "0123456789abcdef0\n", "\n"):
            bad = self.write("bad.apr", re.sub(r"[0-9a-f]{16}\n$", wrong, text))
            self.assertEqual(apparat("verify", bad, cwd=self.folder).returncode, 1, wrong)
        bad = self.write("bad.apr", re.sub(r"\nend [a-z-]+ ", "\nend luck ", text))
        self.assertEqual(apparat("verify", bad, cwd=self.folder).returncode, 1)

    def test_the_hash_is_as_documented(self):
        """The hash of finished and unfinished games can be computed from their JSON."""
        for game in game_names():
            self.says("simulate", game, "--games", 1, "--seed", 1, "--record", "all")
            (record,) = self.folder.glob(f"all/{game}-*.apr")
            lines = record.read_text().splitlines(keepends=True)
            first = lines.index("\n") + 1
            for moves in (0, 7, 40, len(lines) - 1 - first):
                part = self.write("part.apr", "".join(lines[: first + moves]))
                state = json.loads(self.says("replay", part, "--json"))
                hashed = self.says("verify", part).split("hash ")[1].strip()
                self.assertEqual(hashed, f"{fingerprint(state):016x}", (game, moves))

    def test_one_bad_record_does_not_hide_the_others(self):
        record = self.record()
        good = self.says("verify", record)
        self.refuses(
            1,
            "none: cannot be opened: No such file or directory",
            "verify",
            "none",
            record,
            stdout=good,
        )

    def test_wrong_usage(self):
        self.refuses(
            2, "apparat verify: RECORD is missing; usage: apparat verify RECORD...", "verify"
        )
        line = "apparat verify: unknown option '--json': try apparat verify --help"
        self.refuses(2, line, "verify", "--json", "x")

    def test_hostile_records(self):
        header = "apparat record 2\ngame red-empire\nrules 1\nplayers 3\n\n"
        good = (self.folder / self.record()).read_bytes()
        moves = good[: good.index(b"\nend ") + 1]
        for text in (
            b"",
            b"\0" * 1000,
            b"\xff" * 1000,
            b"apparat record 2",
            b"apparat record 0",
            b"apparat record 3",
            b"apparat record 2\ngame chess\n",
            b"apparat record 2\ngame red-empire\nrules 99\n",
            b"apparat record 2\ngame red-empire\nrules 1\nplayers 2\n\n",
            b"apparat record 2\ngame red-empire\nrules 1\nplayers 99999999999999999999\n\n",
            b"apparat record 2\ngame red-empire\nrules 1\nplayers 3\noption fall luck\n\n",
            header.encode() + b"undo 7\n",
            header.encode() + b"x" * 100000,
            header.encode() + b"observer pass\n",
            header.encode() + b"nobody unseal\n",
            moves + b"undo 0\n" * 300000,
            moves * 2,
            b"\n" * (5 << 20),
        ):
            self.write("bad.apr", text)
            done = apparat("verify", "bad.apr", cwd=self.folder)
            self.assertEqual((done.stdout, done.returncode), ("", 1), text[:80])
            self.assertRegex(done.stderr, r"^bad\.apr(:\d+)?: [^\n]+\n$", text[:80])

    def test_an_endless_file_is_cut(self):
        self.refuses(1, "/dev/zero: is larger than 4194304 bytes", "verify", "/dev/zero")


class Script(Case):
    def test_good_scenarios(self):
        one, two = self.write("one.aps", SCENARIO), self.write("two.aps", SCENARIO * 2)
        self.assertEqual(
            self.says("script", one, two),
            "one.aps: ok, 1 scenario\ntwo.aps: ok, 2 scenarios\n"
            "2 files ok with 3 scenarios, 0 failed\n",
        )

    def test_a_scenario_that_does_not_hold(self):
        bad = self.write("bad.aps", SCENARIO + "expect over = collapse\n")
        good = self.write("good.aps", SCENARIO)
        done = apparat("script", bad, good, cwd=self.folder)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"^bad\.aps:4: [^\n]+\n$")
        self.assertEqual(
            done.stdout, "good.aps: ok, 1 scenario\n1 file ok with 1 scenario, 1 failed\n"
        )

    def test_wrong_usage(self):
        self.refuses(2, "apparat script: FILE is missing; usage: apparat script FILE...", "script")
        count = "0 files ok with 0 scenarios, 1 failed\n"
        self.refuses(
            1,
            "no.aps: cannot be opened: No such file or directory",
            "script",
            "no.aps",
            stdout=count,
        )

    def test_hostile_scenarios(self):
        for text in (
            b"",
            b"\0\n",
            b"hello\n",
            b"start\n",
            b"start chess\n",
            b"start red-empire players=9\n",
            b"start red-empire players=3 luck=yes\n",
            b"start red-empire at nowhere moscow\n",
            b"start red-empire at choice chance\n",
            b"start red-empire at choice moscow\nset {\n",
            b"start red-empire at choice moscow\nset {" + b'"a":[' * 100000,
            b'start red-empire at choice moscow\nset {"hands": {"moscow": ["joker"]}}\n',
            b"start red-empire\ndo moscow purge\n",
            b"start red-empire\ndeny moscow pass\n",
            b"start red-empire\ndeny moscow pass because RE-XX-1\n",
            b"start red-empire\nunseal moscow\n",
            b"start red-empire\nexpect\n",
            b"start red-empire\nexpect a.b.c = 1\n",
            b"start red-empire\n" + b"y" * 100000,
        ):
            self.write("bad.aps", text)
            done = apparat("script", "bad.aps", cwd=self.folder)
            self.assertEqual(done.returncode, 1, text[:80])
            self.assertRegex(done.stderr, r"^bad\.aps(:\d+)?: [^\n]+\n$", text[:80])
            self.assertEqual(done.stdout, "0 files ok with 0 scenarios, 1 failed\n")


class Setups(Case):
    """Tests of named set-ups, which are in the file that uses them or in setups.aps in the same folder."""

    START = "start red-empire players=3 at choice turn=moscow\n"

    def test_used_in_their_order(self):
        self.write("setups.aps", 'setup leader {"leaders": {"moscow": ["zakharov"]}, "president": "zakharov"}\n')
        own = 'setup hand {\n  "hands": {"moscow": ["party-2a"]}\n}\n'
        expected = 'expect hands.moscow = ["party-2a"]\nexpect president = "zakharov"\n'
        self.write("a.aps", own + self.START + "use leader hand\n" + expected)
        self.assertIn("a.aps: ok, 1 scenario\n", self.says("script", "a.aps", "setups.aps"))
        later = 'set {"hands": {"moscow": ["kgb-1a"]}}\nexpect hands.moscow = ["kgb-1a"]\n'
        self.write("b.aps", own + self.START + "use hand leader\n" + later)
        self.says("script", "b.aps")

    def test_wrong_setups(self):
        for text, line in (
            (self.START + "use nothing\n", '2: "nothing": expected a set-up that is known'),
            (self.START + "use\n", "2: expected use NAME"),
            ('setup a {"pile": []}\nsetup a {"pile": []}\n', '2: "a": there is a set-up of that name already'),
            ('setup 7 {"pile": []}\n', '1: "7": expected a name for the set-up'),
            ("setup a {\n", "1: expected a JSON object with all its braces"),
            ('setup a {"no": 1}\n' + self.START + "use a\n",
             '3: set-up a: "no" is wrong: expected a part of the state'),
            ('setup a {"president": "zakharov"}\n' + self.START + "use a\nexpect actors = moscow\n",
             "4: the state is unsound: the President is no Party leader in play"),
        ):
            self.write("bad.aps", text)
            self.refuses(1, "bad.aps:" + line, "script", "bad.aps", stdout="0 files ok with 0 scenarios, 1 failed\n")

    def test_a_file_of_setups_has_nothing_else(self):
        self.write("setups.aps", self.START)
        self.write("a.aps", self.START)
        line = "a.aps:1: expected setup NAME {...} in a file of set-ups"
        self.refuses(1, line, "script", "a.aps", stdout="0 files ok with 0 scenarios, 1 failed\n")


if __name__ == "__main__":
    unittest.main()
