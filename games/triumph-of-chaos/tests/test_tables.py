#!/usr/bin/env python3
"""Tests of the calendar, the Political Cards, the factions and the die tables of Triumph of Chaos.

Each says which section of the Supplement it holds the data to; "facts" is the list of constraints
that our reconstruction must keep."""

import itertools
import unittest

from triumph_data import CODE, EFFECTS, FACTIONS, LEADERS, ROWS, UNITS, spaces, tally

TURNS = list(ROWS["turns"].values())
POLITICAL = list(ROWS["political-cards"].values())
OUTCOMES = list(ROWS["die-outcomes"].values())
NUMBERS = {row.id: row.value for row in ROWS["numbers"].values()}
AUTOMATIC = 7

# Chart 20.3, in its order; above 0 is WHITE.
CHART = "As Be Br CP CZ Es Fi Fr Kh La Li Ma Po Tr Tu Ukr USA WU".split()
NET = [3, -6, 11, 1, 10, 4, 1, 2, 3, 3, 0, -7, 5, 0, -10, -3, 5, 1]
# Section 17: what cards 6, 10, 29 and 54 give together.
EXAMPLE = {"Es": -3, "La": -3, "Li": -1, "Ma": -1, "WU": -1, "Kh": -1, "Be": -2, "Br": 2, "Fr": 2}
EXAMPLE |= {"USA": 1, "CP": 2, "As": 1, "Fi": 2, "CZ": 2, "Po": 1, "Ukr": 0, "Tr": 0, "Tu": 0}


def outcome(roll, die, side="none"):
    """What a modified die brings; exactly one row must answer."""
    found = [o for o in OUTCOMES if (o.roll, o.side) == (roll, side) and o.low <= die <= o.high]
    assert len(found) == 1, (roll, die, side, found)
    return found[0]


class Calendar(unittest.TestCase):
    def test_sixteen_turns(self):
        """5.17; facts: two months each from July 1918, the hand is two above the rounds."""
        months = [turn.year * 12 + turn.month for turn in TURNS]
        self.assertEqual(months, [1918 * 12 + 7 + 2 * i for i in range(16)])
        for turn in TURNS:
            self.assertEqual(turn.hand, turn.rounds + 2)
            self.assertEqual(turn.weather, int(turn.season == "spring"))

    def test_known_hands(self):
        """8.11, 17: seven cards and five rounds in turn 1; 5.282: seven cards in turn 4."""
        self.assertEqual((TURNS[0].rounds, TURNS[0].hand, TURNS[3].hand), (5, 7, 7))

    def test_years(self):
        """5.37, facts: when the cards of a year join."""
        joining = {i + 1: turn.joins for i, turn in enumerate(TURNS) if turn.joins}
        self.assertEqual(joining, {1: 1918, 4: 1919, 10: 1920})

    def test_last_political_phase(self):
        """8.11: Bluff and Influence leave after turn 9; 8.61: no subjugation from turn 13 on."""
        self.assertEqual([turn.political for turn in TURNS], [1] * 9 + [0] * 7)
        self.assertEqual([turn.subjugation for turn in TURNS], [1] * 12 + [0] * 4)

    def test_withdrawals(self):
        """8.41: the table of withdrawals."""
        printed = {
            2: {"CP": 2},
            3: {"CP": 4},
            4: {"CP": 6, "Fr": 2, "CZ": 2},
            5: {"CP": AUTOMATIC, "Fr": 4, "CZ": 4},
            6: {"USA": 2, "Fr": 6, "CZ": 6},
            7: {"USA": 3, "Fr": AUTOMATIC, "CZ": AUTOMATIC, "Br": 2},
            8: {"USA": 4, "Br": 4},
            9: dict.fromkeys(("CP", "Fr", "CZ", "USA", "Br"), AUTOMATIC),
        }
        for number, turn in enumerate(TURNS, 1):
            wanted = {CODE[code]: die for code, die in printed.get(number, {}).items()}
            self.assertEqual(turn.withdrawals, wanted)


