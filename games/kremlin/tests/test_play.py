#!/usr/bin/env python3
"""Kremlin in the terminal: apparat play kremlin."""

import itertools
import random
import re
import unittest

from case import as_format_1
from test_play_terminal import PlayCase, choices

GAME = "kremlin"
RESULT = "KREMLIN ◢ "  # the board has one more space
ENDS = "^end (?!open)[a-z-]+ "
POSTS = (["PARTY CHIEF"], ["KGB HEAD", "FOREIGN MINISTER", "DEFENSE MINISTER"],
         ["IDEOLOGY CHIEF", "INDUSTRY MINISTER", "ECONOMY MINISTER", "SPORT MINISTER"], ["CANDIDATES"])
WINDOWS = 1, 3, 4, 5
NAMES = ("Aparatschik Schukrutoff Goferbrok Niewitko Krakemheds Purgemoff Palavrian Shootemdedsky Mischif Talksalott "
         "Boremtodev Doberman Eatstumuch Karrienko Satin Manjak Zenjarplan Nikotin Patina Strychnin Protzky Nogoodnik "
         "Bungaloff Badenuff Putschnik Wasolin").split()
FIRST = ["1"] * 10  # ten numbers, each on the first name of the list


class KremlinCase(PlayCase):
    def answers(self, seed, count=3000, words=("", "1", "1", "1", "2", "2 1", "2 2 1", "3", "3 1", "4 1 1")):
        rng = random.Random(seed)
        return [rng.choice(words) for _ in range(count)]

    def start(self, *words, lines=(), **more):
        """What is said up to the question after these lines."""
        return self.piped([*lines], GAME, "--seed", 4, "--seats", "you,random,random,random", *words, **more)

    def board(self, text):
        """The lines of the last board."""
        lines = text.split("\n")
        first = max(i for i, line in enumerate(lines) if re.match(" KREMLIN  [◢|]", line))
        end = [i for i, line in enumerate(lines) if i > first and line.startswith(("▌", "──", "> ", "-- "))]
        return lines[first:end[0]]


class WholeGames(KremlinCase):
    def test_through_pipes(self):
        for rules, players, language in ("basic", 3, "en"), ("advanced", 4, "fr"), ("swiss", 3, "fr"):
            seats = ",".join(["you"] + ["random"] * (players - 1))
            lines = FIRST + self.answers(players, words=("", "1", "2 1", "2 2 1", "3 1", "p"))
            text = self.piped(lines, GAME, "--seats", seats, "--seed", players, "--lang", language, "--option",
                              f"rules={rules}", "--record", "whole.apr")
            self.assertIn(RESULT, text)
            self.assertNotRegex(text, r"\b(cli|kremlin)\.[a-z]+")  # no word is missing
            self.assertFalse([line for line in text.split("\n") if len(line) > 80 and "> " not in line])
            self.assertRegex(self.end_of("whole.apr"), ENDS)
            self.assertIn("ok", self.says("verify", "whole.apr"))
            (self.folder / "whole.apr").unlink()

    def play_through(self, screen, seed, most):
        """Random answers; every screen fits."""
        rng = random.Random(seed)
        for _ in range(most):
            self.fits(screen)
            if RESULT in screen.text or screen.status is not None:
                break
            offered = choices(screen.text)
            line = str(rng.randint(1, offered)) if offered else ""
            if offered and rng.random() < 0.1:
                line = rng.choice(["?", "h", "c 1", "c satin", "l", "n", "0", "nonsense", "u", "p"])
            screen.type(line)
        self.assertIsNone(screen.status)

    def test_on_a_screen(self):
        seats = ",".join(["you"] + ["random"] * 5)
        for columns, rows, rules, language in ((80, 24, "basic", "en"), (80, 24, "advanced", "fr"), (80, 45, "swiss", "en"),
                                               (120, 40, "advanced", "en"), (100, 50, "advanced", "fr")):
            screen = self.screen(GAME, "--seats", seats, "--seed", rows, "--lang", language, "--option", f"rules={rules}",
                                 columns=columns, rows=rows)
            self.play_through(screen, columns, 30)
            screen.leave()

    def test_on_a_tiny_screen(self):
        for columns, rows in (50, 14), (20, 5), (900, 20):
            screen = self.screen(GAME, "--players", 6, "--seats", "you" + 5 * ",random", "--seed", 1, columns=columns,
                                 rows=rows)
            for _ in range(14):
                self.assertTrue(all(len(line) <= columns for line in screen.lines[:-1]), screen.text)
                screen.type("1" if choices(screen.text) else "")
            screen.leave()


