"""The gold train and the Tsar: 16.22, 16.31."""

from triumph_of_chaos_data import FACTIONS, LEADERS, NUMBERS, OTHER

TSAR = "white-tsar"
PRISON = "ekaterinburg"
RESCUE_TURN = 2


class Treasury:
    """The part of the referee that knows the gold train and the Tsar."""

    # ---- Gold --------------------------------------------------------------------------------

    def use_gold(self):
        """16.31.3: a step, or an IP on a faction, for whoever owns the space of the train."""
        log, board = self.log, self.board
        side = board.owner[board.gold] if board.gold else None
        if side not in OTHER:
            return
        action = log.action(self.seat_of[side], "gold-step", "on", rule="TC-16.31.3")
        if action.verb == "gold-step":
            self.steps[side] += NUMBERS["gold-steps"]
            log.event("steps-booked", "TC-16.31.3", side, NUMBERS["gold-steps"], self.steps[side])
            return
        faction = action.args[0]
        log.demand(board.box[faction] != "out", "TC-16.31.3", f"{faction} has no marker")
        self.lay_influence(side, faction, NUMBERS["gold-influence"], "TC-16.31.3")
        self.settle_influence()

    # ---- The Tsar ----------------------------------------------------------------------------

    def rescue(self, side):
        """16.22: WHITE tries to save the Tsar instead of playing a card."""
        log, board = self.log, self.board
        log.action(self.seat_of[side], "rescue")
        owned = board.owner[PRISON] == "white"
        leaders = [leader for leader, row in LEADERS.items() if row["side"] == "white" and board.leader_where[leader] == "map"]
        good = side == "white" and self.campaign and self.turn == RESCUE_TURN and board.leader_where[TSAR] == "out"
        log.demand(good and board.controller("czech-legion") == "white" and (owned or leaders), "TC-16.22", f"{side} cannot save the Tsar")
        log.event("tsar-attempt", "TC-16.22", "white")
        near = self.army_near("red", PRISON, NUMBERS["tsar-reach"])
        if near and log.action(self.seat_of["red"], "shoot", "pass", rule="TC-16.22.1").verb == "shoot":
            log.event("tsar-shot", "TC-16.22.1", "red")
            board.remove_leader(TSAR, "dead")
            if board.box["britain"] != "out":
                self.lay_influence("white", "britain", NUMBERS["tsar-shot-influence"], "TC-16.22.1")
            return
        self.tsar_die(owned, leaders)

    def tsar_die(self, owned, leaders):
        log, board = self.log, self.board
        die = int(log.action("chance", "die", rule="TC-16.22.2").args[0])
        needed = NUMBERS["tsar-die"] - (NUMBERS["tsar-own-space"] if owned else 0)
        log.event("tsar-die", "TC-16.22.2", die, needed)
        if die > needed:
            log.event("tsar-dead", "TC-16.22.2", TSAR)
            board.remove_leader(TSAR, "dead")
            return
        log.event("tsar-saved", "TC-16.22.2", TSAR)
        self.gain_vp("white", NUMBERS["tsar-vp"], "TC-16.22.2")
        for faction, row in FACTIONS.items():
            if row["type"] == "republic" and board.box[faction] != "out" and board.controller(faction) is None:
                self.lay_influence("red", faction, NUMBERS["tsar-influence"], "TC-16.22.2")
        places = {PRISON} if owned else {board.leader_at[leader] for leader in leaders}
        if len(places) > 1:
            action = log.action(self.seat_of["white"], "leader-to", rule="TC-16.22.2")
            log.demand(action.args[0] == TSAR and action.args[1] in places, "TC-16.22.2", f"the Tsar goes to one of {places}")
            places = {action.args[1]}
        space = places.pop()
        self.tsar_with = None if owned else next(leader for leader in LEADERS if leader in leaders and board.leader_at[leader] == space)
        self.any_event("leader-placed", TSAR, space)
        board.put_leader(TSAR, space)

    def tsar_steps(self):
        """16.22.2: a step for WHITE while the place to which he came, or the leader whom he joined, is in supply."""
        board = self.board
        if not self.campaign or board.leader_where[TSAR] != "map":
            return 0
        if self.tsar_with:
            fed = board.leader_where[self.tsar_with] == "map" and board.leader_fed(self.tsar_with)
        else:
            fed = board.owner[PRISON] == "white" and PRISON in board.flood("white", "own", False)
        return NUMBERS["tsar-steps"] if fed else 0

    tsar_with = None  # the leader whom he joined

    def tsar_waits_no_longer(self):
        """16.22.3: after turn 2 he is dead."""
        if self.campaign and self.turn == RESCUE_TURN and self.board.leader_where[TSAR] == "out":
            self.log.event("tsar-dead", "TC-16.22.3", TSAR)
            self.board.remove_leader(TSAR, "dead")
