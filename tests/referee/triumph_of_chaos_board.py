"""The map of Triumph of Chaos as the referee keeps it: who stands where, who owns what, control of factions, supply and Victory Cities."""

from triumph_of_chaos_data import (
    CARDS,
    CITIES,
    FACTIONS,
    FEEDS,
    GREENS,
    HOME,
    INSURGENT_HOMES,
    IS_WEST,
    LAND,
    LEADERS,
    LINKS,
    OTHER,
    REGION,
    RULES,
    SHUT_LANDS,
    SPACES,
    TERRITORY,
    UNITS,
    crosses_border,
    is_army,
    is_finn,
    is_garrison,
)


WATCHED = ("belarus", "lithuania", "ukraine", "west-ukraine")  # 8.321.5


class Board:
    """The whole position. `where` is map, reserve, dead, gone or out."""

    def __init__(self, campaign):
        self.campaign = campaign
        self.at, self.where, self.reduced = {}, {}, set()
        self.credit = {}  # Victory Cities that count for the side that lost them to the Central Powers
        self.by_space = {}
        for unit, row in UNITS.items():
            there = row["place"] if campaign or row["faction"] != "central-powers" else "out"
            self.where[unit] = there
            self.at[unit] = row["space"] if there == "map" else None
            if there == "map":
                self.by_space.setdefault(row["space"], []).append(unit)
            if row["reduced"] == "1" and there != "out":
                self.reduced.add(unit)
        self.leader_at = {leader: row["space"] or None for leader, row in LEADERS.items()}
        self.leader_where = {leader: "map" if row["space"] else "out" for leader, row in LEADERS.items()}
        self.owner = {space: self.first_owner(space) for space in SPACES}
        self.no_act = {"samara": "white"}  # NO ACT markers, and the side on whose units they lie
        self.box = {faction: row["box" if campaign else "introduction_box"] for faction, row in FACTIONS.items()}
        self.protected, self.called, self.ever = set(), set(), set()
        self.conquered, self.withdrawn = {}, set()
        self.subjugated = set()
        self.polish_wars, self.polish_forces = set(), False
        self.polish_state, self.apart = "self-defence", False  # 8.321.4, 8.321.8
        self.entered, self.response_due, self.intervenes = set(), set(), set()  # lands that RED has entered, 8.321.5
        self.haller_turn, self.poland_invaded, self.corps_fed = 0, False, False
        self.peace, self.polish_credit = False, set()  # 8.321.19
        self.green_lands, self.by_r37 = set(), set()  # 8.326.1, RED 37
        self.levy = None  # 8.321: what the war with Poland brings RED: free steps, or such that it may buy
        self.owed = set()  # factions whose forces wait until the Central Powers have left
        self.turned = {}  # units that have changed sides (10.21, 16.34.1), and to whom: red, white, green
        self.ip = {"red": {}, "white": {}}
        self.soft_ip = {"red": {}, "white": {}}  # the part of it that Initiative cards have laid
        self.vp = {"red": 0, "white": 0}
        self.played, self.choices = set(), set()
        self.border_open = False
        self.partisans = {}  # PA-1: markers, and whose they are
        self.frozen = set()  # spaces whose NO ACT marker stays until the turn ends, cards 51
        self.borrowed = {}  # WHITE 39: who uses a faction that the other side controls
        self.gold = "kazan" if campaign else None  # 16.31: where the gold train lies
        self.changed()

    def first_owner(self, space):
        owner = SPACES[space]["control"]
        if owner == "central-powers" and not self.campaign:
            return "white" if space in ("dzhankoy", "taganrog") else "nobody"
        return "nobody" if owner == "neutral" else owner

    # ---- Factions ----------------------------------------------------------------------------

    def controller(self, faction):
        box = self.box[faction]
        return box.split("-")[0] if box.endswith("-control") else None

    def rules_over(self, faction):
        """The side that controls a faction or has conquered it."""
        return self.controller(faction) or self.conquered.get(faction)

    def user(self, faction):
        """The side that uses the forces of a faction, or None."""
        if faction in self.borrowed:
            return self.borrowed[faction]
        side = self.rules_over(faction)
        if side is None or faction in self.withdrawn:
            return None
        barred = FACTIONS[faction]["barred"] == side and faction not in self.protected and faction not in self.called and faction not in self.conquered
        return None if barred else side

    def side_of(self, unit):
        """The side that leads a unit: red, white or None."""
        row = UNITS[unit]
        if unit in self.turned:
            return self.turned[unit] if self.turned[unit] in OTHER else None
        return row["side"] if row["side"] != "none" else (self.user(row["faction"]) if row["faction"] else None)

    def faction(self, unit):
        """The faction to whose forces a unit belongs, or None; 16.34.1: one that has left it belongs to none."""
        return None if unit in self.turned else UNITS[unit]["faction"] or None

    def is_insurgent(self, unit):
        """16.34: an insurgent army, one of peasants who have risen for a side included."""
        return bool(self.homes(unit))

    def homes(self, unit):
        """16.34: the regions in which an insurgent army is always in supply; for peasants who have risen, that of their faction."""
        if self.turned.get(unit) in OTHER and not is_garrison(unit):
            return {UNITS[unit]["faction"]}
        return INSURGENT_HOMES.get(unit, ())

    def is_green(self, unit):
        return unit in GREENS or self.turned.get(unit) == "green"

    def leader_side(self, leader):
        row = LEADERS[leader]
        return row["side"] if row["side"] != "none" else self.user(row["faction"])

    def powers_active(self):
        return self.campaign and "central-powers" not in self.withdrawn

    def is_shut(self, faction):
        return self.powers_active() and faction in SHUT_LANDS

    def never_rebuilt(self, unit):
        faction = self.faction(unit)
        return "never-rebuilt" in UNITS[unit]["traits"] or (faction is not None and is_army(unit) and "not-rebuilt" in RULES[faction])

    # ---- Places ------------------------------------------------------------------------------

    def changed(self):
        """Supply has to be found again."""
        self.floods = {}

    def units_in(self, space):
        return self.by_space.get(space, ())

    def units_of(self, side, space):
        return [unit for unit in self.units_in(space) if self.side_of(unit) == side]

    def enemies_in(self, side, space):
        return [unit for unit in self.units_in(space) if self.side_of(unit) == OTHER[side]]

    def strangers_in(self, side, space):
        """Units in a space that are not of a side: enemies, neutrals and Greens."""
        return [unit for unit in self.units_in(space) if self.side_of(unit) != side]

    def leaders_in(self, space):
        return [leader for leader, place in self.leader_at.items() if place == space and self.leader_where[leader] == "map"]

    def put(self, unit, space):
        turned = self.turned.get(unit)
        self.take_off(unit)
        if turned:
            self.turned[unit] = turned
        self.where[unit], self.at[unit] = "map", space
        self.by_space.setdefault(space, []).append(unit)
        self.end_credit(space)
        self.changed()
        self.note_entry(unit, space)

    def note_entry(self, unit, space):
        """8.321: RED's own men in the lands that Poland watches, and enemy armies in Poland."""
        land = LAND[space]
        if UNITS[unit]["side"] == "red" and unit not in self.turned:
            self.red_enters(land)
        if land == "poland" and is_army(unit) and self.controller("poland") and self.side_of(unit) == OTHER[self.controller("poland")]:
            self.poland_invaded = True

    def red_enters(self, land):
        if land in WATCHED and land not in self.entered:
            self.entered.add(land)
            self.response_due.add(land)

    def move_together(self, units, space):
        """A group goes to a space: what stands there is judged when all have come, and all have left."""
        starts = {self.at[unit] for unit in units}
        self.together = True
        for unit in units:
            self.put(unit, space)
        self.together = False
        for place in starts | {space}:
            self.end_credit(place)

    together = False

    def begin_fight(self, spaces):
        """Whether own troops have followed into a city is judged when the losses of a combat are taken and the loser has gone back."""
        self.fought_over = set(spaces)

    def end_fight(self):
        spaces, self.fought_over = self.fought_over, set()
        for space in spaces:
            self.end_credit(space)

    fought_over = frozenset()

    def take_off(self, unit, where="out"):
        if self.where[unit] == "map":
            self.by_space[self.at[unit]].remove(unit)
            self.end_credit(self.at[unit])
            self.changed()
        if where not in ("map", "dead") or is_garrison(unit):
            self.turned.pop(unit, None)
        self.where[unit], self.at[unit] = where, None

    def end_credit(self, space):
        """8.315: the side that lost a city to the Central Powers counts it until their controller's own troops stand there without them."""
        if space in self.fought_over:
            return
        if space in self.credit and not self.together and self.units_in(space) and not any(self.faction(unit) == "central-powers" for unit in self.units_in(space)):
            if self.units_of(self.owner[space], space):
                del self.credit[space]

    def put_leader(self, leader, space):
        self.leader_where[leader], self.leader_at[leader] = "map", space
        if LEADERS[leader]["side"] == "red":
            self.red_enters(LAND[space])

    def remove_leader(self, leader, where):
        self.leader_where[leader], self.leader_at[leader] = where, None

    def own(self, space, owner):
        self.owner[space] = owner
        if self.credit.get(space) == owner:  # it is his again
            del self.credit[space]
        self.end_credit(space)
        self.changed()

    def fits(self, side, space, extra=()):
        """Whether the stacking limit holds in a space: three units, two armies at most."""
        units = set(self.units_of(side, space)) | set(extra)
        if side == "white" and {None, "poland"} <= {self.faction(unit) for unit in units}:  # 8.321.9
            return False
        return len(units) <= 3 and sum(map(is_army, units)) <= 2

    # ---- Values ------------------------------------------------------------------------------

    def combat(self, unit):
        row = UNITS[unit]
        return int(row["reduced_combat"] if unit in self.reduced else row["combat"])

    def loss(self, unit):
        row = UNITS[unit]
        return int(row["reduced_loss"] if unit in self.reduced else row["loss"])

    def moves(self, unit):
        row = UNITS[unit]
        return int(row["reduced_move"] if unit in self.reduced else row["move"])

    def steps(self, unit):
        return 1 if unit in self.reduced else int(UNITS[unit]["steps"])

    def elite(self, unit):
        """Elite steps of an army as it stands: as many as it has steps, if its faces are elite."""
        return min(int(UNITS[unit]["elite"]), self.steps(unit)) if is_army(unit) else 0

    # ---- Supply ------------------------------------------------------------------------------

    def is_source(self, side, space):
        if self.owner[space] != side:
            return False
        land = LAND[space]
        return side in FEEDS[space] or ("controller" in FEEDS[space] and land is not None and self.rules_over(land) == side and not self.is_shut(land))

    def passes(self, side, kind, one, other):
        """Whether a chain of supply of a side goes along a link."""
        if self.partisans.get(other) == OTHER[side] or self.partisans.get(one) == OTHER[side]:
            return False
        if not self.carries(side, kind, other):
            return False
        return self.border_open or not crosses_border(one, other)

    def carries(self, side, kind, space):
        """Whether a chain of supply goes through a space; 8.315: that of the Central Powers also through theirs and, west of their line, nobody's."""
        owner = self.owner[space]
        if kind == "powers" and (owner == "central-powers" or (owner == "nobody" and IS_WEST[space])):
            return True
        return owner == side

    def flood(self, side, kind, full):
        """The spaces that are fed from sources of a kind: own, finns, ports, france, powers."""
        key = (side, kind, full)
        if key in self.floods:
            return self.floods[key]
        fed = {space for space in SPACES if self.feeds_kind(side, kind, space)}
        reached = list(fed)
        while reached:
            space = reached.pop()
            for other, (link, _) in LINKS[space].items():
                if other not in fed and self.passes(side, kind, space, other) and not (full and link == "limited"):
                    fed.add(other)
                    reached.append(other)
        self.floods[key] = fed
        return fed

    def feeds_kind(self, side, kind, space):
        if kind == "own":
            return self.is_source(side, space)
        if not self.carries(side, kind, space):
            return False
        if kind == "powers":
            return self.is_source(side, space) or "central-powers" in FEEDS[space]
        if kind == "finns":
            return side + "-finns" in FEEDS[space]
        if kind == "poland":
            return LAND[space] == "poland" and "faction" in FEEDS[space]
        if kind == "ports":
            return SPACES[space]["port"] != "none"
        return "france" in FEEDS[space]

    def kinds_of_supply(self, unit, space):
        """From which kinds of sources a unit draws supply where it stands."""
        faction = self.faction(unit)
        in_finland = LAND[space] == "finland"
        if faction == "poland" and unit != "po-army-ukr-legion":  # 8.321.18, 8.321.16
            return ("poland",)
        if faction in ("france", "central-powers"):
            return ("france",) if faction == "france" else ("powers",)
        if faction in ("britain", "usa"):
            return ("own", "ports")
        if is_finn(unit) and (in_finland or self.border_open):
            return ("finns",)
        if in_finland and not self.border_open:
            return ("finns",) if faction != "finland" else ("finns", "own")
        return ("own",)

    def fed(self, unit, full=False, space=None):
        """Whether a unit is in supply (full: not only over limited links)."""
        space = space or self.at[unit]
        side = self.side_of(unit)
        faction = self.faction(unit)
        if side is None or is_garrison(unit) or (unit == "red-polish-corps" and self.corps_fed):
            return True
        if faction in ("makhno", "west-ukraine") and LAND[space] == faction:
            return True
        if REGION[space] in self.homes(unit):
            return True
        return any(space in self.flood(side, kind, full) for kind in self.kinds_of_supply(unit, space))

    def leader_fed(self, leader):
        """Whether a leader is in supply where he stands."""
        side, space, faction = self.leader_side(leader), self.leader_at[leader], LEADERS[leader]["faction"]
        if side is None or (faction in ("makhno", "west-ukraine") and LAND[space] == faction):
            return True
        finns = LAND[space] == "finland" if not self.border_open else LEADERS[leader]["bound"] == "border"
        return space in self.flood(side, "finns" if finns else "own", False)

    # ---- Victory Cities ----------------------------------------------------------------------

    def counts_for(self, city):
        """The side for which a Victory City counts, or None."""
        owner = self.owner[city]
        if self.peace and LAND[city] == "poland":  # 8.321.19
            return "red" if city in self.polish_credit else None
        if city == "helsinki" and owner == "white" and self.may("w17"):
            return None
        if owner == "czech-legion":  # 8.316
            return "white" if self.box["czech-legion"].startswith("white") else None
        shut = LAND[city] is not None and self.is_shut(LAND[city])
        if city in self.credit or shut or any(self.faction(unit) == "central-powers" for unit in self.units_in(city)):
            return self.credit.get(city)
        return owner if owner in OTHER else None

    def cities(self, side):
        return sum(1 for city in CITIES if self.counts_for(city) == side)

    def may(self, card, choice=None):
        """Whether a card has been played as an event (for that choice)."""
        return card in self.played and (choice is None or choice in self.choices)


def value(card):
    return int(CARDS[card]["value"])


def home_of(side, space):
    return HOME[space] == side


def territory_cities(faction):
    return [space for space in TERRITORY[faction] if space in CITIES]
