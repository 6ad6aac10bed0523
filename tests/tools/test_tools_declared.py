#!/usr/bin/env python3
"""tools/declared.py and tools/declarations.py: what is wrong with engine/*.toml, and what C it becomes."""

import unittest

from game_case import EVENTS, FACTS, FIGURES, HOUSE, NAMES, STEPS, VERBS, GameCase
from tool_case import STRICT

INCLUDES = ["-I", HOUSE / "src/core", "-I", HOUSE / "include"]
LISTS = "side, card, reason"


class Files(GameCase):
    def test_a_file_that_must_be_there(self):
        for stem in ("names", "verbs", "steps", "events"):
            with self.subTest(stem):
                self.write_game(**{stem: None})
                path = (self.folder / f"mini/engine/{stem}.toml").resolve()
                path.unlink(missing_ok=True)
                self.assert_refused(self.declare(), f"{path}: No such file or directory", "mini_declared.h")

    def test_files_that_may_be_missing(self):
        self.write_game(facts=None, figures=None)
        self.assert_quiet(self.declare())
        self.assertNotIn("figure", self.read("mini_declared.h").lower())

    def test_no_toml(self):
        self.write_game(verbs="draw\n")
        result = self.declare()
        self.assertEqual(result.returncode, 1)
        self.assertRegex(result.stderr, r"verbs\.toml:1: .*\(at line 1, column 5\), expected TOML\n$")

    def test_names(self):
        fault = "'Draw', expected lower-case words joined by dashes"
        self.refuse("engine/verbs.toml", 'Draw = { about = "x" }\n', fault)
        self.refuse("engine/verbs.toml", "draw = 3\n", "draw is 3, expected a table with about, final, most, nothing, of, open")

    def test_every_thing_says_what_it_is(self):
        fault = "draw has no about, expected a line that says what it is"
        self.refuse("engine/verbs.toml", 'draw = { of = ["card"] }\n', fault)
        self.refuse("engine/verbs.toml", 'draw = { about = " " }\n', fault)
        self.refuse("engine/steps.toml", STEPS.replace(', about = "Chance draws a card."', ""), fault)
        fault = "turn has no about, expected a line that says what it is"
        self.refuse("engine/steps.toml", STEPS.replace('about = "A turn."', ""), fault)


