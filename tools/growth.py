#!/usr/bin/env python3
"""How the time of a phase grows with the code: growth.py SNAG DIR... [--phase points] [--rounds 5]
Several phases, as in --phase summary,race, are added up. --processor counts the processor time of one worker instead of the clock on the wall, for a machine
that others use, too.

Each DIR holds a compile_commands.json. Its units, shuffled with a fixed seed, are taken by eighths, quarters, halves and all of them; each part is
analysed up to the phase, from the cache, `rounds` times, and the least time counts: what others take from the machine only adds. Prints for each part the
instructions and the time, and the exponent of a straight line through their logarithms: 1 is proportional."""
import argparse
import json
import math
import os
import random
import subprocess
import sys
import tempfile


def measure(snag, entries, cache, args):
    with tempfile.TemporaryDirectory() as directory:
        with open(os.path.join(directory, "compile_commands.json"), "w") as f:
            json.dump(entries, f)
        best = None
        phases = args.phase.split(",")
        clock, jobs = ("processor", ["-j1"]) if args.processor else ("seconds", [])
        for _ in range(args.rounds + 1):
            done = subprocess.run([snag, "check", "-p", directory, "--cache", cache, "--stop-after=" + (args.stop_after or phases[-1]), "--stats=json", "--quiet", *jobs],
                                  cwd=directory, capture_output=True, text=True)
            if done.returncode not in (0, 1, 3):
                sys.exit("growth.py: " + done.stderr.strip().splitlines()[-1])
            stats = json.loads(done.stderr[done.stderr.index("{"):])
            seconds = sum(p[clock] for p in stats["phases"] if p["name"] in phases)
            best = min(best or seconds, seconds)
        return stats["instructions"], best, max(p["peak_kib"] for p in stats["phases"])


def exponent(points):
    x = [math.log(n) for n, _ in points]
    y = [math.log(max(t, 1e-6)) for _, t in points]
    mx, my = sum(x) / len(x), sum(y) / len(y)
    return sum((a - mx) * (b - my) for a, b in zip(x, y)) / sum((a - mx) ** 2 for a in x)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("snag")
    parser.add_argument("dirs", nargs="+")
    parser.add_argument("--phase", default="points")
    parser.add_argument("--stop-after", help="where the phase is only part of it, as `calls` is of `points`")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--processor", action="store_true")
    parser.add_argument("--cache", default=None, help="kept between runs; default: a temporary one")
    args = parser.parse_args()
    snag = os.path.abspath(args.snag)
    with tempfile.TemporaryDirectory() as temporary:
        cache = args.cache or temporary
        print("| program | part | instructions | %s ms | ns an instruction | peak MB | exponent |\n|---|---|---|---|---|---|---|" % args.phase)
        for directory in args.dirs:
            with open(os.path.join(directory, "compile_commands.json")) as f:
                entries = json.load(f)
            random.Random(19).shuffle(entries)
            points = []
            for part in (8, 4, 2, 1):
                n, seconds, peak = measure(snag, entries[:max(1, len(entries) // part)], cache, args)
                points.append((n, seconds))
                last = "%.2f" % exponent(points) if part == 1 else ""
                print("| %s | %dx | %d | %.1f | %.0f | %d | %s |" % (os.path.basename(os.path.abspath(directory)), 8 // part, n, seconds * 1000,
                                                                  seconds * 1e9 / n, peak // 1024, last), flush=True)


if __name__ == "__main__":
    main()