class Board(KremlinCase):
    def rows(self, text):
        """The rows of the pyramid: where their walls stand, and the lines between them."""
        lines, rows = self.board(text), []
        at = [next(i for i, line in enumerate(lines) if titles[0] in line) for titles in POSTS]
        for titles, i in zip(POSTS, at, strict=True):
            for title in titles:
                self.assertIn(title, lines[i])
            body = []
            while lines[i + 1 + len(body)].count("│") and not re.search("[┼┬┴]", lines[i + 1 + len(body)]):
                body.append(lines[i + 1 + len(body)])
            rows.append(([m.start() for m in re.finditer("│", body[0])], body))
        return rows

    def test_the_pyramid(self):
        for columns in 80, 120:
            screen = self.screen(GAME, "--seed", 4, "--seats", "you,random,random,random", columns=columns, rows=60)
            rows = self.rows(screen.text)
            self.assertEqual(tuple(len(bars) - 1 for bars, _ in rows), WINDOWS)
            for (above, _), (below, _) in itertools.pairwise(rows):
                self.assertLessEqual(below[0], above[0])
                self.assertGreaterEqual(below[-1], above[-1])
            for bars, _ in rows:
                self.assertLessEqual(abs(bars[0] - (columns - 1 - bars[-1])), 2, "not in the middle")
            self.assertIn("Aparatschik", rows[0][1][0])
            self.assertIn("80+", "".join(rows[0][1]))
            screen.leave()

    def test_everybody_is_somewhere_and_the_people_stand_by_age(self):
        board = "\n".join(self.board(self.start()))
        for name in NAMES:
            self.assertEqual(board.count(name), 1, name)
        people = board[board.index("NEXT IN LINE"):]
        ages = [int(age) for age in re.findall(r"[a-z] (\d\d)", people)]
        self.assertEqual(len(ages), 13)
        self.assertEqual(ages, sorted(ages, reverse=True))
        self.assertEqual(len(re.findall(r"[a-z] \d\d", people[:people.index("PEOPLE")])), 4)

    def test_a_small_screen_has_the_same_rows(self):
        screen = self.screen(GAME, "--seed", 4, "--seats", "you,random,random,random")
        rows = [line for line in screen.lines if line.count("│") > 1]
        self.assertEqual([line.count("│") - 1 for line in rows], [1, 3, 3, 4, 4, 5, 5])
        for words in "CHIEF · Aparatschik 80+", "KGB ", "FOR ", "DEF ", "IDE ", "IND ", "ECO ", "SPO ":
            self.assertIn(words, screen.text)
        screen.leave()

    def test_ones_own_sheet(self):
        text = self.start(lines=FIRST + [""])
        for number, name in zip(range(10, 0, -1), NAMES[1:], strict=False):
            self.assertRegex(text, rf"{name}\W+{number}\b")
            self.assertRegex("\n".join(self.board(text)), rf"R\({number}\)")
        self.assertIn("YOUR SHEET 0 declared, 55 left: Schukrutoff 10, Goferbrok 9", text)
        text = self.start(lines=FIRST + ["", "declare schukrutoff 4", ""])
        self.assertRegex(text, r"Schukrutoff 75 R\+4\(6\)")  # under seal
        text = self.start(lines=FIRST + ["", "declare schukrutoff 4", "1", ""])
        self.assertIn("YOUR SHEET 4 declared, 51 left: Schukrutoff 4/10", text)
        self.assertRegex(text, r"Schukrutoff 75 R4\(6\)")

    def test_rounds_with_nothing_to_say(self):
        """Most rounds are about somebody one has nothing to declare on: one person alone is not troubled."""
        texts = [self.start("--seed", 5, *more, lines=FIRST + 60 * ["", "1"]) for more in ([], ["--ask-all"])]
        few, many = (max(map(int, re.findall(r"YEAR (\d+)", text))) for text in texts)
        self.assertGreater(few, many)  # the same answers take him further

    def test_what_all_listen_to(self):
        text = "".join(self.start("--seed", seed, "--ask-all", lines=self.answers(5, 250)) for seed in (5, 6))
        for words in (r" HEARD  The sheets are in\.", r" HEARD  Nobody controls \w+: whoever takes control now decides\.",
                      r" HEARD  \w+ announces a purge: \w+\.\s+\[", r" DECIDES  \w+, [\w ]+, \d\d"):
            self.assertTrue(re.search(words, text), words)

    def test_cards_in_other_versions(self):
        """The title says when a table plays with cards where the version has none; the hand is shown."""
        text = self.start("--option", "rules=swiss", "--option", "intrigue=yes", lines=FIRST + ["", "c a"])
        self.assertIn("SWISS, WITH CARDS", text)
        self.assertRegex(text, r"KR-IC-\d+")
        text = self.start("--option", "rules=advanced", "--option", "intrigue=no", lines=FIRST + [""])
        self.assertIn("ADVANCED, NO CARDS", text)
        self.refuses(2, "apparat play: these options of kremlin do not go together", "play", GAME, "--option", "leave=order")

    def test_the_cards(self):
        text = self.start("--option", "rules=advanced", lines=["c a", "c alibi"])
        held = re.search(r"YOUR HAND  a (.+?)  b (.+?)  c (.+)", text)
        self.assertEqual(len(set(held.groups())), 3)
        self.assertEqual(len(re.findall("✉3", "\n".join(self.board(text)))), 4)
        self.assertIn(f"── {held[1]} ─", text)
        self.assertIn("(KR-IC-5)", text)
        self.assertNotIn("YOUR HAND", self.start())

    def test_both_languages(self):
        french = self.start("--lang", "fr", lines=FIRST + ["", "h", "c satin", "c"])
        for words in ("◢ MISE EN PLACE", "CHEF DU PARTI", "AFF. ÉTRANGÈRES", "IDÉOLOGIE", "CANDIDATS", "LES PROCHAINS",
                      "VOTRE FEUILLE 0 déclaré, 55 en réserve", "ON ÉCOUTE", "V Vert militaire", "Sous le contrôle de personne",
                      "Quel politicien, quelle carte ?"):
            self.assertIn(words, french)
        english = self.start(lines=FIRST + ["", "h", "c satin", "c", "c zakharov"])
        for words in ("WAVES  1", "G Army Green", "Controlled by nobody.", "Which politician, which card?", "? KR-2.1",
                      'Nothing is known about "zakharov".'):
            self.assertIn(words, english)

    def test_each_faction_has_a_letter_of_its_own(self):
        for language in "en", "fr":
            text = self.piped(["h"], GAME, "--players", 6, "--seats", "you" + 5 * ",random", "--lang", language)
            names = text.split("R5")[0].rsplit("──\n", 1)[1]
            letters = re.findall(r"\b([A-Z]) [A-Z]\w+ \w+", names)
            self.assertEqual(len(set(letters)), 6, names)

    def test_without_utf8_or_plain_only_ascii_is_said(self):
        for language in "en", "fr":
            text = self.start("--option", "rules=advanced", "--lang", language, lines=self.answers(7, 300), env={"LC_ALL": "C"})
            self.assertTrue(text.isascii(), re.findall("[^\0-\x7f]+", text)[:5])
        plain = self.start("--option", "rules=advanced", "--plain", lines=["h"] + self.answers(7, 300))
        for symbol in "▣☾⚑✉◈▲▼❄†✝★→↔·─│┌┐├┤┼┬┴▌▶▷◢▸":
            self.assertNotIn(symbol, plain)
        self.assertIn("| SET-UP", plain)


