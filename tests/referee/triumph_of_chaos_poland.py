"""Poland: its wars, and when its forces come: 8.321."""

from triumph_of_chaos_data import NUMBERS, OTHER, faction_of


class Poland:
    """The part of the referee that knows Poland. `board.polish_wars` has the sides that are at war with it."""

    def declare_on_poland(self, side):
        """RED may declare war on a Poland that WHITE controls; who controls it is its protector from then on."""
        log, board = self.log, self.board
        controller = board.controller("poland")
        log.demand(side not in board.polish_wars and controller != side, "TC-8.321.1", f"{side} cannot declare war on Poland")
        self.begin_war_on("poland", side)
        self.polish_war(side)
        if controller is None:
            board.box["poland"] = OTHER[side] + "-control"
            board.protected.add("poland")
            self.gain_control("poland", OTHER[side], "TC-8.511")
            self.take_land("poland")
            self.set_up_forces("poland", "polish-entry", "TC-8.321.2")
            self.place_turned()
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
        self.polish_war(side)

    def polish_war(self, side):
        self.board.polish_wars.add(side)
        if side == "red":
            self.board.levy = "bought"

    def free_levy(self):
        """8.321.3: steps for nothing after a war by WHITE 44 or 46."""
        if self.board.levy == "free":
            self.steps["red"] += NUMBERS["levy-steps"]
            self.log.event("steps-booked", "TC-8.321.3", "red", NUMBERS["levy-steps"], self.steps["red"])

    def offer_levy(self):
        """8.321.3: after another war RED may buy steps before it spends others; returns whether it is asked."""
        log, board = self.log, self.board
        if board.levy != "bought" or board.vp["red"] == 0:
            return False
        log.event("levy-offered", "TC-8.321.3")
        if log.acts_as(self.seat_of["red"], "levy"):
            vp = int(log.action().args[0])
            log.demand(1 <= vp <= min(NUMBERS["levy-vp-most"], board.vp["red"]), "TC-8.321.3", f"RED cannot pay {vp} VP")
            board.vp["red"] -= vp
            steps = vp * NUMBERS["levy-bought-steps"]
            self.steps["red"] += steps
            log.event("levy-bought", "TC-8.321.3", vp, steps)
            log.event("steps-booked", "TC-8.321.3", "red", steps, self.steps["red"])
            self.tell_duty("red")
        return True

    def polish_setup_by_card(self):
        if self.board.controller("poland") and not self.board.polish_forces:
            self.set_up_forces("poland", "polish-entry", "TC-8.321.2")

    def poland_refuses(self, side, units):
        """Whether Poland is closed to a group: without war only Poles enter it, and they serve its controller."""
        if side in self.board.polish_wars:
            return False
        poles = units and all(faction_of(unit) == "poland" for unit in units)
        return not (self.board.controller("poland") == side and (poles or not units))

    # ---- West Ukraine --------------------------------------------------------------------------

    turned_now = False  # the forces of West Ukraine are still to be placed

    def poland_turns_west_ukraine(self, side, political):
        """8.321: who gains Poland hands West Ukraine to the other side; RED 9 stops that, too."""
        log, board = self.log, self.board
        other = OTHER[side]
        if self.passive:
            log.event("marker-stays", "TC-8.1321.2", "west-ukraine", other)
            return
        board.box["west-ukraine"] = other + "-control"
        self.gain_control("west-ukraine", other, "TC-8.321", political)
        if political:
            return
        self.new_this_round.add("west-ukraine")
        if board.is_shut("west-ukraine"):
            log.event("forces-wait", "TC-8.315.2", "west-ukraine")
            board.owed.add("west-ukraine")
            return
        self.take_land("west-ukraine")
        self.tell_forces("west-ukraine", "TC-8.14")
        self.turned_now = True

    def place_turned(self):
        """The forces of West Ukraine are placed after those of Poland."""
        if self.turned_now:
            self.turned_now = False
            self.place_rows("west-ukraine", "gain")
