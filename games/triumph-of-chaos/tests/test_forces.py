#!/usr/bin/env python3
"""Tests of the units, leaders and Action Cards of Triumph of Chaos.

Each says which section of the Supplement it holds the data to; "facts" is the list of constraints
that our reconstruction must keep."""

import unittest
from collections import defaultdict

from triumph_data import (
    CARDS,
    EFFECTS,
    FACTIONS,
    FOLDER,
    LEADERS,
    NUMBER,
    REGIONS,
    REQUIREMENTS,
    ROWS,
    SPACES,
    UNITS,
    codes,
    count,
    spaces,
    tally,
)

CHOICES = ROWS["choices"]

# 5.121 and 5.122: the units at start by their marks.
CAMPAIGN = """
red 127 RF1|125 RF2|715 c16|701 7,LATc1|719 c15|729 c14|726 6|742 c13|523 3|801 LATc2|814 cMur
red 818 c4|819 8,c3|822 c8|823 4|638 2|629 5|627 1|624 c9|620 c10|609 c11|615 c7|601 10|606 c12
red 603 c5|330 c6|326 9,c2|321 c1|317 11|316 12
red SR cE1,cE2,c17,c18,c19,c20,c21,c26,c27,c28,RFc1,RFc2
white 132 WFc1|128 WFc2|131 WF|635 (Sib2)|634 Sibc2|622 Sibc3|608 Sibc4|607 Sibc5|623 SR
white 525 (Sib1)|520 Sibc1|507 Cc1|329 DS|324 DC,DCc2|325 DN|322 V1,Rc4|301 Rc7|319 V2,RcE2
white 315 V3,Rc8
white SR RcE3,Rc5,Rc6,SibcE1,SibcE2,SibCc2,SibCCav1,DCc1,DCc3,DCCav1,DCcE1,WFc3
CP 122 GEc1|119 GE8|114 GEc2|241 GE9|238 GEc3|218 GESC|220 GEc4|222 GEK|223 GEc5|224 GE10
CP 225 AUc1|336 AU2|303 AUc2|401 Tu1|404 Tuc
CZ 630 CLc1|632 CL2|631 CL1,CLc2
CZ SR CLcE1,CLcE2
"""

# 5.221 and 5.222; in brackets who starts reduced. Red 10 is at Tsaritsyn, not dead; the Red corps
# in reserve are 17 to 23; Czech Elite corps 1 is in reserve.
TOURNAMENT = """
white 301 Rc4|336 V3,Rc8|321 V2,RcE2|327 DC,DS|326 DCc1|333 DonCentre|330 DCc2|331 V1|332 DN
white 125 WF|135 WFc2|608 Sibc1|507 SR|502 Sibc2|506 Sibc3|504 Cc1|508 Sibc4|512 SibCos1|518 Sib4
white 516 Sibc5|521 (Sib2)|524 (Sib1)|dead SibCc2,DCc4,DCc5
white SR WFc1,WFc3,SibcE1,SibcE2,SibCCav1,DCCav1,DCc3,DCcE1,Rc5,Rc6,Rc7,Rc9,RcE3
Es 121 (Estonia1),EstoniaC1|SR EstoniaC2|dead Estonia2
Fi 127 Finn1,FinnTank|SR Finnc2|dead Finnc1
CZ 510 CL1,CLc1,CLcE2|SR CLcE1|dead CL2,CLc2
Br 717 Hamp|732 RoyFus,9th,Arch|SR ResC1
red 523 3,c1|520 c2|519 2|511 5,c3|622 1|609 c4|606 c5|603 c6|601 10,c7,ChekaC1|616 c8|620 4
red 630 c9|334 (9)|822 Peoples1|819 8,c10|818 c11|815 (13),c12|814 c13|812 12,cMur|801 LATc2
red 237 c14|236 RedBelarus,16|243 c15|244 c16|122 7|124 RF1|701 LATc1|705 Peoples4|726 6,c26
red 719 c27|721 Peoples2|729 c28|dead 11,RF2,Peoples3,RFc2
red SR c17,c18,c19,c20,c21,c22,c23,cE1,cE2,RFc1,ChekaC3
Be 242 (Belarus1)|SR BelarusC1
"""

