"""What cards of 1919 and 1920 change in Action Rounds: units that are held, help in attacks, answers for several."""

from triumph_of_chaos_data import CITIES, FACTIONS, GREENS, LAND, LEADERS, OTHER, REGION, UNITS, faction_of, is_army


class Aids:
    """The part of the referee that knows what holds, helps and hastens in Action Rounds."""

    def begin_turn_of_aids(self):
        self.holding = set()  # cards that hold units until the end of the turn: r9, r40
        self.lets_pass = set()  # sides that do not want to be asked whether they interrupt

    # ---- Who is held ---------------------------------------------------------------------------

    def is_held(self, side, unit):
        return self.faction_is_held(side, faction_of(unit) if UNITS[unit]["side"] == "none" else None)

    def leader_is_held(self, side, leader):
        return self.faction_is_held(side, LEADERS[leader]["faction"] or None)

    def faction_is_held(self, side, faction):
        """RED 9 holds all factions but Poland, RED 40 those that WHITE uses."""
        if faction is None:
            return False
        return ("r9" in self.holding and faction != "poland") or ("r40" in self.holding and side == "white")

    # ---- Questions of movement -----------------------------------------------------------------

    def foes_in(self, side, space):
        """Enemies and Greens."""
        return self.board.enemies_in(side, space) + [unit for unit in self.board.units_in(space) if unit in GREENS]

    def calls_up(self, side, space):
        """8.24: whether entering a space calls up the forces of its land, whose controller may not use them otherwise."""
        board, land = self.board, LAND[space]
        if land is None or board.controller(land) != OTHER[side] or board.is_shut(land):
            return False
        return FACTIONS[land]["barred"] == OTHER[side] and land not in board.called and land not in board.protected and land != "poland"

    def lenin_hears(self, city):
        """LE-7: whether Lenin may speak to those who come to a city."""
        board = self.board
        lenin = board.leader_at["red-lenin"]
        near = not self.lenin_spoke and lenin and city in CITIES and board.owner[city] == "red" and self.within(lenin, city, 2)
        return bool(near) and "red-lenin" not in self.idle_leaders

    def stand_together(self, side, units, space):
        """8.321.9: whether a group may end where it finds others of its side."""
        return True

    # ---- Peace at the end of rounds ------------------------------------------------------------

    keeps_peace = frozenset()

    def keep_peace(self):
        """8.51.1: a side that keeps peace is not asked at the end of its rounds until it declares war."""
        log, side = self.log, self.acting
        if log.acts_as(self.seat_of[side], "keep-peace"):
            log.action()
            log.event("keeps-peace", "TC-8.51.1", side)
            self.keeps_peace |= {side}
            return True
        return False

    # ---- Attacks -------------------------------------------------------------------------------

    def may_attack(self, battle, unit):
        """Whether nothing holds a unit back from an attack."""
        side, space = battle.attacker, self.board.at[unit]
        if self.is_held(side, unit) or space in self.board.no_act:
            return False
        return REGION[battle.target] != "southeast" or not is_army(unit) or self.board.may(side[0] + "42")
