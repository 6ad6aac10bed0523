"""Poland: its wars, and when its forces come: 8.321."""

from triumph_of_chaos_data import OTHER, faction_of


class Poland:
    """The part of the referee that knows Poland. `board.polish_wars` has the sides that are at war with it."""

    def declare_on_poland(self, side):
        """RED may declare war on a Poland that WHITE controls; who controls it is its protector from then on."""
        log, board = self.log, self.board
        controller = board.controller("poland")
        log.demand(side not in board.polish_wars and controller != side, "TC-8.321.1", f"{side} cannot declare war on Poland")
        self.begin_war_on("poland", side)
        board.polish_wars.add(side)
        if controller is None:
            board.box["poland"] = OTHER[side] + "-control"
            board.protected.add("poland")
            self.gain_control("poland", OTHER[side], "TC-8.511")
            self.take_land("poland")
            self.set_up_forces("poland", "polish-entry", "TC-8.321.2")
            return
        board.protected.add("poland")
        board.changed()
        if not board.polish_forces:
            self.set_up_forces("poland", "polish-entry", "TC-8.321.2")

    def polish_war_by_card(self, side):
        """WHITE 44 and 46: war between Poland and a side."""
        board = self.board
        if board.controller("poland") != OTHER[side] or side in board.polish_wars:
            return
        self.log.event("at-war", "TC-8.321.1", "poland", side)
        board.polish_wars.add(side)

    def polish_setup_by_card(self):
        if self.board.controller("poland") and not self.board.polish_forces:
            self.set_up_forces("poland", "polish-entry", "TC-8.321.2")

    def poland_refuses(self, side, units):
        """Whether Poland is closed to a group: without war only Poles enter it, and they serve its controller."""
        if side in self.board.polish_wars:
            return False
        poles = units and all(faction_of(unit) == "poland" for unit in units)
        return not (self.board.controller("poland") == side and (poles or not units))