# 20.1 and 20.2: value and year of cards 1 to 52, and the cards without a star.
VALUES = {
    "white": "5442224353554445334344455455244553253335534524434435",
    "red": "4332224354545455553344444545344553254354233534334433",
}
YEARS = {"white": [15, 29, 8], "red": [15, 30, 7]}
PLAIN = {"white": [5, 6, 7, 29, 30, 34, 35, 39, 51], "red": [5, 6, 7, 29, 30, 31, 34, 35, 49, 51]}


def camp(unit):
    """Whose list of section 5 the unit stands in."""
    return FACTIONS[unit.faction].code if unit.faction else unit.side


def by_mark():
    marks = defaultdict(list)
    for unit in UNITS.values():
        marks[camp(unit), unit.mark.replace(" ", "")].append(unit.id)
    return marks


def printed(text):
    """The places and the reduced units of one of the lists above."""
    marks, places, reduced = by_mark(), {}, set()
    for line in text.strip().splitlines():
        group, cells = line.split(" ", 1)
        for cell in cells.split("|"):
            place, names = cell.split(" ")
            for name in names.split(","):
                (unit,) = marks[group, name.strip("()")]
                assert unit not in places, unit
                places[unit] = NUMBER[int(place)] if place.isdigit() else place
                if name.startswith("("):
                    reduced.add(unit)
    return places, reduced


def placed(prefix=""):
    """The same from the data."""
    places, reduced = {}, set()
    words = {"reserve": "SR", "dead": "dead"}
    for unit in UNITS.values():
        place, space = getattr(unit, prefix + "place"), getattr(unit, prefix + "space")
        if place != "out":
            places[unit.id] = space or words[place]
        assert (place == "map") == (space != ""), unit.id
        if getattr(unit, prefix + "reduced"):
            reduced.add(unit.id)
    return places, reduced


