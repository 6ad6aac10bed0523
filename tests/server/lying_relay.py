"""A relay between a client and its server that changes what the server says: WebSocket messages one by one, and records."""

import json
import socket
import struct
import threading

TEXT = 1


class Relay:
    """Listens on a free port of this machine. `rewrite` is given each message of the server and returns the messages that the
    client gets in its place; `record` is given the text of a record and returns another."""

    def __init__(self, address, rewrite=lambda message: [message], record=lambda text: text):
        self.address, self.rewrite, self.record = address, rewrite, record
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.links = []
        threading.Thread(target=self.accept, daemon=True).start()

    def close(self):
        for link in [self.listener, *self.links]:
            try:
                link.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
            link.close()

    def accept(self):
        while True:
            try:
                client, _ = self.listener.accept()
                server = socket.create_connection(self.address)
            except OSError:
                return
            self.links += [client, server]
            threading.Thread(target=self.serve, args=(client, server), daemon=True).start()

    def serve(self, client, server):
        """A connection carries one request."""
        try:
            head = b""
            while b"\r\n\r\n" not in head:
                head += some(client)
            server.sendall(head)
            threading.Thread(target=copy, args=(client, server), daemon=True).start()
            path = head.split()[1]
            if path == b"/ws":
                self.copy_messages(server.makefile("rb"), client)
            elif path.startswith(b"/records/"):
                self.copy_record(server.makefile("rb"), client)
            else:
                copy(server, client)
        except (OSError, EOFError, ValueError):
            pass
        finally:
            client.close()
            server.close()

    def copy_messages(self, server, client):
        while (line := server.readline()) != b"\r\n":
            client.sendall(line)
        client.sendall(b"\r\n")
        while len(head := server.read(2)) == 2:
            length = head[1]
            more = server.read({126: 2, 127: 8}.get(length, 0))
            payload = server.read(int.from_bytes(more, "big") if more else length)
            if head[0] & 15 != TEXT:
                client.sendall(head + more + payload)
                continue
            for message in self.rewrite(json.loads(payload)):
                client.sendall(frame(json.dumps(message).encode()))

    def copy_record(self, server, client):
        heads = []
        while (line := server.readline()) != b"\r\n":
            if not line.lower().startswith(b"content-length:"):
                heads.append(line)
        body = self.record(server.read().decode()).encode()
        client.sendall(b"".join(heads) + f"content-length: {len(body)}\r\n\r\n".encode() + body)


def some(link):
    data = link.recv(65536)
    if not data:
        raise EOFError
    return data


def copy(source, target):
    try:
        while True:
            target.sendall(some(source))
    except (OSError, EOFError):
        pass


def frame(payload):
    length = len(payload)
    if length < 126:
        return bytes([0x80 | TEXT, length]) + payload
    if length < 65536:
        return struct.pack(">BBH", 0x80 | TEXT, 126, length) + payload
    return struct.pack(">BBQ", 0x80 | TEXT, 127, length) + payload
