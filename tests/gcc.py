#!/usr/bin/env python3
"""Shows every C file of the build to gcc, with the build's own flags and warnings as errors:   tests/gcc.py BUILD
Only parsing, for speed; `make gcc` builds all of it. Skipped (status 77) where there is no gcc."""
import concurrent.futures
import json
import os
import re
import shlex
import shutil
import subprocess
import sys

KEEP = re.compile(r"-(I|D|U|std=|W|isystem|include|pthread|fopenmp)")
CLANG_ONLY = re.compile(r"-W(no-)?(unknown-warning-option|gnu-|c\+\+)|-fopenmp=")


def flags(words):
    out, words = [], iter(words)
    for w in words:
        if w in ("-I", "-isystem", "-include", "-D"):
            out += [w, next(words)]
        elif KEEP.match(w) and not CLANG_ONLY.match(w) and not w.startswith(("-Wl,", "-Wp,")):
            out.append(w)
    return out


def check(entry):
    words = shlex.split(entry["command"])
    command = ["gcc", "-fsyntax-only", "-Werror"] + flags(words[1:]) + [entry["file"]]
    return subprocess.run(command, cwd=entry["directory"], capture_output=True, text=True)


def main():
    build = sys.argv[1]
    if not shutil.which("gcc"):
        print("no gcc here")
        return 77
    with open(os.path.join(build, "compile_commands.json"), encoding="utf-8") as f:
        entries = [e for e in json.load(f) if e["file"].endswith(".c")]
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        results = list(pool.map(check, entries))
    failed = [r for r in results if r.returncode]
    for r in failed:
        print(r.stderr)
    print("%d passed, %d failed" % (len(results) - len(failed), len(failed)))
    return 1 if failed or not results else 0


if __name__ == "__main__":
    sys.exit(main())