class Names(GameCase):
    def refuse_more(self, more, fault):
        self.refuse("engine/names.toml", NAMES + more, fault)

    def test_section(self):
        self.refuse_more('[list.suit]\nwords = ["a"]\n', "section 'list', expected tables, columns, lists or parts")
        self.refuse("engine/names.toml", "lists = 3\n", "lists is 3, expected a table")

    def test_keys(self):
        fault = "list suit has 'word', expected about, bits, called, catalogue, implied, words"
        self.refuse_more('[lists.suit]\nabout = "x"\nword = ["a"]\n', fault)
        fault = "list suit has catalogue = 1, expected true or false"
        self.refuse_more('[lists.suit]\nabout = "x"\ncatalogue = 1\nwords = ["a"]\n', fault)
        fault = "list suit has words = 'a', expected a list of texts or a table"
        self.refuse_more('[lists.suit]\nabout = "x"\nwords = "a"\n', fault)
        fault = "list suit has words = [1, 2], expected a list of texts or a table"
        self.refuse_more('[lists.suit]\nabout = "x"\nwords = [1, 2]\n', fault)

    def test_words(self):
        start = '[lists.suit]\nabout = "x"\n'
        self.refuse_more(start, "list suit has the words None, expected lower-case words")
        self.refuse_more(start + "words = []\n", "list suit has the words [], expected lower-case words")
        fault = "list suit has the words ['Hearts'], expected lower-case words"
        self.refuse_more(start + 'words = ["Hearts"]\n', fault)
        fault = "list suit has the words ['a', 'a'], expected each of them once"
        self.refuse_more(start + 'words = ["a", "a"]\n', fault)
        fault = "list suit has the words {'a': 3}, expected a line for each that says what it is"
        self.refuse_more(start + "words = { a = 3 }\n", fault)

    def test_implied(self):
        suit = '[lists.suit]\nabout = "x"\nwords = ["a"]\nimplied = true\n'
        self.refuse_more(suit, "list suit is implied, expected a verb that is of it")
        self.refuse_more(suit + "catalogue = false\n", "list suit is implied and has no words, expected one of the two")
        self.refuse_more(suit.replace("true", "1"), "list suit has implied = 1, expected true or false")
        self.write_game(names=NAMES + suit, verbs=VERBS + 'turn-to = { of = ["suit"], about = "x" }\n')
        self.assert_quiet(self.declare())
        self.assertEqual(self.read("mini_declared.c").count(".implied = true,"), 1)

    def test_names_that_are_taken(self):
        words = 'about = "x"\nwords = ["a"]\n'
        self.refuse_more(f"[lists.number]\n{words}", "list 'number' again, expected another name")
        self.refuse_more(f"[lists.reason]\n{words}", "list 'reason' again, expected another name")
        fault = "list 'verb', expected another name: the constants of the verbs have it"
        self.refuse_more(f"[lists.verb]\n{words}", fault)

    def test_parts(self):
        start = '[parts.high]\nabout = "x"\n'
        fault = "part high of 'cards', expected a list that is declared"
        self.refuse_more(start + 'of = "cards"\ncount = 1\n', fault)
        for wrong, first in (("", "ace"), ("count = 0\n", "ace"), ("count = -1\n", "ace"), ("count = 4\n", "ace"),
                             ('from = "two"\ncount = 2\n', "two"), ('from = "six"\ncount = 1\n', "six")):
            fault = f"part high from {first!r}, expected a word of card and how many follow"
            self.refuse_more(f'{start}of = "card"\n{wrong}', fault)
        fault = "part high has count = 'two', expected a number"
        self.refuse_more(start + 'of = "card"\ncount = "two"\n', fault)

    def test_tables_of_data(self):
        spaces = "id:key,region:enum(north|south),provenance\nkiev,south,ours\n"
        self.write("mini/data/spaces.csv", spaces)
        fault = "table 'town', expected one of space"
        self.refuse("engine/names.toml", '[tables]\ntown = "x"\n', fault)
        fault = "column 'colour', expected one of region"
        self.refuse("engine/names.toml", '[columns]\ncolour = "x"\n', fault)
        fault = "space is 3, expected a line that says what it is"
        self.refuse("engine/names.toml", "[tables]\nspace = 3\n", fault)
        more = '[tables]\nspace = "The spaces."\n\n[columns]\nregion = "Where they are."\n'
        self.write_game(names=more + NAMES)
        self.assert_quiet(self.declare())
        self.assertIn('.name = "region", .kind = AP_ONE, .values = &mi_region_list', self.read("mini_declared.c"))


class Verbs(GameCase):
    def test_arguments(self):
        fault = "draw is of ['card', 'card', 'card'], expected at most two lists"
        self.refuse("engine/verbs.toml", VERBS.replace('["card"]', '["card", "card", "card"]'), fault)
        fault = f"draw speaks of 'cards', expected number, {LISTS}"
        self.refuse("engine/verbs.toml", VERBS.replace('["card"]', '["cards"]'), fault)
        fault = "draw has of = 'card', expected a list of texts"
        self.refuse("engine/verbs.toml", VERBS.replace('["card"]', '"card"'), fault)

    def test_nothing(self):
        fault = "draw does nothing with something, expected no arguments"
        self.refuse("engine/verbs.toml", VERBS.replace('["card"]', '["card"], nothing = true'), fault)
        fault = "pass has nothing = 'yes', expected true or false"
        self.refuse("engine/verbs.toml", VERBS.replace("nothing = true", 'nothing = "yes"'), fault)
        fault = "pass has final = 'yes', expected true or false"
        self.refuse("engine/verbs.toml", VERBS.replace("nothing = true", 'final = "yes"'), fault)

    def test_most(self):
        fault = "draw has most 0, expected the greatest number that it takes, and none if it takes none"
        self.refuse("engine/verbs.toml", VERBS.replace('["card"]', '["card", "number"]'), fault)
        fault = "draw has most 6, expected the greatest number that it takes, and none if it takes none"
        self.refuse("engine/verbs.toml", VERBS.replace('["card"]', '["card"], most = 6'), fault)

    def test_key(self):
        fault = "draw has 'with', expected about, final, most, nothing, of, open"
        self.refuse("engine/verbs.toml", VERBS.replace("of = ", "with = "), fault)


