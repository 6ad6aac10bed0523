"""What the log of Triumph of Chaos may tell between any two other things: regions that are named, the answers of Poland, its Legion, partisans
who scatter, and the victory of 1919."""

from log_reading import Log, LogEnds
from triumph_of_chaos_data import REGION, REGIONS


class WatchedLog(Log):
    """A log with a watcher, who looks at each token before anybody else does and may take some."""

    watcher = None
    watching = False

    def next(self):
        while self.watcher and not self.watching:
            before = self.at
            self.watching = True
            try:
                self.watcher()
            finally:
                self.watching = False
            if self.at == before:
                break
        return super().next()


class Between:
    """The part of the referee that deals with what comes in between."""

    def watch(self):
        log = self.log
        try:
            token = log.next()
        except LogEnds:
            return
        if not self.started:
            return
        if self.tournament and self.won is None:
            self.tournament_victory()
        if not token.is_event:
            if token.verb == "region":
                self.region_named()
            return
        if token.name in ("response", "response-lifted"):
            self.polish_response()
        elif token.name == "forces" and token.clause == "TC-8.321.16":
            self.polish_legion()
        elif token.name == "partisans-off" and self.partisans_are_over(*token.args):  # a unit has come in whatever way
            self.sweep_partisans()

    def region_named(self):
        """TU-6: a side names a region, and then what is in it, unless it does something that is in none."""
        log, board = self.log, self.board
        named = log.take()
        region = named.args[0]
        log.demand(region in REGIONS, "TC-TU-6", f"{region} is no region")
        answer = log.next()
        log.demand(not answer.is_event and answer.seat == named.seat and answer.verb != "region", "TC-TU-6", f"{region} is named, the log has: {answer}")
        places = [board.at.get(word) or board.leader_at.get(word) or word for word in answer.args]
        regions = {REGION[place] for place in places if place in REGION}
        log.demand(not regions or region in regions, "TC-TU-6", f"{answer} is not in {region}")

    started = False
