#!/usr/bin/env python3
"""Records and scenarios in files, good, bad and hostile: apparat replay, verify and script."""

import json
import re
import unittest

from case import (
    GAME,
    SCENARIO,
    Case,
    apparat,
    as_format_1,
    clauses_of,
    games,
    listed,
    rules_line,
    without_number,
)

LIMIT = 4 << 20  # of bytes in a file that is not a record


def header_of(game):
    """The header of a record, with as few players as can play."""
    lines = ["apparat record 2", f"game {game['game']}", rules_line(game["game"])]
    return "\n".join([*lines, f"players {game['min_players']}"]) + "\n\n"


class Replay(Case):
    def test_the_log_has_a_sentence_and_a_clause_for_each_event(self):
        for game in games():
            with self.subTest(game["game"]):
                log = self.says("replay", self.record_of(game))
                numbers = [int(line[:5]) for line in log.splitlines()]
                self.assertEqual(numbers, sorted(numbers))
                for line in log.splitlines():
                    self.assertRegex(line, r"^ *\d+  \S.* \(\S+\)$")
                clauses = {c["id"] for c in self.json("rules", game["game"])["clauses"]}
                self.assertLessEqual(set(clauses_of(log)), clauses)

    def test_the_log_can_end_after_any_action(self):
        for game in games():
            with self.subTest(game["game"]):
                record = self.record_of(game)
                whole = self.says("replay", record).splitlines()
                last = int(whole[-1][:5])
                for at in 0, last // 3, last - 1:
                    part = self.says("replay", record, "--at", at).splitlines()
                    self.assertEqual(part, [line for line in whole if int(line[:5]) <= at])

    def stream(self, *words):
        return [json.loads(line) for line in self.says(*words).splitlines()]

    def test_the_events_are_lines_of_json(self):
        """A program reads there what the log tells, and no state but the first and the last."""
        for game in games():
            with self.subTest(game["game"]):
                record = self.record_of(game)
                for more in [], ["--at", 7]:
                    first, *moves, last = self.stream("replay", record, "--events", *more)
                    self.assertEqual(first["state"], self.json("replay", record, "--at", 0))
                    self.assertEqual(last["state"], self.json("replay", record, *more))
                    self.assertEqual(last["end"] is None, bool(more))
                    self.assertEqual([move["move"] for move in moves], list(range(1, len(moves) + 1)))
                    told = [(n, event["event"]["clause"]) for n, line in enumerate([first, *moves]) for event in line["events"]]
                    log = self.says("replay", record, *more).splitlines()
                    self.assertEqual(told, [(int(line[:5]), clause) for line, clause in zip(log, clauses_of("\n".join(log)), strict=True)])
                made = [f"{move['seat']} {move['action']}" for move in self.stream("replay", record, "--events")[1:-1]]
                lines = (self.folder / record).read_text().split("\n\n")[1].splitlines()[:-1]
                self.assertEqual(made, [without_number(line) for line in lines])

    def test_events_say_who_may_know_of_them(self):
        dealt = [e for line in self.stream("replay", self.record(), "--events")[1:-1] for e in line["events"] if e["event"]["clause"] == "RE-SU-2"]
        self.assertEqual([event["seen_by"] for event in dealt], [[event["event"]["args"][0]] for event in dealt])
        self.assertEqual(len(dealt), 15)

    def test_the_log_of_a_seat_hides_the_cards_of_others(self):
        record = self.record()
        dealt = [line for line in self.says("replay", record).splitlines() if "(RE-SU-2)" in line]
        self.assertEqual(len(dealt), 15)
        for seat, known in (("kiev", 5), ("observer", 0)):
            lines = self.says("replay", record, "--seat", seat).splitlines()
            told = [line for line in lines if "(RE-SU-2)" in line]
            self.assertEqual(len(told), 15)
            self.assertEqual(sum(line in dealt for line in told), known, seat)
            self.assertEqual(all("Kiev" in line for line in told if line in dealt), True)

    def test_the_language_comes_from_the_option_or_the_environment(self):
        for game in games():
            with self.subTest(game["game"]):
                record = self.record_of(game)
                english, french = (
                    self.says("replay", record, "--lang", language) for language in ("en", "fr")
                )
                self.assertNotEqual(english, french)
                self.assertEqual(clauses_of(english), clauses_of(french))
                for expected, words, env in (
                    (english, [], {}),
                    (english, [], {"LC_ALL": "C"}),
                    (english, ["--lang=en"], {"LANG": "fr_FR"}),
                    (french, [], {"LANG": "fr_CH.UTF-8"}),
                ):
                    self.assertEqual(self.says("replay", record, *words, env=env), expected)
        record = self.record()
        self.assertIn("Moscow", self.says("replay", record))
        self.assertIn("Moscou", self.says("replay", record, "--lang", "fr"))

    def test_the_json_is_the_state_after_an_action(self):
        for game in games():
            with self.subTest(game["game"]):
                record = self.record_of(game)
                last = self.json("replay", record)
                self.assertEqual(
                    (last["game"], last["players"], last["viewer"]),
                    (game["game"], game["min_players"], None),
                )
                self.assertIsNotNone(last["over"])
                self.assertIsNone(self.json("replay", record, "--at", 0)["over"])
                actions = int(re.search(r"(\d+) actions", self.says("verify", record))[1])
                self.assertEqual(self.json("replay", record, "--at", actions), last)
                self.assertIsNone(self.json("replay", record, "--at", actions - 1)["over"])

    def test_the_json_of_a_seat_is_its_view(self):
        for game in games():
            with self.subTest(game["game"]):
                record = self.record_of(game)
                seats = game["seats"][: game["min_players"]]
                state = self.json("replay", record, "--at", 30)
                for seat in [*seats, "observer"]:
                    view = self.json("replay", record, "--at", 30, "--seat", seat)
                    self.assertEqual(view["viewer"], seat)
                    self.assertEqual(list(view), list(state))
                    self.assertNotEqual({**view, "viewer": None}, state)

    def test_a_view_has_the_own_hand_and_the_sizes_of_the_others(self):
        record = self.record()
        self.assertEqual(self.json("replay", record, "--at", 0)["hand_size"]["kiev"], 0)
        view = self.json("replay", record, "--at", 30, "--seat", "kiev")
        self.assertEqual(len(view["hands"]["kiev"]), 5)
        self.assertEqual((view["hands"]["moscow"], view["hand_size"]["moscow"]), (None, 5))
        view = self.json("replay", record, "--at", 30, "--seat", "observer")
        self.assertEqual(view["hands"], {"moscow": None, "leningrad": None, "kiev": None})

    def test_a_seat_that_is_not_at_the_table_is_refused(self):
        for game in games():
            with self.subTest(game["game"]):
                record = self.record_of(game)
                seats = game["seats"][: game["min_players"]]
                expected = f"expected {listed([*seats, 'observer'])}"
                for seat in ["chance", "nobody", *game["seats"][game["min_players"] :]]:
                    done = apparat("replay", record, "--seat", seat, cwd=self.folder)
                    self.assertEqual((done.stdout, done.returncode), ("", 2))
                    start = f"apparat replay: no seat '{seat}' at this table: "
                    self.assertRegex(done.stderr, f"^{start}({expected}|did you mean '.*'\\?)\n$")
                self.refuses(
                    2,
                    f"apparat replay: no seat '{seats[0][:-1]}' at this table: "
                    f"did you mean '{seats[0]}'?",
                    "replay",
                    record,
                    "--seat",
                    seats[0][:-1],
                )

    def test_wrong_usage_is_refused(self):
        record = self.record()
        start = "apparat replay: "
        usage = "usage: apparat replay RECORD [--at N] [--seat SEAT] [--lang en|fr] [OPTION]..."
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
        line = start + "--seat needs the name of a seat, or observer"
        self.refuses(2, line, "replay", record, "--seat")
        line = start + "--lang must be en or fr, not 'de'"
        self.refuses(2, line, "replay", record, "--lang", "de")

    def test_a_file_that_is_no_record_is_refused(self):
        line = "none.apr: cannot be opened: No such file or directory"
        self.refuses(1, line, "replay", "none.apr")
        self.refuses(1, ".: cannot be read: Is a directory", "replay", ".")
        bad = self.write("bad.apr", "hello\n")
        line = 'bad.apr:1: expected "apparat record 1" or "apparat record 2"'
        self.refuses(1, line, "replay", bad, "--json")