class Secrets(KremlinCase):
    """What a person sees depends on nothing that person may not know."""

    SEATS = "Ann,Ben,random"
    LOOK = ["l", "h", "c a", "c satin", "c schukrutoff", "2", "0"]

    def ben_sees(self, sheet, said=(), *words):
        """All of Ben's screens, while Ann writes this sheet and says this in the first round."""
        ann = [f"write {name.lower()} {number}" for name, number in zip(sheet, range(10, 0, -1), strict=False)] + ["1"]
        lines = ["", *ann, "", "", *FIRST, "1", "", "", *said, "1", *[""] * len(said), "", *self.LOOK, "1"]
        lines += ["", "1"] * 15
        text = self.piped(lines, GAME, "--seats", self.SEATS, "--seed", 2, *words)
        parts = text.split("Pass the keyboard to ")
        return [part for part in parts if part.startswith("Ben")]

    def test_anothers_sheet(self):
        for rules in "basic", "advanced":
            one = self.ben_sees(NAMES[1:11], (), "--option", f"rules={rules}")
            other = self.ben_sees(NAMES[:10:-1], (), "--option", f"rules={rules}")
            self.assertGreater(len(one), 8)
            self.assertEqual(one, other)
            self.assertIn("B(10)", one[1])
            self.assertNotRegex("".join(one), r"\d\S* R\(")

    def test_a_sealed_declaration(self):
        """Ben must not hear it before he has spoken himself."""
        silent, spoken = self.ben_sees(NAMES[1:11]), self.ben_sees(NAMES[1:11], ["declare schukrutoff 4"])
        self.assertEqual(silent[:2], spoken[:2])
        self.assertNotEqual(silent[2], spoken[2])
        self.assertIn("R4", spoken[2])

    def test_anothers_card(self):
        self.ben_sees(NAMES[1:11], (), "--option", "rules=advanced", "--record", "a.apr")
        # In the first format outcomes have no numbers: with the other card they would be others.
        header, body = as_format_1((self.folder / "a.apr").read_text()).split("\n\n")
        moves = body.splitlines()
        first = next(i for i, line in enumerate(moves) if line.startswith("chance draw "))
        spare = next(card for card in ("alibi", "pardon", "hail", "glasnost") if f"chance draw {card}" not in moves)
        asked = max(i for i, line in enumerate(moves) if line == "blue pass")
        screens = []
        for card in None, spare:
            if card:
                moves[first] = f"chance draw {card}"  # Ann's
            self.write("cut.apr", header + "\n\n" + "\n".join(moves[:asked]) + "\n")
            text = self.piped(["", "", "", *self.LOOK], "--resume", "cut.apr", "--lang", "en")
            screens.append(text.split("Pass the keyboard to Ben")[1])
        self.assertEqual(screens[0], screens[1])


if __name__ == "__main__":
    unittest.main()
