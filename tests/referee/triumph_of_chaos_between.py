"""What the log of Triumph of Chaos may tell between any two other things: the answers of Poland, its Legion, and the victory of 1919."""

from log_reading import Log, LogEnds


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
            return
        if token.name in ("response", "response-lifted"):
            self.polish_response()
        elif token.name == "forces" and token.clause == "TC-8.321.16":
            self.polish_legion()

    started = False
