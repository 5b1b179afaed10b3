#!/usr/bin/env python3
"""snag against musl's headers:   tests/packaging/musl.py BUILD        Debian: musl-dev

Each source file is checked by clang as in BUILD, with musl in place of the C library of the machine. Libraries are those of
the machine, so nothing is linked. What includes argp.h is left out: with musl that comes with a library of its own."""
import json
import os
import shlex
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from checks import check, total  # pylint: disable=wrong-import-position

BUILD = os.path.abspath(sys.argv[1])
MUSL = "/usr/include/x86_64-linux-musl"
OURS = ("z3", "sqlite3", "jansson", "yaml", "zstd", "xxh", "hiredis", "openssl", "zlib", "zconf", "linux", "asm")


def libraries(to):
    """The headers of libraries, and none of glibc."""
    for root in ("/usr/include", "/usr/include/x86_64-linux-gnu"):
        for name in os.listdir(root):
            if name.startswith(OURS):
                folder = os.path.join(to, os.path.basename(root))
                os.makedirs(folder, exist_ok=True)
                os.symlink(os.path.join(root, name), os.path.join(folder, name))
    return [x for folder in sorted(os.listdir(to)) for x in ("-isystem", os.path.join(to, folder))]


def flags(command):
    words, out = iter(shlex.split(command)), []
    for word in words:
        if word.endswith(("ccache", "clang-19", "gcc")) or word in ("-MD", "-c", "-g", "-O2"):
            continue
        if word in ("-o", "-MQ", "-MF"):
            next(words)
            continue
        out.append(word)
    return out


def main():
    if not os.path.isdir(MUSL):
        print("skipped: no %s" % MUSL)
        sys.exit(77)
    with open(os.path.join(BUILD, "compile_commands.json"), encoding="utf-8") as f:
        units = [e for e in json.load(f) if "/src/" in e["file"] and "argp.h" not in open(os.path.join(BUILD, e["file"]), encoding="utf-8").read()]
    with tempfile.TemporaryDirectory() as d:
        system = ["--target=x86_64-linux-musl", "-nostdlibinc", "-isystem", MUSL] + libraries(d)

        def compiled(e):
            return subprocess.run(["clang-19", "-fsyntax-only"] + system + flags(e["command"]), cwd=BUILD, capture_output=True, text=True, check=False)

        with ThreadPoolExecutor(os.cpu_count()) as pool:
            for e, r in zip(units, pool.map(compiled, units)):
                check(r.returncode == 0, "%s with musl" % os.path.relpath(os.path.join(BUILD, e["file"])), r)
    check(len(units) > 300, "all of src", len(units))
    sys.exit(total())


main()
