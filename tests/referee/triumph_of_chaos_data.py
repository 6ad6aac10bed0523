"""The tables of Triumph of Chaos, as the referee reads them from games/triumph-of-chaos/data."""

from frame import table


def rows(name):
    return table("triumph-of-chaos", name)


def by_id(name):
    return {row["id"]: row for row in rows(name)}


SIDES = ("white", "red")
OTHER = {"red": "white", "white": "red"}
UNITS = by_id("units")
LEADERS = by_id("leaders")
SPACES = by_id("spaces")
REGIONS = by_id("regions")
FACTIONS = by_id("factions")
CARDS = by_id("cards")
POLITICAL = by_id("political-cards")
TERRAINS = by_id("terrains")
TROOPS = by_id("troops")
SEASONS = by_id("seasons")
TURNS = [None] + rows("turns")
CHITS = by_id("chits")
NUMBERS = {row["id"]: int(row["value"]) for row in rows("numbers")}
FIRES = rows("fires")
for fire in FIRES:
    fire["losses"] = [int(loss) for loss in fire["losses"].split()]
SETUPS = rows("setups")
SETTINGS = by_id("settings")
OBJECTIVES = by_id("objectives")
OUTCOMES = rows("die-outcomes")
EFFECTS = rows("effects")
REQUIREMENTS = rows("requirements")
CHOICES = {row["id"]: row["card"] for row in rows("choices")}
BOXES = ["red-control", "red-influence", "neutral", "white-influence", "white-control"]
PILES = ("red", "white", "other")

LINKS = {space: {} for space in SPACES}  # for each space its neighbours: (kind, whether the link crosses a river)
for link in rows("links"):
    LINKS[link["a"]][link["b"]] = LINKS[link["b"]][link["a"]] = (link["kind"], bool(link["river"]))

REGION = {space: row["region"] for space, row in SPACES.items()}
LAND = {space: REGIONS[region]["faction"] or None for space, region in REGION.items()}  # whose territory a space is
HOME = {space: REGIONS[region]["home"] for space, region in REGION.items()}
IS_WEST = {space: REGIONS[region]["west"] == "1" for space, region in REGION.items()}  # of the line of the Central Powers, 8.315
CITIES = [space for space, row in SPACES.items() if row["city"] == "1"]
FEEDS = {space: set(row["supply"].split()) for space, row in SPACES.items()}
TERRITORY = {faction: [space for space in SPACES if LAND[space] == faction] for faction in FACTIONS}
GREENS = [unit for unit, row in UNITS.items() if row["side"] == "none" and not row["faction"]]
RULES = {faction: set(row["rules"].split()) for faction, row in FACTIONS.items()}
SHUT_LANDS = [faction for faction in FACTIONS if "central-powers" in RULES[faction]]  # by the line of the Central Powers, 8.315
ALLIES = ("britain", "czech-legion", "france", "usa")


def is_army(unit):
    return UNITS[unit]["size"] == "army"


def is_garrison(unit):
    """Of a subjugated republic, 8.62."""
    return UNITS[unit]["entry"] == "subjugation"


def is_finn(unit):
    return "-finn-" in unit


def influence_of(card):
    """The influence on a Political Card: for each faction, above 0 for WHITE."""
    pairs = (pair.split("=") for pair in POLITICAL[card]["influence"].split())
    return {faction: int(amount) for faction, amount in pairs}


def crosses_border(one, other):
    return (REGION[one] == "finland") != (REGION[other] == "finland")


def fire_row(size, strength, shift):
    """The row of the fire table for a strength, after a shift of columns; never beyond the first or the last."""
    table_rows = [row for row in FIRES if row["size"] == size]
    at = next((number for number, row in enumerate(table_rows) if int(row["low"]) <= strength <= int(row["high"])), 0)
    return table_rows[max(0, min(len(table_rows) - 1, at + shift))]


def generation(total, apart):
    """How many Political Cards a box gets (8.12): chosen by the higher bidder, and by lot."""
    cards = 3 if total >= 7 else 2 if total >= 4 else 1 if total >= 2 else 0
    chosen = min(apart, cards)
    return chosen, cards - chosen


INSURGENT_HOMES = {unit: set(row["regions"].split()) for row in EFFECTS for unit in row["units"].split() if UNITS[unit]["troop"] == "insurgent"}  # 16.34
