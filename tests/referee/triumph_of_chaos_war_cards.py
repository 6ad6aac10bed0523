"""Cards of 1919 and 1920 that touch hands, stacks and the turn: looks and lost cards, partisans, mutinies, typhoid, steps at once, Makhno's Treachery."""

from triumph_of_chaos_data import EFFECTS, INSURGENT_HOMES, LEADERS, LINKS, OTHER, SPACES, UNITS, is_army, is_garrison


class WarCards:
    """The part of the referee that knows these cards."""

    def war_effect(self, side, card, clause, row):
        """Carries out a row if it has a deed of this file; returns whether it has."""
        deeds = {
            "look": lambda: self.look(side, clause),
            "discard": lambda: self.lose_card(side, clause),
            "take-back": lambda: self.take_back(side, card, clause),
            "free-leaders": lambda: self.free_leaders(side, clause, int(row["amount"])),
            "partisans": lambda: self.raise_partisans(side, clause, int(row["amount"])),
            "freeze": lambda: self.freeze(side, clause),
            "typhoid": lambda: self.typhoid(side, card, clause, row),
            "steps-now": lambda: self.steps_now(side, clause, int(row["amount"])),
            "idle-factions": lambda: self.idle_factions(row["side"], clause),
            "no-replacement-cards": lambda: self.no_replacement_cards(row["side"], clause),
            "halve-steps": lambda: None,
            "borrow-faction": lambda: self.borrow(row["side"], row["factions"], clause),
            "close-border": lambda: self.keep_finns(clause),
        }
        if row["deed"] not in deeds:
            return False
        deeds[row["deed"]]()
        return True

    # ---- Hands ---------------------------------------------------------------------------------

    def look(self, side, clause):
        """A hand is shown to the other side, and to nobody else."""
        log, enemy = self.log, OTHER[side]
        unseen = set(self.hand[enemy])
        log.event("looks", clause, side, len(unseen))
        while unseen:
            card = log.action("chance", "look", rule=clause).args[0]
            log.demand(card in unseen, clause, f"{enemy} does not hold {card}")
            unseen.remove(card)
            log.event("sees", clause, enemy, card, seen_by=[self.seat_of[side]])

    held_cards = {}  # which sides held cards when an event was played

    def lose_card(self, side, clause):
        log, enemy = self.log, OTHER[side]
        if not self.hand[enemy]:
            return
        card = log.action("chance", "discard", rule=clause).args[0]
        log.demand(card in self.hand[enemy], clause, f"{enemy} does not hold {card}")
        log.event("lets-slip", clause, enemy, card)
        self.hand[enemy].remove(card)
        self.discards[enemy].add(card)

    def take_back(self, side, card, clause):
        log = self.log
        taken = log.action(self.seat_of[side], "take", rule=clause).args[0] if log.acts("take") else log.next().args[1]
        log.demand(taken in self.discards[side] and taken != card, clause, f"{taken} does not lie in the discards")
        log.event("taken-back", clause, side, taken)
        self.discards[side].remove(taken)
        self.hand[side].add(taken)

    def free_leaders(self, side, clause, most):
        """RED 41: leaders whose turn has come, for nothing, with supplied armies."""
        log, board = self.log, self.board
        count = 0
        while log.acts("pick-leader"):
            leader = log.action(self.seat_of[side]).args[0]
            row = LEADERS[leader]
            good = row["side"] == side and 0 < int(row["purchase"]) <= self.turn and board.leader_where[leader] == "out"
            log.demand(good and count < most, clause, f"{leader} cannot come")
            space = log.action(self.seat_of[side]).args[0] if log.acts("to") else None
            told = log.next()
            log.demand(told.is_event and space in (None, told.args[1]), clause, f"{leader} goes to {space}, the log has: {told}")
            space = told.args[1]
            log.event("leader-placed", clause, leader, space)
            log.demand(any(is_army(unit) and board.fed(unit) for unit in board.units_of(side, space)), clause, f"no supplied army stands in {space}")
            board.put_leader(leader, space)
            count += 1
        log.demand(count, clause, "no leader has come")
        if count < most and log.acts_as(self.seat_of[side], "done"):
            log.action()

    # ---- Partisans -----------------------------------------------------------------------------

    def raise_partisans(self, side, clause, most):
        log, board = self.log, self.board
        raised = []
        while len(raised) < most and (log.acts_as(self.seat_of[side], "at", "done") or log.tells("partisans-on")):
            if log.acts("done"):
                log.action()
                break
            space = log.action().args[0] if log.acts("at") else log.next().args[1]
            row = SPACES[space]
            plain = row["city"] == "0" and row["boxed"] == "0" and not board.units_in(space) and not board.leaders_in(space)
            apart = space not in board.partisans and not any(other in LINKS[space] for other in raised)
            log.demand(board.owner[space] == OTHER[side] and plain and apart, clause, f"partisans cannot rise in {space}")
            log.event("partisans-on", clause, side, space)
            board.partisans[space] = side
            board.changed()
            raised.append(space)
        log.demand(raised, clause, "no partisans rise")

    def sweep_partisans(self):
        """PA-1: partisans are off where a unit has come, and where the owner has changed."""
        log, board = self.log, self.board
        while log.tells("partisans-off"):
            side, space = log.take().args
            log.demand(board.partisans.get(space) == side, "TC-PA-1", f"no partisans of {side} are in {space}")
            log.demand(self.partisans_are_over(side, space), "TC-PA-1", f"the partisans stay in {space}")
            del board.partisans[space]
            board.changed()

    def partisans_are_over(self, side, space):
        return bool(self.board.units_in(space)) or self.board.owner[space] != OTHER[side]

    def end_partisans(self):
        for side in ("red", "white"):
            for space in SPACES:
                if self.board.partisans.get(space) == side:
                    self.log.event("partisans-off", "TC-PA-1", side, space)
        self.board.partisans = {}
        self.board.changed()

    # ---- Stacks --------------------------------------------------------------------------------

    def freeze(self, side, clause):
        """WHITE and RED 51: a stack without a leader does nothing for the rest of the turn."""
        log, board, enemy = self.log, self.board, OTHER[side]
        space = log.action(self.seat_of[side]).args[0] if log.acts("at") else log.next().args[0]
        led = any(board.leader_side(leader) == enemy for leader in board.leaders_in(space))
        log.demand(board.units_of(enemy, space) and not led, clause, f"no mutiny in {space}")
        log.event("no-act-on", clause, space)
        board.no_act[space] = enemy
        log.event("mutinous", clause, space)
        board.frozen.add(space)

    def typhoid(self, side, card, clause, row):
        log, board, enemy = self.log, self.board, OTHER[side]
        named = []
        while len(named) < int(row["amount"]) and log.acts_as(self.seat_of[side], "at", "done"):
            if log.action(rule=clause).verb == "done":
                break
            space = log.tokens[log.at - 1].args[0]
            order = list(SPACES).index(space)
            log.demand(len(board.units_of(enemy, space)) > 1 and (not named or order > named[-1]), clause, f"{space} cannot be named")
            named.append(order)
            if self.die_of_event(card, clause, int(row["until"])):
                log.event("falls-ill", clause, space)
                self.sicken(enemy, space, clause)
            else:
                log.event("stays-well", clause, space)
        log.demand(named, clause, "no space is named")

    def sicken(self, side, space, clause):
        log, board = self.log, self.board
        unit = log.action(self.seat_of[side], "lose", rule=clause).args[0] if log.acts("lose") else log.next().args[0]
        log.demand(unit in board.units_of(side, space), clause, f"{unit} does not stand in {space}")
        if board.steps(unit) == 2:
            log.event("sickens", clause, unit)
            board.reduced.add(unit)
            return
        told = log.take()
        log.demand(told.is_event and told.name in ("destroyed", "unit-gone", "unit-dead") and told.args[0] == unit, clause, f"{unit} is lost, the log has: {told}")
        board.take_off(unit, "gone" if self.board.is_insurgent(unit) else "dead")
        board.reduced.discard(unit)
        if log.tells("unit-gone"):
            log.event("unit-gone", log.next().clause, unit)
            log.demand(board.where[unit] == "gone", "TC-16.34", f"{unit} can be rebuilt")

    def steps_now(self, side, clause, steps):
        """Cards 50: steps at once for own units."""
        log, board = self.log, self.board
        while steps and log.acts_as(self.seat_of[side], "heal", "rebuild", "done"):
            action = log.action()
            if action.verb == "done":
                break
            unit = action.args[0]
            own = UNITS[unit]["side"] == side and unit not in board.turned
            steps -= 1
            if action.verb == "heal":
                log.demand(own and self.may_be_healed(side, unit), clause, f"{unit} cannot be healed")
                log.event("healed", clause, unit, steps)
                board.reduced.discard(unit)
                continue
            good = own and board.where[unit] == "dead" and not is_army(unit) and not is_garrison(unit) and not board.never_rebuilt(unit)
            log.demand(good, clause, f"{unit} cannot be rebuilt")
            log.event("rebuilt", clause, unit, steps)
            self.any_event("unit-reserve", unit)
            board.take_off(unit, "reserve")
            if UNITS[unit]["steps"] == "2":
                board.reduced.add(unit)
        if steps:
            log.event("steps-lost", clause, side, steps)

    # ---- The turn ------------------------------------------------------------------------------

    def idle_factions(self, side, clause):
        self.log.event("factions-idle", clause, side)
        self.holding.add("r40")

    def no_replacement_cards(self, side, clause):
        self.log.event("lack-of-men", clause, side)
        self.lack_of_men = True

    def borrow(self, side, faction, clause):
        """WHITE 39: WHITE uses Makhno's forces until the turn ends."""
        self.log.event("borrowed", clause, side, faction)
        self.board.borrowed[faction] = side
        self.change_user(faction, clause)

    def return_borrowed(self):
        for faction in [faction for faction in self.board.borrowed if self.board.controller(faction)]:
            self.log.event("returned", "TC-WC-39", self.board.controller(faction), faction)
            del self.board.borrowed[faction]
            self.change_user(faction, "TC-WC-39")

    def change_user(self, faction, clause):
        """The spaces of the forces are their user's, and the others leave them."""
        log, board = self.log, self.board
        board.changed()
        side = board.user(faction)
        for space in SPACES:
            if any(board.faction(unit) == faction for unit in board.units_in(space)) and board.owner[space] != side:
                log.event("owner", clause, space, side)
                board.own(space, side)
                if space in board.no_act:
                    log.event("no-act-off", "TC-NA-1", space)
                    del board.no_act[space]
        for leader in [leader for leader, row in LEADERS.items() if row["faction"] == faction and board.leader_where[leader] == "map"]:
            if not any(board.faction(unit) == faction for unit in board.units_in(board.leader_at[leader])):
                self.join_own(faction, leader, clause)
        self.leave_land(faction, OTHER[side], beside=True)
        for space in SPACES:
            if any(board.faction(unit) == faction for unit in board.units_in(space)):
                stay = board.units_of(OTHER[side], space)
                log.demand(not stay, clause, f"{stay} stay in {space}")
        self.rejoin(faction, clause)

    def join_own(self, faction, leader, clause):
        """A leader who stands without his men joins the nearest of them, or hides."""
        log, board = self.log, self.board
        spaces = [space for space in SPACES if any(board.faction(unit) == faction for unit in board.units_in(space))]
        if not spaces:
            log.event("leader-reserve", clause, leader)
            board.remove_leader(leader, "reserve")
            return
        links = next(number for number in range(len(SPACES)) if any(self.within(board.leader_at[leader], space, number) for space in spaces))
        near = [space for space in spaces if self.within(board.leader_at[leader], space, links)]
        log.event("leader-placed", clause, leader, near[0])
        board.put_leader(leader, near[0])

    def keep_finns(self, clause):
        """RED 21 after WHITE 43: no Finn crosses the border until the end of the next turn."""
        if self.board.may("w43"):
            self.log.event("finns-kept", clause, self.turn + 1)
            self.finns_kept_until = self.turn + 1

    finns_kept_until = 0

    def operates(self, card):
        """Whether the event of a card is an operation: it is interrupted when all markers lie."""
        return any(row["card"] == card and row["deed"] == "activate" for row in EFFECTS)

    def gone_clause(self, unit):
        """The clause by which an army is lost for good."""
        if unit in self.board.turned:
            return "TC-16.34.1"
        return "TC-16.34" if unit in INSURGENT_HOMES else "TC-LS-4"
