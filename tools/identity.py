#!/usr/bin/env python3
"""Writes a header with the hash of every source file that decides what is in an extracted unit.

usage: identity.py SRC HEADER DEPFILE FILE...

FILEs and what they include by name, and the .c beside each such header. Two builds with the same hash make the same units, so
what one has extracted the other
may read: a change of an analysis does not cost the extraction of everything. `TELLS` are the files that count and print only."""

import hashlib
import os
import re
import sys

TELLS = {"base/diag", "base/system/progress", "base/stat"}


def includes(path, src):
    with open(path, encoding="utf-8") as f:
        for name in re.findall(r'^\s*#\s*include\s+"([^"]+)"', f.read(), re.M):
            for folder in (os.path.dirname(path), src):
                found = os.path.normpath(os.path.join(folder, name))
                if os.path.exists(found):
                    yield found
                    break


def closure(start, src):
    seen, todo = set(), list(start)
    while todo:
        path = todo.pop()
        if path in seen or os.path.splitext(os.path.relpath(path, src))[0] in TELLS:
            continue
        seen.add(path)
        for found in includes(path, src):
            todo.append(found)
            partner = found[:-2] + ".c"
            if found.endswith(".h") and os.path.exists(partner):
                todo.append(partner)
    return sorted(seen)


def main():
    src, header, depfile, *start = sys.argv[1:]
    files = closure([os.path.normpath(os.path.join(src, f)) for f in start], src)
    digest = hashlib.sha256()
    for path in files:
        with open(path, "rb") as f:
            text = f.read()
        digest.update(f"{os.path.relpath(path, src)} {len(text)}\n".encode() + text)
    with open(header, "w", encoding="utf-8") as out:
        out.write("/* made by tools/identity.py */\n")
        out.write(f'#define EXTRACT_IDENTITY "{digest.hexdigest()}"\n')
    with open(depfile, "w", encoding="utf-8") as out:
        out.write(f"{header}: {' '.join(f.replace(' ', chr(92) + ' ') for f in files)}\n")


main()
