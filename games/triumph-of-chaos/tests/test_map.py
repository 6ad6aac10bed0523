#!/usr/bin/env python3
"""Tests of the map, calendar, politics and tables of Triumph of Chaos.

Each says which section of the Supplement it holds the data to; "facts" is the list of constraints
that our reconstruction must keep."""

import math
import re
import unittest
from itertools import combinations, pairwise

from triumph_data import (
    FACTIONS,
    LINKS,
    NUMBER,
    REGIONS,
    ROWS,
    SPACES,
    codes,
    neighbours,
    provenances,
    reach,
    spaces,
    tally,
)

CAMPAIGN = {space.id: space.control for space in SPACES.values()}
TOURNAMENT = {space.id: space.tournament_control for space in SPACES.values()}
CITIES = [space for space in SPACES.values() if space.city]

# The spaces that 5.12, 5.2, 8.3 and 17 name with their numbers, misprints corrected.
NAMED = """
114 Utena,119 Daugavpils,121 Tallinn,122 Narva,124 Viipuri,125 Kouvola,127 Helsinki,128 Turku
130 Jyvaskyla,131 Seinajoki,132 Vaasa,135 Lieksa,201 Lviv,204 Stanislaw,215 Odessa,218 Kyiv
220 Shostka,222 Sumy,223 Okhtyrka,224 Kharkiv,225 Lugansk,236 Slutsk,237 Mozyr,238 Homel,241 Minsk
242 Baranovichi,243 Lida,244 Polatsk,301 Sevastopol,303 Dzhankoy,305 Feodosya,308 Novorossiysk
314 Stavropol,315 Pyatigorsk,316 Kizlyar,317 Svyatoi Krest,319 Petrovskoye,321 Gashun
322 Velikokniazh,324 Rostov,325 Shakhty,326 Belaya Kalitva,327 Morozovsk,329 Kamensk-Shakhtinsky
330 Millerovo,331 Liski,332 Valuyki,333 Migulinskaya,334 Novokhopersky,336 Taganrog,401 Baku
404 Batum,408 Astrakhan,502 Aktyubinsk,504 Orsk,506 Saraktash,507 Orenburg,508 Magnitogorsk
510 Sterlitamak,511 Ufa,512 Satka,514 Omsk,516 Ekaterinburg,518 Tastuba,519 Birsk,520 Kungur
521 Krasnoufimsk,523 Perm,524 Lysva,525 Nizhny-Tagil,601 Tsaritsyn,603 Elton,606 Karabau
607 Karatobe,608 Lebedevka,609 Dzhambeyty,615 Kamyshin,616 Goly Karamysh,620 Nikolaevsk
622 Sorochinsk,623 Samara,624 Syzran,627 Inza,629 Cheboksary,630 Kazan,631 Simbirsk,632 Buguruslan
634 Menzelinsk,635 Izhevsk,638 Nolinsk,701 Petrograd,705 Pskov,715 Petrozavodsk,717 Murmansk
719 Kem,721 Onega,726 Vologda,729 Severodvinsk,732 Archangel,742 Balezino,801 Moskva,812 Altukhovo
814 Kursk,815 Belgorod,818 Stary Oskol,819 Voronezh,822 Balashov,823 Saratov
"""

# Where RED and WHITE stand in 5.121, and the two sides in 5.22.
RED_1918 = [127, 125, 715, 701, 719, 729, 726, 742, 523, 801, 814, 818, 819, 822, 823, 638, 629]
RED_1918 += [627, 624, 620, 609, 615, 601, 606, 603, 330, 326, 321, 317, 316]
WHITE_1918 = [132, 128, 131, 635, 634, 622, 608, 607, 623, 525, 520, 507, 329, 324, 325, 322, 301]
WHITE_1918 += [319, 315]
RED_1919 = [523, 520, 519, 511, 622, 609, 606, 603, 601, 616, 620, 630, 334, 822, 819, 818, 815]
RED_1919 += [814, 812, 801, 237, 236, 242, 243, 244, 122, 124, 701, 705, 726, 719, 721, 729]
WHITE_1919 = [301, 336, 321, 327, 326, 333, 330, 331, 332, 121, 127, 125, 135, 608, 507, 502, 506]
WHITE_1919 += [504, 508, 510, 512, 518, 516, 521, 524, 717, 732]

