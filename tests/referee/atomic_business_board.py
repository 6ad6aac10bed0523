"""The board of Atomic Business as the referee keeps it: pawns, briefcases, Secret cards, and what the rules say about them."""

from frame import table

SPACES = [row["id"] for row in table("atomic-business", "spaces")]
STREET = SPACES[SPACES.index("airport") : SPACES.index("palace")]
POWERS = [row["id"] for row in table("atomic-business", "powers")]
PAWNS = [row["id"] for row in table("atomic-business", "diplomats")]
NUMBER = {row["id"]: int(row["number"]) for row in table("atomic-business", "diplomats")}
CARDS = {row["effect"]: row for row in table("atomic-business", "secrets")}
COPIES = {effect: int(row["copies"]) for effect, row in CARDS.items()}
FAMILY = {effect: row["family"] for effect, row in CARDS.items()}
AMOUNT = {effect: int(row["amount"]) for effect, row in CARDS.items()}
CLAUSE = {effect: f"AB-SC-{number}" for number, effect in enumerate(CARDS, 1)}

BONUS = ("bodyguards", "press-pack")
MALUS = ("gaffe", "incident")
FORWARD = ("motorcade", "limousine", "helicopter")
BACK = ("roadblock", "traffic-jam")

POINTS = 5  # rulebook: five points of movement in each turn
IDLE_ROUNDS = 100  # facts: a hundred rounds without a briefcase leaving play
NUCLEAR_EACH = 2  # rulebook: 12 for six players, 10 for five, .. 4 for two
TOURIST_EACH = 4  # 24 for six players, 20 for five, .. 8 for two
WINNER_SCORES = 10


PLACE = {space: at for at, space in enumerate(SPACES)}
OWNER = {pawn: pawn.rsplit("-", 1)[0] for pawn in PAWNS}
PAWNS_OF = {power: [pawn for pawn in PAWNS if OWNER[pawn] == power] for power in POWERS}


def owner_of(pawn):
    return OWNER[pawn]


