"""A TCP proxy that delays, stalls and cuts what it passes on."""

import asyncio
import contextlib


class Proxy:
    """Listens on a free port. `target` is (HOST, PORT), or the path of a socket."""

    def __init__(self, target, host="127.0.0.1"):
        self.target, self.host = target, host
        self.address = None
        self.delay = 0.0  # seconds, each way
        self.is_refusing = False
        self.pairs = set()  # of writers
        self.flows = [asyncio.Event(), asyncio.Event()]  # to the target, and back
        for flow in self.flows:
            flow.set()
        self.server = None

    async def start(self):
        self.server = await asyncio.start_server(self._serve, self.host, 0)
        self.address = self.server.sockets[0].getsockname()
        return self.address

    # ---- Faults ----

    def cut(self):
        """Ends all connections at once, without a farewell. Returns how many there were."""
        count = len(self.pairs)
        for writers in list(self.pairs):
            for writer in writers:
                writer.transport.abort()
        return count

    def stall(self, way=None):
        """Nothing arrives any more, in one direction (0: to the target, 1: back) or in both; connections stay."""
        for number, flow in enumerate(self.flows):
            if way in (None, number):
                flow.clear()

    def heal(self):
        self.delay, self.is_refusing = 0.0, False
        for flow in self.flows:
            flow.set()

    # ---- Passing on ----

    async def _serve(self, reader, writer):
        if self.is_refusing:
            writer.transport.abort()
            return
        try:
            if isinstance(self.target, str):
                far_reader, far_writer = await asyncio.open_unix_connection(self.target)
            else:
                far_reader, far_writer = await asyncio.open_connection(*self.target)
        except OSError:
            writer.transport.abort()
            return
        pair = (writer, far_writer)
        self.pairs.add(pair)
        try:
            await asyncio.gather(self._pass_on(reader, far_writer, 0), self._pass_on(far_reader, writer, 1))
        except OSError:
            pass
        finally:
            self.pairs.discard(pair)
            for one in pair:
                one.transport.abort()

    async def _pass_on(self, reader, writer, way):
        while data := await reader.read(1 << 18):
            if self.delay:
                await asyncio.sleep(self.delay)
            await self.flows[way].wait()
            writer.write(data)
            await writer.drain()
        raise ConnectionResetError

    async def stop(self):
        self.cut()
        if self.server:
            self.server.close()
            with contextlib.suppress(Exception):
                await self.server.wait_closed()
