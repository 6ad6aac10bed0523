"""The fair dice of docs/records.md without libsodium: a second reading of what is written there."""

from hashlib import blake2b
from struct import pack, unpack

DEPTH = 11
LEAVES = 1 << DEPTH


def hashed(*parts):
    return blake2b(b"".join(parts), digest_size=32).digest()


def number(i):
    return pack("<Q", i)


# ---- Streams


def block(key, i, count):
    """Eight words of the stream of ChaCha20 with 64 bits of nonce and counter."""
    start = list(unpack("<16I", b"expand 32-byte k" + key + pack("<QQ", count, i)))
    w = start[:]

    def quarter(a, b, c, d):
        for x, y, z, by in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            w[x] = (w[x] + w[y]) & 0xFFFFFFFF
            w[z] = ((w[z] ^ w[x]) << by | (w[z] ^ w[x]) >> (32 - by)) & 0xFFFFFFFF

    for _ in range(10):
        for a in range(4):
            quarter(a, a + 4, a + 8, a + 12)
        for a in range(4):
            quarter(a, (a + 1) % 4 + 4, (a + 2) % 4 + 8, (a + 3) % 4 + 12)
    return unpack("<8Q", pack("<16I", *((x + y) & 0xFFFFFFFF for x, y in zip(w, start, strict=True))))


def draw(key, i, n):
    count = 0
    while True:
        for word in block(key, i, count):
            if word < 2**64 // n * n:
                return word % n
        count += 1


# ---- Version 2


def pledge(seat, nonce):
    return hashed(b"apparat nonce 1", bytes([seat]), nonce)


def hash_nonces(nonces):
    return hashed(b"apparat nonces 2", bytes([len(nonces)]), *nonces)


def outcome_secret(secret, i):
    return hashed(b"apparat outcome 2", secret, number(i))


def leaf(i, secret_of_outcome):
    return hashed(b"apparat leaf 2", number(i), secret_of_outcome)


def node(left, right):
    return hashed(b"apparat node 2", left, right)


def tree(secret):
    """The rows of the tree, from the leaves to the root."""
    rows = [[leaf(i, outcome_secret(secret, i)) for i in range(LEAVES)]]
    while len(rows[-1]) > 1:
        rows.append([node(a, b) for a, b in zip(rows[-1][::2], rows[-1][1::2], strict=True)])
    return rows


def commitment(secret):
    return tree(secret)[-1][0]


def path(rows, i):
    return [row[(i >> level) ^ 1] for level, row in enumerate(rows[:-1])]


def stream_key(secret_of_outcome, nonces, i):
    return hashed(b"apparat key 2", number(i), secret_of_outcome, nonces)