class Units(unittest.TestCase):
    def test_totals(self):
        """Facts: 306 units; RED 38 armies and 61 corps, WHITE 28 and 43, the rest 65 and 71."""
        self.assertEqual(len(UNITS), 306)
        totals = tally((unit.side, unit.size) for unit in UNITS.values())
        armies = [totals[side, "army"] for side in ("red", "white", "none")]
        corps = [totals[side, "corps"] for side in ("red", "white", "none")]
        self.assertEqual((armies, corps), ([38, 28, 65], [61, 43, 71]))

    def test_campaign(self):
        """5.121 and 5.122, unit by unit; only Siberian 1 and 2 start reduced."""
        self.assertEqual(placed(), printed(CAMPAIGN))

    def test_campaign_totals(self):
        """5.121 and 5.122: the printed totals of armies, corps and reserves."""
        rows = UNITS.values()
        for group, armies, corps, reserve in (
            ("red", 14, 19, 12),
            ("white", 10, 13, 12),
            ("CP", 6, 9, 0),
            ("CZ", 2, 2, 2),
        ):
            own = [unit for unit in rows if camp(unit) == group]
            self.assertEqual(count(own, place="map", size="army"), armies)
            self.assertEqual(count(own, place="map", size="corps"), corps)
            self.assertEqual(count(own, place="reserve", size="corps"), reserve)
            self.assertEqual(count(own, place="reserve", size="army"), 0)

    def test_tournament(self):
        """5.221 and 5.222 with the corrections, unit by unit."""
        self.assertEqual(placed("tournament_"), printed(TOURNAMENT))

    def test_stacks_at_start(self):
        """17: two armies and one corps are a full stack."""
        for prefix in ("", "tournament_"):
            stacks = defaultdict(list)
            for unit in UNITS.values():
                if getattr(unit, prefix + "space"):
                    stacks[getattr(unit, prefix + "space")].append(unit)
            for space, units in stacks.items():
                armies = sum(unit.size == "army" for unit in units)
                self.assertTrue(len(units) <= 3 and armies <= 2, space)
                self.assertLess(len({unit.side for unit in units} & {"red", "white"}), 2, space)

    def test_chart(self):
        """20.3: armies, corps and leaders of each faction."""
        for faction in FACTIONS.values():
            own = [unit for unit in UNITS.values() if unit.faction == faction.id]
            forces = count(own, size="army"), count(own, size="corps")
            self.assertEqual(forces, (faction.armies, faction.corps), faction.id)
            leaders = [leader for leader in LEADERS.values() if leader.faction == faction.id]
            self.assertEqual(len(leaders), faction.leaders, faction.id)

    def test_card_borne_groups(self):
        """20.1, 20.2: the cavalry army cards and the Baltic cards, counted together."""
        riders = [u.size for u in UNITS.values() if u.id.startswith("red-konarmiia-")]
        self.assertEqual(tally(riders), {"army": 3, "corps": 6})
        baltic = [u.size for u in UNITS.values() if set(u.cards) & {"w24", "w25"}]
        self.assertEqual(tally(baltic), {"army": 4, "corps": 4})

    def test_garrisons(self):
        """8.62: one for each Victory City of the republics, in that city."""
        garrisons = {u.anchor: u.of for u in UNITS.values() if u.entry == "subjugation"}
        republics = [f for f in FACTIONS.values() if f.type == "republic"]
        self.assertEqual(garrisons, {city: f.id for f in republics for city in f.cities})
        for unit in UNITS.values():
            if unit.entry == "subjugation":
                self.assertEqual((unit.move, unit.traits), (0, ["dies-in-retreat"]))

    def test_form(self):
        """A reduced face is no stronger; a one-step unit has none; who is out has a way in."""
        for unit in UNITS.values():
            faces = (unit.reduced_combat, unit.reduced_loss, unit.reduced_move)
            if unit.steps == 1:
                self.assertEqual(faces, (0, 0, 0), unit.id)
                self.assertFalse(unit.reduced or unit.tournament_reduced)
            else:
                self.assertLessEqual(unit.reduced_combat, unit.combat, unit.id)
                self.assertLessEqual(unit.reduced_loss, unit.loss, unit.id)
            self.assertEqual(unit.entry == "start", unit.place != "out", unit.id)
            self.assertFalse(unit.side != "none" and unit.faction)
            self.assertEqual(unit.side == "none" and not unit.faction, unit.entry == "green")
            self.assertEqual(unit.entry in ("card", "green"), bool(unit.cards))
            if unit.twin:
                self.assertEqual(UNITS[unit.twin].twin, unit.id)

    def test_rebuilding(self):
        """8.315, 8.318: never; 8.320: always; 8.317, 8.325, 8.326: where."""
        never = {u.faction for u in UNITS.values() if "never-rebuilt" in u.traits and u.faction}
        self.assertEqual(never, set(codes("CP Fr")))
        always = [u.id for u in UNITS.values() if "always-rebuilt" in u.traits]
        self.assertEqual(always, ["ma-army-1", "ma-army-2", "ma-army-3"])
        self.assertEqual(UNITS["us-army-siberia"].rebuilt, ["omsk"])
        self.assertEqual(UNITS["br-army-slav-british"].rebuilt, ["murmansk", "archangel"])
        self.assertEqual(UNITS["white-finn-army-1"].rebuilt, ["turku", "vaasa", "helsinki"])
        self.assertEqual(UNITS["red-finn-army-1"].rebuilt, ["viipuri", "helsinki"])

    def test_putsch(self):
        """8.316: Siberian armies 2, 3 and 4, not 1."""
        armies = [unit.id for unit in UNITS.values() if "putsch" in unit.traits]
        self.assertEqual(armies, [f"white-sib-army-{n}" for n in (2, 3, 4)])
        (effect,) = [e for e in EFFECTS.values() if e.deed == "putsch"]
        self.assertEqual(effect.units, armies)


