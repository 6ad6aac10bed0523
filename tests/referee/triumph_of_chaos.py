"""The referee of Triumph of Chaos: the 1918 and 1919 scenarios and the campaign."""

import frame
from log_reading import LogEnds
from triumph_of_chaos_between import Between, WatchedLog
from triumph_of_chaos_aids import Aids
from triumph_of_chaos_board import Board
from triumph_of_chaos_calendar import Calendar
from triumph_of_chaos_combat import Combat
from triumph_of_chaos_data import CARDS, CHITS, FACTIONS, LEADERS, OTHER, SIDES, SPACES, TURNS, UNITS, is_army
from triumph_of_chaos_events import Events
from triumph_of_chaos_influence import Influence
from triumph_of_chaos_landing import Landing
from triumph_of_chaos_later_cards import LaterCards
from triumph_of_chaos_logistics import Logistics
from triumph_of_chaos_losses import Losses
from triumph_of_chaos_marches import Marches
from triumph_of_chaos_movement import Movement
from triumph_of_chaos_pieces import Pieces
from triumph_of_chaos_poland import Poland
from triumph_of_chaos_politics import Politics
from triumph_of_chaos_requirements import Requirements
from triumph_of_chaos_rest_of_steps import RestOfSteps
from triumph_of_chaos_retreat import Retreats
from triumph_of_chaos_rounds import Rounds
from triumph_of_chaos_steps import Steps
from triumph_of_chaos_subjugation import Subjugation
from triumph_of_chaos_tournament import ROW, Tournament
from triumph_of_chaos_treasury import Treasury
from triumph_of_chaos_ukraine import Ukraine
from triumph_of_chaos_victory import GameOver, Victory
from triumph_of_chaos_war_cards import WarCards
from triumph_of_chaos_withdrawal import Withdrawals

FIRST_TURN = {"1918": 1, "1919": int(ROW["first"]), "campaign": 1}
LAST_TURN = {"1918": 3, "1919": int(ROW["final"]), "campaign": 16}
MOST_VP = 200  # where the counters of the program end; only games that go on past a victory come so far