class Events(GameCase):
    def refuse_event(self, row, fault):
        self.refuse("engine/events.toml", f"{EVENTS}gone = {{ {row}, about = \"x\" }}\n", fault)

    def test_arguments(self):
        for wrong in ("card", "card Card", "card clause", "card the card"):
            fault = f"gone has the argument {wrong!r}, expected a list and a name such as 'card played'"
            self.refuse_event(f'with = ["{wrong}"]', fault)
        self.refuse_event('with = ["cards card"]', f"gone speaks of 'cards', expected number, {LISTS}")
        self.refuse_event('with = "card card"', "gone has with = 'card card', expected a list of texts")

    def test_names_of_arguments(self):
        fault = "gone has the arguments ['one', 'one'], expected at most 6 with distinct names"
        self.refuse_event('with = ["card one", "card one"]', fault)
        seven = [f"n{n}" for n in range(7)]
        listed = ", ".join(f'"number {name}"' for name in seven)
        self.refuse_event(f"with = [{listed}]", f"gone has the arguments {seven}, expected at most 6 with distinct names")

    def test_die(self):
        start = 'with = ["card card", "number face"], '
        self.refuse_event(start + 'die = "roll"', "gone shows the die 'roll', expected one of card, face")
        self.refuse_event(start + "die = true", "gone has die = True, expected a text")

    def test_odds(self):
        start = 'with = ["card card", "number face"], '
        self.refuse_event(start + 'odds = "roll"', "gone has the odds 'roll', expected true or one of card, face")
        self.refuse_event(start + "odds = 3", "gone has odds = 3, expected true or false or a text")

    def test_flags(self):
        for flag in ("private", "turning", "quiet"):
            self.refuse_event(f"{flag} = 1", f"gone has {flag} = 1, expected true or false")

    def test_shown(self):
        self.refuse_event("shown = 1201", "gone is shown for 1201 ms, expected 0 to 1200")
        self.refuse_event("shown = -1", "gone is shown for -1 ms, expected 0 to 1200")
        self.refuse_event('shown = "long"', "gone has shown = 'long', expected a number")

    def test_only_facts_speak_of_actions(self):
        self.refuse_event('with = ["action what"]', f"gone speaks of 'action', expected number, {LISTS}")
        self.write_game(facts=FACTS + 'plan = { with = ["action what", "event then"], about = "x" }\n')
        self.assert_quiet(self.declare())

    def test_facts_have_no_flags(self):
        fault = "turn has 'private', expected about, with"
        self.refuse("engine/facts.toml", FACTS.replace("about =", "private = true, about ="), fault)


class Figures(GameCase):
    def test_faults(self):
        fault = f"value speaks of 'cards', expected {LISTS}"
        self.refuse("engine/figures.toml", FIGURES.replace('"card"', '"cards"'), fault)
        fault = f"value speaks of 'cards', expected number, {LISTS}"
        self.refuse("engine/figures.toml", FIGURES.replace("clause", 'is = "cards", clause'), fault)
        fault = "value cites 'MI-9', expected a clause of rules/en.md"
        self.refuse("engine/figures.toml", FIGURES.replace("MI-1", "MI-9"), fault)
        fault = "value cites None, expected a clause of rules/en.md"
        self.refuse("engine/figures.toml", FIGURES.replace('clause = "MI-1", ', ""), fault)
        fault = "value is a part of the standing, expected a number for each seat"
        self.refuse("engine/figures.toml", FIGURES.replace('each = "card", ', "standing = true, "), fault)


