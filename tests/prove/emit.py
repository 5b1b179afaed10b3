#!/usr/bin/env python3
"""The sequential program as C:   emit.py PROVE_TRY [-e N] FILE.c|DIRECTORY...      -e: only every Nth search

For each search that a program asks for (search.py), the C is made, compiled by gcc and clang without a warning, and run with
choices by
chance (random.c; static, since each run is a fork, and a small process forks faster). What the search calls unreachable must
never
fail, in 10,000 runs; where a bound was met, nothing is said. A program with a line `// no-emit: why` is left out. Prints TAP."""
import os
import subprocess
import sys
import tempfile

import search

FLAGS = ['-std=gnu17', '-Wall', '-Wextra', '-Werror', '-O1']
HERE = os.path.dirname(os.path.abspath(__file__))


def run(case, tool, folder, number):
    path, text, words, outcome, more = case
    options, goal = [], words
    while goal[0].startswith('--'):
        options, goal = options + goal[:2], goal[2:]
    name = f'{os.path.basename(path)} {text}'
    c, program = f'{folder}/{number}.c', f'{folder}/{number}'
    for command in ([tool, '--cache', f'{folder}/cache', '--emit-c', c, *options, path, *goal],
                    ['clang-19', *FLAGS, '-fsyntax-only', c],
                    ['gcc', *FLAGS, '-static', c, f'{folder}/random.o', '-o', program]):
        result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=900)
        if result.returncode:
            return name, False, f'{command[0]}: {result.stdout}{result.stderr}'
    if outcome == 'found' or more:
        return name, True, ''
    result = subprocess.run([program], capture_output=True, check=False, timeout=900)
    return name, result.returncode == 0, f'fails by chance: {result.returncode}'


def main():
    tool, words = sys.argv[1], sys.argv[2:]
    step = int(words[1]) if words[0] == '-e' else 1
    every = [c for p in search.programs(words[2:] if words[0] == '-e' else words) if not any('// no-emit: ' in x for x in search.lines_of(p))
             for c in search.cases(p)
             if c[3] != 'cannot'][::step]
    bad = 0
    print(f'1..{len(every)}')
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run(['gcc', *FLAGS, '-c', f'{HERE}/tools.d/random.c', '-o', f'{folder}/random.o'], check=True)
        for i, case in enumerate(every, 1):
            name, ok, out = run(case, tool, folder, i)
            print(f'{"ok" if ok else "not ok"} {i} - {name}')
            if not ok:
                bad += 1
                print('\n'.join('# ' + line for line in out.split('\n')[:20]))
    sys.exit(bad > 0)


main()