class PoliticalCards(unittest.TestCase):
    def test_piles(self):
        """8.12: 22 a pile, by number; 8.131: entries of 1 or 2; 8.152: 64 to 66 are special."""
        self.assertEqual([card.number for card in POLITICAL], list(range(1, 67)))
        self.assertEqual(
            [c.pile for c in POLITICAL], ["red"] * 22 + ["white"] * 22 + ["other"] * 22
        )
        special = [card.special for card in POLITICAL if card.special]
        self.assertEqual(special, ["nest-of-spies", "independence-movements", "anarchy"])
        for card in POLITICAL:
            self.assertEqual(card.special != "", card.number >= 64)
            self.assertEqual(card.influence == {}, card.number >= 64)
            self.assertNotIn(0, card.influence.values())

    def test_net_influence(self):
        """20.3: the net of every faction over the deck."""
        net = {code: 0 for code in CHART}
        for card in POLITICAL:
            for code in CHART:
                net[code] += card.influence.get(CODE[code], 0)
        self.assertEqual(list(net.values()), NET)
        self.assertEqual([faction.net_influence for faction in FACTIONS.values()], NET)

    def test_example(self):
        """17: cards 6, 10, 29 and 54; card 6 gives RED two steps and the next two nothing."""
        cards = [POLITICAL[number - 1] for number in (6, 10, 29, 54)]
        total = {c: sum(card.influence.get(CODE[c], 0) for card in cards) for c in CHART}
        self.assertEqual(total, {code: EXAMPLE[code] for code in CHART})
        self.assertEqual((cards[0].steps, cards[0].bonus), (2, "red"))
        self.assertEqual((cards[1].steps, cards[2].steps), (0, 0))

    def test_leanings(self):
        """Facts: six to eight factions a card, biased by box, no two alike."""
        plain = [card for card in POLITICAL if not card.special]
        for card in plain:
            lean = sum(card.influence.values())
            self.assertTrue(6 <= len(card.influence) <= 8, card.id)
            self.assertTrue(
                lean <= -2
                if card.pile == "red"
                else lean >= 2 if card.pile == "white" else abs(lean) <= 1
            )
        self.assertEqual(len({tuple(sorted(card.influence.items())) for card in plain}), 63)
        self.assertEqual(len({card.title for card in POLITICAL}), 66)

    def test_bonus(self):
        """8.153: at most two steps, and somebody who has them."""
        for card in POLITICAL:
            self.assertEqual(card.steps > 0, card.bonus != "nobody")
            if card.bonus in ("red", "white"):
                self.assertEqual(card.bonus, card.pile)
        self.assertEqual(NUMBERS["chosen-steps-most"], 2)

    def test_generation(self):
        """8.12, 17: how many are chosen and how many come at random."""

        def generated(high, low):
            total, apart = high + low, min(3, high - low)
            row = [
                g
                for g in ROWS["generations"].values()
                if g.low <= total <= g.high and g.apart == apart
            ]
            self.assertEqual(len(row), 1, (high, low))
            return row[0].chosen, row[0].random

        printed = {(3, 1): (2, 0), (2, 1): (1, 0), (1, 1): (0, 1), (4, 3): (1, 2), (5, 5): (0, 3)}
        printed |= {(5, 1): (2, 0), (5, 2): (3, 0), (5, 3): (2, 1), (3, 2): (1, 1), (2, 2): (0, 2)}
        for bids, cards in printed.items():
            self.assertEqual(generated(*bids), cards)
        for high in range(1, 6):
            for low in range(1, high + 1):
                self.assertEqual(
                    sum(generated(high, low)), (high + low >= 4) + (high + low >= 7) + 1
                )