class Steps(GameCase):
    def refuse_step(self, row, fault):
        row = f'{row}, about = "x"'
        self.refuse("engine/steps.toml", f"{STEPS}more = {{ {row} }}\n", fault)

    def refuse_local(self, row, fault, more=""):
        steps = STEPS.replace("[steps]", f'more = {{ {row}, about = "x" }}\n\n[steps]') + more
        self.refuse("engine/steps.toml", steps, fault)

    def test_sections(self):
        self.refuse("engine/steps.toml", STEPS + "\n[step]\n", "section 'step', expected frames or steps")
        self.refuse("engine/steps.toml", "steps = 3\n", "steps is 3, expected a table")
        self.refuse("engine/steps.toml", "", "no steps, expected at least one")

    def test_steps(self):
        fault = "step more is of kind 'ask', expected runs, asks, seals"
        self.refuse_step('frame = "turn", clause = "MI-1", kind = "ask"', fault)
        fault = "step more has the frame 'round', expected one of turn"
        self.refuse_step('frame = "round", clause = "MI-1"', fault)
        self.refuse_step('clause = "MI-1"', "step more has the frame None, expected one of turn")
        fault = "more cites 'MI-9', expected a clause of rules/en.md"
        self.refuse_step('frame = "turn", clause = "MI-9"', fault)
        fault = "step more of kind asks has 'close', expected run, legal, refuse, apply"
        self.refuse_step('frame = "turn", clause = "MI-1", kind = "asks", close = "draw"', fault)
        keys = "about, apply, clause, close, final, frame, kind, legal, often, open, own-turn, reaction, refuse, run, unseal"
        self.refuse_step('frame = "turn", clause = "MI-1", asks = true', f"step more has 'asks', expected {keys}")
        fault = "step more has often = 'yes', expected true or false"
        self.refuse_step('frame = "turn", clause = "MI-1", often = "yes"', fault)
        fault = "step more of kind asks is a reaction, expected one of kind seals"
        self.refuse_step('frame = "turn", clause = "MI-1", kind = "asks", reaction = true', fault)

    def test_a_frame_that_no_step_has(self):
        steps = STEPS.replace("[steps]", '[frames.round]\nabout = "x"\n\n[steps]')
        fault = "frame round belongs to no step, expected one that remembers it"
        self.refuse("engine/steps.toml", steps, fault)

    def test_kinds_of_locals(self):
        expected = "expected is = 'LIST', 'LOW..HIGH', 'flag', 'action'"
        self.refuse_local('each = "card"', f"turn.more does not say what it is, {expected}")
        for wrong in ("cards", "set cards"):
            self.refuse_local(f'is = "{wrong}"', f"turn.more speaks of 'cards', expected {LISTS}")
        self.refuse_local('is = "card", each = "cards"', f"turn.more speaks of 'cards', expected {LISTS}")
        self.refuse_local('is = "5..1"', "turn.more is '5..1', expected what fits 32 bits")
        self.refuse_local('is = "0..4294967296"', "turn.more is '0..4294967296', expected what fits 32 bits")
        for wrong in ("set card?", "-1..1?"):
            self.refuse_local(f'is = "{wrong}"', f"turn.more is {wrong!r}, expected something that can be missing")
        fault = "turn.more has 'of', expected about, bits, each, is"
        self.refuse_local('is = "card", of = "side"', fault)

    def test_locals_that_share_bytes(self):
        expected = "expected 1 to 4 that its values fit in, one for each of a list"
        self.refuse_local('is = "card", each = "side", bits = 1', f"turn.more has 1 bits, {expected}")
        self.refuse_local('is = "card?", each = "side", bits = 5', f"turn.more has 5 bits, {expected}")
        self.refuse_local('is = "card", bits = 2', f"turn.more has 2 bits, {expected}")
        self.refuse_local('is = "card", each = "side", bits = "2"', "turn.more has bits = '2', expected a number")

    def test_names_of_locals(self):
        steps = STEPS.replace("turn = { is", "asked = { is")
        fault = "frame turn has the local 'asked', expected another name"
        self.refuse("engine/steps.toml", steps, fault)

    def test_room_for_locals(self):
        self.refuse_local('is = "action", each = "side"', "frame turn needs 13 bytes, expected at most 12")