class Example(unittest.TestCase):
    """Section 17: the first combat."""

    white = [
        UNITS[u]
        for u in ("white-volunteer-army-1", "white-russian-corps-4", "white-don-north-army")
    ]
    red = [UNITS["red-army-9"], UNITS["red-corps-2"]]

    def test_columns(self):
        self.assertEqual(sum(unit.combat for unit in self.white), 9)
        self.assertEqual(sum(unit.combat for unit in self.red), 5)

    def test_elite_steps(self):
        """Four elite army steps against two."""
        steps = [
            sum(unit.elite for unit in side if unit.size == "army")
            for side in (self.white, self.red)
        ]
        self.assertEqual(steps, [4, 2])

    def test_losses_can_be_paid(self):
        """RED pays 6 and WHITE 4 in whole steps."""
        for units, loss in ((self.red, 6), (self.white, 4)):
            sums = {0}
            for unit in units:
                both = unit.loss + unit.reduced_loss
                sums = {total + paid for total in sums for paid in (0, unit.loss, both)}
            self.assertIn(loss, sums)


class Leaders(unittest.TestCase):
    def test_totals(self):
        """Facts: forty, RED 16, WHITE 18, factions 6."""
        sides = tally(leader.side for leader in LEADERS.values())
        self.assertEqual(sides, {"red": 16, "white": 18, "none": 6})

    def test_starts(self):
        """5.123, 5.221, 5.222; 5.283: the Tsar is dead in 1919."""
        start = {leader.id: leader.space for leader in LEADERS.values() if leader.space}
        numbers = {
            "red-bonch-bruevich": 523,
            "red-stalin": 823,
            "red-trotsky": 326,
            "red-lenin": 801,
        }
        numbers |= {
            "white-denikin": 322,
            "white-krasnov": 324,
            "white-mannerheim": 131,
            "cl-syrovy": 631,
        }
        self.assertEqual(start, {name: NUMBER[n] for name, n in numbers.items()})
        later = {x.id: x.tournament_space for x in LEADERS.values() if x.tournament_space}
        numbers = {
            "red-bonch-bruevich": 523,
            "red-egorov": 622,
            "red-stalin": 601,
            "red-trotsky": 819,
        }
        numbers |= {"red-lenin": 801, "white-wrangel": 321, "white-krasnov": 326}
        numbers |= {"white-mannerheim": 125, "white-dutov": 512, "cl-syrovy": 510}
        self.assertEqual(later, {name: NUMBER[n] for name, n in numbers.items()})
        dead = [x.id for x in LEADERS.values() if x.tournament_place == "dead"]
        self.assertEqual(dead, ["white-tsar"])

    def test_form(self):
        """15.5 through 8.3: no VP for a faction's leader; everybody has a way in."""
        for leader in LEADERS.values():
            free = leader.faction != "" or leader.id == "white-tsar"
            self.assertEqual(leader.loss, 0 if free else 1)
            self.assertTrue(leader.abilities)
            self.assertEqual(leader.arrival == "start", leader.space != "")
            self.assertTrue(leader.arrival != "card" or leader.card)
            self.assertTrue(leader.arrival != "purchase" or leader.purchase)
            self.assertEqual(leader.bound in ("acts", "bought", "border"), leader.region != "")

    def test_abilities(self):
        """8.320: only Makhno among faction leaders surprises; 17: Denikin and Trotsky."""
        surprise = [
            x.id for x in LEADERS.values() if x.faction and "cavalry-surprise" in x.abilities
        ]
        self.assertEqual(surprise, ["ma-makhno"])
        self.assertIn("multi-space", LEADERS["white-denikin"].abilities)
        self.assertIn("withdraw", LEADERS["red-trotsky"].abilities)
        self.assertEqual(LEADERS["white-tsar"].rescue, 2)