class Factions(unittest.TestCase):
    def with_rule(self, rule):
        return [faction.code for faction in FACTIONS.values() if rule in faction.rules]

    def test_chart(self):
        """20.3: order, leaders, armies and corps; 8.21: the three types."""
        rows = list(FACTIONS.values())
        self.assertEqual([row.code for row in rows], CHART)
        self.assertEqual(
            [row.leaders for row in rows], [0] * 4 + [1] + [0] * 6 + [1, 2, 0, 0, 1, 0, 1]
        )
        self.assertEqual(
            [row.armies for row in rows], [1, 1, 3, 7, 3, 2, 3, 3, 1, 1, 1, 3, 17, 1, 3, 5, 1, 3]
        )
        self.assertEqual(
            [row.corps for row in rows], [1, 1, 9, 9, 5, 2, 3, 3, 1, 2, 1, 3, 15, 1, 3, 7, 3, 2]
        )
        self.assertEqual(
            [r.code for r in rows if r.type == "country"], ["Es", "Fi", "La", "Li", "Po"]
        )
        self.assertEqual(
            [r.code for r in rows if r.type == "major"], ["Br", "CP", "CZ", "Fr", "USA"]
        )

    def test_marks(self):
        """8.3 and 20.3: who is marked with what, Ukraine's cells put back under Ukraine."""
        printed = {
            "activation": "Br CP CZ Ma Po Ukr USA WU",
            "area": "Fi Po",
            "central-powers": "Be Es Fr La Li Ma Po Tr Ukr WU",
            "not-rebuilt": "As Be CP Fr Tu",
            "variable-setup": "Es Po Ukr WU",
            "bonus-forces": "Be Br CP Po Ukr",
            "polish-aggression": "Po Ukr WU",
            "polish-response": "Be Li Po Ukr WU",
            "subjugation": "As Be Kh Ma Tr Tu Ukr WU",
            "switches": "Ma WU",
            "withdraws": "Br CP CZ Fr USA",
            "allied": "Br CZ Fr USA",
            "needs-cities": "Br CZ USA",
            "leader-free": "CZ Ma Po Ukr WU",
            "always-rebuilt": "Ma",
        }
        for rule, marked in printed.items():
            self.assertEqual(self.with_rule(rule), marked.split(), rule)

    def test_barred(self):
        """8.24: whose forces a side may not use."""
        barred = {s: [f.code for f in FACTIONS.values() if f.barred == s] for s in ("red", "white")}
        self.assertEqual(
            barred, {"red": ["Br", "CP", "CZ", "Fr", "Po", "USA"], "white": ["Ma", "Tu"]}
        )

    def test_cards(self):
        """8.1321, 8.3: cards before control in a Political Phase and before war."""
        political = {f.code: f.political_cards for f in FACTIONS.values() if f.political_cards}
        wanted = dict.fromkeys(("Es", "Fi", "La", "Li"), ["r10"]) | {
            "Po": ["w2"],
            "Ukr": ["r1", "w15"],
        }
        self.assertEqual(political, wanted | dict.fromkeys(("Be", "WU"), ["w15"]))
        war = {f.code: f.war_cards for f in FACTIONS.values() if f.war_cards}
        wanted = dict.fromkeys(("As", "Be", "Ma", "Tr", "Ukr", "WU"), ["w14", "r14"])
        wanted |= dict.fromkeys(("Kh", "Tu"), ["w42", "r42"]) | dict.fromkeys(
            ("Es", "La", "Li"), ["r10"]
        )
        self.assertEqual(war, wanted)

    def boxes(self, column):
        found = {}
        for faction in FACTIONS.values():
            found.setdefault(getattr(faction, column), []).append(faction.code)
        return {box: " ".join(found[box]) for box in found if box != "neutral"}

    def test_markers(self):
        """5.11, 5.21, 5.38: where the markers begin."""
        start = {"white-influence": "Br CZ Kh USA", "red-influence": "Be Tu"}
        self.assertEqual(self.boxes("box"), start)
        self.assertEqual(self.boxes("introduction_box"), start | {"out": "CP Po Ukr"})
        self.assertEqual(
            self.boxes("tournament_box"),
            {
                "white-control": "Br CZ Es Fi",
                "white-influence": "Fr Po USA",
                "red-influence": "La Ma Tu",
                "red-control": "Be",
                "out": "CP",
            },
        )

    def test_groups(self):
        """8.52: the two groups."""
        groups = [[f.code for f in FACTIONS.values() if f.group == group] for group in (1, 2)]
        self.assertEqual(groups, [["Es", "La", "Li"], ["Po", "Ukr", "WU"]])