# The railways that the reconstruction runs along, space by space.
RAILWAYS = """
701 709 710 802 801|801 810 813 814 815 224 226 336 324|819 331 330 329 325 324|819 821 334 335 601
624 623 632 511 512 513 517 514|726 738 739 740 742 523 520 516 515 514|740 735
623 621 622 507 505 502 501 503|701 713 714 715 718 720 719 716 717
801 806 726 727 728 730 732|801 807 808
601 320 321 322 312 310 308|324 312 313 315 407 406 401|329 326 327 328 601|218 220 814|627 628 630
809 825 820 824 823 614 618 610|218 210 214 215|102 107 242 241 240 805 804 801|627 631 633 511
701 703 705 706 119 114 112 234 106 102|701 713 711 712 726|228 230 303 302 301|401 402 403 404
811 238 237|408 602 603 614
"""


def numbered(text):
    return re.split(r"[,\n]", text.strip())


class Rows(unittest.TestCase):
    def test_every_row_says_where_it_comes_from(self):
        rows = list(provenances())
        self.assertGreater(len(rows), 2000)
        for name, line, cell in rows:
            with self.subTest(file=name, line=line):
                self.assertNotIn("ours", re.sub(r" \(.*", "", cell).split("+"))

    def test_ids_are_short(self):
        """They stand in records and at a prompt."""
        for name, rows in ROWS.items():
            for row in rows:
                with self.subTest(table=name, id=row):
                    self.assertLessEqual(len(row.encode()), 31)


class Spaces(unittest.TestCase):
    def test_totals(self):
        """Facts: 260 spaces, 22 regions; 8.2: the 13 territories of countries and republics."""
        self.assertEqual(len(SPACES), 260)
        self.assertEqual(len({space.number for space in SPACES.values()}), 260)
        self.assertEqual(len({space.name for space in SPACES.values()}), 260)
        self.assertEqual({space.region for space in SPACES.values()}, set(REGIONS))
        territories = {region.faction for region in REGIONS.values()} - {""}
        lands = {faction.id for faction in FACTIONS.values() if faction.type != "major"}
        self.assertEqual(territories, lands)
        self.assertEqual((len(REGIONS), len(lands)), (22, 13))

    def test_named_spaces(self):
        """5.12, 5.2, 8.3, 17: numbers and names."""
        named = numbered(NAMED)
        self.assertEqual(len(named), 108)
        for entry in named:
            number, name = entry.split(" ", 1)
            self.assertEqual(SPACES[NUMBER[int(number)]].name, name)

    def test_corrections(self):
        """8.141: 515 is the North East box; 5.221: Taganrog is in Don; 8.318: Sevastopol is 301."""
        self.assertTrue(SPACES[NUMBER[515]].boxed)
        self.assertEqual(SPACES[NUMBER[515]].id, "urals-north-east-box")
        self.assertEqual(SPACES["taganrog"].region, "don")
        self.assertEqual(SPACES["sevastopol"].number, 301)

    def test_boxes(self):
        """8.141, 8.319, 8.321: the boxes off the map, and Rumania."""
        boxed = [space.number for space in SPACES.values() if space.boxed]
        self.assertEqual(boxed, [101, 246, 412, 413, 515])

    def test_marked_spaces(self):
        """8.324, 8.326: Green spaces and those of peasant revolt."""
        green = [space.id for space in SPACES.values() if "green" in space.marks]
        revolt = [space.id for space in SPACES.values() if "revolt" in space.marks]
        self.assertEqual(green, spaces(201, 204, 210, 218, 221))
        self.assertEqual(revolt, spaces(220, 223, 224))

    def test_ports(self):
        """8.314, 8.317, 8.318: ports that are named as such."""
        ports = {408: "caspian", 401: "caspian", 717: "arctic", 732: "white-sea"}
        ports |= dict.fromkeys((404, 305, 308, 215, 301), "black")
        ports |= dict.fromkeys((127, 128, 132, 121, 117), "baltic")
        for number, sea in ports.items():
            self.assertEqual(SPACES[NUMBER[number]].port, sea)

    def test_supply_of_sides(self):
        """Facts: a side is fed by the Victory Cities of its mother regions."""
        for side in ("red", "white"):
            fed = [space.id for space in SPACES.values() if side in space.supply]
            own = [city.id for city in CITIES if REGIONS[city.region].home == side]
            self.assertEqual(fed, own)

    def test_supply_of_factions(self):
        """8.315 to 8.326: whom a space feeds."""
        feeds = {
            "france": [215, 301, 305, 308, 401, 404, 408],
            "white-finns": [127, 128, 132],
            "red-finns": [124, 127],
            "britain": [717, 732],
        }
        for who, numbers in feeds.items():
            fed = [space.number for space in SPACES.values() if who in space.supply]
            self.assertEqual(fed, numbers)
        for region in ("makhno", "west-ukraine"):
            own = [space for space in SPACES.values() if space.region == region]
            self.assertTrue(all("faction" in space.supply for space in own))
        self.assertEqual(
            [s.number for s in SPACES.values() if "faction" in s.supply and s.region == "poland"],
            [101, 102],
        )
        for space in SPACES.values():
            if "central-powers" in space.supply:
                self.assertIn(REGIONS[space.region].faction, codes("Be Es La Li Tr Ukr"))

    def test_restriction_line(self):
        """8.315: what lies west of the line of the Central Powers."""
        west = {region.faction for region in REGIONS.values() if region.west} - {""}
        self.assertEqual(west, set(codes("Be Es La Li Ma Po Tr Ukr WU")))
        restricted = {f.id for f in FACTIONS.values() if "central-powers" in f.rules}
        self.assertEqual(restricted, west | {"france"})