class Cards(unittest.TestCase):
    def own(self, side):
        return [card for card in CARDS.values() if card.side == side]

    def test_lists(self):
        """20.1, 20.2: numbers, values, years and stars; 8.11: Bluff and Influence."""
        for side in ("white", "red"):
            cards = self.own(side)
            self.assertEqual([card.number for card in cards], list(range(1, 55)))
            self.assertEqual("".join(str(card.value) for card in cards[:52]), VALUES[side])
            years = [count(cards, year=year) for year in (1918, 1919, 1920)]
            self.assertEqual(years, YEARS[side])
            self.assertTrue(all(card.year == 1918 for card in cards[:15]))
            plain = [card.number for card in cards if not card.starred]
            self.assertEqual(plain, [*PLAIN[side], 53, 54])
            self.assertEqual([card.kind for card in cards[52:]], ["bluff", "influence"])
            self.assertEqual([(card.value, card.year) for card in cards[52:]], [(1, 0), (1, 0)])
            for card in cards:
                self.assertEqual(card.id, side[0] + str(card.number))

    def test_late_cards(self):
        """20.1, 20.2: the cards of 1920."""
        late = {
            side: [c.number for c in self.own(side) if c.year == 1920] for side in ("white", "red")
        }
        self.assertEqual(late["white"], list(range(45, 53)))
        self.assertEqual(late["red"], [45, 46, 47, 49, 50, 51, 52])

    def test_tournament(self):
        """5.281: out as played; 5.282: in hand."""
        out = [card.id for card in CARDS.values() if card.tournament == "out"]
        played = [f"w{n}" for n in (3, 10, 11, 12, 13, 14, 15, 16)]
        self.assertEqual(out, played + [f"r{n}" for n in (1, 2, 3, 10, 11, 12, 14)])
        hand = [card.id for card in CARDS.values() if card.tournament == "hand"]
        self.assertEqual(hand, ["w1", "w2", "r16", "r24"])
        for card in CARDS.values():
            choosy = any(choice.card == card.id for choice in CHOICES.values())
            self.assertEqual(card.played_as != "", card.tournament == "out" and choosy, card.id)
            if card.played_as:
                self.assertEqual(CHOICES[card.played_as].card, card.id)

    def test_penalties(self):
        """5.36: what an event not played costs."""
        costs = {card.id: card.penalty for card in CARDS.values() if card.penalty}
        wanted = {"w1": 1, "w10": 2, "w11": 1, "w12": 1, "r11": 2, "r12": 2, "r14": 1}
        self.assertEqual(costs, wanted)

    def test_timing(self):
        for card in CARDS.values():
            self.assertEqual(card.timing == "reaction", card.kind == "initiative")
            self.assertEqual(card.timing == "political", card.kind in ("bluff", "influence"))


