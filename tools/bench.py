#!/usr/bin/env python3
"""Measures extract, the cache, IR files and memory on real programs:   tools/bench.py [--back] SNAG DIR...

Each DIR holds a compile_commands.json. For each one, in one run and on the same units:
  clang    `clang-19 -g -O0 -emit-llvm -c` with the flags that snag passes, as many at a time as there are cores: time, bytes
  first    `snag check` with an empty cache                          second   the same again, nothing changed
  header   a comment is added to the header that the most units, but not all, read, and taken back at the end; snag must extract
           again exactly the units that read it
  link     `snag check --stop-after=model` without a linked program in the cache; beside it the IR files through read(2)
Prints one row a program, as ratios where time is involved. Nothing is kept but the row.

With --back, instead, and without touching anything in DIR, how a linked program is read back:
  link     the phases plan and link of `snag check --stop-after=model`, without a linked program in the cache
  back     the same again, now that it is there
  cat      tests/bench/read_back.c on the linked programs: getting them back, with checks, against reading the same bytes with
  read(2);
           rows: also looking at every row; bodies: also unpacking every function"""
import json
import os
import re
import resource
import shlex
import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor

CORES = len(os.sched_getaffinity(0))


def timed(argv, **kw):
    start = time.monotonic()
    p = subprocess.run(argv, capture_output=True, **kw)
    return time.monotonic() - start, p


def stats(snag, database, cache, *more):
    seconds, p = timed([snag, "check", "-p", database, "--cache", cache, "--stats=json", "--quiet", "--no-config", *more],
                       cwd=cache)
    text = p.stderr.decode(errors="replace")
    if p.returncode not in (0, 1):
        sys.exit("bench: snag ended with %d: %s" % (p.returncode, text[:500]))
    return seconds, json.loads(text[text.index("{\n"):])


def jobs_of(snag, database, cache):
    """(directory, arguments) of each unit, as snag would pass them: from --dump=capture."""
    p = subprocess.run([snag, "check", "-p", database, "--dump=capture", "--stop-after=capture", "--no-config"], cwd=cache,
                       stdout=subprocess.PIPE, text=True, check=True)
    jobs = []
    for block in re.split(r"^job \d+: .*\n", p.stdout, flags=re.M)[1:]:
        field = {m[1]: shlex.split(m[2]) for m in re.finditer(r"^  (dir|file|args) +(.*)$", block, re.M)}
        jobs.append((field["dir"][0], field["file"][0], field.get("args", [])))
    return jobs


