"""What changes the number of replacement steps when they are counted: 8.315.4, 8.321.3, 8.321.14, 8.323, 8.324.4, WHITE 20 and 40, the chit, the Tsar."""

from triumph_of_chaos_data import NUMBERS, UNITS

BAF = "br-corps-baf"


class Steps:
    """The part of the referee that counts steps. In which order gains are told is the game's affair; WHITE 40 comes last."""

    def count_steps(self, side):
        log = self.log
        own, less = self.own_gains(side), self.losses_of_steps(side)
        of_factions = self.faction_gains(side)
        while log.tells("steps-booked", "steps-less", "faction-steps") and log.next().args[0] == side:
            told = log.next()
            if told.name == "steps-booked":
                log.demand(told.clause in own and own[told.clause], told.clause, f"no steps are booked: {told}")
                amount = own[told.clause].pop(0)
                self.steps[side] += amount
                log.event("steps-booked", told.clause, side, amount, self.steps[side])
            elif told.name == "steps-less":
                self.fewer(side, told.clause, less, own)
            else:
                log.demand(told.clause in of_factions, told.clause, f"no steps are booked: {told}")
                self.book_faction(side, told.clause, of_factions.pop(told.clause))
        if self.steps[side] == 0:
            less.discard("TC-WC-40")  # there is nothing to halve
        left = [clause for clause, amounts in own.items() if amounts] + list(of_factions) + sorted(less)
        log.demand(not left, left[0] if left else "TC-RP-1", f"steps of {side} by {left} are not told")

    def own_gains(self, side):
        """Clauses, and the amounts that they bring one after the other."""
        board = self.board
        gains = {"TC-8.324.4": [self.ukrainian_steps(side)[0]]}
        if side == "red":
            turkistan = board.rules_over("turkistan") == "red" and "turkistan" not in board.subjugated
            gains["TC-8.323"] = [NUMBERS["turkistan-steps"] if turkistan else 0]
            gains["TC-8.321.3"] = self.levy_steps()
        else:
            gains["TC-16.22.2"] = [self.tsar_steps()]
            gains["TC-8.315.4"] = [NUMBERS["central-powers-steps"] if board.controller("central-powers") == "white" else 0]
        return {clause: [amount for amount in amounts if amount] for clause, amounts in gains.items()}

    def losses_of_steps(self, side):
        less = set()
        if side in self.fewer_steps:
            less.add("TC-IF-5")
        if side == "white" and self.board.controller("central-powers") == "red":
            less.add("TC-8.315.4")
        if side == "red" and self.lacks_men():
            less.add("TC-WC-40")
        return less

    def lacks_men(self):
        """WHITE 40 in this turn."""
        return self.log.tells("steps-less") and self.log.next().clause == "TC-WC-40" if self.lack_of_men is None else self.lack_of_men

    lack_of_men = None

    def fewer(self, side, clause, less, own):
        log = self.log
        log.demand(clause in less, clause, f"{side} loses no steps by it")
        less.remove(clause)
        if clause == "TC-WC-40":
            log.demand(not any(own.values()) and not less, clause, "steps are halved after everything else that changes their number")
            lost = self.steps[side] - self.steps[side] // 2
        else:
            lost = min(NUMBERS["central-powers-steps"] if clause == "TC-8.315.4" else 1, self.steps[side])
        self.steps[side] -= lost
        log.event("steps-less", clause, side, lost, self.steps[side])

    def faction_gains(self, side):
        gains = {"TC-8.324.4": self.ukrainian_steps(side)[1], "TC-8.321.14": self.polish_steps_of(side)}
        return {clause: amount for clause, amount in gains.items() if amount}

    def book_faction(self, side, clause, amount):
        if clause == "TC-8.321.14":
            self.polish_steps[side] += amount
        else:
            self.faction_steps[side] += amount
        self.log.event("faction-steps", clause, side, amount, self.faction_steps[side] + self.polish_steps[side])

    def free_steps(self, side):
        """WHITE 20: a step of the BAF while WHITE controls Britain, or a faction step while it controls the USA and owns both cities."""
        log, board = self.log, self.board
        if side != "white":
            return
        if board.may("w20", "w20-british") and board.controller("britain") == "white":
            self.free_step_of(BAF)
        both = board.owner["sevastopol"] == board.owner["omsk"] == "white"
        if board.may("w20", "w20-american") and board.controller("usa") == "white" and both:
            self.faction_steps["white"] += 1
            log.event("free-steps", "TC-WC-20", "white", "usa", 1, self.faction_steps["white"] + self.polish_steps["white"])

    def free_step_of(self, unit):
        log, board = self.log, self.board
        if unit in board.reduced and (board.where[unit] == "reserve" or (board.where[unit] == "map" and board.fed(unit))):
            log.event("restored", "TC-WC-20", unit)
            board.reduced.discard(unit)
        elif board.where[unit] == "dead":
            log.event("unit-reserve", "TC-WC-20", unit)
            board.take_off(unit, "reserve")
            if UNITS[unit]["steps"] == "2":
                board.reduced.add(unit)

    def steps_for_faction(self, side, faction):
        if faction in ("central-powers", "france"):  # WHITE 5 and 30
            return 0
        return self.faction_steps[side] + (self.polish_steps[side] if faction == "poland" else 0)

    def pay_faction(self, side, unit, faction):
        """8.321.14: Polish units take the steps that are theirs alone before others."""
        self.log.demand(self.steps_for_faction(side, faction) > 0, "TC-RP-4", f"there are no faction steps for {unit}")
        if faction == "poland" and self.polish_steps[side]:
            self.polish_steps[side] -= 1
        else:
            self.faction_steps[side] -= 1
        return self.steps_for_faction(side, faction)

    # ---- Rounds --------------------------------------------------------------------------------

    def start_of_round(self, side):
        """What comes before anything else in a round."""
        if side == "red":
            self.red_polish_corps()
        self.on_to_moskva(side)

    def end_of_round(self):
        self.responses_told()
        self.look_for_victory()
