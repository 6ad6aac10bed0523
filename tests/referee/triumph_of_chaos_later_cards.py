"""Deeds that only cards of 1919 and 1920 have: influence in parts, markers moved at once, control, In-Fighting ended, insurgents."""

from triumph_of_chaos_data import EFFECTS, FACTIONS, OTHER, SPACES
from triumph_of_chaos_politics import towards


class LaterCards:
    """The part of the referee that knows what later cards do."""

    def later_effect(self, side, card, clause, row, about):
        """Carries out a row if it has a deed of this file; returns whether it has."""
        deeds = {
            "spread": lambda: self.spread(side, about, row),
            "levy": lambda: self.levy_for_nothing(int(row["amount"])),
            "polish-war": lambda: self.polish_war_by_card(about),
            "polish-setup": lambda: self.polish_setup_by_card(card),
            "move-marker": lambda: self.markers_by_card(about, card, clause, row),
            "end-infighting": lambda: self.end_infighting(about, card, clause, int(row["until"])),
            "reserve-some": lambda: self.some_to_reserve(side, clause, row),
            "open-border": lambda: self.open_border(card, clause),
        }
        if row["deed"] not in deeds:
            return self.ukraine_effect(row, clause, about) or self.poland_effect(row, clause, about)
        deeds[row["deed"]]()
        return True

    # ---- Influence and markers -----------------------------------------------------------------

    def spread(self, side, about, row):
        """Influence point by point on factions of the row, in the order of the chart, so many on each at most."""
        log, board = self.log, self.board
        order, named = list(FACTIONS), []
        for _ in range(int(row["amount"])):
            factions = [faction for faction in order if faction in row["factions"].split() and board.box[faction] != "out"]
            factions = [faction for faction in factions if not named or order.index(faction) >= order.index(named[-1])]
            factions = [faction for faction in factions if named.count(faction) < int(row["most"])]
            if not factions:
                return
            faction = log.action(self.seat_of[side]).args[0] if log.acts("on") else factions[0]
            log.demand(faction in factions, "TC-EV-3", f"no influence can be laid on {faction}")
            self.lay_influence(about, faction, 1, "TC-EV-3")
            named.append(faction)

    def markers_by_card(self, about, card, clause, row):
        """Markers move one box towards a side at once; some cards roll for it first."""
        if not any(self.board.box[faction] != "out" for faction in row["factions"].split()):
            return
        until = int(row["until"])
        for faction in row["factions"].split():
            if self.board.box[faction] == "out" or self.board.controller(faction) == about:
                continue
            if until == 0 or self.die_of_event(card, clause, until - self.board.may("w12")):
                self.marker_by_card(faction, about)

    def die_of_event(self, card, clause, until):
        die = int(self.log.action("chance", "die", rule=clause).args[0])
        self.log.event("event-die", clause, card, die, until)
        return die <= until

    def marker_by_card(self, faction, side):
        """8.1322 and RED 9 hold for it, too."""
        log, board = self.log, self.board
        before, loser = board.box[faction], board.controller(faction)
        into = towards(before, side)
        if self.passive and into.endswith("control") and faction != "poland":
            log.event("marker-stays", "TC-8.1321.2", faction, side)
            return
        if self.army_holds(faction):
            log.event("marker-stays", "TC-8.1322", faction, side)
            return
        log.event("marker", "TC-EV-3", faction, before, into)
        board.box[faction] = into
        if loser:
            self.lose_control(faction, loser)
        if board.controller(faction):
            self.gain_by_card(faction, side, "TC-EV-3")

    def gain_by_card(self, faction, side, clause):
        """Control gained in an Action Phase: the forces come at once, and wait for the end of the round."""
        self.gain_control(faction, side, clause)
        self.new_this_round.add(faction)
        if self.comes(faction):
            self.bring(faction)
        self.place_turned()

    # ---- Other deeds ---------------------------------------------------------------------------

    def levy_for_nothing(self, steps):
        if self.board.levy == "bought":
            self.log.event("levy", "TC-8.321.3", steps)
            self.board.levy = "free"

    def end_infighting(self, about, card, clause, until):
        if about not in self.infighting:
            return
        if self.die_of_event(card, clause, until):
            self.log.event("infighting-over", clause, about)
            self.infighting.discard(about)
            return
        pause = next(int(row["amount"]) for row in EFFECTS if row["card"] == card and row["deed"] == "skip-chits")
        self.log.event("infighting-pauses", clause, about, pause)
        self.no_chits[about] = pause

    def open_border(self, card, clause):
        """8.317: the border is open for good."""
        board = self.board
        if not board.border_open:
            self.log.event("permitted", clause, card, "open-border")
            board.border_open = True
            board.changed()

    def some_to_reserve(self, side, clause, row):
        """So many units of the row go to the reserve, of the player's choice; the others never come."""
        log, board = self.log, self.board
        units = [unit for unit in row["units"].split() if board.where[unit] == "out"]
        for _ in range(min(int(row["amount"]), len(units))):
            unit = log.action(self.seat_of[side], "reserve", rule=clause).args[0]
            log.demand(unit in units and board.where[unit] == "out", clause, f"{unit} cannot be chosen")
            log.event("unit-reserve", "TC-EV-4", unit)
            board.take_off(unit, "reserve")
        for unit in units:
            if board.where[unit] == "out":
                log.event("unit-gone", clause, unit)
                board.take_off(unit, "gone")

    # ---- Insurgents ----------------------------------------------------------------------------

    def behind_lines(self, side, row, space):
        """16.34: enemy, empty, no city and no box, in the regions, far enough from some spaces, and not too many to a region."""
        board = self.board
        there = board.owner[space] == OTHER[side] and not board.units_in(space) and not board.leaders_in(space)
        plain = SPACES[space]["city"] == "0" and SPACES[space]["boxed"] == "0" and SPACES[space]["region"] in row["regions"].split()
        if not there or not plain:
            return False
        if any(self.within(space, other, int(row["amount"]) - 1) for other in row["spaces"].split()):
            return False
        risen = [unit for unit in row["units"].split() if board.at[unit] and SPACES[board.at[unit]]["region"] == SPACES[space]["region"]]
        return row["most"] == "0" or len(risen) < int(row["most"])
