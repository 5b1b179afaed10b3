#!/usr/bin/env python3
"""How the time of a phase grows with the code: growth.py SNAG DIR... [--phase points] [--rounds 5]
Several phases, as in --phase summary,race, are added up. --processor counts the processor time of one worker instead of the
clock on the wall, for a machine
that others use, too.

Each DIR holds a compile_commands.json. Its units, shuffled with a fixed seed, are taken by eighths, quarters, halves and all of
them; each part is
analysed up to the phase, from the cache, `rounds` times, and the least time counts: what others take from the machine only adds.
Prints for each part the
instructions and the time, and the exponent of a straight line through their logarithms: 1 is proportional.

--copies takes the whole program once, twice, four and eight times instead, so that each size has all its threads: a copy is
compiled with a header in front (-include) that
gives every symbol which the program defines for others a name of its own, and a generated main calls the main of some copy.
Units are compiled once to learn their symbols."""
import argparse
import json
import math
import os
import random
import shlex
import shutil
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
            done = subprocess.run([snag, "check", "-p", directory, "--cache", cache,
                                   "--stop-after=" + (args.stop_after or phases[-1]), "--stats=json", "--quiet", *jobs],
                                  cwd=directory, capture_output=True, text=True)
            if done.returncode not in (0, 1, 3):
                sys.exit("growth.py: " + done.stderr.strip().splitlines()[-1])
            stats = json.loads(done.stderr[done.stderr.index("{"):])
            seconds = sum(p[clock] for p in stats["phases"] if p["name"] in phases)
            best = min(best or seconds, seconds)
        return stats["instructions"], best, max(p["peak_kib"] for p in stats["phases"])


def words_of(entry):
    return list(entry["arguments"]) if "arguments" in entry else shlex.split(entry["command"])


def defined(entry, directory):
    """Global symbols that the unit defines; none if it does not compile."""
    words, out = words_of(entry), os.path.join(directory, "unit.o")
    words = [w for i, w in enumerate(words) if w not in ("-c", "-o") and (i == 0 or words[i - 1] != "-o")]
    done = subprocess.run(["clang-19", *words[1:], "-O0", "-w", "-c", "-o", out], cwd=entry["directory"],
                          stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    if done.returncode:
        return set()
    listed = subprocess.run(["nm", "--defined-only", "-g", "--format=posix", out], capture_output=True, text=True).stdout
    return {line.split()[0] for line in listed.splitlines() if line.split()[0].isidentifier()}


def copies_of(entries, n, names, directory):
    """The entries of n copies of the program, and of a main that calls one of theirs."""
    out = []
    for k in range(n):
        header = os.path.join(directory, "copy%d.h" % k)
        with open(header, "w") as f:
            f.writelines("#define %s copy%d_%s\n" % (name, k, name) for name in sorted(names))
        for number, entry in enumerate(entries):
            words = words_of(entry)
            words = [w for i, w in enumerate(words) if w != "-o" and words[i - 1] != "-o"]
            # the text itself, at a place of its own: static functions of two copies are not copies of one header function
            path, source = os.path.join(directory, "copy%d_%d.c" % (k, number)), os.path.join(entry["directory"], entry["file"])
            shutil.copyfile(source, path)
            words = [words[0], "-include", header, "-iquote",
                     os.path.dirname(source)] + [path if w == entry["file"] else w for w in words[1:]]
            out.append({"directory": entry["directory"], "file": path, "arguments": words + ["-o", "copy%d_%d.o" % (k, number)]})
    main = os.path.join(directory, "main.c")
    with open(main, "w") as f:
        f.writelines("int copy%d_main(int, char **);\n" % k for k in range(n))
        f.write("int main(int argc, char **argv)\n{\n")
        f.writelines("\tif (argc == %d)\n\t\treturn copy%d_main(argc, argv);\n" % (k + 1, k)
                     for k in range(n)) # a main may not come back
        f.write("\treturn 0;\n}\n")
    return out + [{"directory": directory, "file": main, "arguments": ["clang-19", "-c", main, "-o", "main.o"]}]


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
    parser.add_argument("--copies", action="store_true", help="of the whole program, not parts of it")
    parser.add_argument("--cache", default=None, help="kept between runs; default: a temporary one")
    args = parser.parse_args()
    snag = os.path.abspath(args.snag)
    with tempfile.TemporaryDirectory() as temporary:
        cache = args.cache or temporary
        print("| program | part | instructions | %s ms | ns an instruction | peak MB | exponent |" % args.phase)
        print("|---|---|---|---|---|---|---|")
        for directory in args.dirs:
            with open(os.path.join(directory, "compile_commands.json")) as f:
                entries = json.load(f)
            random.Random(19).shuffle(entries)
            points = []
            names = set().union(*(defined(e, temporary) for e in entries)) if args.copies else set()
            for part in (8, 4, 2, 1):
                chosen = (copies_of(entries, 8 // part, names, temporary) if args.copies
                          else entries[:max(1, len(entries) // part)])
                n, seconds, peak = measure(snag, chosen, cache, args)
                points.append((n, seconds))
                last = "%.2f" % exponent(points) if part == 1 else ""
                name = os.path.basename(os.path.abspath(directory))
                print("| %s | %dx | %d | %.1f | %.0f | %d | %s |" % (
                    name, 8 // part, n, seconds * 1000, seconds * 1e9 / n, peak // 1024, last), flush=True)


if __name__ == "__main__":
    main()
