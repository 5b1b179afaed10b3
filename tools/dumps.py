#!/usr/bin/env python3
"""Compares all that two builds of snag see and say of the annotated programs, byte by byte.

    tools/dumps.py make SNAG DIRECTORY [PROGRAM or FOLDER]... [-j N]      all dumps and the text report of each program, a file each
    tools/dumps.py compare DIRECTORY DIRECTORY                            which programs differ, and how; exit status 1 if any does

A change that moves code and means to change nothing is made between two such directories. Programs are copied and compiled below
one directory for all builds (--work), so that names are the same and a second round takes the units from the cache."""
import argparse
import concurrent.futures
import difflib
import filecmp
import os
import subprocess
import sys
import tempfile

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
sys.path.insert(0, os.path.join(ROOT, "tests"))
import run as programs  # noqa: E402

DUMPS = "ir,points,contexts,callgraph,threads,parallel,sharing,questions,summary,race,belief,locks,lockset,deadlock"
DIFFERENT_LINES = 30  # shown of each program


def name_of(path):
    return os.path.relpath(path, ROOT).replace(os.sep, "__")


def make_one(args, path):
    """What snag says of one program: the dumps and the report, what it says beside them, and the exit status."""
    try:
        test = programs.Test(path)
        directory = os.path.join(args.work, name_of(path))
        os.makedirs(directory, exist_ok=True)
        run = programs.Run(os.path.abspath(args.snag), test, directory)
        text = ""
        for extra in (["--dump=" + DUMPS], ["--show=pruned"]):  # a dump ends the run, before the report
            done = run("--cache=cache", "-j1", *extra)
            text += "%s\n---- stderr\n%s\n---- exit status %d\n" % (done.stdout, done.stderr, done.returncode)
    except (programs.BadTest, subprocess.TimeoutExpired) as e:
        text = "no result: %s\n" % e
    with open(os.path.join(args.directory, name_of(path)), "w", encoding="utf-8", errors="surrogateescape") as f:
        f.write(text)
    return text.startswith("no result")


def make(args):
    below = args.program or [os.path.join(programs.HERE, p) for p in programs.PROGRAMS]
    paths = sorted(set(os.path.realpath(p) for b in below for p in programs.tests_below(b)))
    os.makedirs(args.directory, exist_ok=True)
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        failed = sum(pool.map(lambda p: make_one(args, p), paths))
    print("%d programs, %d without a result, in %s" % (len(paths), failed, args.directory))
    return 1 if failed or not paths else 0


def read(path):
    with open(path, encoding="utf-8", errors="surrogateescape") as f:
        return f.read().splitlines()


def compare(args):
    a, b = (set(os.listdir(d)) for d in (args.old, args.new))
    for name in sorted(a ^ b):
        print("only in one of them: %s" % name)
    different = 0
    for name in sorted(a & b):
        old, new = (os.path.join(d, name) for d in (args.old, args.new))
        if filecmp.cmp(old, new, shallow=False):
            continue
        different += 1
        lines = list(difflib.unified_diff(read(old), read(new), old, new, lineterm="", n=1))
        print("\n".join(lines[:DIFFERENT_LINES]))
    print("%d programs compared, %d differ" % (len(a & b), different))
    return 1 if different or a ^ b or not a else 0


def main():
    parser = argparse.ArgumentParser(description="compare the dumps of two builds")
    commands = parser.add_subparsers(dest="command", required=True)
    command = commands.add_parser("make")
    command.add_argument("snag")
    command.add_argument("directory")
    command.add_argument("program", nargs="*")
    command.add_argument("-j", dest="jobs", type=int, default=2)
    command.add_argument("--work", default=os.path.join(tempfile.gettempdir(), "snag-dumps"))
    command = commands.add_parser("compare")
    command.add_argument("old")
    command.add_argument("new")
    args = parser.parse_args()
    return make(args) if args.command == "make" else compare(args)


if __name__ == "__main__":
    sys.exit(main())