# ---- Fingerprints, computed from the JSON of a state as docs/records.md says


def named_values(path, value):
    """The lines that are hashed."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from named_values(f"{path}.{key}", one)
    elif isinstance(value, list):
        for n, one in enumerate(value):
            if isinstance(one, str):
                yield f"{path}.{one}=1"
            else:
                yield from named_values(f"{path}.{n}", one)
    elif value not in (0, None):
        yield f"{path}={value}"


def hash_of(line):
    most = 2**64 - 1
    z = 0xCBF29CE484222325
    for byte in line.encode():
        z = (z ^ byte) * 0x100000001B3 & most
    z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & most
    z = (z ^ z >> 27) * 0x94D049BB133111EB & most
    return z ^ z >> 31


def fingerprint(state):
    (options,) = [game["options"] for game in games() if game["game"] == state["game"]]
    parts = {key: value for key, value in state.items() if key != "rules"}
    parts["options"] = {k: v for k, v in state["options"].items() if v != options[k][0]}
    if state["over"]:
        del parts["stack"]
    lines = (line for key, value in parts.items() for line in named_values(key, value))
    return sum(map(hash_of, lines)) % 2**64


class Verify(Case):
    def test_a_whole_record_is_ok_whatever_the_number_of_players(self):
        for game in games():
            with self.subTest(game["game"]):
                report = self.json("simulate", game["game"], "--games", 1)
                ends = "|".join(report["ends"])
                numbers = range(game["min_players"], game["max_players"] + 1)
                records = [self.record(players, game=game["game"]) for players in numbers]
                lines = self.says("verify", *records).splitlines()
                self.assertEqual(len(lines), len(records))
                for record, line in zip(records, lines, strict=True):
                    ok = rf"ok, \d+ actions, ({ends}), hash [0-9a-f]{{16}}"
                    self.assertRegex(line, f"^{record}: {ok}$")

    def test_an_unfinished_record_is_open(self):
        for game in games():
            with self.subTest(game["game"]):
                text = self.says("verify", self.write("open.apr", header_of(game)))
                self.assertRegex(text, r"^open.apr: ok, 0 actions, open, hash [0-9a-f]{16}\n$")

    def test_an_action_that_the_rules_forbid_is_refused_with_its_clause(self):
        lines = (self.folder / self.record()).read_text().splitlines(keepends=True)
        first = lines.index("\n") + 1
        bad = self.write("bad.apr", "".join(lines[: first + 1] + lines[first:]))
        done = apparat("verify", bad, cwd=self.folder)
        self.assertEqual((done.stdout, done.returncode), ("", 1))
        self.assertRegex(done.stderr, rf'^bad.apr:{first + 2}: "chance leader .*\(RE-SU-1\)\.?\n$')

    def test_an_action_of_a_seat_that_is_not_asked_is_refused_in_its_line(self):
        for game in games():
            with self.subTest(game["game"]):
                text = (self.folder / self.record_of(game)).read_text()
                header, body = text.split("\n\n")
                lines = body.splitlines(keepends=True)
                bad = self.write("bad.apr", f"{header}\n\n{lines[-2]}{''.join(lines)}")
                done = apparat("verify", bad, cwd=self.folder)
                self.assertEqual((done.stdout, done.returncode), ("", 1))
                self.assertRegex(done.stderr, rf"^bad.apr:{header.count(chr(10)) + 3}: .*\n$")

    def test_a_wrong_end_is_refused(self):
        for game in games():
            with self.subTest(game["game"]):
                text = (self.folder / self.record_of(game)).read_text()
                bad = self.write("bad.apr", re.sub(r"[0-9a-f]{16}\n$", "0" * 16 + "\n", text))
                done = apparat("verify", bad, cwd=self.folder)
                self.assertEqual((done.stdout, done.returncode), ("", 1))
                line = r"bad.apr:\d+: the game ends otherwise: expected \"end .*"
                self.assertRegex(done.stderr, rf"^{line}\n$")

    def test_the_hash_of_an_older_format_is_not_checked_but_all_else_is(self):
        for game in games():
            with self.subTest(game["game"]):
                text = as_format_1((self.folder / self.record_of(game)).read_text())
                old = self.write("old.apr", re.sub(r"[0-9a-f]{16}\n$", "0123456789abcdef\n", text))
                said = self.says("verify", old)
                note = r"\(its own, of format 1, is not checked\)"
                self.assertRegex(said, rf"hash [0-9a-f]{{16}} {note}\n$")
                self.assertNotIn("0123456789abcdef", said)
                for wrong in ("short\n", "0123456789ABCDEF\n", "0123456789abcdef0\n", "\n"):
                    bad = self.write("bad.apr", re.sub(r"[0-9a-f]{16}\n$", wrong, text))
                    self.assertEqual(apparat("verify", bad, cwd=self.folder).returncode, 1, wrong)
                bad = self.write("bad.apr", re.sub(r"\nend [a-z-]+ ", "\nend luck ", text))
                self.assertEqual(apparat("verify", bad, cwd=self.folder).returncode, 1)

    def test_an_older_format_has_nothing_of_the_newer_one(self):
        for game in games():
            with self.subTest(game["game"]):
                new = (self.folder / self.record_of(game)).read_text()
                old = as_format_1(new)
                numbered = new.replace("apparat record 2", "apparat record 1", 1)
                first = numbered.split("\n\n")[0].count("\n") + 3
                at = 1 + next(i for i, line in enumerate(new.splitlines()) if line[:7] == "chance ")
                name = self.write("bad.apr", numbered)
                done = apparat("verify", name, cwd=self.folder)
                self.assertRegex(done.stderr, rf'^bad\.apr:{at}: "chance .*" is no action of ')
                for line in ("{}", f"{rules_line(game['game'])}\nstate {{}}"):
                    name = self.write("bad.apr", old.replace("\n\n", f"\n\n{line}\n", 1))
                    self.refuses(1, f"bad.apr:{first}: expected an action", "verify", name)

    def test_outcomes_have_numbers_among_the_possible_ones(self):
        """They are checked even if nobody knows where chance came from."""
        for game in games():
            with self.subTest(game["game"]):
                lines = (self.folder / self.record_of(game)).read_text().splitlines(keepends=True)
                outcome = re.compile(r"(chance .*) (\d+)/(?!1\n)(\d+)\n")
                at = next(i for i, line in enumerate(lines) if outcome.fullmatch(line))
                found = outcome.fullmatch(lines[at])
                action, number, count = found[1], int(found[2]), int(found[3])
                self.assertTrue(1 <= number <= count)
                form = 'expected "NUMBER/COUNT" at the end of what chance answers'
                other = f'"{action}" is number {number}/{count}'
                for end, said in (
                    (f" {number % count + 1}/{count}", other),
                    (f" {number}/{count + 1}", other),
                    (f" {number}/{number - 1}", form),
                    (f" 0/{count}", form),
                    (f" 0{number}/{count}", form),
                    (f" {number}/{count}/{count}", form),
                    (f" {number}/99999", form),
                    (f" {number}/", form),
                    (f" /{count}", form),
                    (f" {number}", form),
                    ("", form),
                ):
                    bad = "".join([*lines[:at], f"{action}{end}\n", *lines[at + 1 :]])
                    name = self.write("bad.apr", bad)
                    self.refuses(1, f"bad.apr:{at + 1}: {said}", "verify", name)

    def test_the_hash_is_what_the_documents_say(self):
        """It is computed here from the JSON alone, of games that are over and of some that run."""
        for game in games():
            with self.subTest(game["game"]):
                text = (self.folder / self.record_of(game)).read_text()
                lines = text.splitlines(keepends=True)
                first = lines.index("\n") + 1
                for moves in (0, 7, 40, len(lines) - 1 - first):
                    part = self.write("part.apr", "".join(lines[: first + moves]))
                    state = json.loads(self.says("replay", part, "--json"))
                    hashed = self.says("verify", part).split("hash ")[1].strip()
                    self.assertEqual(hashed, f"{fingerprint(state):016x}", moves)

    def test_one_bad_record_does_not_hide_the_others(self):
        record = self.record()
        good = self.says("verify", record)
        line = "none: cannot be opened: No such file or directory"
        self.refuses(1, line, "verify", "none", record, stdout=good)

    def test_wrong_usage_is_refused(self):
        line = "apparat verify: RECORD is missing; usage: apparat verify RECORD..."
        self.refuses(2, line, "verify")
        line = "apparat verify: unknown option '--json': try apparat verify --help"
        self.refuses(2, line, "verify", "--json", "x")

    def test_hostile_records_are_refused_in_one_line(self):
        start = f"apparat record 2\ngame red-empire\n{rules_line(GAME)}\n".encode()
        header = start + b"players 3\n\n"
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
            start,
            start + b"players 2\n\n",
            start + b"players 99999999999999999999\n\n",
            start + b"players 3\noption fall luck\n\n",
            header + b"undo 7\n",
            header + b"x" * 100000,
            header + b"observer pass\n",
            header + b"nobody unseal\n",
            moves + b"undo 0\n" * 600000,
            moves * 2,
            b"\n" * (5 << 20),
        ):
            self.write("bad.apr", text)
            done = apparat("verify", "bad.apr", cwd=self.folder)
            self.assertEqual((done.stdout, done.returncode), ("", 1), text[:80])
            self.assertRegex(done.stderr, r"^bad\.apr(:\d+)?: [^\n]+\n$", text[:80])

    def test_a_record_that_is_cut_anywhere_is_open_or_refused_in_one_line(self):
        for game in games():
            with self.subTest(game["game"]):
                text = (self.folder / self.record_of(game)).read_bytes()
                for at in range(1, 400, 29):
                    self.write("cut.apr", text[:at])
                    done = apparat("verify", "cut.apr", cwd=self.folder)
                    if done.returncode == 0:
                        self.assertRegex(done.stdout, r"^cut\.apr: ok, \d+ actions, open, .*\n$")
                        self.assertEqual(done.stderr, "")
                    else:
                        self.assertEqual((done.stdout, done.returncode), ("", 1), at)
                        self.assertRegex(done.stderr, r"^cut\.apr(:\d+)?: [^\n]+\n$")

    def test_a_record_may_be_larger_than_other_files(self):
        game = "triumph-of-chaos"
        name = self.record(2, game=game)
        lines = (self.folder / name).read_text().splitlines(keepends=True)
        first = next(i for i, line in enumerate(lines) if line.startswith("chance "))
        again = f"{lines[first]}undo {first - lines.index(chr(10)) - 1}\n"
        again *= LIMIT // len(again) + 1
        large = self.write("large.apr", "".join([*lines[:first], again, *lines[first:]]))
        self.assertEqual(self.says("draw", game, large), self.says("draw", game, name))

    def test_a_file_of_the_largest_size_is_read(self):
        self.write("large.aps", SCENARIO + "\n" * (LIMIT - len(SCENARIO)))
        self.assertIn("large.aps: ok, 1 scenario\n", self.says("script", "large.aps"))
        self.write("large.aps", SCENARIO + "\n" * (LIMIT + 1 - len(SCENARIO)))
        line = f"large.aps: is larger than {LIMIT} bytes"
        self.refuses(1, line, "script", "large.aps", stdout=NO_FILE_OK)

    def test_a_file_without_end_is_refused(self):
        self.refuses(1, "/dev/zero: is larger than 268435456 bytes", "verify", "/dev/zero")


NO_FILE_OK = "0 files ok with 0 scenarios, 1 failed\n"


class Script(Case):
    def test_good_scenarios_are_counted(self):
        one, two = self.write("one.aps", SCENARIO), self.write("two.aps", SCENARIO * 2)
        self.assertEqual(
            self.says("script", one, two),
            "one.aps: ok, 1 scenario\ntwo.aps: ok, 2 scenarios\n"
            "2 files ok with 3 scenarios, 0 failed\n",
        )

    def test_the_moves_of_a_record_are_a_scenario(self):
        for game in games():
            with self.subTest(game["game"]):
                end = self.json("replay", self.scenario_of(game, "a.aps"))["over"]
                text = (self.folder / "a.aps").read_text()
                self.write("good.aps", text + f"expect over = {end}\n")
                self.assertIn("good.aps: ok, 1 scenario\n", self.says("script", "good.aps"))
                self.write("bad.aps", text + "expect over = no\n")
                done = apparat("script", "bad.aps", cwd=self.folder)
                self.assertEqual((done.stdout, done.returncode), (NO_FILE_OK, 1))
                self.assertRegex(done.stderr, rf"^bad\.aps:{text.count(chr(10)) + 1}: [^\n]+\n$")

    def test_a_part_of_a_list_has_a_number(self):
        for at, found in (("0", True), ("1", False), ("x", False), ("-1", False), ("", False), ("0x", False)):
            with self.subTest(at):
                self.write("part.aps", f'# RE-TU-1\nstart {GAME} players=3\nexpect stack.{at}.step = "deal"\n')
                done = apparat("script", "part.aps", cwd=self.folder)
                self.assertEqual("has no part" not in done.stderr, found, done.stderr)

    def test_the_events_of_scenarios_are_lines_of_json(self):
        """They are those of the record of the same game; every scenario begins with a state and has an end."""
        for game in games():
            with self.subTest(game["game"]):
                record = self.scenario_of(game, "a.aps")
                told = self.says("replay", record, "--events").splitlines()
                self.write("twice.aps", (self.folder / "a.aps").read_text() * 2)
                self.assertEqual(self.says("script", "twice.aps", "--events").splitlines(), told * 2)

    def test_a_scenario_that_does_not_hold_does_not_hide_the_others(self):
        bad = self.write("bad.aps", SCENARIO + "expect over = collapse\n")
        good = self.write("good.aps", SCENARIO)
        done = apparat("script", bad, good, cwd=self.folder)
        self.assertEqual(done.returncode, 1)
        self.assertRegex(done.stderr, r"^bad\.aps:4: [^\n]+\n$")
        self.assertEqual(
            done.stdout, "good.aps: ok, 1 scenario\n1 file ok with 1 scenario, 1 failed\n"
        )

    def test_wrong_usage_is_refused(self):
        line = "apparat script: FILE is missing; usage: apparat script FILE... [--events]"
        self.refuses(2, line, "script")
        line = "no.aps: cannot be opened: No such file or directory"
        self.refuses(1, line, "script", "no.aps", stdout=NO_FILE_OK)

    def test_hostile_scenarios_are_refused_in_one_line(self):
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
            self.assertEqual(done.stdout, NO_FILE_OK)


class Setups(Case):
    """Set-ups with a name, in the file that uses them and in setups.aps beside it."""

    START = "start red-empire players=3 at choice turn=moscow\n"

    def test_setups_are_used_in_their_order(self):
        leader = '{"leaders": {"moscow": ["zakharov"]}, "president": "zakharov"}'
        self.write("setups.aps", f"setup leader {leader}\n")
        own = 'setup hand {\n  "hands": {"moscow": ["party-2a"]}\n}\n'
        expected = 'expect hands.moscow = ["party-2a"]\nexpect president = "zakharov"\n'
        self.write("a.aps", own + self.START + "use leader hand\n" + expected)
        self.assertIn("a.aps: ok, 1 scenario\n", self.says("script", "a.aps", "setups.aps"))
        later = 'set {"hands": {"moscow": ["kgb-1a"]}}\nexpect hands.moscow = ["kgb-1a"]\n'
        self.write("b.aps", own + self.START + "use hand leader\n" + later)
        self.says("script", "b.aps")

    def test_a_wrong_setup_is_refused_in_its_line(self):
        double = 'setup a {"pile": []}\n' * 2
        unsound = "the state is unsound: the President is no Party leader in play"
        for text, line in (
            (self.START + "use nothing\n", '2: "nothing": expected a set-up that is known'),
            (self.START + "use\n", "2: expected use NAME"),
            (double, '2: "a": there is a set-up of that name already'),
            ('setup 7 {"pile": []}\n', '1: "7": expected a name for the set-up'),
            ("setup a {\n", "1: expected a JSON object with all its braces"),
            (
                'setup a {"no": 1}\n' + self.START + "use a\n",
                '3: set-up a: "no" is wrong: expected a part of the state',
            ),
            (
                'setup a {"president": "zakharov"}\n'
                + self.START
                + "use a\nexpect actors = moscow\n",
                f"4: {unsound}",
            ),
        ):
            self.write("bad.aps", text)
            self.refuses(1, "bad.aps:" + line, "script", "bad.aps", stdout=NO_FILE_OK)

    def test_a_file_of_setups_has_nothing_else(self):
        self.write("setups.aps", self.START)
        self.write("a.aps", self.START)
        line = "a.aps:1: expected setup NAME {...} in a file of set-ups"
        self.refuses(1, line, "script", "a.aps", stdout=NO_FILE_OK)


if __name__ == "__main__":
    unittest.main()
