#!/usr/bin/env python3
"""The race phases on real programs, as a table for doc/benchmarks.md:

    tools/race_table.py SNAG DIR... [--cache CACHE]        each DIR has a compile_commands.json

For each database, in one go: the units are extracted, unless they are in CACHE already; then its programs are analysed, with
nothing kept from an earlier run; then all commands of the database are run with clang, as they stand and with -O2 -g behind, which
is how distributions build, and what comes out is thrown away. Times are processor time, of all workers: what others take from the
machine does not count. `analysis` is everything behind extract; `of clang` and `of -O2 -g` compare it with the two builds.

A unit that two programs share is analysed in both and compiled once. `a program` compares each program with the commands as they
stand of its own units, shared or not: the analysis of all against what clang takes for all."""
import argparse
import concurrent.futures
import json
import os
import shlex
import subprocess
import sys
import tempfile

BEFORE = ("capture", "extract")
PRUNED = ("apart", "owned", "lock", "structure", "type", "unlikely", "path", "unreached", "benign", "signal")
CLANG = "clang-19"
ALONE = ("-MD", "-MMD", "-MP", "-MG", "-c", "-S", "-E")
WITH_NEXT = ("-o", "-MF", "-MT", "-MQ")


def analysed(snag, directory, cache):
    # a dump is asked for since a run that dumps looks for no findings of an earlier one
    command = ["timeout", "1200", snag, "check", "-p", directory, "--cache", cache, "--rule", "race", "--quiet",
               "--dump=questions", "--stats=json"]
    done = subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    start = done.stderr.find("{")
    return json.loads(done.stderr[start:]) if start >= 0 else None


def to_nowhere(entry, flags):
    words = list(entry["arguments"]) if "arguments" in entry else shlex.split(entry["command"])
    kept, skip = [CLANG], False
    for word in words[1:]:
        if not skip and word not in ALONE and word not in WITH_NEXT:
            kept.append(word)
        skip = not skip and word in WITH_NEXT
    return kept + flags + ["-w", "-c", "-o", os.devnull]


def compile_one(entry, flags):
    """Processor seconds; None: it does not compile."""
    process = subprocess.Popen(to_nowhere(entry, flags), cwd=entry["directory"], stdout=subprocess.DEVNULL,
                               stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return usage.ru_utime + usage.ru_stime if process.returncode == 0 else None


def compiled(directory, flags):
    """Processor seconds of each file."""
    with open(os.path.join(directory, "compile_commands.json")) as f:
        entries = json.load(f)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        seconds = list(pool.map(lambda e: compile_one(e, flags), entries))
    failed = seconds.count(None)
    if failed:
        print("race_table.py: %d commands of %s do not compile and are not counted" % (failed, directory), file=sys.stderr)
    of = {}
    for entry, s in zip(entries, seconds):
        path = os.path.normpath(os.path.join(entry["directory"], entry["file"]))
        of[path] = of.get(path, 0) + (s or 0)
    return of


def linked(snag, directory, cache):
    """The files of all programs: one that several share is there several times."""
    command = [snag, "check", "-p", directory, "--cache", cache, "--quiet", "--stop-after=link", "--dump=link"]
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return [line[len("unit "):] for line in done.stdout.splitlines() if line.startswith("unit ")]


def row(snag, directory, cache):
    stats = analysed(snag, directory, cache)
    if stats is None:
        return [os.path.basename(directory), "did not finish"]
    seconds = {}
    for phase in stats["phases"]:
        seconds[phase["name"]] = seconds.get(phase["name"], 0) + phase["processor"]
    analysis = sum(s for name, s in seconds.items() if name not in BEFORE)
    plain = compiled(directory, [])
    clang, optimised = sum(plain.values()), sum(compiled(directory, ["-O2", "-g"]).values())
    programs = sum(plain.get(os.path.normpath(path), 0) for path in linked(snag, directory, cache))
    cells = [os.path.basename(directory.rstrip("/"))]
    cells += [stats.get(name, 0) for name in ("functions", "accesses", "events", "candidates")]
    cells += [stats.get("pruned_" + reason, 0) for reason in PRUNED]
    cells += [stats.get(name, 0) for name in ("races", "gap_pairs", "gap_walk")]
    cells += ["%.1f" % s for s in (seconds.get("summary", 0), seconds.get("race", 0), analysis, clang, optimised)]
    return cells + ["%.2f" % (analysis / s) if s else "-" for s in (clang, optimised, programs)] + [
        max(p["peak_kib"] for p in stats["phases"]) // 1024]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("snag")
    parser.add_argument("dirs", nargs="+")
    parser.add_argument("--cache", help="units from there; default: a new one for each program")
    args = parser.parse_args()
    head = ["program", "functions", "accesses", "events", "candidates", *PRUNED, "races", "gap_pairs", "gap_walk", "summary s",
            "race s", "analysis s", "clang s", "clang -O2 -g s",
            "of clang", "of -O2 -g", "a program", "peak MB"]
    print("| " + " | ".join(head) + " |\n|" + "---|" * len(head), flush=True)
    for directory in args.dirs:
        with tempfile.TemporaryDirectory() as temporary:
            print("| " + " | ".join(str(x) for x in row(os.path.abspath(args.snag), os.path.abspath(directory),
                                                        args.cache or temporary)) + " |", flush=True)


if __name__ == "__main__":
    main()