class Compiled(GameCase):
    """The C that is written for the game that the tests play."""

    @classmethod
    def setUpClass(cls):
        cls.tiny = HOUSE / "tests/games/tiny"

    def setUp(self):
        super().setUp()
        outputs = ("--header", "tiny_declared.h", "--source", "tiny_declared.c")
        self.assert_quiet(self.tool("declarations.py", *outputs, self.tiny / "game.toml"))
        outputs = ("--header", "tiny_clauses.h", "--source", "tiny_clauses.c", "--text", "tiny_texts.c")
        rules = [self.tiny / "rules" / f"{language}.md" for language in ("en", "fr")]
        self.assert_quiet(self.tool("clauses.py", "--prefix", "tg", "--game", "tiny", *outputs, *rules))

    def snippet(self, body):
        self.write("main.c", f"""\
#include "tiny_declared.h"

void snippet(void *s, ap_events *ev, ap_facts *facts);
void snippet(void *s, ap_events *ev, ap_facts *facts)
{{
	(void)s;
	(void)ev;
	(void)facts;
	{body}
}}
""")
        return self.run_here(*STRICT, *INCLUDES, "-fsyntax-only", "main.c")

    def compiles(self, body):
        self.assert_quiet(self.snippet(body))

    def refuses(self, body, said):
        result = self.snippet(body)
        self.assertNotEqual(result.returncode, 0, f"{body} compiles")
        self.assertRegex(result.stderr, said)

    def test_it_compiles(self):
        self.assert_compiles("tiny_declared.c", *INCLUDES)

    def test_same_input_same_output(self):
        first = self.read("tiny_declared.h"), self.read("tiny_declared.c")
        self.setUp()
        self.assertEqual((self.read("tiny_declared.h"), self.read("tiny_declared.c")), first)

    def test_events(self):
        self.compiles("tg_tell_looks(ev, TG_7, TG_SEAT(0), TG_BOX(1));")
        self.compiles("tg_tell_drawn_to(ev, AP_SEAT(0), TG_2, TG_SEAT(0), TG_CARD(1));")
        self.compiles("tg_tell_cancelled(ev, TG_11);")

    def test_events_with_arguments_of_the_wrong_kind(self):
        wrong = "incompatible type"
        self.refuses("tg_tell_looks(ev, TG_7, TG_BOX(1), TG_SEAT(0));", wrong)
        self.refuses("tg_tell_looks(ev, TG_7, TG_SEAT(0), TG_CARD(1));", wrong)
        self.refuses("tg_tell_looks(ev, TG_7, 0, 1);", wrong)
        self.refuses("tg_tell_amount(ev, TG_4, TG_SEAT(0), TG_CARD(1));", wrong)

    def test_events_with_the_wrong_number_of_arguments(self):
        self.refuses("tg_tell_looks(ev, TG_7, TG_SEAT(0));", "too few arguments")
        self.refuses("tg_tell_looks(ev, TG_7, TG_SEAT(0), TG_BOX(1), 2);", "too many arguments")
        self.refuses("tg_tell_looks(ev, TG_SEAT(0), TG_BOX(1));", "too few arguments|incompatible type")
        self.refuses("tg_tell_cancelled(ev);", "too few arguments")

    def test_private_events_say_to_whom(self):
        implicit = "implicit"
        self.refuses("tg_tell_drawn(ev, TG_2, TG_SEAT(0), TG_CARD(1));", implicit)
        self.refuses("tg_tell_looks_to(ev, AP_SEAT(0), TG_7, TG_SEAT(0), TG_BOX(1));", implicit)

    def test_facts(self):
        self.compiles("tg_state_bid(facts, 0, TG_3, TG_SEAT(0), 2, TG_MAYBE_SUIT(TG_SUIT_COUNT));")
        self.refuses("tg_state_bid(facts, 0, TG_3, TG_SEAT(0), 2, TG_CARD(0));", "incompatible type")
        self.refuses("tg_state_bid(facts, TG_3, TG_SEAT(0), 2, TG_SUIT(0));", "too few arguments|incompatible type")

    def test_locals_belong_to_their_frame(self):
        self.compiles("tg_look_top(s)->box = TG_BOX_OAK;")
        self.refuses("tg_round_top(s)->box = TG_BOX_OAK;", "no member named .box.")

    def test_functions_of_steps_have_one_form(self):
        self.refuses("} void tg_deal_run(void *state, int seat) { (void)state; (void)seat;", "conflicting types")

    def test_constants_have_the_order_of_the_declarations(self):
        for check in ("TG_VERB_DIE == 0 && TG_VERB_DRAW == 1", "TG_STEP_SET_UP == 0", "TG_CARD_VETO_A == 3",
                      "TG_ROUNDS_3 == 0 && TG_ROUNDS_5 == 1", "TG_REASON_COUNT == 2", "TG_FACT_ODDS == 0"):
            self.compiles(f'_Static_assert({check}, "{check}");')


if __name__ == "__main__":
    unittest.main()
