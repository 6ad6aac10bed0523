"""The 1919 scenario: its set-up, its opening, RED's objectives, and its end: 5.2."""

from triumph_of_chaos_board import value
from triumph_of_chaos_data import CARDS, CITIES, FACTIONS, HOME, LEADERS, NUMBERS, OBJECTIVES, REGION, SETTINGS, SIDES, SPACES, UNITS
from triumph_of_chaos_victory import CAPITALS, GameOver

ROW = SETTINGS["tournament"]
GOAL = {"red": int(ROW["red_vp"]), "white": int(ROW["white_vp"])}
ENDS = {int(pair.split("=")[0].split("-")[1]): int(pair.split("=")[1]) for pair in ROW["ends"].split()}


def cards_of(kind):
    return {card for card, row in CARDS.items() if row["tournament"] == kind}


class Tournament:
    """The part of the referee that knows the 1919 scenario."""

    # ---- The beginning -----------------------------------------------------------------------

    def begin_tournament(self):
        """5.21 to 5.282: where everything is, which events count as played, and the cards."""
        board = self.board
        tournament_board(board)
        out = cards_of("out")
        board.played |= out
        board.choices |= {CARDS[card]["played_as"] for card in out if CARDS[card]["played_as"]}
        self.out |= out
        self.infighting = set(SIDES)
        for side in SIDES:
            self.deck[side] = {card for card, row in CARDS.items() if row["side"] == side and row["year"] in ("1918", "1919")} - out

    def tell_tournament_setup(self):
        log, board = self.log, self.board
        own = {side: [unit for unit, row in UNITS.items() if row["side"] == side] for side in SIDES}

        def both(name, clause, count):
            log.event(name, clause, count("red"), count("white"))

        log.event("set-up", "TC-5.2")
        both("start-markers", "TC-5.21", lambda side: sum(1 for box in board.box.values() if box.startswith(side)))
        both("start-units", "TC-5.221", lambda side: sum(1 for unit in own[side] if board.where[unit] == "map"))
        both("start-reserves", "TC-5.222", lambda side: sum(1 for unit in own[side] if board.where[unit] == "reserve"))
        both("start-spaces", "TC-5.23", lambda side: sum(1 for space in SPACES if board.owner[space] == side))
        log.event("start-cities", "TC-5.21", board.cities("red"), board.cities("white"), 0, 0)
        both("start-events", "TC-5.281", lambda side: sum(1 for card in board.played if CARDS[card]["side"] == side))

    def tell_opening(self):
        """5.282: everybody knows with which cards the sides begin."""
        if self.tournament and self.turn == int(ROW["first"]):
            held = cards_of("hand") if self.options["opening"] == "cards" else set()
            for side in SIDES:
                for card in sorted(held & self.deck[side], key=lambda card: int(card[1:])):
                    self.log.event("starts-with", "TC-5.282", side, card)
                    self.deck[side].remove(card)
                    self.hand[side].add(card)

    # ---- The end -----------------------------------------------------------------------------

    def die_for_the_end(self):
        """5.27: both lay a card; who has the stronger one may change the die by 1."""
        log = self.log
        if not self.tournament or self.turn not in ENDS:
            return
        laid = {}
        holders = [side for side in SIDES if self.hand[side]]
        while len(laid) < len(holders):
            action = log.action(None, "stake", "unseal", rule="TC-5.27")
            side = self.side_of_seat[action.seat]
            if action.verb == "unseal":
                laid.pop(side)
                continue
            card = action.args[0]
            log.demand(side not in laid and card in self.hand[side], "TC-5.27", f"{side} cannot lay {card}")
            laid[side] = card
        for side in holders:
            log.event("end-card", "TC-5.27", side, laid[side], value(laid[side]))
            self.hand[side].remove(laid[side])
            self.discards[side].add(laid[side])
        worth = {side: value(laid[side]) if side in laid else 0 for side in SIDES}
        change = 0
        if worth["red"] == worth["white"]:
            log.event("end-level", "TC-5.27.1")
        else:
            stronger = max(SIDES, key=worth.get)
            how = int(log.action(self.seat_of[stronger], "end-die", rule="TC-5.27.1").args[0])
            log.demand(how in (0, 1, 2), "TC-5.27.1", f"{stronger} cannot change the die so")
            change = how - 1
            log.event("end-changed", "TC-5.27.1", stronger, change)
        die = int(log.action("chance", "die", rule="TC-5.27.1").args[0])
        log.event("end-die", "TC-5.27.1", die, die + change, ENDS[self.turn])
        if die + change > ENDS[self.turn]:
            log.event("goes-on", "TC-5.27.1", self.turn)
            return
        log.event("ends-now", "TC-5.27.1", self.turn)
        self.tournament_result()
        raise GameOver()

    written = ()

    def write_objectives(self):
        """5.26: at the end of turn 5, in secret."""
        if not self.tournament or self.options["objectives"] != "secret" or self.turn != NUMBERS["objectives-turn"]:
            return
        self.written = []
        for _ in range(NUMBERS["objectives-needed"]):
            name = self.log.action(self.seat_of["red"], "write", rule="TC-5.26.2").args[0]
            self.log.demand(name in OBJECTIVES and name not in self.written, "TC-5.26.2", f"RED cannot write {name}")
            self.log.event("writes", "TC-5.26.2", name, seen_by=[self.seat_of["red"]])
            self.written.append(name)

    def meets(self, name):
        board, row = self.board, OBJECTIVES[name]
        regions = row["regions"].split()
        if row["aim"] == "cities-held":
            return all(board.owner[city] == "red" for city in CITIES if REGION[city] in regions)
        outside = [city for city in CITIES if REGION[city] not in regions and any(self.board.faction(unit) == "poland" for unit in board.units_in(city))]
        return len(outside) <= int(row["most"])

    def tournament_result(self):
        """5.26: RED needs the VP, its home cities and three objectives; otherwise WHITE wins."""
        log, board = self.log, self.board
        if self.options["objectives"] == "secret":
            left = set(self.written)
            while left:
                name = log.action("chance", "read", rule="TC-5.26.2").args[0]
                log.demand(name in left, "TC-5.26.2", f"RED has written {self.written}, not {name}")
                left.remove(name)
                log.event("objective-read", "TC-5.26.2", name)
        lost = sum(1 for city in CITIES if HOME[city] == "red" and board.owner[city] != "red")
        if lost:
            log.event("home-lost", "TC-5.26.1", lost)
        else:
            log.event("home-held", "TC-5.26.1")
        met = [name for name in OBJECTIVES if self.meets(name)]
        for name in OBJECTIVES:
            log.event("objective-met" if name in met else "objective-missed", "TC-5.26.1", name)
        needed = met if self.options["objectives"] == "open" else [name for name in met if name in self.written]
        good = board.vp["red"] >= GOAL["red"] and not lost and len(needed) >= NUMBERS["objectives-needed"]
        self.tell_winner("red" if good else "white", "TC-5.26.1", "red-goal" if good else "red-short")

    def tournament_victory(self):
        """5.26: WHITE wins as soon as it owns a capital or has enough VP; what is told before anybody is asked again still happens."""
        board = self.board
        capital = any(board.owner[city] == "white" for city in CAPITALS)
        if capital or board.vp["white"] >= GOAL["white"]:
            reason = "capital-falls" if capital else "white-goal"
            self.tell_winner("white", "TC-5.26", reason)
            self.won_at = self.log.at

    won_at = None

    def nobody_asked_again(self):
        """Whether nobody acts after a victory in the middle of something."""
        return self.won_at is not None and all(token.is_event for token in self.log.tokens[self.won_at :])


def tournament_board(board):
    """5.21 to 5.23."""
    board.at, board.where, board.reduced, board.by_space = {}, {}, set(), {}
    for unit, row in UNITS.items():
        board.where[unit] = row["tournament_place"]
        board.at[unit] = row["tournament_space"] if row["tournament_place"] == "map" else None
        if board.at[unit]:
            board.by_space.setdefault(board.at[unit], []).append(unit)
        if row["tournament_reduced"] == "1":
            board.reduced.add(unit)
    board.leader_where = {leader: row["tournament_place"] for leader, row in LEADERS.items()}
    board.leader_at = {leader: row["tournament_space"] or None for leader, row in LEADERS.items()}
    board.owner = {space: "nobody" if row["tournament_control"] == "neutral" else row["tournament_control"] for space, row in SPACES.items()}
    board.no_act = {space: "white" for space in ROW["no_act"].split()}
    board.box = {faction: row["tournament_box"] for faction, row in FACTIONS.items()}
    board.ever = {faction for faction in FACTIONS if board.controller(faction)}
    board.withdrawn = {"central-powers"}
    for unit, row in UNITS.items():
        if row["faction"] == "central-powers":
            board.where[unit] = "gone"
    board.entered = {"belarus"}
    board.changed()
