#!/usr/bin/env python3
"""The 1919 scenario as section 5.2 of the Supplement states it, against the data."""

import unittest

from triumph_data import CARDS, FACTIONS, ROWS, SPACES

# 5.21
MARKERS = {
    "white-control": "britain czech-legion estonia finland",
    "white-influence": "france poland usa",
    "neutral": "astrakhan khiva lithuania ukraine west-ukraine transcaucasia",
    "red-influence": "latvia makhno turkistan",
    "red-control": "belarus",
    "out": "central-powers",
}
# 5.26: whose Victory Cities, for four of the conditions
CITIES = {
    "baltic": "estonia latvia lithuania",
    "ukraine": "ukraine makhno",
    "don": "don",
    "urals": "urals-north urals-central",
}
# 5.281 and 5.282
OUT = {"white": [3, 10, 11, 12, 13, 14, 15, 16], "red": [1, 2, 3, 10, 11, 12, 14]}
HAND = {"white": [1, 2], "red": [16, 24]}


class Tournament(unittest.TestCase):
    def test_markers(self):
        """5.21: each of the eighteen markers."""
        stated = {name: box for box, names in MARKERS.items() for name in names.split()}
        self.assertEqual({f.id: f.tournament_box for f in FACTIONS.values()}, stated)

    def test_conditions(self):
        """5.26: five conditions, three are needed; every region has a city to hold."""
        rows = dict(ROWS["objectives"])
        poland = rows.pop("poland")
        self.assertEqual({k: " ".join(row.regions) for k, row in rows.items()}, CITIES)
        self.assertEqual((poland.aim, poland.regions, poland.most), ("poles-kept-in", ["poland"], 1))
        cities = {space.region for space in SPACES.values() if space.city}
        for row in rows.values():
            self.assertEqual(row.aim, "cities-held")
            self.assertLessEqual(set(row.regions), cities)
        numbers = {row.id: row.value for row in ROWS["numbers"].values()}
        self.assertEqual(numbers["objectives-needed"], 3)
        self.assertEqual(numbers["objectives-turn"], 5)

    def test_victory_and_end(self):
        """5.26, 5.27: 14 VP, one capital, WHITE wins what is undecided; turns 10 to 12."""
        row = ROWS["settings"]["tournament"]
        self.assertEqual((row.first, row.final, row.tie), (4, 12, "white"))
        self.assertEqual((row.white_vp, row.red_vp, row.capitals), (14, 14, 1))
        self.assertEqual(row.ends, {"turn-10": 2, "turn-11": 3, "turn-12": 4})
        self.assertEqual((row.central_powers, row.tsar, row.gold_train), (0, 0, ""))

    def test_cards(self):
        """5.281, 5.282: the cards that count as played, and those in hand."""
        for side in ("white", "red"):
            own = [card for card in CARDS.values() if card.side == side]
            for what, numbers in (("out", OUT[side]), ("hand", HAND[side])):
                self.assertEqual([c.number for c in own if c.tournament == what], numbers)


if __name__ == "__main__":
    unittest.main()