class Setups(unittest.TestCase):
    def brought(self, code, *ways):
        rows = [s for s in ROWS["setups"].values() if s.faction == CODE[code] and s.when in ways]
        armies = sum(
            1 if row.fate == "one-of" else len(row.units)
            for row in rows
            if all(UNITS[unit].size == "army" for unit in row.units)
        )
        mixed = [u for r in rows for u in r.units if len({UNITS[x].size for x in r.units}) > 1]
        armies += sum(UNITS[unit].size == "army" for unit in mixed)
        corps = sum(UNITS[unit].size == "corps" for row in rows for unit in row.units)
        return armies, corps, sum(len(row.leaders) for row in rows)

    def test_summary(self):
        """8.141: armies, corps and leaders that come with control."""
        for code, forces in {
            "As": (1, 1, 0),
            "Be": (1, 1, 0),
            "Br": (0, 5, 0),
            "Es": (1, 2, 0),
            "Fi": (1, 3, 0),
            "Fr": (3, 3, 0),
            "La": (1, 2, 0),
            "Li": (1, 1, 0),
            "Kh": (1, 1, 0),
            "Ma": (2, 2, 1),
            "Tr": (1, 1, 0),
            "Tu": (1, 1, 0),
            "USA": (1, 3, 0),
            "WU": (2, 2, 0),
        }.items():
            self.assertEqual(self.brought(code, "gain", "otherwise"), forces, code)
        self.assertEqual(self.brought("Po", "polish-entry"), (6, 12, 1))
        self.assertEqual(self.brought("Es", "gain", "protector"), (2, 2, 0))
        self.assertEqual(self.brought("WU", "gain", "protector"), (3, 2, 1))

    def test_estonia(self):
        """8.312: one of both armies by lot."""
        (lot,) = [row for row in ROWS["setups"].values() if row.fate == "one-of"]
        self.assertEqual((lot.faction, lot.units), ("estonia", ["es-army-1", "es-army-2"]))

    def test_nobody_is_left_out(self):
        """Who comes neither at start nor by a card or a subjugation comes by one of the rows. Haller's men come by a card,
        or with the set-up if the card was played before (8.321)."""
        brought = {unit for row in ROWS["setups"].values() for unit in row.units}
        otherwise = ("start", "card", "subjugation", "mutiny", "green")
        waiting = {unit.id for unit in UNITS.values() if unit.entry not in otherwise}
        haller = {unit for row in ROWS["setups"].values() if row.when == "haller" for unit in row.units}
        self.assertEqual(haller, {unit for row in EFFECTS.values() if row.card == "w52" for unit in row.units})
        self.assertEqual(brought - waiting - haller, {"cl-elite-corps-1", "cl-elite-corps-2"})
        self.assertEqual(waiting - brought, set())

    def test_ukraine(self):
        """8.324: five armies, seven corps and a leader have a fate in each of three ways."""
        for way in ("protector", "r37", "otherwise"):
            self.assertEqual(self.brought("Ukr", way), (5, 7, 1))
        green = [s for s in ROWS["setups"].values() if s.fate == "green"]
        self.assertEqual([(s.when, s.spaces) for s in green], [("r37", spaces(210, 218, 221))])

    def test_units_belong_to_the_faction(self):
        """8.14; the Red army of Belarus and the Red Polish corps are RED's."""
        for row in ROWS["setups"].values():
            for unit in row.units:
                own = UNITS[unit].faction or "red"
                self.assertTrue(own == row.faction or UNITS[unit].side == "red", (row.id, unit))
            for leader in row.leaders:
                self.assertEqual(LEADERS[leader].faction, row.faction)
            if row.fate == "rolled":
                self.assertNotEqual(row.roll, "none")

    def test_places(self):
        """8.314, 8.318, 8.325: where the Powers land."""
        places = {row.units[0]: row.spaces for row in ROWS["setups"].values() if row.units}
        self.assertEqual(places["br-corps-hampshire"], ["murmansk"])
        self.assertEqual(places["br-corps-royal-fusiliers"], ["archangel"])
        self.assertEqual(places["us-army-siberia"], ["urals-north-east-box"])
        self.assertEqual(places["fr-army-1"], spaces(408, 401, 404, 305, 308, 215, 301))