class Cities(unittest.TestCase):
    def credit(self, control):
        return tuple(sum(control[city.id] == side for city in CITIES) for side in ("red", "white"))

    def test_totals(self):
        """5.11, 20.3: nine and seven in the mother regions, fifteen elsewhere."""
        homes = [REGIONS[city.region].home for city in CITIES]
        self.assertEqual(tally(homes), {"red": 9, "white": 7, "none": 15})
        for faction in FACTIONS.values():
            own = [city.id for city in CITIES if REGIONS[city.region].faction == faction.id]
            self.assertEqual(own, faction.cities)

    def test_chart(self):
        """20.3: the row of Victory Cities."""
        row = [len(faction.cities) for faction in FACTIONS.values()]
        self.assertEqual(row, [1, 1, 0, 0, 0, 1, 1, 0, 1, 1, 1, 1, 2, 1, 1, 2, 0, 1])

    def test_named_cities(self):
        """5.11, 5.26, 8.316: cities that the text counts, and Czech spaces that it does not."""
        numbers = {city.number for city in CITIES}
        self.assertLessEqual({127, 333, 623, 630, 701, 801}, numbers)
        self.assertFalse(numbers & {631, 632, 523})

    def test_every_mother_region_has_one(self):
        """Facts: RED needs one in every region that was WHITE at start."""
        homes = {region.id for region in REGIONS.values() if region.home != "none"}
        self.assertEqual({city.region for city in CITIES} & homes, homes)

    def test_markers_at_start(self):
        """5.11: RED 9, WHITE 7; with Kazan credited and Migulinskaya taken 8 and 9."""
        self.assertEqual(self.credit(CAMPAIGN), (9, 7))
        later = CAMPAIGN | {"kazan": "white", "migulinskaya": "white"}
        self.assertEqual(self.credit(later), (8, 9))
        for scenario in ("campaign", "introduction"):
            marker = ROWS["settings"][scenario]
            self.assertEqual((marker.red_cities, marker.white_cities), (9, 7))


class Control(unittest.TestCase):
    def test_occupied(self):
        """5.121, 5.22: a space is its occupant's."""
        for control, side, numbers in (
            (CAMPAIGN, "red", RED_1918),
            (CAMPAIGN, "white", WHITE_1918),
            (TOURNAMENT, "red", RED_1919),
            (TOURNAMENT, "white", WHITE_1919),
        ):
            self.assertEqual({control[NUMBER[number]] for number in numbers}, {side})

    def test_behind_the_line(self):
        """5.13: spaces that RED controls without a marker, and Jyvaskyla with one; 5.11."""
        for number in (124, 126, 318, 327, 328, 331, 334, 335, 130, 333):
            self.assertEqual(CAMPAIGN[NUMBER[number]], "red")

    def test_powers(self):
        """5.121: what the Central Powers and the Czechs hold."""
        held = {who: {s for s in SPACES if CAMPAIGN[s] == who} for who in set(CAMPAIGN.values())}
        powers = (122, 119, 114, 241, 238, 218, 220, 222, 223, 224, 225, 336, 303, 401, 404)
        self.assertEqual(held["central-powers"], set(spaces(*powers)))
        self.assertEqual(held["czech-legion"], set(spaces(630, 631, 632)))
        self.assertEqual(set(TOURNAMENT.values()), {"red", "white", "neutral"})


