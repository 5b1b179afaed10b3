#!/usr/bin/env python3
"""The race phases on real programs, as a table for doc/benchmarks.md:

    tools/race_table.py SNAG DIR...        each DIR has a compile_commands.json

One run a program, nothing cached. Times are processor time, of all workers: what others take from the machine does not count. `analysis` is everything
behind extract, and `ratio` compares it with extract in the same run, which costs what clang costs for the same units (the first table of doc/benchmarks.md)."""
import json
import os
import subprocess
import sys
import tempfile

BEFORE = ("capture", "extract")
PRUNED = ("apart", "owned", "lock", "structure", "type", "unlikely", "unreached", "benign", "signal")


def run(snag, directory):
    with tempfile.TemporaryDirectory() as cache:
        done = subprocess.run(["timeout", "1200", snag, "check", "-p", directory, "--cache", cache, "--rule", "race", "--quiet", "--stats=json"],
                              stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    start = done.stderr.find("{")
    return json.loads(done.stderr[start:]) if start >= 0 else None


def number(stats, name):
    return stats.get(name, 0)


def main():
    print("program | functions | accesses | events | candidates | " + " | ".join(PRUNED) + " | races | summary s | race s | analysis s | extract s | ratio | peak MB")
    for directory in sys.argv[2:]:
        stats = run(sys.argv[1], directory)
        if stats is None:
            print(os.path.basename(directory), "did not finish")
            continue
        seconds = {}
        for phase in stats["phases"]:
            seconds[phase["name"]] = seconds.get(phase["name"], 0) + phase["processor"]
        analysis = sum(s for name, s in seconds.items() if name not in BEFORE)
        row = [os.path.basename(directory.rstrip("/")), number(stats, "functions"), number(stats, "accesses"), number(stats, "events"), number(stats, "candidates")]
        row += [number(stats, "pruned_" + p) for p in PRUNED] + [number(stats, "races")]
        row += ["%.1f" % seconds.get("summary", 0), "%.1f" % seconds.get("race", 0), "%.1f" % analysis, "%.1f" % seconds["extract"],
                "%.2f" % (analysis / max(seconds["extract"], 0.01)), max(p["peak_kib"] for p in stats["phases"]) // 1024]
        print(" | ".join(str(x) for x in row), flush=True)


if __name__ == "__main__":
    main()
