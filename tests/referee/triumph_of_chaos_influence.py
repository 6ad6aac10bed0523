"""Influence after the last Political Phase: 8.11.2."""

from triumph_of_chaos_data import FACTIONS, NUMBERS, OTHER
from triumph_of_chaos_politics import towards

LAST_PHASE = 9


class Influence:
    """The part of the referee that knows markers that move as soon as there is enough influence."""

    def settle_influence(self):
        """After turn 9 markers move as soon as they can; what is left stays."""
        if self.turn < LAST_PHASE or (self.turn == LAST_PHASE and not self.politics_over):
            return
        while any(self.moves_now(faction) for faction in FACTIONS):
            pass

    politics_over = False

    def counting(self, side, faction):
        """What lies there of a side; what Initiative cards have laid takes nobody out of control."""
        board = self.board
        soft = board.soft_ip[side].get(faction, 0) if board.controller(faction) == OTHER[side] else 0
        return board.ip[side].get(faction, 0) - soft

    def leave_influence(self, side, faction, left):
        """So much of what counts for a side stays, and nothing of the other's; what does not count stays besides."""
        board = self.board
        soft = board.soft_ip[side].get(faction, 0)
        hard = min(left, board.ip[side][faction] - soft)
        soft = soft if board.controller(faction) == OTHER[side] else left - hard
        board.ip[side][faction], board.soft_ip[side][faction] = hard + soft, soft
        board.ip[OTHER[side]][faction] = board.soft_ip[OTHER[side]][faction] = 0

    def moves_now(self, faction):
        """Red and white cancel out; moves the marker a box if what is left is enough."""
        log, board = self.log, self.board
        net = self.counting("white", faction) - self.counting("red", faction)
        side = "white" if net > 0 else "red"
        into = towards(board.box[faction], side) if board.box[faction] != "out" and net else None
        if not into:
            return False
        loser = board.controller(faction)
        price = NUMBERS["control-price" if loser else "marker-price"]
        barred = self.army_holds(faction) or (self.passive and into.endswith("control") and faction != "poland")
        if abs(net) < price or barred:
            return False
        if loser and not self.not_vetoed(faction, side):
            log.event("influence-lost", "TC-8.152", faction, board.ip[side][faction])
            for one in OTHER:
                board.ip[one][faction] = board.soft_ip[one][faction] = 0
            return True
        self.leave_influence(side, faction, abs(net) - price)
        free = faction == "finland" and faction not in board.ever
        log.event("marker", "TC-8.1322.1" if free else "TC-8.11.2", faction, board.box[faction], into)
        board.box[faction] = into
        if loser:
            self.lose_control(faction, loser)
        if board.controller(faction):
            self.gain_by_card(faction, side, "TC-8.221")
        return True
