"""Losses of a combat, and the corps that take the places of destroyed armies."""

from triumph_of_chaos_data import LAND, UNITS, is_army, is_finn


class Losses:
    """The part of the referee that knows losses and relief."""

    def best_loss(self, units, number):
        """The greatest sum of loss factors, step by step, that does not pass a number."""
        sums = {0}
        for unit in units:
            row = UNITS[unit]
            costs = [int(row["reduced_loss"])] if unit in self.board.reduced else [int(row["loss"])]
            if unit not in self.board.reduced and row["steps"] == "2":
                costs.append(int(row["reduced_loss"]))
            gains, total = [0], 0
            for cost in costs:
                total += cost
                gains.append(total)
            sums = {have + gain for have in sums for gain in gains if have + gain <= number}
        return max(sums)

    def lose_steps(self, units, number, battle):
        """Steps are lost until their factors come as near to the loss number as they can."""
        log, board = self.log, self.board
        best = self.best_loss(units, number)
        lost = 0
        while lost < best:
            wanted = None
            if log.acts("lose"):
                action = log.action()
                wanted = action.args[0]
                side = board.side_of(wanted)
                log.demand(side is None or action.seat == self.seat_of[side] or battle.kind == "treachery", "TC-LS-1", f"{action.seat} does not lead {wanted}")
            token = log.next()
            unit = token.args[0] if token.is_event and token.name == "step-lost" else None
            log.demand(unit in units and wanted in (None, unit), "TC-LS-1", f"{best - lost} of {number} are still to be lost, the log has: {token}")
            lost += board.loss(unit)
            log.event("step-lost", "TC-LS-1", unit, number - lost)
            self.lose_step(unit, units, battle)
        log.demand(lost == best, "TC-LS-1", f"losses come to {lost}, not to {best}")
        if units and number > lost:
            log.event("losses-over", "TC-LS-1", self.party(battle.defender if units is battle.defenders else battle.attacker), number - lost)

    def lose_step(self, unit, units, battle):
        log, board = self.log, self.board
        if board.steps(unit) == 2:
            board.reduced.add(unit)
            return
        if self.revolt_ends(unit):
            units.remove(unit)
            return
        if self.board.is_green(unit):
            self.green_dies(unit)
        else:
            log.event("destroyed", "TC-LS-2", unit)
            if is_army(unit):
                battle.fallen.append(unit)
                battle.origin.setdefault(unit, board.at[unit])
                battle.fed_when_lost = getattr(battle, "fed_when_lost", {})
                battle.fed_when_lost[unit] = (board.at[unit], board.fed(unit), board.side_of(unit))
            board.take_off(unit, "dead")
        board.reduced.discard(unit)
        units.remove(unit)

    def may_relieve(self, army, corps, space):
        """TC-LS-3: which corps takes the place of an army; Finns of the reserve come only to Finland while the border is shut, others only elsewhere."""
        board = self.board
        if board.where[corps] != "reserve" or is_army(corps) or board.is_insurgent(army):  # 16.34
            return False
        if self.board.faction(army) != self.board.faction(corps):
            return False
        if self.board.faction(army) is None and UNITS[army]["side"] != UNITS[corps]["side"]:
            return False
        if is_finn(army) and not is_finn(corps):
            return False
        return board.border_open or self.board.faction(corps) is not None or is_finn(corps) == (LAND[space] == "finland")

    def relieve(self, battle, units):
        log, board = self.log, self.board
        role = "defender" if units is battle.defenders else "attacker"
        side = battle.defender if role == "defender" else battle.attacker
        fallen = [army for army in battle.fallen if battle.fed_when_lost[army][2] == side or battle.kind == "treachery"]
        for army in sorted(fallen, key=list(UNITS).index):
            space, fed, _ = battle.fed_when_lost[army]
            corps = [unit for unit in UNITS if self.may_relieve(army, unit, space)]
            if log.acts("relieve"):
                action = log.action()
                log.demand(action.args[0] == army and action.args[1] in corps and fed, "TC-LS-3", f"{action} cannot be done")
                chosen = action.args[1]
            elif log.tells("relieved") and log.next().args[0] == army:
                chosen = log.next().args[1]
                log.demand(chosen in corps and fed, "TC-LS-3", f"{chosen} cannot take the place of {army}")
            else:
                log.demand(not fed or not corps, "TC-LS-3", f"{army} is not replaced by one of {corps}, the log has: {log.next()}")
                self.not_relieved(army)
                battle.fallen.remove(army)
                continue
            log.event("relieved", "TC-LS-3", army, chosen)
            board.put(chosen, space)
            battle.origin[chosen] = space
            units.append(chosen)
            if army in self.has_attacked:  # it stands for the army
                self.has_attacked.add(chosen)
            battle.fallen.remove(army)

    def not_relieved(self, army):
        log, board = self.log, self.board
        log.event("not-relieved", "TC-16.34" if self.board.is_insurgent(army) else "TC-LS-3", army)
        if "always-rebuilt" in UNITS[army]["traits"]:
            log.event("unit-dead", "TC-8.320.3", army)
            return
        log.event("unit-gone", self.gone_clause(army), army)
        board.take_off(army, "gone")