class Dice(unittest.TestCase):
    def fire(self, size, strength, die):
        rows = [f for f in ROWS["fires"].values() if f.size == size and f.low <= strength <= f.high]
        self.assertEqual(len(rows), 1)
        return rows[0].losses[die - 1]

    def test_fire(self):
        """17: column 5 and a 4 give 4, column 9 and a 6 give 6; more strength never harms."""
        self.assertEqual((self.fire("army", 5, 4), self.fire("army", 9, 6)), (4, 6))
        for size, first in (("army", 1), ("corps", 0)):
            rows = [[self.fire(size, s, die) for die in range(1, 7)] for s in range(first, 20)]
            for row in rows:
                self.assertEqual(row, sorted(row))
            for weak, strong in itertools.pairwise(rows):
                self.assertTrue(all(a <= b for a, b in zip(weak, strong, strict=True)))

    def test_every_die_has_an_outcome(self):
        """No gap, no overlap, over the dice that modifiers can make."""
        for roll, side in {(o.roll, o.side) for o in OUTCOMES}:
            change = [m.amount for m in ROWS["modifiers"].values() if m.roll == roll]
            low = 1 + sum(a for a in change if a < 0)
            high = 6 + sum(a for a in change if a > 0)
            for die in range(low, high + 1):
                outcome(roll, die, side)

    def test_polish_response(self):
        """8.321: the table, the intervention die and On to Moskva."""
        north = [outcome("response-north", die).result for die in range(8)]
        south = [outcome("response-south", die).result for die in range(8)]
        self.assertEqual(north, ["intervention"] * 2 + ["apart"] * 2 + ["nothing"] * 4)
        self.assertEqual(south, ["war"] * 2 + ["intervention"] * 2 + ["apart"] + ["nothing"] * 3)
        march = [outcome("on-to-moskva", die).result for die in range(1, 7)]
        self.assertEqual(march, ["lifted"] * 2 + ["again"] * 2 + ["stays"] * 2)
        armies = [outcome("intervention", die).result for die in range(1, 7)]
        self.assertEqual(armies, ["polish-ukraine"] * 2 + ["polish-baltic"] * 2 + ["nothing"] * 2)

    def test_ukraine(self):
        """8.321, 8.324: West Ukraine after RED 37, Petliura, the peasants; 8.320: Makhno."""
        west = [outcome("west-ukraine", die).result for die in range(1, 7)]
        self.assertEqual(west, ["white-gains"] + ["green"] * 2 + ["red-gains"] * 3)
        kept = {
            s: [outcome("petliura", d, s).result for d in range(1, 7)] for s in ("white", "red")
        }
        self.assertEqual(kept["white"], ["place"] * 4 + ["out"] * 2)
        self.assertEqual(kept["red"], ["place"] + ["out"] * 5)
        self.assertEqual(outcome("peasants-protector", 4).result, "dead")
        peasants = [outcome("peasants-otherwise", die).result for die in range(1, 7)]
        self.assertEqual(peasants, ["place"] * 2 + ["dead"] + ["revolt"] * 3)
        self.assertEqual(tally(outcome("makhno", d).result for d in range(1, 7))["treachery"], 1)

    def modifiers(self, roll, side):
        own = ("none", side)
        return [m for m in ROWS["modifiers"].values() if m.roll == roll and m.side in own]

    def test_influence_card(self):
        """17: in turn 1 both net 0, and a 2 is worth 1; 8.153: no city counts in turn 1."""
        for side in ("white", "red"):
            turn_one = [m.amount for m in self.modifiers("influence", side) if m.first <= 1]
            self.assertEqual(sum(turn_one), 0)
            cities = {m.condition: m.first for m in self.modifiers("influence", side) if m.first}
            self.assertEqual(cities, {"leads": 2, "trails": 2})
        white = {m.condition: m.amount for m in self.modifiers("influence", "white")}
        self.assertEqual(white, {"leads": 1, "trails": -1, "in-1918": 1, "leader-on-map": -1})
        values = [outcome("influence", die).amount for die in range(-1, 9)]
        self.assertEqual(values, [1] * 4 + [2, 2, 3, 4, 5, 5])

    def test_response_modifiers(self):
        """8.321: WHITE 2 for the Poles, RED 44, and who controls the faction."""
        for roll in ("response-north", "response-south"):
            amounts = [m.amount for m in ROWS["modifiers"].values() if m.roll == roll]
            self.assertEqual(sorted(amounts), [-2, -1, 2, 3])

    def test_cup(self):
        """Facts: eight In-Fighting chits a side, three of them blank."""
        chits = [chit.chit_effect for chit in ROWS["chits"].values()]
        self.assertEqual((len(chits), chits.count("blank")), (8, 3))


