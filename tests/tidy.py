#!/usr/bin/env python3
"""clang-tidy over the C files of src, by .clang-tidy:   tests/tidy.py ROOT BUILD

Each file counts; one with a warning fails and says which. BUILD has the compile_commands.json."""
import concurrent.futures
import json
import os
import subprocess
import sys

TIDY = "clang-tidy-19"


def files(root, build):
    """The C files of src that are compiled as they stand; what is made by the build, and bodies that are read as models, are not."""
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as f:
        found = {os.path.normpath(os.path.join(e["directory"], e["file"])) for e in json.load(f)}
    src = os.path.join(os.path.abspath(root), "src") + os.sep
    return sorted(f for f in found if f.startswith(src))


def ask(build, path):
    r = subprocess.run([TIDY, "-p", build, "--quiet", path], capture_output=True, text=True)
    return path, r.returncode, [l for l in r.stdout.splitlines() if "warning:" in l or "error:" in l] or r.stderr.splitlines()[-3:]


def main():
    root, build = sys.argv[1:]
    paths = files(root, build)
    bad = 0
    with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for path, status, said in pool.map(lambda p: ask(build, p), paths):
            if status:
                bad += 1
                print("\n".join(said) or "%s: %s ended with %d" % (path, TIDY, status))
    print("%d passed, %d failed" % (len(paths) - bad, bad))
    sys.exit(1 if bad or not paths else 0)


main()
