#!/usr/bin/env python3
"""Messages that are broken never crash the server:   tests/lsp/fuzz.py SNAG [MESSAGES [SEED]]

Good messages are mutated as bytes and as values. After every hundred of them a good request must have its answer; a message
whose header is broken, too, must end the server with status 2 and one line, or be taken."""
import copy
import json
import os
import random
import shutil
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
# pylint: disable=wrong-import-position
from checks import check, total
from client import PROGRAM, PULL, RACY, Client, project, uri

SNAG = os.path.abspath(sys.argv[1])
MESSAGES = int(sys.argv[2]) if len(sys.argv) > 2 else 2000
SEED = int(sys.argv[3]) if len(sys.argv) > 3 else 1
VALUES = [None, True, False, 0, -1, 1, 2 ** 31, 2 ** 62, -2 ** 63, 1.5, 1e300, "", "x", "file:///", "file:///%", "\u0000", "\ud83d\ude00",
          "a" * 5000, [], {}, [[]] * 3, {"line": 1}, {"uri": "file:///x"}]


def seeds(path):
    doc = {"uri": uri(path)}
    place = {"line": RACY, "character": 8}
    span = {"start": place, "end": {"line": RACY + 1, "character": 3}}
    return [
        {"method": "textDocument/didOpen", "params": {"textDocument": {**doc, "languageId": "c", "version": 1, "text": PROGRAM}}},
        {"method": "textDocument/didChange", "params": {"textDocument": {**doc, "version": 2},
                                                        "contentChanges": [{"range": span, "text": "a\r\nb\u00e4"}, {"text": PROGRAM}]}},
        {"method": "textDocument/didChange", "params": {"textDocument": {**doc, "version": 3}, "contentChanges": [{"range": span, "text": ""}]}},
        {"method": "textDocument/didClose", "params": {"textDocument": doc}},
        {"id": 1, "method": "textDocument/hover", "params": {"textDocument": doc, "position": place}},
        {"id": "a", "method": "textDocument/codeAction", "params": {"textDocument": doc, "range": span,
                                                                   "context": {"diagnostics": [], "only": ["quickfix"]}}},
        {"id": 3, "method": "textDocument/diagnostic", "params": {"textDocument": doc, "previousResultId": "1.1"}},
        {"id": 4, "method": "workspace/diagnostic", "params": {"previousResultIds": [{**doc, "value": "1.1"}]}},
        {"id": 5, "method": "workspace/executeCommand", "params": {"command": "snag.show", "arguments": [{**doc, "range": span}]}},
        {"id": 6, "method": "workspace/executeCommand", "params": {"command": "snag.explain", "arguments": ["0123456789abcdef"]}},
        {"id": 7, "method": "workspace/executeCommand", "params": {"command": "snag.triage", "arguments": ["0123456789abcdef", "false", "x"]}},
        {"method": "$/cancelRequest", "params": {"id": 1}},
        {"method": "window/workDoneProgress/cancel", "params": {"token": "snag-1"}},
        {"id": 1, "result": None}, {"id": 2, "error": {"code": 1, "message": "x"}},
        {"id": 8, "method": "initialize", "params": {"rootUri": "file:///", "capabilities": PULL}},
    ]


def mutate_value(r, value, depth=0):
    if depth > 6 or r.random() < 0.15:
        return copy.deepcopy(r.choice(VALUES))
    if isinstance(value, dict) and value:
        key = r.choice(list(value))
        out = dict(value)
        if r.random() < 0.15:
            del out[key]
        elif r.random() < 0.1:
            out[r.choice(["id", "method", "params", "uri", "range"])] = copy.deepcopy(r.choice(VALUES))
        else:
            out[key] = mutate_value(r, value[key], depth + 1)
        return out
    if isinstance(value, list) and value:
        out = list(value)
        out[r.randrange(len(out))] = mutate_value(r, out[0], depth + 1)
        return out * r.choice([1, 1, 1, 2, 50])
    if isinstance(value, str) and value and r.random() < 0.7:
        at = r.randrange(len(value))
        return value[:at] + r.choice(["", "%", "\u0000", "/", "..", "\u00e4", "\\", "x" * 300]) + value[at + r.randrange(2):]
    return copy.deepcopy(r.choice(VALUES))


def mutate_bytes(r, data):
    data = bytearray(data)
    for _ in range(r.choice([1, 1, 2, 5, 20])):
        at = r.randrange(len(data)) if data else 0
        way = r.randrange(4)
        if way == 0 and data:
            data[at] = r.randrange(256)
        elif way == 1 and data:
            del data[at:at + r.choice([1, 3, 40])]
        elif way == 2:
            data[at:at] = bytes(r.choice(b'{}[]",:\\\x00\xff0e-') for _ in range(r.choice([1, 2, 9])))
        else:
            data[at:at] = b"[" * r.choice([1, 100, 5000])
    return bytes(data)


def body(r, seed):
    if r.random() < 0.5:
        return json.dumps(mutate_value(r, seed)).encode()
    return mutate_bytes(r, json.dumps(seed).encode())


def answers(c, number):
    """What comes is dropped but for the answer; the process may be dead."""
    found = c.answer(number)
    c.seen.clear()
    return found is not None


def bodies(count, seed):
    r = random.Random(seed)
    root, path = project()
    c = Client(SNAG, root)
    c.auto = False
    c.ids = 10 ** 6
    c.start(root, PULL)
    known = seeds(path)
    for i in range(count):
        data = body(r, r.choice(known))
        if b'"exit"' in data or b"shutdown" in data or b"snag.check" in data:
            continue
        c.raw(b"Content-Length: %d\r\n\r\n" % len(data) + data)
        if i % 100 == 99 and not answers(c, c.ask("textDocument/hover", c.at(path, RACY, 9))):
            check(False, "the server is silent after message %d of seed %d" % (i, seed), c.end())
            return
    _, status, said = c.stop()
    check(status == 0 and not said, "%d broken messages" % count, status, said)
    shutil.rmtree(root, ignore_errors=True)


def streams(count, seed):
    """Whole streams with their headers."""
    r = random.Random(seed)
    root, path = project()
    known = seeds(path)
    start = {"id": 0, "method": "initialize", "params": {"rootUri": uri(root), "capabilities": PULL}}
    for i in range(count):
        data = b""
        for message in [start] + [r.choice(known) for _ in range(4)]:
            text = json.dumps(message).encode()
            data += b"Content-Length: %d\r\n\r\n" % len(text) + text
        c = Client(SNAG, root)
        try:
            c.raw(mutate_bytes(r, data))
            c.process.stdin.close()
        except BrokenPipeError:
            pass
        while c._read(time.monotonic() + 60):  # pylint: disable=protected-access
            pass
        status, said = c.end()
        check(status in (0, 1, 2) and said.count("\n") == (status == 2), "stream %d of seed %d" % (i, seed), status, said)
    shutil.rmtree(root, ignore_errors=True)


def main():
    bodies(MESSAGES, SEED)
    streams(max(MESSAGES // 50, 10), SEED)
    return total()


if __name__ == "__main__":
    sys.exit(main())