def compile_one(job):
    directory, file, args = job
    argv = ["clang-19", *[a for a in args if not re.match(r"-O", a)], "-w", "-g", "-O0", "-emit-llvm", "-c", "-o", "-", file]
    p = subprocess.run(argv, cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return len(p.stdout)


def clang(jobs):
    start = time.monotonic()
    with ThreadPoolExecutor(CORES) as pool:
        sizes = list(pool.map(compile_one, jobs))
    return time.monotonic() - start, sum(sizes)


def files_of(job):
    """The files a unit reads, as clang -M tells (not as snag's cache does)."""
    directory, file, args = job
    argv = ["clang-19", *args, "-w", "-M", "-MT", "unit", file]
    rule = subprocess.run(argv, cwd=directory, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True).stdout
    names = rule.replace("\\\n", " ").split()[1:]
    return {os.path.realpath(os.path.join(directory, name)) for name in names}


def touch_header(snag, database, cache, jobs):
    """Changes the header of the program that the most units, but not all, read: "units extracted again of units that read it"."""
    with ThreadPoolExecutor(CORES) as pool:
        read = list(pool.map(files_of, jobs))
    root = os.path.dirname(os.path.commonpath([os.path.realpath(j[1]) for j in jobs]))
    count = {}
    for files in read:
        for path in files:
            if path.endswith(".h") and path.startswith(root):
                count[path] = count.get(path, 0) + 1
    inside = [(n, p) for p, n in count.items() if n < len(jobs)]
    if not inside:
        return "-"
    expected, path = max(inside)
    with open(path, "rb") as f:
        before = f.read()
    try:
        with open(path, "ab") as f:
            f.write(b"\n/* changed */\n")
        time.sleep(0.05)
        _, s = stats(snag, database, cache)
    finally:
        with open(path, "wb") as f:
            f.write(before)
    return "%d of %d" % (s["units_extracted"], expected)


def linked_of(cache):
    """The files of linked programs and plans."""
    return [os.path.join(top, name) for top, _, files in os.walk(cache) for name in files if name.endswith((".linked", ".plan"))]


def unlinked(snag, database, cache):
    """A run that finds all units in the cache, but has to link."""
    for path in linked_of(cache):
        os.remove(path)
    return stats(snag, database, cache, "--stop-after=model")[1]


def linking(s):
    return phase(s, "link") + phase(s, "plan")


def bench_back(snag, database):
    with tempfile.TemporaryDirectory(prefix="snag-bench-") as cache:
        _, first = stats(snag, database, cache)
        cold = unlinked(snag, database, cache)
        runs = [stats(snag, database, cache, "--stop-after=model")[1] for _ in range(5)]
        if any(r["units_loaded"] for r in runs):
            sys.exit("bench: the linked program was not read back")
        files = [f for f in linked_of(cache) if f.endswith(".linked")]
        tool = os.path.join(os.path.dirname(snag), "tests", "read_back")
        p = subprocess.run([tool, *files], capture_output=True, text=True, check=True)
        got = json.loads(p.stdout)
        return {
            "units": first["units"], "programs": len(files), "IR MB": "%.1f" % (first["bytes_ir"] / 1e6),
            "linked MB": "%.1f" % (got["bytes"] / 1e6),
            "link ms": "%.1f" % (1e3 * linking(cold)), "link MB/s": "%.0f" % (first["bytes_ir"] / 1e6 / linking(cold)),
            "back ms": "%.1f" % (1e3 * sorted(map(linking, runs))[2]),
            "back/cat": "%.2f" % (got["load"] / got["read"]), "rows/cat": "%.2f" % (got["rows"] / got["read"]),
            "bodies/cat": "%.1f" % (got["bodies"] / got["read"]),
            "peak MB first": "%.0f" % (max(p["peak_kib"] for p in first["phases"]) / 1024),
            "peak MB back": "%.0f" % (max(p["peak_kib"] for p in runs[0]["phases"]) / 1024),
        }


def read_files(cache):
    start, total = time.monotonic(), 0
    for top, _, files in os.walk(cache):
        for name in files:
            if name.endswith(".ir"):
                with open(os.path.join(top, name), "rb", buffering=0) as f:
                    total += len(f.read())
    return time.monotonic() - start, total


def phase(s, name):
    return sum(p["seconds"] for p in s["phases"] if p["name"] == name)


def bench(snag, database):
    with tempfile.TemporaryDirectory(prefix="snag-bench-") as cache:
        jobs = jobs_of(snag, database, cache)
        clang_seconds, clang_bytes = clang(jobs)
        first, a = stats(snag, database, cache)
        second, b = stats(snag, database, cache)
        header = touch_header(snag, database, cache, jobs)
        read, _ = read_files(cache)
        stats(snag, database, cache)
        cold = unlinked(snag, database, cache)
        return {
            "units": len(jobs), "failed": a["units_failed"], "functions": a["functions"], "merged": a["functions_merged"],
            "instructions": a["instructions"],
            "extract/clang": "%.2f" % (phase(a, "extract") / clang_seconds),
            "second/first": "%.2f%%" % (100 * second / first), "extracted again": b["units_extracted"],
            "header": header,
            "IR/bitcode": "%.3f" % (a["bytes_ir"] / clang_bytes),
            "link MB/s": "%.0f" % (a["bytes_ir"] / 1e6 / max(linking(cold), 1e-6)),
            "read MB/s": "%.0f" % (a["bytes_ir"] / 1e6 / max(read, 1e-6)),
            "peak MB": "%.0f" % (max(p["peak_kib"] for p in a["phases"]) / 1024),
            "worker MB": "%.0f" % (a["worker_peak_kib"] / 1024),
        }


def main():
    args = sys.argv[1:]
    measure = bench_back if args[:1] == ["--back"] else bench
    if measure is bench_back:
        del args[0]
    if len(args) < 2:
        sys.exit(__doc__)
    snag = os.path.abspath(args[0])
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    head = None
    for path in args[1:]:
        row = measure(snag, os.path.abspath(path))
        if head is None:
            head = list(row)
            print("| program | " + " | ".join(head) + " |")
            print("|---|" + "---|" * len(head))
        print("| %s | " % os.path.basename(path.rstrip("/")) + " | ".join(str(row[h]) for h in head) + " |", flush=True)


if __name__ == "__main__":
    main()
