"""BLAKE3 of bytes, as the paper defines it: what values in Redis are called by. Slow, for small inputs."""
IV = (0x6A09E667, 0xBB67AE85, 0x3C6EF372, 0xA54FF53A, 0x510E527F, 0x9B05688C, 0x1F83D9AB, 0x5BE0CD19)
PERMUTATION = (2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8)
CHUNK_START, CHUNK_END, PARENT, ROOT = 1, 2, 4, 8
MASK = 0xFFFFFFFF


def _turn(v, a, b, c, d, x, y):
    v[a] = (v[a] + v[b] + x) & MASK
    v[d] = _right(v[d] ^ v[a], 16)
    v[c] = (v[c] + v[d]) & MASK
    v[b] = _right(v[b] ^ v[c], 12)
    v[a] = (v[a] + v[b] + y) & MASK
    v[d] = _right(v[d] ^ v[a], 8)
    v[c] = (v[c] + v[d]) & MASK
    v[b] = _right(v[b] ^ v[c], 7)


def _right(x, n):
    return x >> n | x << (32 - n) & MASK


def _compress(chain, block, counter, length, flags):
    m = [int.from_bytes(block[i:i + 4], "little") for i in range(0, 64, 4)]
    v = list(chain) + list(IV[:4]) + [counter & MASK, counter >> 32, length, flags]
    for _ in range(7):
        for i in range(4):
            _turn(v, i, 4 + i, 8 + i, 12 + i, m[2 * i], m[2 * i + 1])
        for i in range(4):
            _turn(v, i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4, m[8 + 2 * i], m[9 + 2 * i])
        m = [m[i] for i in PERMUTATION]
    return [v[i] ^ v[i + 8] for i in range(8)]


def _chunk(data, counter, root):
    chain = list(IV)
    blocks = [data[i:i + 64] for i in range(0, len(data), 64)] or [b""]
    for i, block in enumerate(blocks):
        flags = (CHUNK_START if i == 0 else 0) | ((CHUNK_END | root) if i == len(blocks) - 1 else 0)
        chain = _compress(chain, block.ljust(64, b"\0"), counter, len(block), flags)
    return chain


def _tree(data, counter, root):
    if len(data) <= 1024:
        return _chunk(data, counter, root)
    left = 1024
    while left * 2 < len(data):
        left *= 2
    both = _tree(data[:left], counter, 0) + _tree(data[left:], counter + left // 1024, 0)
    return _compress(IV, b"".join(x.to_bytes(4, "little") for x in both), 0, 64, PARENT | root)


def blake3(data):
    return b"".join(x.to_bytes(4, "little") for x in _tree(data, 0, ROOT)).hex()
