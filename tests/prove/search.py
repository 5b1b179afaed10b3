#!/usr/bin/env python3
"""What the search must find, and what it must not:   search.py [-s SECONDS] PROVE_TRY FILE.c|DIRECTORY...

-s: how long a search goes on that has nothing to find and names no bound that it must meet (0.5).
Seconds are counted in steps (src/prove/data/effort.h): what is found does not depend on the machine.

A program says it itself, before and after a colon:

    // search: --ts 1 assert @work : found           or: not within, cannot; then words that the line must have

@name is the line that has `@name` in a comment. Prints TAP."""
import argparse
import glob
import os
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor


def lines_of(path):
    with open(path, encoding='utf-8') as f:
        return f.read().split('\n')


def cases(path):
    lines = lines_of(path)
    tags = {}
    for number, line in enumerate(lines, 1):
        if '// search:' in line:
            continue
        for tag in re.findall(r'//.*?@(\w+)', line):
            tags[tag] = str(number)
    for line in lines:
        m = re.match(r'// search: (.*) : (found|not within|cannot)(.*)$', line.strip())
        if '// search:' in line and not m:
            sys.exit(f'{path}: not understood: {line}')
        if m:
            words = [tags[w[1:]] if w.startswith('@') else w for w in m[1].split()]
            yield path, m[1], words, m[2], m[3].strip(': ')


def in_steps(seconds):
    return ['--work', str(int(float(seconds) * 10000))]


def run(case, tool, cache, idle):
    path, text, words, outcome, more = case
    # What is to be found ends when it is found. What is not may end by time, and then soon.
    options, goal = in_steps('60' if outcome == 'found' else idle if not more else '10'), words
    while goal[0].startswith('--'):
        options, goal = options + (in_steps(goal[1]) if goal[0] == '--seconds' else goal[:2]), goal[2:]
    result = subprocess.run([tool, '--cache', cache, *options, path, *goal], capture_output=True, text=True, check=False,
                            timeout=900)
    out = (result.stdout + result.stderr).strip()
    return f'{os.path.basename(path)} {text}', out.startswith(outcome) and more in out, out


def programs(paths):
    out = []
    for path in paths:
        out += sorted(glob.glob(path + '/*.c')) if os.path.isdir(path) else [path]
    return out


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument('-s', default='0.5')
    parser.add_argument('tool')
    parser.add_argument('paths', nargs='+')
    args = parser.parse_args()
    every = [c for p in programs(args.paths) for c in cases(p)]
    if not every:
        sys.exit('no program says what is to be searched')
    bad = 0
    with tempfile.TemporaryDirectory() as cache, ThreadPoolExecutor(2) as pool:
        print(f'1..{len(every)}')
        for i, (name, ok, out) in enumerate(pool.map(lambda c: run(c, args.tool, cache, args.s), every), 1):
            print(f'{"ok" if ok else "not ok"} {i} - {name}')
            if not ok:
                bad += 1
                print(f'# {out}')
    sys.exit(bad > 0)


if __name__ == '__main__':
    main()
