"""What events of cards need: requirements.csv."""

from triumph_of_chaos_data import CARDS, CITIES, OTHER, REGION, REQUIREMENTS, SPACES, is_army


class Requirements:
    """The part of the referee that knows when an event, a use of it or a row of it may happen."""

    def check_requirements(self, side, card, choice):
        log, board = self.log, self.board
        log.demand(self.requirements_hold(card, choice, "0"), "TC-EV-1", f"{card} may not be played as an event")
        if card == "w9":
            log.demand(not self.passive or board.controller("czech-legion") == "white", "TC-WC-9", "RED 9 keeps the Czechs from committing themselves")
        log.demand(CARDS[card]["side"] == side, "TC-EV-1", f"{card} is not of {side}")

    def requirements_hold(self, card, choice, clause):
        """Rows of the same group are alternatives; all groups must hold."""
        groups = {}
        for row in REQUIREMENTS:
            if row["card"] == card and row["choice"] in ("", choice) and row["clause"] == clause:
                groups.setdefault(row["group"], []).append(row)
        return all(any(self.requirement(row) != (row["negated"] == "1") for row in group) for group in groups.values())

    def row_possible(self, row, choice):
        """Whether a row of an event can happen in this turn and by its own requirements."""
        first, last = int(row["first"]), int(row["last"])
        if (first and self.turn < first) or (last and self.turn > last) or row["lasts"] == "next-round":
            return False
        return self.requirements_hold(row["card"], choice, row["clause"])

    def requirement(self, row):
        board, side, faction = self.board, row["side"], row["faction"]
        tests = {
            "played": lambda: board.may(row["asked"], row["asked_choice"] or None),
            "on-map": lambda: board.leader_where[row["leader"]] == "map",
            "withdrawn": lambda: faction in board.withdrawn,
            "control": lambda: board.controller(faction) == side,
            "favours": lambda: board.box[faction].startswith(side),
            "uncontrolled": lambda: board.controller(faction) is None,
            "on-track": lambda: board.box[faction] != "out",
            "setup": lambda: board.polish_forces and "poland" not in board.conquered if faction == "poland" else True,
            "owns": lambda: board.owner[row["space"]] == side,
            "owns-any": lambda: any(board.owner[city] == side for city in CITIES if REGION[city] == row["region"]),
            "owns-all": lambda: all(board.owner[city] == side for city in CITIES if REGION[city] == row["region"]),
            "port": lambda: any(board.owner[s] == side for s in SPACES if REGION[s] == row["region"] and SPACES[s]["port"] != "none"),
            "war": lambda: self.war_with(side, faction),
            "infighting": lambda: side in self.infighting,
            "subjugated": lambda: len(board.subjugated) >= int(row["number"]),
            "near": lambda: self.army_near(side, row["space"], int(row["number"])),
            "hand": lambda: bool(self.hand[side]) or self.held_cards.get(side),
            "discards": lambda: bool(self.discards[side]),
        }
        return tests[row["test"]]()

    def war_with(self, side, faction):
        """8.222: war is a state of its own with Poland; with other factions it comes with control by the other side."""
        if faction == "poland":
            return side in self.board.polish_wars
        return self.board.controller(faction) == OTHER[side]

    def army_near(self, side, space, links):
        board = self.board
        return any(is_army(unit) for other in SPACES if self.within(space, other, links) for unit in board.units_of(side, other))