class Referee(frame.Referee, Pieces, Politics, Rounds, Movement, Combat, Losses, Retreats, Events, Requirements, LaterCards, Logistics, Withdrawals, Subjugation, Poland, Marches, RestOfSteps, WarCards, Landing, Aids, Ukraine, Treasury, Influence, Steps, Calendar, Tournament, Victory, Between):
    def begin(self, state, events):
        step = state["stack"][-1]["step"] if state["stack"] else None
        self.options = state["options"]
        begins = any(event.name == "set-up" for event in events)  # scenarios may begin anywhere
        if not begins or step not in ("bid", "draw", "muster-die") or self.options["scenario"] not in LAST_TURN:
            raise frame.CannotJudge()
        self.log = WatchedLog(events)
        self.log.watcher = self.watch
        self.campaign = self.options["scenario"] == "campaign"
        self.tournament = self.options["scenario"] == "1919"
        self.board = Board(self.campaign)
        self.side_of_seat = {}
        self.hand = {"red": set(), "white": set()}
        self.deck = {side: {card for card, row in CARDS.items() if row["side"] == side and row["year"] == "1918"} for side in SIDES}
        self.discards = {"red": set(), "white": set()}
        self.out = set()
        self.used_political = set()
        self.steps = {"red": 0, "white": 0}
        self.faction_steps = {"red": 0, "white": 0}
        self.polish_steps = {"red": 0, "white": 0}
        self.infighting, self.no_chits = set(), {}
        self.passive = None
        self.first_state = state
        if self.tournament:
            self.begin_tournament()
        self.compare_position(state)

    def move(self, number, seat, action, events):
        self.log.add(number, seat, action, events)

    def end(self, state, outcome):
        try:
            self.game()
            self.check(outcome is not None, "TC-5.36", "the game is over, and the log does not say so")
            if self.log.at < len(self.log.tokens):
                self.disagree("TC-5.36", f"the game is over, but the log goes on: {self.log.next()}")
            self.compare_outcome(outcome)
        except LogEnds:
            if self.nobody_asked_again():
                self.compare_outcome(outcome)
            else:
                self.check(outcome is None, "TC-5.36", f"the game is not over, but the log says so: {outcome}")
        self.compare_position(state)
        if self.won_at is None:  # a card whose round is broken off is nowhere
            self.compare_cards(state)

    # ---- The course of the game --------------------------------------------------------------

    def game(self):
        self.tell_setup()
        self.choose_sides()
        first, last = FIRST_TURN[self.options["scenario"]], LAST_TURN[self.options["scenario"]]
        self.started = True
        try:
            for self.turn in range(first, last + 1):
                self.turn_of_play()
            self.count_result()
        except GameOver:
            pass

    def turn_of_play(self):
        log = self.log
        self.row = TURNS[self.turn]
        year, rounds, hand = (int(self.row[column]) for column in ("year", "rounds", "hand"))
        log.event("turn", "TC-7.11", self.turn, year, self.row["season"], rounds, hand)
        log.event("phase", "TC-TU-1", "preparation", self.turn)
        self.new_factions = set()
        self.fewer_spaces, self.fewer_steps, self.idle_leaders, self.duty_lifted = set(), set(), set(), set()
        self.lenin_spoke = False
        self.begin_turn_of_aids()
        self.politics_over = False
        self.round_now = None
        self.new_year()
        self.tell_opening()
        self.muster_dice()
        self.prepare()
        log.event("phase", "TC-8.1", "political", self.turn)
        if self.row["political"] == "1":
            self.political_phase()
            self.look_for_victory()
        else:  # 8.11: none after turn 9
            log.event("no-politics", "TC-8.11.1", self.turn)
            self.red_five, self.gained = False, []
        self.politics_over = True
        log.event("phase", "TC-TU-4" if self.row["season"] in ("mud", "winter") else "TC-AC-1", "action", self.turn)
        self.action_phase()
        self.responses_told()
        self.board.corps_fed = False
        log.event("phase", "TC-LG-1", "logistics", self.turn)
        self.logistics_phase()
        log.event("turn-over", "TC-LG-1", self.turn)

    def tell_setup(self):
        log, board = self.log, self.board
        if self.tournament:
            self.tell_tournament_setup()
            return
        own = {side: [unit for unit, row in UNITS.items() if row["side"] == side] for side in SIDES}

        def both(name, clause, count):
            log.event(name, clause, count("red"), count("white"))

        log.event("set-up", "TC-5.12" if self.campaign else "TC-5.32")
        both("start-markers", "TC-5.11", lambda side: sum(1 for box in board.box.values() if box.startswith(side)))
        both("start-units", "TC-5.121", lambda side: sum(1 for unit in own[side] if board.where[unit] == "map"))
        both("start-reserves", "TC-5.122", lambda side: sum(1 for unit in own[side] if board.where[unit] == "reserve"))
        both("start-leaders", "TC-5.123", lambda side: sum(1 for leader, row in LEADERS.items() if row["side"] == side and board.leader_at[leader]))
        both("start-spaces", "TC-5.13", lambda side: sum(1 for space in SPACES if board.owner[space] == side))
        log.event("start-cities", "TC-5.31", board.cities("red"), board.cities("white"), 9, 7)
        if not self.campaign:
            both("start-cards", "TC-5.37", lambda side: len(self.deck[side]))

    def choose_sides(self):
        log = self.log
        if self.campaign or self.options["sides"] == "fixed":
            taken = {"first": "white", "second": "red"}
        else:
            taken = self.bid()
        for seat in ("first", "second"):
            log.event("side", "TC-6.4", seat, taken[seat])
        self.side_of_seat = taken
        self.seat_of = {side: seat for seat, side in taken.items()}
        if self.paid:
            self.gain_vp(*self.paid, "TC-6.4")

    paid = None

    def bid(self):
        """The sealed bids: wanted sides and VP. Who outbids the other pays: the other side starts with as many VP."""
        log = self.log
        bids = {}
        while len(bids) < 2:
            action = log.action(None, "bid", "unseal", rule="TC-6.4")
            if action.verb == "unseal":  # a sealed bid is taken back
                bids.pop(action.seat)
                continue
            log.demand(action.seat not in bids, "TC-6.4", f"{action.seat} bids twice")
            bids[action.seat] = (action.args[0], int(action.args[1]))
            log.demand(0 <= bids[action.seat][1] <= 5, "TC-6.4", "bids are from 0 to 5")
        for seat in ("first", "second"):
            log.event("bids", "TC-6.4", seat, *bids[seat])
        (side, first), (other, second) = bids["first"], bids["second"]
        if side != other:
            return {"first": side, "second": other}
        winner = "first" if first > second else "second"
        if first == second:
            winner = log.action("chance", "lot-seat", rule="TC-6.4").args[0]
            log.event("bid-lot", "TC-6.4", winner)
        price = max(first, second)
        if price:
            self.paid = (OTHER[side], price)
        return {seat: side if seat == winner else OTHER[side] for seat in ("first", "second")}

    # ---- Preparation -------------------------------------------------------------------------

    def new_year(self):
        """7.12: the cards of a new year are shuffled together with decks and discards."""
        year = self.row["joins"]
        if int(year) <= 1918 or self.turn == FIRST_TURN[self.options["scenario"]]:
            return
        self.log.event("year-joins", "TC-7.12", int(year))
        for side in SIDES:
            self.deck[side] |= self.discards[side] | {card for card, row in CARDS.items() if row["side"] == side and row["year"] == year}
            self.discards[side] = set()

    def prepare(self):
        for side in SIDES:
            while len(self.hand[side]) < int(self.row["hand"]):
                if not self.draw_card(side):
                    break
        self.weather()
        self.die_for_the_end()
        for side in SIDES:
            if side in self.infighting and not self.is_spared(side):
                self.draw_chit(side)
        self.putsch()
        if self.options["politics"] == "full" and self.row["political"] == "1":
            for side in SIDES:
                self.log.event("extra-cards", "TC-7.1", side)
                self.hand[side] |= {side[0] + "53", side[0] + "54"}
        self.muster_cards()

    def draw_card(self, side):
        log = self.log
        if not self.deck[side]:
            if not self.discards[side]:
                log.event("no-card", "TC-TU-3", side)
                return False
            log.event("reshuffled", "TC-TU-3", side)
            self.deck[side], self.discards[side] = self.discards[side], set()
        card = log.action("chance", "draw", rule="TC-7.1").args[0]
        log.demand(card in self.deck[side], "TC-7.1", f"{card} is not in the deck of {side}")
        self.deck[side].remove(card)
        self.hand[side].add(card)
        log.event("draws", "TC-7.1", side, card, seen_by=[self.seat_of[side]])
        return True

    def draw_chit(self, side):
        """An In-Fighting chit, and what it does."""
        log, enemy = self.log, OTHER[side]
        chit = log.action("chance", "chit", rule="TC-IF-1").args[0]
        kind = CHITS[chit if chit in CHITS else chit.rsplit("-", 1)[0]]["chit_effect"]
        log.event("chit", "TC-IF-2" if kind == "blank" else "TC-IF-1", side, chit)
        if kind == "operation":
            self.fewer_spaces.add(side)
            log.event("chit-spaces", "TC-IF-3", side)
        elif kind == "step":
            self.fewer_steps.add(side)
            log.event("chit-step", "TC-IF-5", side, 1)
        elif kind == "card":
            self.chit_card(side)
        elif kind == "leader":
            self.chit_leader(side, enemy)
        elif kind == "no-act":
            self.chit_no_act(side, enemy)

    def chit_card(self, side):
        if not self.hand[side]:
            return
        card = self.log.action("chance", "discard", rule="TC-IF-6").args[0]
        self.log.demand(card in self.hand[side], "TC-IF-6", f"{side} does not hold {card}")
        self.log.event("chit-card", "TC-IF-6", side, card)
        self.hand[side].remove(card)
        self.discards[side].add(card)

    def chit_leader(self, side, enemy):
        log = self.log
        own = [leader for leader, row in LEADERS.items() if row["side"] == side and self.board.leader_where[leader] == "map"]
        if not own:
            return
        leader = own[0]
        if log.acts("idle"):
            leader = log.action(self.seat_of[enemy], "idle", rule="TC-IF-7").args[0]
        log.demand(leader in own, "TC-IF-7", f"{leader} is no leader of {side} on the map")
        log.event("chit-leader", "TC-IF-7", side, leader)
        self.idle_leaders.add(leader)

    def chit_no_act(self, side, enemy):
        log, board = self.log, self.board
        region = None
        if log.acts("lot-region"):
            region = log.action("chance", rule="TC-IF-4").args[0]
        for _ in range(2):
            if not log.acts("no-act", "done") and not log.tells("chit-space"):
                break
            if log.acts("done"):
                log.action(self.seat_of[enemy])
                break
            if log.acts("no-act"):
                space = log.action(self.seat_of[enemy]).args[0]
            else:
                space = log.next().args[1]
            own = any(board.turned.get(unit, UNITS[unit]["side"]) == side for unit in board.units_in(space))
            log.demand(own and space not in board.no_act, "TC-IF-4", f"{space} holds no free unit of {side}")
            log.demand(region in (None, SPACES[space]["region"]), "TC-IF-4", f"{space} is not in {region}")
            region = SPACES[space]["region"]
            log.event("chit-space", "TC-IF-4", side, space)
            board.no_act[space] = side

    # ---- The end -----------------------------------------------------------------------------

    def gain_vp(self, side, amount, clause):
        amount = min(amount, MOST_VP - self.board.vp[side])
        if amount == 0:
            return
        self.log.event("vp", clause, side, amount, self.board.vp[side] + amount)
        self.board.vp[side] += amount

    # ---- Comparing with a state --------------------------------------------------------------

    def compare_position(self, state):
        board = self.board
        for unit in UNITS:
            self.same("TC-5.121", f"where {unit} is", (board.where[unit], board.at[unit]), (state["unit_where"][unit], state["unit_at"][unit]))
            if board.where[unit] in ("map", "reserve"):
                self.same("TC-LS-2", f"whether {unit} is reduced", unit in board.reduced, "reduced" in state["unit_flags"][unit])
        for leader in LEADERS:
            told = (state["leader_where"][leader], state["leader_at"][leader])
            self.same("TC-5.123", f"where {leader} is", (board.leader_where[leader], board.leader_at[leader]), told)
        for space in SPACES:
            self.same("TC-CO-1", f"the owner of {space}", board.owner[space], state["owner"][space])
            self.same("TC-NA-1", f"NO ACT on {space}", space in board.no_act, "no-act" in state["marker"][space])
        for unit in UNITS:
            self.same("TC-10.21", f"whose {unit} is", board.turned.get(unit, "own") if board.where[unit] == "map" else "own", state["unit_side"][unit])
        for faction in FACTIONS:
            self.same("TC-8.61", f"whether {faction} is subjugated", faction in board.subjugated, "subjugated" in state["faction_flags"][faction])
            self.same("TC-8.131", f"the marker of {faction}", board.box[faction], state["box"][faction])
        self.same("TC-VP-2", "Victory Points", board.vp, state["vp"])
        self.compare_influence(state)
        self.same("TC-EV-1", "events played", board.played, set(state["played"]))

    def compare_influence(self, state):
        """Red and white on one marker cancel out: only the difference counts."""
        for faction in FACTIONS:
            told = {side: state["ip"][side].get(faction, 0) + state["soft_ip"][side].get(faction, 0) for side in SIDES}
            own = {side: self.board.ip[side].get(faction, 0) for side in SIDES}
            self.same("TC-EV-3", f"IP on {faction}", own["white"] - own["red"], told["white"] - told["red"])

    def compare_cards(self, state):
        for side in SIDES:
            for name, cards in (("hand", self.hand), ("deck", self.deck), ("discards", self.discards)):
                told = {card for card, place in state["card_at"].items() if place == name and CARDS[card]["side"] == side}
                self.same("TC-7.1", f"the {name} of {side}", cards[side], told)
        self.same("TC-EV-2", "cards out of the game", self.out & set(CARDS), {card for card in self.out if state["card_at"][card] == "gone"})
        self.check(all(is_army(unit) or UNITS[unit]["size"] == "corps" for unit in UNITS), "TC-5.121", "a unit is an army or a corps")


def refused(players, options):
    """5.15: only the campaign has the optional set-up."""
    return options["muster"] == "chance" and options["scenario"] != "campaign"
