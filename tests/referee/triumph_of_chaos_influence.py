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
        for faction in FACTIONS:
            self.cancel_out(faction)
            while self.moves_now(faction):
                pass

    politics_over = False

    def cancel_out(self, faction):
        """Red and white cancel out; what Initiative cards have laid goes last."""
        board = self.board
        both = min(board.ip["red"].get(faction, 0), board.ip["white"].get(faction, 0))
        for side in ("red", "white"):
            if both:
                self.take_influence(side, faction, both)

    def take_influence(self, side, faction, amount):
        board = self.board
        left = board.ip[side][faction] - amount
        board.ip[side][faction] = left
        board.soft_ip[side][faction] = min(board.soft_ip[side].get(faction, 0), left)

    def moves_now(self, faction):
        log, board = self.log, self.board
        side = next((side for side in OTHER if board.ip[side].get(faction, 0)), None)
        if side is None or board.box[faction] == "out" or not towards(board.box[faction], side):
            return False
        loser = board.controller(faction)
        counts = board.ip[side][faction] - (board.soft_ip[side].get(faction, 0) if loser else 0)
        price = NUMBERS["control-price" if loser else "marker-price"]
        into = towards(board.box[faction], side)
        barred = self.army_holds(faction) or (self.passive and into.endswith("control") and faction != "poland")
        if counts < price or barred:
            return False
        if loser and not self.not_vetoed(faction, side):
            log.event("influence-lost", "TC-8.152", faction, board.ip[side][faction])
            self.take_influence(side, faction, board.ip[side][faction])
            return False
        self.take_influence(side, faction, price)
        free = faction == "finland" and faction not in board.ever
        log.event("marker", "TC-8.1322.1" if free else "TC-8.11.2", faction, board.box[faction], into)
        board.box[faction] = into
        if loser:
            self.lose_control(faction, loser)
        if board.controller(faction):
            self.gain_by_card(faction, side, "TC-8.221")
        return True