class Effects(unittest.TestCase):
    def of(self, card, deed):
        return [effect for effect in EFFECTS.values() if (effect.card, effect.deed) == (card, deed)]

    def test_every_card_does_something(self):
        """Clauses run from 1 on; every choice has an effect; choices are the card's own."""
        for card in CARDS:
            own = [effect for effect in EFFECTS.values() if effect.card == card]
            clauses = sorted({effect.clause for effect in own})
            self.assertEqual(clauses, list(range(1, len(clauses) + 1)), card)
            self.assertTrue(clauses, card)
            used = {effect.choice for effect in own} - {""}
            self.assertEqual(used, {c.id for c in CHOICES.values() if c.card == card}, card)

    def test_words_are_explained(self):
        """README.md says what every deed and every place means."""
        text = (FOLDER / "README.md").read_text(encoding="utf-8")
        for effect in EFFECTS.values():
            self.assertIn(f"`{effect.deed}`", text)
            self.assertTrue(effect.where == "none" or f"`{effect.where}`" in text, effect.where)

    def test_who_is_brought_knows_the_card(self):
        """A unit or leader that a card brings names it, and no other."""
        bringing = ("place", "reserve", "reserve-some", "green")
        brought = defaultdict(set)
        for effect in EFFECTS.values():
            for unit in effect.units if effect.deed in bringing else []:
                if UNITS[unit].entry in ("card", "green"):
                    brought[unit].add(effect.card)
            for leader in effect.leaders:
                if effect.deed == "place":
                    self.assertEqual(LEADERS[leader].card, effect.card, effect.id)
        self.assertEqual(brought, {u.id: set(u.cards) for u in UNITS.values() if u.cards})
        placed = {x for e in EFFECTS.values() if e.deed == "place" for x in e.leaders}
        self.assertEqual(placed, {leader.id for leader in LEADERS.values() if leader.card})

    def test_places_are_given(self):
        """Whoever is placed has somewhere to go, of the kind that `where` speaks of."""
        for effect in [*EFFECTS.values(), *ROWS["setups"].values()]:
            placing = getattr(effect, "deed", None) or effect.fate
            if placing == "place":
                self.assertNotEqual(effect.where, "none", effect.id)
                self.assertTrue(effect.units or effect.leaders, effect.id)
            if effect.where.startswith("spaces"):
                self.assertTrue(effect.spaces, effect.id)
            if effect.where in ("cities", "ports", "region", "spaces-or-cities", "spaces-or-ports"):
                self.assertTrue(effect.regions, effect.id)
            cities = [s for s in SPACES.values() if s.region in effect.regions and s.city]
            ports = [s for s in SPACES.values() if s.region in effect.regions and s.port != "none"]
            self.assertTrue("cities" not in effect.where or cities, effect.id)
            self.assertTrue("ports" not in effect.where or ports, effect.id)

    def test_enabled_cards_ask_for_it(self):
        """What enables or bars a card is among its requirements, and the other way round."""
        enabled = {
            (effect.card, card)
            for effect in EFFECTS.values()
            if effect.deed in ("enable", "bar-card")
            for card in effect.cards
        }
        asked = {(row.asked, row.card) for row in REQUIREMENTS.values() if row.asked}
        self.assertEqual(enabled | {("w15", "r15")}, asked)

    def test_wars_with_poland_are_asked_for_as_wars(self):
        """8.222: WHITE 44 and 46 and RED 44 need that there is no war, RED 46 that there is one."""
        asked = {
            (row.card, bool(row.negated))
            for row in REQUIREMENTS.values()
            if row.test == "war" and (row.side, row.faction) == ("red", "poland")
        }
        self.assertEqual(asked, {("w44", True), ("w46", True), ("r44", True), ("r46", False)})

    def test_permissions(self):
        """8.1321, 8.3: permits match the columns of the factions."""
        for deed, column in (("permit-control", "political_cards"), ("permit-war", "war_cards")):
            permitted = defaultdict(set)
            for effect in EFFECTS.values():
                for faction in effect.factions if effect.deed == deed else []:
                    permitted[faction].add(effect.card)
            wanted = {f.id: set(getattr(f, column)) for f in FACTIONS.values()}
            self.assertEqual(permitted, {f: cards for f, cards in wanted.items() if cards})

    def test_reinforcements(self):
        """20.3, 8.3: the cards that reinforce a faction bring its units."""
        for faction in FACTIONS.values():
            bringing = {card for u in UNITS.values() if u.faction == faction.id for card in u.cards}
            self.assertLessEqual(bringing - {"w20"}, set(faction.reinforcement_cards), faction.id)

    def test_stated_effects(self):
        """8.1321, 8.3: numbers that the text gives."""
        majors = [f.id for f in FACTIONS.values() if f.type == "major"]
        self.assertEqual(self.of("w12", "lock-control")[0].factions, majors)
        self.assertEqual(self.of("w12", "withdrawal-die")[0].amount, 1)
        self.assertEqual(self.of("w1", "free-activation")[0].factions, codes("Br USA"))
        self.assertEqual(self.of("w9", "gain-control")[0].factions, codes("CZ"))
        self.assertEqual(self.of("w17", "no-credit")[0].spaces, ["helsinki"])
        self.assertEqual(self.of("w20", "free-steps")[0].units, ["br-corps-baf"])
        self.assertEqual([self.of(c, "levy")[0].amount for c in ("w44", "w46")], [5, 5])
        self.assertEqual(self.of("w2", "response-die")[0].amount, -2)
        self.assertEqual(self.of("r44", "response-die")[0].amount, 2)
        self.assertEqual(self.of("r9", "stop-control-but")[0].factions, codes("Po"))
        self.assertEqual(self.of("r37", "no-veto")[0].factions, codes("Ukr Po WU"))
        self.assertEqual(self.of("r42", "open-spaces")[0].spaces, spaces(412, 413))
        self.assertEqual(self.of("r28", "place")[0].units, ["ma-army-2"])

    def test_initiative_in_turn_one(self):
        """17: no Initiative card touches a combat in turn 1."""
        combat = ("stop-combat", "first-fire", "lend")
        for effect in EFFECTS.values():
            if effect.deed in combat and CARDS[effect.card].year == 1918:
                self.assertEqual(effect.first, 2, effect.id)