class Links(unittest.TestCase):
    around = neighbours()

    def link(self, a, b):
        return LINKS.get(f"link-{a}-{b}")

    def test_form(self):
        """Facts: 537 links, each once, the lower number first; the mean degree is 4.13."""
        self.assertEqual(len(LINKS), 537)
        for link in LINKS.values():
            a, b = SPACES[link.a].number, SPACES[link.b].number
            self.assertLess(a, b)
            self.assertEqual(link.id, f"link-{a}-{b}")
            if link.river:
                self.assertEqual(ROWS["shapes"][link.river].drawn, "river")
        degrees = [len(self.around[space]) for space in SPACES]
        self.assertEqual(round(sum(degrees) / len(degrees), 2), 4.13)
        self.assertLessEqual(max(degrees), 8)
        self.assertEqual([s for s in SPACES if len(self.around[s]) < 2], ["murmansk"])

    def test_connected(self):
        """One map, and no one space holds up more than three others."""
        self.assertEqual(len(reach(self.around, "moskva")), 260)
        for space in SPACES:
            start = "moskva" if space != "moskva" else "petrograd"
            rest = reach(self.around, start, lambda other, space=space: other != space)
            self.assertGreaterEqual(len(rest), 256)

    def test_example(self):
        """17: adjacent spaces, the march from 315 to 319, the retreat from 326 to 335."""
        for a, b in ((322, 326), (325, 326), (324, 329), (314, 315), (321, 322)):
            self.assertIsNotNone(self.link(a, b), (a, b))
        march = reach(self.around, NUMBER[315], lambda space: CAMPAIGN[space] == "white")
        self.assertEqual(march[NUMBER[319]], 2)
        retreat = reach(self.around, NUMBER[326], lambda space: CAMPAIGN[space] == "red")
        self.assertEqual(retreat[NUMBER[335]], 2)

    def test_no_shift_in_the_example(self):
        """17: one attacker crosses a river and one does not; no retreat may be cancelled there."""
        self.assertEqual(self.link(322, 326).river, "river-don")
        self.assertEqual(self.link(325, 326).river, "")
        self.assertEqual(ROWS["terrains"][SPACES[NUMBER[326]].terrain].cancel, 0)

    def test_no_way_across_water_or_ridge(self):
        """Lakes, seas and the Caucasus part what a straight line would join."""
        for a, b in ((136, 713), (123, 704), (402, 406), (403, 406), (404, 407), (313, 405)):
            self.assertIsNone(self.link(a, b), (a, b))
        for a, b in ((315, 405), (218, 223), (135, 720)):
            self.assertIsNone(self.link(a, b), (a, b))
        between = {link.id for link in LINKS.values() if self.regions(link) == {"kuban", "transcaucasia"}}
        passes = {"link-309-405", "link-315-407", "link-316-406", "link-316-407"}
        self.assertEqual(between, passes)

    def regions(self, link):
        return {SPACES[link.a].region, SPACES[link.b].region}

    def test_finnish_border(self):
        """8.317: the links that are closed at first."""
        border = {
            link.id
            for link in LINKS.values()
            if "finland" in self.regions(link) and len(self.regions(link)) == 2
        }
        crossing = ((124, 701), (136, 714), (136, 715), (135, 718), (133, 716))
        self.assertEqual(border, {f"link-{a}-{b}" for a, b in crossing})

    def test_railways(self):
        """Facts: the lines that the reconstruction follows."""
        lines = re.split(r"[|\n]", RAILWAYS.strip())
        self.assertEqual(len(lines), 26)
        for line in lines:
            for a, b in pairwise(map(int, line.split())):
                found = self.link(min(a, b), max(a, b))
                self.assertIsNotNone(found, (a, b))
                self.assertEqual(found.kind, "rail", (a, b))

    def test_southeast(self):
        """8.319: tracks only between Turkistan, the boxes and the Urals."""
        for a, b in ((413, 503), (411, 413)):
            self.assertEqual(self.link(a, b).kind, "limited")


