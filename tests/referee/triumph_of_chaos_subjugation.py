"""Subjugation of republics by RED, their garrisons, and revolts: 8.6, 10.21."""

from triumph_of_chaos_board import territory_cities
from triumph_of_chaos_data import FACTIONS, LEADERS, RULES, TERRITORY, UNITS, is_garrison

LAST_TURN = 12  # 8.61: before turn 13


class Subjugation:
    """The part of the referee that knows subjugation."""

    # ---- Declaring it ------------------------------------------------------------------------

    def can_subjugate(self, faction):
        """8.61: a republic, in a scenario that has subjugation, all of whose Victory Cities RED controls."""
        board = self.board
        if not self.has_ukraine or self.turn > LAST_TURN or "subjugation" not in RULES[faction] or faction in board.subjugated:
            return False
        return all(board.counts_for(city) == "red" for city in territory_cities(faction))

    def subjugations(self):
        log = self.log
        while any(self.can_subjugate(faction) for faction in FACTIONS):
            action = log.action(self.seat_of["red"], "subjugate", "pass", rule="TC-8.61")
            if action.verb == "pass":
                return
            faction = action.args[0]
            log.demand(self.can_subjugate(faction), "TC-8.61", f"{faction} cannot be subjugated")
            self.subjugate(faction)
            self.answered_at_once()

    def subjugate(self, faction):
        """8.62: forces and marker leave the game, garrisons come, a VP for each city."""
        log, board = self.log, self.board
        log.event("subjugated", "TC-8.61", faction)
        self.dismiss(faction)
        red, white = board.ip["red"].pop(faction, 0), board.ip["white"].pop(faction, 0)
        if red or white:
            log.event("ip-off", "TC-8.1323", faction, red, white)
        for side in ("red", "white"):
            board.soft_ip[side].pop(faction, None)
        board.box[faction] = "out"
        board.conquered[faction] = "red"
        board.subjugated.add(faction)
        board.protected.discard(faction)
        board.called.discard(faction)
        board.owed.discard(faction)
        board.borrowed.pop(faction, None)
        for space in TERRITORY[faction]:
            if board.owner[space] != "white" and all(board.side_of(unit) for unit in board.units_in(space)):
                board.own(space, "red")
        board.changed()
        for unit, row in UNITS.items():
            if is_garrison(unit) and row["of"] == faction:
                self.place_garrison(unit, row["anchor"])
        self.sweep()
        self.gain_vp("red", len(territory_cities(faction)), "TC-8.62.4")

    def dismiss(self, faction):
        log, board = self.log, self.board
        for unit in UNITS:
            if self.board.faction(unit) == faction and board.where[unit] != "gone":
                if board.where[unit] != "out":
                    log.event("unit-gone", "TC-8.62", unit)
                board.take_off(unit, "gone")
                board.reduced.discard(unit)
        for leader, row in LEADERS.items():
            if row["faction"] == faction and board.leader_where[leader] != "gone":
                if board.leader_where[leader] != "out":
                    log.event("leader-gone", "TC-8.62", leader)
                board.remove_leader(leader, "gone")

    def place_garrison(self, unit, city):
        log, board = self.log, self.board
        if board.fits("red", city, [unit]):
            log.event("unit-placed", "TC-8.62.1", unit, city)
            board.put(unit, city)
        else:
            log.event("unit-dead", "TC-8.62.1", unit)
            board.take_off(unit, "dead")

    # ---- Revolts -----------------------------------------------------------------------------

    def revolt(self, side):
        """10.21: WHITE without cards turns a garrison that stands alone in its city."""
        log, board = self.log, self.board
        unit = log.action(self.seat_of[side], "rise").args[0]
        log.demand(side == "white" and not self.hand[side] and self.has_ukraine, "TC-10.21", f"{side} has no such action")
        space = board.at[unit]
        alone = is_garrison(unit) and space and board.side_of(unit) == "red" and list(board.units_in(space)) == [unit]
        log.demand(alone, "TC-10.21", f"{unit} cannot revolt")
        log.event("garrison-rises", "TC-10.21", unit, space)
        board.turned[unit] = "white"
        board.changed()
        self.take_space("white", space)
        self.sweep()
        self.alone_with_enemy(space, "white")

    def revolt_ends(self, unit):
        """8.62.3: a garrison in revolt that would lose its step, and is the last there, serves RED again."""
        log, board = self.log, self.board
        space = board.at[unit]
        if not is_garrison(unit) or unit not in board.turned or list(board.units_in(space)) != [unit]:
            return False
        log.event("garrison-back", "TC-8.62.3", unit, space)
        del board.turned[unit]
        board.changed()
        self.take_space("red", space)
        self.sweep()
        return True
