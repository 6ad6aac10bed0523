"""What people send and are sent, one line of JSON each: the only thing the checker knows of them.

    {"t": 12.5, "p": 3, "name": "P3"}            person 3 is called so
    {"t": 12.5, "p": 3, "c": 17, "open": 1}      the person's connection 17 is open, to node 1
    {"t": 12.6, "p": 3, "c": 17, "sent": {..}}   a message of the protocol
    {"t": 12.7, "p": 3, "c": 17, "got": {..}}
    {"t": 19.1, "p": 3, "c": 17, "closed": 1012} the code; null: it was lost

`t` is CLOCK_MONOTONIC in seconds, which all processes of a machine share."""

import json
import time


class History:
    def __init__(self, path):
        self.file = open(path, "a", buffering=1 << 20, encoding="utf-8")

    def write(self, person, connection, kind, text):
        """`text` is JSON already."""
        self.file.write(f'{{"t":{time.monotonic():.6f},"p":{person},"c":{connection},"{kind}":{text}}}\n')

    def name(self, person, name):
        self.file.write(json.dumps({"t": time.monotonic(), "p": person, "name": name}) + "\n")

    def close(self):
        self.file.close()