class Supply(unittest.TestCase):
    around = neighbours()

    def supplied(self, control, side, *tokens):
        """Every space fed by a friendly source through friendly spaces."""
        fed = {
            space.id
            for space in SPACES.values()
            if control[space.id] == side and {side, *tokens} & set(space.supply)
        }
        queue = list(fed)
        for space in queue:
            for other in self.around[space] - fed:
                if control[other] == side:
                    fed.add(other)
                    queue.append(other)
        return fed

    def test_all_are_fed_at_start(self):
        """5.121, 5.22: nobody begins out of supply."""
        fed = self.supplied(CAMPAIGN, "red", "red-finns")
        self.assertLessEqual(set(spaces(*RED_1918)), fed)
        fed = self.supplied(CAMPAIGN, "white", "white-finns")
        self.assertLessEqual(set(spaces(*WHITE_1918)), fed)
        fed = self.supplied(TOURNAMENT, "red", "red-finns", "controller")
        self.assertLessEqual(set(spaces(*RED_1919)), fed)
        tokens = ("white-finns", "controller", "britain")
        fed = self.supplied(TOURNAMENT, "white", *tokens)
        self.assertLessEqual(set(spaces(*WHITE_1919)), fed)

    def test_gashun(self):
        """17, facts: 316 and 317 hang on 321 alone, and Astrakhan would relieve them."""
        south = set(spaces(316, 317))
        lost = CAMPAIGN | {"gashun": "white"}
        self.assertFalse(south & self.supplied(lost, "red"))
        self.assertLessEqual(south, self.supplied(lost | {"astrakhan": "red"}, "red"))
        for space in SPACES:
            if CAMPAIGN[space] != "red" or space in spaces(316, 317, 318, 321):
                continue
            fed = self.supplied(CAMPAIGN | {space: "white"}, "red")
            self.assertTrue("gashun" not in fed or south <= fed, space)


class Board(unittest.TestCase):
    def segments(self):
        for link in LINKS.values():
            a, b = SPACES[link.a], SPACES[link.b]
            yield link, (a.x, a.y), (b.x, b.y)

    def test_room(self):
        """Spaces lie on the board, apart, and north stays north of south."""
        for a, b in combinations(SPACES.values(), 2):
            self.assertGreaterEqual(math.dist((a.x, a.y), (b.x, b.y)), 45, (a.id, b.id))
            if abs(a.lat - b.lat) > 150:
                self.assertLess((a.y - b.y) * (a.lat - b.lat), 0, (a.id, b.id))

    def test_no_two_links_cross(self):
        def turn(a, b, c):
            return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])

        for (one, p, q), (two, r, s) in combinations(self.segments(), 2):
            if {one.a, one.b} & {two.a, two.b}:
                continue
            crossing = turn(p, q, r) * turn(p, q, s) < 0 and turn(r, s, p) * turn(r, s, q) < 0
            self.assertFalse(crossing, (one.id, two.id))

    def test_no_link_runs_over_a_space(self):
        for link, (ax, ay), (bx, by) in self.segments():
            dx, dy = bx - ax, by - ay
            for space in SPACES.values():
                along = ((space.x - ax) * dx + (space.y - ay) * dy) / (dx * dx + dy * dy)
                if space.id in (link.a, link.b) or not 0 < along < 1:
                    continue
                off = math.dist((space.x, space.y), (ax + along * dx, ay + along * dy))
                self.assertGreaterEqual(off, 18, (link.id, space.id))

    def test_shapes(self):
        """Points are pairs; a fill has one and a region, what is named has many."""
        for shape in ROWS["shapes"].values():
            points = shape.points.split()
            for point in points:
                self.assertRegex(point, r"^-?\d+,-?\d+$")
            self.assertEqual(shape.drawn == "fill", len(points) == 1)
            self.assertEqual(shape.drawn == "fill", shape.region != "")
            self.assertEqual(shape.drawn == "fill", shape.name == "")


if __name__ == "__main__":
    unittest.main()