class Requirements(unittest.TestCase):
    ARGUMENTS = {
        "played": ("asked",),
        "control": ("faction", "side"),
        "favours": ("faction", "side"),
        "uncontrolled": ("faction",),
        "on-track": ("faction",),
        "setup": ("faction",),
        "withdrawn": ("faction",),
        "owns": ("space", "side"),
        "owns-any": ("region", "side"),
        "owns-all": ("region", "side"),
        "port": ("region", "side"),
        "on-map": ("leader",),
        "war": ("faction", "side"),
        "infighting": ("side",),
        "subjugated": ("number",),
        "near": ("space", "side", "number"),
        "hand": ("side",),
        "discards": ("side",),
    }

    def test_arguments(self):
        """Each test has its arguments and no others."""
        names = ("side", "faction", "space", "region", "leader", "asked", "number")
        for row in REQUIREMENTS.values():
            given = {name for name in names if getattr(row, name) not in ("", "none", 0)}
            self.assertEqual(given, set(self.ARGUMENTS[row.test]), row.id)
            if row.asked_choice:
                self.assertEqual(CHOICES[row.asked_choice].card, row.asked)
            if row.choice:
                self.assertEqual(CHOICES[row.choice].card, row.card)
            if row.clause:
                clauses = {e.clause for e in EFFECTS.values() if e.card == row.card}
                self.assertIn(row.clause, clauses)
            if row.test == "withdrawn":
                self.assertEqual(FACTIONS[row.faction].type, "major")
            if row.test.startswith("owns-"):
                cities = [s for s in SPACES.values() if s.city and s.region == row.region]
                self.assertTrue(cities, row.id)
            if row.test == "port":
                self.assertIn(row.region, REGIONS)

    def asked(self, card):
        return {row.asked for row in REQUIREMENTS.values() if row.card == card and row.asked}

    def test_cards_asked_for(self):
        """20.1, 20.2, 8.3: which events come before which."""
        wanted = {"w20": "w12", "w24": "w13", "w25": "w11", "w28": "w27", "w37": "w1", "w52": "w36"}
        wanted |= {"w43": "w12 w17 r26 r21", "r13": "w13", "r15": "w15", "r16": "r11"}
        wanted |= {"r17": "r11 r21", "r18": "r11 r21"}
        found = {card: self.asked(card) for card in CARDS if self.asked(card)}
        self.assertEqual(found, {card: set(cards.split()) for card, cards in wanted.items()})

    def terms(self, card, choice=""):
        rows = [r for r in REQUIREMENTS.values() if (r.card, r.choice) == (card, choice)]
        return {(row.test, row.faction or row.region or row.space or row.asked) for row in rows}

    def test_british_intervention(self):
        """8.314: the four conditions of WHITE 28, and the two cities."""
        wanted = {("control", "transcaucasia"), ("favours", "ukraine"), ("owns-all", "don")}
        wanted |= {("owns-all", "kuban"), ("played", "w27"), ("control", "britain")}
        wanted |= {("owns", "sevastopol"), ("owns", "omsk")}
        self.assertEqual(self.terms("w28", "w28-british"), wanted)

    def test_violation_of_ukraine(self):
        """8.321: before RED 37 Ukraine is uncontrolled and Poland is WHITE's."""
        wanted = {("uncontrolled", "ukraine"), ("control", "poland")}
        self.assertEqual(self.terms("r37"), wanted)
        groups = [row.group for row in REQUIREMENTS.values() if row.card == "r37"]
        self.assertEqual(groups, [1, 2])


if __name__ == "__main__":
    unittest.main()
