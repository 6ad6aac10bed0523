"""A WebSocket and HTTP for many people at once: asyncio instead of a thread for each (tests/server/wire.py)."""

import asyncio
import base64
import json
import os
import struct

TEXT, CLOSE, PING, PONG = 1, 8, 9, 10


class Closed(Exception):
    """The other side has closed the connection, or it was lost; code is None if there was no close frame."""

    def __init__(self, code=None):
        super().__init__(code)
        self.code = code


def _masked(opcode, payload):
    mask, length = os.urandom(4), len(payload)
    if length < 126:
        head = struct.pack(">BB", 0x80 | opcode, 0x80 | length)
    else:
        head = struct.pack(">BBH", 0x80 | opcode, 0x80 | 126, length)
    repeated = (mask * (length // 4 + 1))[:length]
    return head + mask + (int.from_bytes(payload, "big") ^ int.from_bytes(repeated, "big")).to_bytes(length, "big")


async def _read_head(reader):
    lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
    heads = {k.lower(): v for k, v in (line.split(": ", 1) for line in lines[1:] if line)}
    return int(lines[0].split()[1]), heads


async def request(address, method, path, body=None, cookie=None, patience=30):
    """Returns status, headers and the body's bytes."""
    async with asyncio.timeout(patience):
        return await _request(address, method, path, body, cookie)


async def _request(address, method, path, body, cookie):
    reader, writer = await asyncio.open_connection(*address)
    try:
        data = json.dumps(body).encode() if body is not None else b""
        lines = [f"{method} {path} HTTP/1.1", f"Host: {address[0]}:{address[1]}", "Connection: close"]
        if body is not None:
            lines += ["Content-Type: application/json", f"Content-Length: {len(data)}"]
        if cookie:
            lines.append(f"Cookie: {cookie}")
        writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + data)
        status, heads = await _read_head(reader)
        length = heads.get("content-length")
        return status, heads, await (reader.readexactly(int(length)) if length else reader.read())
    finally:
        writer.transport.abort()


class Link:
    """A WebSocket on which texts are sent and received."""

    def __init__(self, reader, writer):
        self.reader, self.writer = reader, writer

    @classmethod
    async def open(cls, address, cookie):
        reader, writer = await asyncio.open_connection(*address, limit=1 << 20)
        try:
            key = base64.b64encode(os.urandom(16)).decode()
            lines = [
                "GET /ws HTTP/1.1", f"Host: {address[0]}:{address[1]}", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
                f"Sec-WebSocket-Key: {key}", "Sec-WebSocket-Protocol: apparat.1", f"Cookie: {cookie}",
            ]
            writer.write("\r\n".join(lines).encode() + b"\r\n\r\n")
            status, _ = await _read_head(reader)
            if status != 101:
                raise Closed(status)
            return cls(reader, writer)
        except BaseException:
            writer.transport.abort()
            raise

    def send(self, text):
        self.writer.write(_masked(TEXT, text.encode()))

    async def receive(self):
        """Returns the next message as text; answers pings on the way."""
        try:
            while True:
                first, length = await self.reader.readexactly(2)
                if length == 126:
                    (length,) = struct.unpack(">H", await self.reader.readexactly(2))
                elif length == 127:
                    (length,) = struct.unpack(">Q", await self.reader.readexactly(8))
                payload = await self.reader.readexactly(length)
                opcode = first & 15
                if opcode == TEXT:
                    return payload.decode()
                if opcode == PING:
                    self.writer.write(_masked(PONG, payload))
                elif opcode == CLOSE:
                    raise Closed(struct.unpack(">H", payload[:2])[0] if payload else None)
        except (OSError, asyncio.IncompleteReadError) as error:
            raise Closed() from error

    def close(self):
        self.writer.transport.abort()
