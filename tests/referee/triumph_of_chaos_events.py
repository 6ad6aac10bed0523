"""The events of Action Cards: what they need and what they do."""

from triumph_of_chaos_data import CARDS, CHOICES, EFFECTS, GREENS, LAND, LINKS, OTHER, SPACES, UNITS, is_army, is_finn

EVENT_CLAUSE = {"w": "TC-WC-", "r": "TC-RC-"}


class Events:
    """The part of the referee that knows the events of cards."""

    def carry_out_event(self, side, card):
        log, board = self.log, self.board
        clause = EVENT_CLAUSE[card[0]] + card[1:]
        log.event("event", clause, side, card)
        choice = None
        if log.acts("use"):
            choice = log.action(self.seat_of[side]).args[0]
            log.demand(CHOICES.get(choice) == card, clause, f"{choice} is no use of {card}")
            self.any_event("use", side, choice)
        elif log.tells("use"):
            choice = log.take().args[1]
        self.check_requirements(side, card, choice)
        board.played.add(card)
        self.open_west_ukraine()
        if choice:
            board.choices.add(choice)
        self.event_dice = {}
        for row in EFFECTS:
            if row["card"] == card and (not row["choice"] or row["choice"] == choice) and self.row_possible(row, choice):
                self.effect(side, card, clause, row)
        if self.event_spaces:
            self.operate_by_event(side, card, clause)
        self.rest_of_event(side, card, clause)
        if side == self.acting and not self.own_card_now:  # when what the card of the round was played for is done
            self.settle_influence()
            self.last_wars()
        if CARDS[card]["starred"] == "1":
            log.event("card-out", "TC-EV-2", side, card)
            self.out.add(card)
        else:
            log.event("card-discarded", "TC-EV-2", side, card)
            self.discards[side].add(card)

    def effect(self, side, card, clause, row):
        """One row of an event. What has become impossible is left out."""
        log, board, deed = self.log, self.board, row["deed"]
        amount = int(row["amount"])
        about = row["side"] if row["side"] in OTHER else side
        if deed == "enable":
            for other in row["cards"].split():
                if int(CARDS[other]["year"]) <= int(self.row["year"]):
                    log.event("enabled", clause, other)
                else:
                    log.event("enabled-later", clause, other, int(CARDS[other]["year"]))
        elif deed == "influence":
            for faction in row["factions"].split():
                if board.box[faction] != "out":
                    self.lay_influence(about, faction, amount, "TC-EV-3")
        elif deed == "steps":
            self.steps[side] += amount
            log.event("steps-booked", clause, side, amount, self.steps[side])
        elif deed == "faction-steps":
            self.faction_steps[side] += amount
            log.event("faction-steps", clause, side, amount, self.faction_steps[side])
        elif deed == "lift-duty":
            log.event("duty-lifted", "TC-14.7", side)
            self.duty_lifted.add(side)
        elif deed == "infighting":
            log.event("infighting", "TC-IF-1", about)
            self.infighting.add(about)
        elif deed == "stop-control-but":
            log.event("passivity", "TC-8.1321.2")
            self.passive = "political"
            self.holding.add("r9")
        elif deed == "reserve":
            self.reinforce_reserve(row)
        elif deed == "place":
            self.reinforce_map(side, card, clause, row)
        elif deed == "restore":
            for unit in row["units"].split():
                if unit in board.reduced and board.where[unit] == "map" and board.fed(unit):
                    log.event("restored", clause, unit)
                    board.reduced.discard(unit)
        elif deed == "mutiny":
            self.mutiny(clause)
        elif deed == "switch-corps":
            self.switch_corps(side, card, clause)
        elif deed == "green":
            self.green(side, clause)
        elif deed == "gain-control":
            self.gain_of_event(about, row["factions"], clause)
        elif deed == "influence-one":
            self.diplomacy(side, amount, clause)
        elif deed in ("no-act", "lift-no-act", "stop-combat"):
            self.markers_of_event(side, deed, clause, amount)
        elif not self.help_effect(side, card, clause, row) and not self.landing_effect(side, clause, row) and not self.war_effect(side, card, clause, row) and not self.later_effect(side, card, clause, row, about) and log.tells("permitted"):
            log.demand(log.take().args[0] == card, clause, f"{card} permits something")

    def rest_of_event(self, side, card, clause):
        """Words about permissions may still follow, and markers that lie on nobody any more are taken off."""
        self.sweep()
        while self.log.tells("permitted"):
            self.log.demand(self.log.take().args[0] == card, clause, f"{card} permits something")

    # ---- Reinforcements ----------------------------------------------------------------------

    def reinforce_reserve(self, row):
        log, board = self.log, self.board
        for unit in row["units"].split():
            if log.tells("unit-reserve") and log.next().args[0] == unit:
                log.event("unit-reserve", "TC-EV-4", unit)
                log.demand(not is_army(unit), "TC-EV-4", f"{unit} is an army")
                board.take_off(unit, "reserve")
            else:
                log.demand(board.where[unit] != "out", "TC-EV-4", f"{unit} does not come, the log has: {log.next()}")

    def reinforce_map(self, side, card, clause, row):
        log, board = self.log, self.board
        for item, unit in enumerate(row["units"].split()):
            if log.acts("put"):
                action = log.action(self.seat_of[side])
                log.demand(action.args[0] == unit, clause, f"{unit} is to be placed")
            if log.tells("unit-placed") and log.next().args[0] == unit:
                told = log.take()
                space = told.args[1]
                self.check_place(side, row, unit, space, clause)
                if board.where[unit] != "map":
                    board.reduced.discard(unit)
                board.put(unit, space)
                self.sweep_partisans()
                if row["where"] == "behind-lines":
                    self.take_space(side, space)
                log.demand(board.owner[space] == side and board.fits(side, space), "TC-EV-4", f"{unit} cannot be placed in {space}")
                if board.side_of(unit) == OTHER[side]:  # WHITE 39: the enemy has borrowed its faction
                    log.demand(not board.strangers_in(OTHER[side], space), "TC-RC-28", f"{unit} comes among strangers in {space}")
                    self.take_space(OTHER[side], space)
            elif log.tells("no-place") and log.next().args[0] == unit:
                log.event("no-place", "TC-EV-4", unit)
                log.event("unit-dead", "TC-EV-4", unit)
                board.take_off(unit, "dead")
            else:
                if log.acts("reserve") and row["or_reserve"] == "1":
                    log.action(self.seat_of[side])
                if log.tells("unit-reserve") and log.next().args[0] == unit and not is_army(unit):
                    log.event("unit-reserve", "TC-EV-4", unit)  # by choice, or because there is no space
                    board.reduced.discard(unit)
                    board.take_off(unit, "reserve")
                    continue
                stays = board.where[unit] in ("map", "gone") or item >= self.units_coming(row) or self.finds_no_company(side, row, unit)
                stays = stays or (board.where[unit] != "out" and not self.finds_place(side, row, unit))
                log.demand(stays, clause, f"{unit} does not come, the log has: {log.next()}")
        for leader in row["leaders"].split():
            if log.acts("leader-to"):
                log.action(self.seat_of[side])
            if log.tells("leader-placed") and log.next().args[0] == leader:
                space = log.take().args[1]
                log.demand(board.owner[space] == side, clause, f"{leader} cannot be placed in {space}")
                board.put_leader(leader, space)
            elif log.tells("leader-reserve") and log.next().args[0] == leader:
                log.take()
                board.remove_leader(leader, "reserve")

    def units_coming(self, row):
        """RED 36: an army for each subjugated republic; of other rows all come."""
        units = len(row["units"].split())
        return min(units, len(self.board.subjugated)) if row["where"] == "subjugated-or-cities" else units

    def finds_place(self, side, row, unit):
        """Whether a row has a space for a unit, as far as the referee knows such places."""
        board = self.board
        if row["where"] not in ("spaces", "cities", "spaces-or-cities", "behind-lines"):
            return False
        for space in SPACES:
            room = not board.units_in(space) if row["where"] == "behind-lines" else board.owner[space] == side and board.fits(side, space, [unit])
            if room and self.is_place(side, row, unit, space):
                return True
        return False

    def has_company(self, side, row, unit, space):
        """Another unit of the faction, which the side uses, is in supply there."""
        board = self.board
        return any(self.board.faction(other) == row["factions"] and other != unit and board.fed(other) for other in board.units_of(side, space))

    def finds_no_company(self, side, row, unit):
        board = self.board
        return row["where"] == "with-faction" and not any(
            board.owner[space] == side and board.fits(side, space) and self.has_company(side, row, unit, space) for space in SPACES
        )

    def check_place(self, side, row, unit, space, clause):
        self.log.demand(self.is_place(side, row, unit, space), clause, f"{unit} cannot be placed in {space}")

    def is_place(self, side, row, unit, space):
        spaces, regions = row["spaces"].split(), row["regions"].split()
        there = SPACES[space]["region"] in regions and SPACES[space]["city"] == "1"
        good = {
            "spaces": space in spaces,
            "cities": there,
            "spaces-or-cities": space in spaces or there,
            "subjugated-or-cities": there or (SPACES[space]["city"] == "1" and LAND[space] in self.board.subjugated),
        }
        if row["where"] == "with-faction":
            return self.has_company(side, row, unit, space)
        if row["where"] == "behind-lines":
            return self.behind_lines(side, row, space)
        return good.get(row["where"], True)

    # ---- Other effects -----------------------------------------------------------------------

    def mutiny(self, clause):
        """WHITE 1: the Socialist Revolutionary army may change sides."""
        log, board = self.log, self.board
        old, new = "white-sr-army", "red-sr-army"
        if board.where[old] != "map":
            return
        die = int(log.action("chance", "die", rule=clause).args[0])
        log.event("tested", clause, old)
        log.event("event-die", clause, "w1", die, 3)
        space = board.at[old]
        if die > 3:
            log.event("mutiny-fails", clause, old)
            return
        log.event("mutiny", clause, old, die)
        board.take_off(old, "gone" if self.mutineer_is_gone else "out")
        board.put(new, space)
        if board.owner[space] != "red":
            self.take_space("red", space)
        if log.tells("no-act-off"):  # it lay on the army that has changed sides
            log.event("no-act-off", "TC-NA-1", space)
            log.demand(board.no_act.pop(space, None), "TC-NA-1", f"no marker lies on {space}")
        while self.is_about_mutineers(space):
            self.leave_mutineers(space)
        self.sweep()
        log.demand(not board.units_of("white", space), clause, f"WHITE stays in {space}")
        while log.acts("die") and log.tokens[log.at + 1].is_event and log.tokens[log.at + 1].name == "leader-die":
            self.lone_leader(log.tokens[log.at + 1].args[0])

    mutineer_is_gone = False

    def is_about_mutineers(self, space):
        """Whether the log goes on with those who leave the space, not with the leader whom the card brings."""
        log = self.log
        if log.acts("leader-to"):
            return self.board.leader_at[log.next().args[0]] == space
        return log.acts("back", "put") or log.tells("goes-back", "no-way-back", "leader-with", "unit-gone", "unit-dead")

    def leave_mutineers(self, space):
        log, board = self.log, self.board
        if log.acts():
            log.action(self.seat_of["white"])
        told = log.take()
        piece = told.args[0]
        if told.name == "goes-back":
            log.demand(told.args[1] in LINKS[space] and board.owner[told.args[1]] == "white", "TC-WC-1", f"{piece} cannot go to {told.args[1]}")
            board.put(piece, told.args[1])
        elif told.name == "leader-with":
            board.put_leader(piece, board.at[told.args[1]])
        elif told.name == "unit-gone":
            board.take_off(piece, "gone")
        elif told.name == "unit-dead" or (told.name == "no-way-back" and not is_army(piece)):
            board.take_off(piece, "dead")

    def switch_corps(self, side, card, clause):
        """Cards 4: a lone regular corps of the enemy, next to a unit of the player."""
        log, board = self.log, self.board
        target = None
        if log.acts("target"):
            target = log.action(self.seat_of[side]).args[0]
        die = int(log.action("chance", "die", rule=clause).args[0])
        if target is None:
            target = log.next().args[0]
        log.event("tested", clause, target)
        log.event("event-die", clause, card, die, 4)
        space = board.at[target]
        lone = board.side_of(target) == OTHER[side] and list(board.units_in(space)) == [target] and not self.board.faction(target) and not is_army(target)
        plain = UNITS[target]["troop"] not in ("elite", "cavalry", "garrison")
        near = any(board.units_of(side, other) for other in LINKS[space])
        log.demand(lone and plain and near, clause, f"{target} cannot change sides")
        if die > 4:
            log.event("switch-fails", clause, target, die)
            return
        board.take_off(target, "dead")
        board.reduced.discard(target)
        self.sweep()
        told = log.take()
        log.demand(told.is_event and told.clause == clause and told.args[0] == target, clause, f"{target} changes sides, the log has: {told}")
        if told.name == "switched":
            new = told.args[1]
            log.demand(board.where[new] == "reserve" and board.side_of(new) == side and not is_army(new), clause, f"{new} cannot take its place")
            board.put(new, space)
            self.take_space(side, space)
        for leader in list(board.leaders_in(space)):
            if board.leader_side(leader) == OTHER[side] and self.dies_now(leader):
                self.lone_leader(leader)
        log.demand(is_finn(target) in (True, False), clause, "")

    def green(self, side, clause):
        log, board = self.log, self.board
        told = None
        if log.acts("at"):
            told = log.action(self.seat_of[side]).args[0]
        unit, space = log.next().args if log.tells("green-rises") else (None, None)
        log.demand(unit in GREENS and board.where[unit] != "map", "TC-16.32", f"no Green army rises, the log has: {log.next()}")
        log.demand(told in (None, space), clause, f"the Greens rise in {told}, not in {space}")
        row = SPACES[space]
        plain = row["city"] == "0" and row["boxed"] == "0" and row["port"] == "none"
        empty = not board.units_in(space) and not board.leaders_in(space)
        log.demand(board.owner[space] == OTHER[side] and plain and empty, clause, f"Greens cannot rise in {space}")
        log.event("green-rises", "TC-16.32", unit, space)
        board.put(unit, space)
        log.event("owner", "TC-16.32", space, "nobody")
        board.own(space, "nobody")

    def gain_of_event(self, side, faction, clause):
        """Control at once, unless the side has it or an army holds the marker."""
        board = self.board
        if faction == "czech-legion":
            self.czechs_commit(side)
            return
        if board.box[faction] == "out" or board.controller(faction) == side or self.army_holds(faction):
            return
        if clause == "TC-RC-37":
            if not self.passive:
                self.gain_by_r37(faction, side, clause)
            return
        loser = board.controller(faction)
        board.box[faction] = side + "-control"
        if loser:
            self.lose_control(faction, loser)
        self.gain_by_card(faction, side, clause)

    def czechs_commit(self, side):
        """WHITE 9: the Czech Legion is WHITE's at once."""
        board, log = self.board, self.log
        if board.controller("czech-legion") == side:
            return
        before = board.box["czech-legion"]
        loser = board.controller("czech-legion")
        board.box["czech-legion"] = side + "-control"
        if log.tells("marker"):
            self.any_event("marker", "czech-legion", before, board.box["czech-legion"])
        if loser:
            self.lose_control("czech-legion", loser)
        told = log.next()
        self.gain_control("czech-legion", side, told.clause)
        self.new_this_round.add("czech-legion")
        if log.tells("forces"):
            self.set_up_forces("czech-legion", "gain", log.next().clause)

    def diplomacy(self, side, amount, clause):
        """Initiative cards: influence on one faction; it takes nobody out of control."""
        log = self.log
        if log.acts("on"):
            faction = log.action(self.seat_of[side]).args[0]
        else:
            faction = log.next().args[1]
        log.demand(self.board.box[faction] != "out", clause, f"{faction} is not on the track")
        self.lay_influence(side, faction, amount, "TC-IN-3")
        self.board.soft_ip[side][faction] = self.board.soft_ip[side].get(faction, 0) + amount

    def markers_of_event(self, side, deed, clause, most):
        """NO ACT markers laid or lifted, combat markers taken off."""
        log, board = self.log, self.board
        count = 0
        while log.acts("at", "lift", "done") or log.tells("no-act-on", "no-act-off", "combat-stopped"):
            if log.acts("done"):
                log.action(self.seat_of[side])
                break
            wanted = log.action(self.seat_of[side]).args[0] if log.acts() else None
            if not log.tells("no-act-on", "no-act-off", "combat-stopped"):
                log.wrong(clause, f"nothing follows, the log has: {log.next()}")
            told = log.take()
            space = told.args[0]
            log.demand(wanted in (None, space) and told.clause in (clause, "TC-NA-1"), clause, f"{wanted} was named, the log has: {told}")
            count += 1
            if told.name == "no-act-on":
                log.demand(board.units_of(OTHER[side], space) and space not in board.no_act, clause, f"NO ACT cannot be laid on {space}")
                board.no_act[space] = OTHER[side]
            elif told.name == "no-act-off":
                log.demand(space in board.no_act and space not in board.frozen, clause, f"there is no NO ACT marker on {space}")
                del board.no_act[space]
            else:
                log.demand(self.marks.get(space) == "combat" and self.turn > 1, clause, f"{space} has no combat marker that can be taken off")
                self.marks[space] = "spent"
        log.demand(count <= max(2, most), clause, "more markers than the card allows")
