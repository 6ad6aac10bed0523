"""Who has won, when, and with which result: 5.17, 5.36, 6.0 to 6.2; 1919 has a chapter of its own."""

from triumph_of_chaos_data import CARDS, CITIES, OTHER, REGION, REGIONS, SIDES

CAPITALS = ("petrograd", "moskva")
GOAL = 30  # 6.0, 6.2
WHITE_HOMES = [region for region, row in REGIONS.items() if row["home"] == "white"]
PENALTIES = {"w1": 1, "w11": 1, "w12": 1, "w10": 2, "r14": 1, "r11": 2, "r12": 2}  # 5.36


class GameOver(Exception):
    """The game is won: nothing else follows."""


class Victory:
    """The part of the referee that knows who wins."""

    won = None  # the side that has won
    reason = None

    def tell_winner(self, side, clause, reason):
        board = self.board
        self.won, self.reason = side, reason
        self.log.event("wins", clause, side, board.vp[side], board.vp[OTHER[side]])

    def look_for_victory(self):
        """6.0: the moments at which the campaign may be won before its end; WHITE is looked at first."""
        board = self.board
        if not self.campaign:
            return
        homes = all(any(board.counts_for(city) == "red" for city in CITIES if REGION[city] == region) for region in WHITE_HOMES)
        if all(board.owner[city] == "white" for city in CAPITALS):
            self.tell_winner("white", "TC-6.1", "capitals")
        elif board.vp["white"] >= GOAL:
            self.tell_winner("white", "TC-6.0", "white-points")
        elif board.vp["red"] >= GOAL and homes:
            self.tell_winner("red", "TC-6.2", "red-points")
        else:
            return
        raise GameOver()

    def count_result(self):
        """The last turn is over: 5.17, 5.36; RED wins a tie."""
        board = self.board
        if self.tournament:
            self.tournament_result()
            return
        if not self.campaign:
            self.penalties()
        red, white = board.vp["red"], board.vp["white"]
        reason = "red-ahead" if red > white else "white-ahead" if white > red else "tie"
        if self.campaign:
            reason = "white-holds-out" if white > red else "red-holds-out"
        self.tell_winner("white" if white > red else "red", "TC-5.17" if self.campaign else "TC-5.36", reason)

    def penalties(self):
        """5.36: events of 1918 that were never played."""
        for side in SIDES:
            for card in sorted(PENALTIES, key=lambda card: int(card[1:])):
                if CARDS[card]["side"] == side and card not in self.board.played:
                    self.log.event("penalty", "TC-5.36.1", side, card, PENALTIES[card])
                    self.gain_vp(OTHER[side], PENALTIES[card], "TC-5.36.1")

    def compare_outcome(self, outcome):
        self.same("TC-5.36", "the reason of the end", self.reason, outcome["reason"])
        for seat in outcome["seats"]:
            side = self.side_of_seat[seat["seat"]]
            result = "won" if side == self.won else "lost"
            self.same("TC-5.36", f"the result of {side}", result, seat["result"])
            score = self.board.vp[side]
            if side == self.won:  # the product's results give the winner a point more than the loser has, at least
                score = max(score, self.board.vp[OTHER[side]] + 1)
            self.same("TC-5.36", f"the score of {side}", score, seat["score"])