class Scenarios(unittest.TestCase):
    def test_lengths(self):
        """5.17, 5.27, 5.37: first and last turn."""
        spans = {s.id: (s.first, s.final) for s in ROWS["settings"].values()}
        self.assertEqual(
            spans, {"campaign": (1, 16), "tournament": (4, 12), "introduction": (1, 3)}
        )

    def test_special_rules(self):
        """5.14, 5.121, 5.24, 5.283, 5.32, 5.34, 5.38."""
        campaign, tournament, introduction = ROWS["settings"].values()
        self.assertEqual([campaign.gold_train, tournament.gold_train], ["kazan", ""])
        self.assertEqual(introduction.gold_train, "")
        self.assertEqual((campaign.no_act, introduction.no_act), (["samara"], ["samara"]))
        self.assertEqual(tournament.no_act, spaces(333, 332, 507))
        off = (introduction.central_powers, introduction.subjugation, introduction.tsar)
        self.assertEqual((off, tournament.tsar), ((0, 0, 0), 0))
        self.assertEqual(introduction.closed, ["poland", "ukraine"])
        self.assertEqual(introduction.actions, ["activate", "lift-no-act"])

    def test_victory(self):
        """5.26, 5.27, 5.36; facts: 30 VP or both capitals in the campaign."""
        campaign, tournament, introduction = ROWS["settings"].values()
        self.assertEqual((campaign.white_vp, campaign.red_vp, campaign.capitals), (30, 30, 2))
        self.assertEqual((tournament.white_vp, tournament.red_vp, tournament.capitals), (14, 14, 1))
        self.assertEqual(tournament.ends, {"turn-10": 2, "turn-11": 3, "turn-12": 4})
        self.assertEqual((introduction.tie, introduction.years), ("red", 1918))

    def test_numbers(self):
        """8.111, 8.131, 8.315, 8.321, 8.324, 8.52, 17."""
        printed = {"marker-price": 2, "control-price": 3, "bonus-spaces": 5, "bonus-bid": 5}
        printed |= {"group-influence": 2, "central-powers-steps": 2, "stack-armies": 2}
        printed |= {"stack-corps": 1, "retreat-most": 2, "levy-steps": 5, "poland-steps-invaded": 2}
        self.assertEqual({name: NUMBERS[name] for name in printed}, printed)

    def test_polish_states(self):
        """8.321: from the strictest on."""
        states = [(state.id, state.reach) for state in ROWS["polish-states"].values()]
        reaches = ["poland", "triggers", "west", "everywhere"]
        names = ["self-defence", "intervention", "war", "on-to-moskva"]
        self.assertEqual(states, list(zip(names, reaches, strict=True)))


if __name__ == "__main__":
    unittest.main()