class Board:
    """Everything on the table. `load` is None or the kind of the briefcase; `known` is who has seen it."""

    def __init__(self, powers, diplomats):
        self.powers = powers
        self.pawns = [pawn for pawn in PAWNS if owner_of(pawn) in powers]
        self.place = {pawn: "home" if NUMBER[pawn] <= diplomats else "removed" for pawn in self.pawns}
        self.load = {pawn: None for pawn in self.pawns}
        self.known = {pawn: set() for pawn in self.pawns}
        self.gone = {"nuclear": 0, "tourist": 0}
        self.hand = {power: None for power in powers}
        self.discard = {effect: 0 for effect in CARDS}
        self.bars = set()  # (power, pawn): may not press that diplomat until he has left his space
        self.turn_bars = set()  # (power, defender, space): until the turn ends
        self.ballot_by = None
        self.new_turn()

    def new_turn(self):
        self.points = POINTS
        self.mover = None
        self.plates = False
        self.paid = set()  # pawns that have paid for their briefcase in this turn
        self.way = {}  # the way that each pawn has last gone in this turn
        self.turn_bars = set()

    # ---- Briefcases --------------------------------------------------------------------------

    def in_all(self, kind):
        return len(self.powers) * (NUCLEAR_EACH if kind == "nuclear" else TOURIST_EACH)

    def carried(self, kind):
        return list(self.load.values()).count(kind)

    def in_reserve(self, kind):
        return self.in_all(kind) - self.gone[kind] - self.carried(kind)

    def reserve(self):
        """How many briefcases lie beside the board."""
        carried = len(self.pawns) - list(self.load.values()).count(None)
        return len(self.powers) * (NUCLEAR_EACH + TOURIST_EACH) - self.gone["nuclear"] - self.gone["tourist"] - carried

    def take_away(self, pawn):
        """The briefcase of a pawn is out of the game."""
        self.gone[self.load[pawn]] += 1
        self.load[pawn] = None
        self.known[pawn] = set()

    # ---- Cards -------------------------------------------------------------------------------

    def in_deck(self, effect):
        held = sum(1 for card in self.hand.values() if card == effect)
        return COPIES[effect] - held - self.discard[effect]

    def deck(self):
        return sum(self.in_deck(effect) for effect in CARDS)

    def lay_down(self, power):
        self.discard[self.hand[power]] += 1
        self.hand[power] = None

    # ---- Pawns -------------------------------------------------------------------------------

    def pawns_in(self, power, space):
        place = self.place
        return [pawn for pawn in PAWNS_OF[power] if place[pawn] == space]

    def left(self, power):
        """How many diplomats a power still has."""
        return sum(1 for pawn in PAWNS_OF[power] if self.place[pawn] != "removed")

    def is_out(self, power):
        return self.left(power) == 0

    def clockwise(self, power):
        """The powers, from one on clockwise."""
        at = self.powers.index(power)
        return self.powers[at:] + self.powers[:at]

    def put(self, pawn, space):
        """A pawn comes to a space; bars against him end where he leaves one."""
        if self.place[pawn] != space:
            self.bars = {bar for bar in self.bars if bar[1] != pawn}
        self.place[pawn] = space

    def neighbour(self, pawn, way):
        """The space one step further, home beyond the Airport; None beyond the Palace."""
        at = PLACE[self.place[pawn]] + (1 if way == "palace" else -1)
        return SPACES[at] if 0 <= at <= PLACE["palace"] else None

    def may_choose(self, pawn):
        """Whether a pawn may go either way: the reserve is empty and so are his hands."""
        return self.load[pawn] is None and self.reserve() == 0

    def own_ways(self, pawn):
        """The ways that are a pawn's own."""
        if self.load[pawn] is not None:
            return ("airport",)
        return ("palace", "airport") if self.may_choose(pawn) else ("palace",)

    def surcharge(self, pawn):
        if self.load[pawn] is None or pawn in self.paid:
            return 0
        # In the Palace no card works, directly or indirectly: plates do not spare who begins there.
        return 0 if self.plates and self.place[pawn] != "palace" else 1

    def step_refused(self, pawn, way):
        """Why a pawn may not take a step: a clause, or None."""
        place = self.place[pawn]
        if place == "removed" or self.neighbour(pawn, way) is None:
            return "AB-MO-1"
        if self.points == 0:
            return "AB-MO-5"
        if way not in self.own_ways(pawn) or (place == "home" and way != "palace"):
            return "AB-MO-3"
        if self.may_choose(pawn) and self.way.get(pawn, way) != way:
            return "AB-MO-4"
        if place == "airport" and way == "airport" and self.ballot_by is not None:
            return "AB-SC-16"
        if 1 + self.surcharge(pawn) > self.points:
            return "AB-MO-5"
        return None

    def steps_left(self, power):
        """The pawns of a power that could still take a step and must, if no other does."""
        return [
            pawn
            for pawn in PAWNS_OF[power]
            if self.place[pawn] != "palace" and any(self.step_refused(pawn, way) is None for way in ("palace", "airport"))
        ]

    # ---- Pressures ---------------------------------------------------------------------------

    def may_press(self, power, bearer):
        """Whether a power has a pawn with a bearer and is not barred from him."""
        defender, space = owner_of(bearer), self.place[bearer]
        if power == defender or not self.pawns_in(power, space):
            return False
        return (power, bearer) not in self.bars and (power, defender, space) not in self.turn_bars

    def margin(self, bearer):
        """How many more pawns those have who may press a bearer than his power has there."""
        space = self.place[bearer]
        own = len(self.pawns_in(owner_of(bearer), space))
        if list(self.place.values()).count(space) <= 2 * own:
            return -own  # not enough others stand there, whoever is barred
        return sum(len(self.pawns_in(power, space)) for power in self.powers if self.may_press(power, bearer)) - own

    def pressable(self, bearer):
        return self.load[bearer] is not None and self.place[bearer] in STREET and self.margin(bearer) > 0

    def candidates(self, space):
        return [pawn for pawn in self.pawns if self.place[pawn] == space and self.pressable(pawn)]
