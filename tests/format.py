#!/usr/bin/env python3
"""The C files of the folders below are as .clang-format says:   tests/format.py ROOT

Each file counts; one that differs fails and says what to run. A folder is added when all of it is formatted, in a commit of its own
whose name goes into .git-blame-ignore-revs."""
import concurrent.futures
import glob
import os
import subprocess
import sys

FORMAT = "clang-format-19"
FOLDERS = ("belief", "infer", "lsp", "questions", "queue", "rank")


def main():
    root = sys.argv[1]
    paths = sorted(p for f in FOLDERS for p in glob.glob(os.path.join(root, "src", f, "**", "*.[ch]"), recursive=True))
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        done = pool.map(lambda p: subprocess.run([FORMAT, "--dry-run", "--Werror", p], capture_output=True).returncode, paths)
    bad = [p for p, status in zip(paths, done) if status]
    for p in bad:
        print("%s: not formatted: run %s -i" % (os.path.relpath(p, root), FORMAT))
    print("%d passed, %d failed" % (len(paths) - len(bad), len(bad)))
    sys.exit(1 if bad or len(paths) < len(FOLDERS) else 0)


main()
