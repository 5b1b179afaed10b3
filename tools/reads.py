#!/usr/bin/env python3
"""Which functions of which folders read the code of one function of a program, and how often.

    tools/reads.py SNAG FUNCTION check FILE...      what snag says is not shown

What is read by many is understood many times (src/ir/reads.h). Folders are those below src/. Needs binutils and a snag with debug
information."""
import os
import re
import subprocess
import sys
import tempfile


def reader_of(snag, address):
    """The function that the call stands in, also if the compiler has put it into another one, and its folder."""
    text = subprocess.run(["addr2line", "-f", "-i", "-e", snag, hex(int(address, 16) - 1)], capture_output=True, text=True, check=True)
    name, where = text.stdout.splitlines()[:2]
    folder = re.search(r"src/(\w+)", where)
    return (folder.group(1) if folder else "?", name)


def main():
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    snag, function, *args = sys.argv[1:]
    with tempfile.TemporaryDirectory(prefix="snag-reads-") as cache:  # findings that an earlier run has kept are not found again
        done = subprocess.run([snag, *args, "--cache=" + cache], env=dict(os.environ, SNAG_READS=function), capture_output=True,
                              text=True, check=False)
    times = {}
    for address, n in re.findall(r"^read from (0x[0-9a-f]+) (\d+)$", done.stderr, re.M):
        reader = reader_of(snag, address)
        times[reader] = times.get(reader, 0) + int(n)
    for (folder, name), n in sorted(times.items()):
        print("%6d  %-10s %s" % (n, folder, name))
    folders = {folder for folder, _ in times}
    print("%s: %d reads by %d functions of %d folders" % (function, sum(times.values()), len(times), len(folders)))
    return 0 if times else 1


if __name__ == "__main__":
    sys.exit(main())
