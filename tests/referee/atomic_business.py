"""The referee of Atomic Business: it follows each game from the deal to the last count."""

import frame
from atomic_business_board import (
    COPIES,
    CARDS,
    FAMILY,
    IDLE_ROUNDS,
    NUMBER,
    POWERS,
    STREET,
    WINNER_SCORES,
    Board,
    owner_of,
)
from atomic_business_cards import Cards
from atomic_business_pressure import Pressures
from log_reading import Log, LogEnds

PLAYERS_OF_SERIES = {"3": 4, "20": 2, "auto": 3}  # longer series are played with one number of players each


def refused(players, options):
    """What is not played: four diplomats with less than five players (AB-SU-2). Most longer series are left out, too: they take long and have nothing that
    single games, pairs of games, and a few series have not."""
    series = options.get("series")
    if series not in ("1", "2", None) and PLAYERS_OF_SERIES.get(series) != players:
        return True
    return options.get("diplomats") == "4" and players < 5


class GameOver(Exception):
    """A game of the series is over: the power that has won it, or None; and the reason."""

    def __init__(self, winner, reason):
        super().__init__(reason)
        self.winner = winner
        self.reason = reason


class Referee(frame.Referee, Cards, Pressures):
    def begin(self, state, events):
        self.log = Log(events)
        self.first_state = state
        step = state["stack"][-1]["step"] if state["stack"] else None
        # Scenarios may begin anywhere.
        begins = events[0].name in ("series", "set-up", "four-each") if events else state["options"]["series"] == "auto" and state["over"] is None
        if not begins or step not in ("series", "deal") or state["question"] > 1:
            raise frame.CannotJudge()
        self.powers = POWERS[: state["players"]]
        self.diplomats = int(state["options"]["diplomats"])
        self.score = {power: 0 for power in self.powers}
        self.first = state["first"]  # a scenario may end before the lot is drawn
        self.log.demand(self.diplomats == 5 or len(self.powers) >= 5, "AB-SU-2", "four diplomats each need five players")

    def move(self, number, seat, action, events):
        self.log.add(number, seat, action, events)

    def end(self, state, outcome):
        try:
            self.series()
            self.check(outcome is not None, "AB-EN-1", "the game is over, and the log does not say so")
            if self.log.at < len(self.log.tokens):
                self.disagree("AB-EN-1", f"the game is over, but the log goes on: {self.log.next()}")
            self.compare_outcome(outcome)
        except LogEnds:
            self.check(outcome is None, "AB-EN-1", "the game is not over, but the log says so")
        self.compare_state(state)

    # ---- The series --------------------------------------------------------------------------

    def series(self):
        option = self.first_state["options"]["series"]
        games = self.draw_length() if option == "auto" else int(option)
        self.single = option == "1"
        if not self.single and option != "auto":
            self.log.event("series", "AB-SR-1", games)
        self.games_left = games
        while True:
            self.games_left -= 1
            try:
                self.game()
            except GameOver as over:
                self.count(over)
            if self.games_left == 0:
                break
            self.log.event("next-game", "AB-SR-1", self.games_left)
        if not self.single:
            self.tell_series()

    def draw_length(self):
        total, drawn = 0, set()
        for _ in range(4):
            action = self.log.action("chance", "number", rule="AB-SR-1")
            pawn = action.args[0]
            self.log.demand(pawn in NUMBER and pawn not in drawn, "AB-SR-1", f"{pawn} cannot be drawn")
            drawn.add(pawn)
            total += NUMBER[pawn]
            self.log.event("number", "AB-SR-1", pawn)
        self.log.event("series", "AB-SR-1", total)
        return total

    def count(self, over):
        """A game is over: who has won it, and the points."""
        self.winner, self.reason = over.winner, over.reason
        if over.winner is not None:
            self.log.event("game-won", "AB-EN-1", over.winner)
        for power in self.powers:
            points = WINNER_SCORES if power == over.winner else self.board.left(power)
            self.score[power] += points
            if not self.single:
                self.log.event("game-points", "AB-SR-2", power, points, self.score[power])

    def tell_series(self):
        most = max(self.score.values())
        best = [power for power in self.powers if self.score[power] == most]
        for power in best:
            self.log.event("wins" if len(best) == 1 else "shares", "AB-SR-3", power, most)

    # ---- One game ----------------------------------------------------------------------------

    def game(self):
        self.board = Board(self.powers, self.diplomats)
        self.log.event("set-up" if self.diplomats == 5 else "four-each", "AB-SU-1" if self.diplomats == 5 else "AB-SU-2", self.diplomats)
        self.log.event("cases", "AB-SU-3", self.board.in_all("nuclear"), self.board.in_all("tourist"))
        self.idle = 0
        for power in self.powers:
            self.draw(power, "secret-dealt", "AB-SU-4")
        self.first = self.log.action("chance", "lot", rule="AB-SU-5").args[0]
        self.log.demand(self.first in self.powers, "AB-SU-5", f"{self.first} does not play")
        self.log.event("begins", "AB-SU-5", self.first)
        self.asked = {}  # for each bearer where, and by how many he was outnumbered, when those who may press him were last asked
        self.active = self.first
        while True:
            self.turn()
            self.pass_the_turn()

    def pass_the_turn(self):
        """The next power that is not out has its turn; a round is over where the turn comes to the power that began, or would."""
        for power in self.board.clockwise(self.active)[1:] + [self.active]:
            if power == self.first:
                self.idle += 1
                if self.idle >= IDLE_ROUNDS:
                    self.log.event("idle", "AB-EN-4", IDLE_ROUNDS)
                    raise GameOver(None, "idle")
            if not self.board.is_out(power):
                self.active = power
                return

    def draw(self, power, event, clause):
        """Chance draws a Secret card for an empty hand."""
        board, log = self.board, self.log
        if board.deck() == 0:
            log.event("reshuffled", "AB-TU-4")
            board.discard = {effect: 0 for effect in CARDS}
        card = log.action("chance", "draw", rule=clause).args[0]
        effect = card if card in CARDS else card.rsplit("-", 1)[0]
        log.demand(effect in CARDS and board.in_deck(effect) > 0, clause, f"{card} is not in the deck")
        log.demand(board.hand[power] is None, clause, f"{power} has a card already")
        board.hand[power] = effect
        log.event(event, clause, power, effect, seen_by=[power])

    beginning = None  # how the power whose turn is next has said that it begins
    announced_before = None  # the first step of the turn, if it was said before the turn
    keeps_by_moving = False  # the first step of the turn tells that the Secret card is kept

    def turn(self):
        log, board = self.log, self.board
        board.new_turn()
        who = self.active
        log.event("turn", "AB-TU-1", who)
        if board.ballot_by == who:
            log.event("ballot-ends", "AB-SC-16", who)
            board.ballot_by = None
        beginning, self.beginning = self.beginning, None
        if board.hand[who] is not None:
            self.announced_before = beginning if beginning and beginning.verb in ("move", "walk") else None
            self.keeps_by_moving = self.announced_before is not None or (beginning is None and log.acts("move", "walk"))
            if self.keeps_by_moving:
                action = self.announced_before or log.next()
            else:
                action = beginning or log.action(who, "keep", "discard", rule="AB-TU-2")
            if action.verb == "keep":
                log.event("keeps", "AB-TU-2", who)
            elif action.verb == "discard":
                log.demand(action.args == [board.hand[who]], "AB-TU-2", f"{who} does not hold {action.args}")
                log.event("discards", "AB-TU-2", who, board.hand[who])
                board.lay_down(who)
        if board.hand[who] is None:
            self.draw(who, "secret-drawn", "AB-TU-3")
        self.movement_over = False
        self.movement(who)
        self.movement_over = True
        self.cards_after(who)

    # ---- Movement ----------------------------------------------------------------------------

    def movement(self, who):
        self.phase = "movement"
        while True:
            if self.board.is_out(who):
                self.log.event("movement-ends", "AB-MO-6", who, self.board.points)
                return
            if self.announced_before is None and self.nothing_is_left(who):
                if self.stop_undisturbed():
                    self.log.event("movement-ends", "AB-MO-6", who, self.board.points)
                    return
                continue
            action = self.announced_before or self.log.next()
            if action.is_event:
                self.log.wrong("AB-MO-1", f"{who} moves, but the log has: {action}")
            if action.verb == "move":
                self.step(who)
            elif action.verb == "walk":
                self.walk(who)
            elif action.verb == "stop":
                self.log.action(who, rule="AB-MO-7")
                self.log.demand(self.board.mover is not None, "AB-MO-7", "nobody is on his way")
                self.stop()
            elif action.verb == "end":
                if self.end_movement(who):
                    return
            elif action.verb == "press":
                self.press_between(who)
            elif action.verb in CARDS:
                self.log.demand(action.seat == who, "AB-SE-1", f"it is the movement of {who}, not of {action.seat}")
                self.play()
            else:
                self.log.wrong("AB-MO-1", f"this is no part of a movement: {action}")

    def nothing_is_left(self, who):
        """Whether all can see that who has moved has nothing left to decide: no step fits, not even with Plates that he may hold, and he may press nobody."""
        board = self.board
        if not board.way:
            return False
        held_back = any(
            owner_of(pawn) == who and board.place[pawn] in STREET and board.load[pawn] is not None and board.surcharge(pawn) and board.points == 1
            for pawn in board.pawns
        )
        if held_back and board.hand[who] is not None and self.is_out_of_sight("plates"):
            return False
        steps = any(board.step_refused(pawn, way) is None for pawn in board.pawns if owner_of(pawn) == who for way in ("palace", "airport"))
        return not steps and not any(board.may_press(who, pawn) and board.pressable(pawn) for pawn in board.pawns if board.load[pawn] is not None)

    def stop_undisturbed(self):
        """Whoever is on his way stops. Returns whether nobody has announced a pressure: otherwise what was announced is not carried out."""
        self.interrupted = False
        if self.board.mover is not None:
            self.stop()
        return not self.interrupted

    def press_between(self, who):
        """Whoever moves may press between two displacements; a pawn of his that is on his way stops for it."""
        self.log.demand(self.log.next().seat == who, "AB-PR-11", f"it is the movement of {who}")
        pawn, self.board.mover = self.board.mover, None
        self.press("AB-PR-11", pawn)
        self.balance(pawn)

    def announced(self, who):
        """Takes a step or a walk that somebody announces. Whoever moves has kept his card. Returns the pawn, and where he is to go."""
        log = self.log
        action, self.announced_before = self.announced_before or log.action(who, rule="AB-MO-1"), None
        if self.keeps_by_moving:
            self.keeps_by_moving = False
            log.event("keeps", "AB-TU-2", who)
        log.demand(owner_of(action.args[0]) == who, "AB-MO-1", f"{action.args[0]} is not of {who}")
        return action.args

    def step(self, who):
        pawn, way = self.announced(who)
        self.demand_step(pawn, way)
        undisturbed = self.board.mover == pawn or self.stop_undisturbed()
        if undisturbed and self.board.step_refused(pawn, way) is None:
            self.take_step(who, pawn, way)

    def walk(self, who):
        """Several steps at once, with nothing on the way that anybody could do something about."""
        board, demand = self.board, self.log.demand
        pawn, to = self.announced(who)
        road = ["home", *STREET, "palace"]
        demand(board.place[pawn] in road and to in road, "AB-MO-1", f"{pawn} cannot walk to {to}")
        at, end = road.index(board.place[pawn]), road.index(to)
        way = "palace" if end > at else "airport"
        demand(abs(end - at) > 1, "AB-MO-1", f"{to} is no walk away")
        self.demand_step(pawn, way)
        demand(to != "home" or (board.load[pawn] is None and board.ballot_by is None), "AB-MO-1", f"{pawn} may be kept at the Airport")
        demand(abs(end - at) + board.surcharge(pawn) <= board.points, "AB-MO-1", f"{board.points} points are not enough")
        undisturbed = board.mover == pawn or self.stop_undisturbed()
        while undisturbed and board.place[pawn] != to and board.step_refused(pawn, way) is None:
            self.take_step(who, pawn, way)

    def take_step(self, who, pawn, way):
        log, board = self.log, self.board
        cost = 1 + board.surcharge(pawn)
        if board.may_choose(pawn) and pawn not in board.way:
            log.event("chooses-way", "AB-MO-4", pawn)
        board.way[pawn] = way
        if cost > 1:
            log.event("surcharge", "AB-MO-5", pawn)
            board.paid.add(pawn)
        board.points -= cost
        self.arrive(pawn, board.neighbour(pawn, way))
        if board.place[pawn] == "airport" and board.load[pawn] is not None:
            self.window(who)
        if board.mover is None:  # the balance is counted when nobody is on his way
            self.balance()

    def demand_step(self, pawn, way):
        clause = self.board.step_refused(pawn, way)
        self.log.demand(clause is None, clause, f"{pawn} may not go to the {way}")

    def arrive(self, pawn, space):
        log, board = self.log, self.board
        if space == "home":
            board.mover = None
            log.event("flies-home", "AB-MO-2", pawn, board.points)
            board.put(pawn, "home")
            if board.load[pawn] is not None:
                self.come_home(pawn)
            return
        if board.place[pawn] == "home":
            log.event("flies-in", "AB-MO-2", pawn, space, board.points)
        else:
            log.event("moves", "AB-MO-1", pawn, space, board.points)
        board.put(pawn, space)
        board.mover = None if space == "palace" else pawn
        if space == "palace":
            self.visit_palace(pawn)

    def visit_palace(self, pawn):
        """A pawn has arrived at the Palace."""
        log, board = self.log, self.board
        if board.reserve() == 0:
            log.event("no-case-left", "AB-MO-4", pawn)
            return
        kind = self.draw_case("AB-PA-1")
        board.load[pawn] = kind
        board.known[pawn] = {owner_of(pawn)}
        log.event("takes-case", "AB-PA-1", pawn)
        log.event("sees", "AB-PA-1", pawn, kind, owner_of(pawn), seen_by=[owner_of(pawn)])

    def draw_case(self, clause):
        case = self.log.action("chance", "case", rule=clause).args[0]
        kind = case.split("-")[0]
        self.log.demand(kind in self.board.gone and self.board.in_reserve(kind) > 0, clause, f"{case} is not in the reserve")
        return kind

    def come_home(self, pawn):
        """A loaded pawn has flown home: his briefcase is shown."""
        log, board = self.log, self.board
        kind = self.open_case(pawn, "AB-EN-1")
        power = owner_of(pawn)
        if kind == "nuclear":
            log.event("nuclear-home", "AB-EN-1", power, pawn)
            board.take_away(pawn)
            raise GameOver(power, "victory")
        log.event("tourist-home", "AB-PA-3", power, pawn)
        log.event("case-out", "AB-PA-3", pawn, kind)
        board.take_away(pawn)
        self.idle = 0

    def open_case(self, pawn, clause):
        action = self.log.action("chance", "open", rule=clause)
        self.log.demand(action.args == [self.board.load[pawn]], clause, f"{pawn} carries {self.board.load[pawn]}, not {action.args}")
        return self.board.load[pawn]

    def end_movement(self, who):
        """The end of a movement is announced; returns False if a stop before it has made further steps possible."""
        log, board = self.log, self.board
        log.action(who, rule="AB-MO-6")
        log.demand(not board.steps_left(who), "AB-MO-6", f"{board.steps_left(who)} can still move with {board.points} points")
        if not self.stop_undisturbed() or board.steps_left(who):
            return False
        log.event("movement-ends", "AB-MO-6", who, board.points)
        return True

    # ---- Losses and ends ---------------------------------------------------------------------

    def end_without_nuclear(self):
        """All nuclear briefcases are gone: nobody has won."""
        if self.board.gone["nuclear"] == self.board.in_all("nuclear"):
            self.log.event("no-nuclear", "AB-EN-2")
            raise GameOver(None, "no-nuclear")

    def lose(self, pawn):
        """A power loses a pawn, with the briefcase that he carried."""
        log, board = self.log, self.board
        power = owner_of(pawn)
        log.event("loses", "AB-PR-7", power, pawn)
        board.put(pawn, "removed")
        if board.mover == pawn:
            board.mover = None
        if board.load[pawn] is not None:
            kind = self.open_case(pawn, "AB-PR-7")
            log.event("case-out", "AB-PR-7", pawn, kind)
            board.take_away(pawn)
            self.idle = 0
        if board.is_out(power):
            self.leave(power)

    def leave(self, power):
        """A power has no diplomats left."""
        log, board = self.log, self.board
        log.event("out", "AB-TU-5", power)
        if board.ballot_by == power:
            log.event("ballot-ends", "AB-SC-16", power)
            board.ballot_by = None
        if board.hand[power] is not None:
            action = log.action(None, "discard", rule="AB-TU-5")
            log.demand(action.args == [board.hand[power]], "AB-TU-5", f"{power} holds {board.hand[power]}")
            log.event("discards", "AB-TU-5", power, board.hand[power])
            board.lay_down(power)
        if all(board.is_out(other) for other in self.powers):
            log.event("no-diplomats", "AB-EN-3")
            raise GameOver(None, "no-diplomats")

    # ---- What the log says at the end --------------------------------------------------------

    def compare_outcome(self, outcome):
        most = max(self.score.values())
        best = [power for power in self.powers if self.score[power] == most]
        if self.single:
            best = [self.winner] if self.winner else []
            reason = self.reason
        else:
            reason = "victory" if len(best) == 1 else "shared-victory"
        self.same("AB-EN-1", "the reason of the end", reason, outcome["reason"])
        self.same("AB-EN-1", "the seats of the outcome", self.powers, [seat["seat"] for seat in outcome["seats"]])
        for seat in outcome["seats"]:
            power = seat["seat"]
            result = "lost" if power not in best else ("won" if len(best) == 1 else "shared")
            self.same("AB-EN-1", f"the result of {power}", result, seat["result"])
            self.same("AB-SR-2", f"the score of {power}", self.score[power], seat["score"])

    def compare_state(self, state):
        board = getattr(self, "board", None)
        if board is None:
            return
        for pawn in board.pawns:
            self.same("AB-MO-1", f"the place of {pawn}", board.place[pawn], state["place"][pawn])
            self.same("AB-PA-1", f"the briefcase of {pawn}", board.load[pawn], state["load"][pawn])
            self.same("AB-SE-8", f"who knows the briefcase of {pawn}", board.known[pawn], set(state["known_to"][pawn]))
        self.same("AB-PR-9", "briefcases out of the game", board.gone, state["gone"])
        self.same("AB-SE-2", "the discards", board.discard, state["discard"])
        self.same("AB-SU-4", "the hands", board.hand, state["hands"])
        self.same("AB-SR-2", "the scores", self.score, state["score"])
        if hasattr(self, "first"):
            self.same("AB-SU-5", "who began", self.first, state["first"])
        self.same("AB-EN-4", "idle rounds", self.idle, state["idle"])
        self.same("AB-SC-16", "the ballot", board.ballot_by, state["ballot_by"])
        self.check(sum(COPIES.values()) == 27 and all(FAMILY.values()), "AB-SE-1", "there are 27 Secret cards")
