#!/usr/bin/env python3
"""Deletes single unlocks in a program, one at a time, and counts how many snag notices.

    tools/delete_unlocks.py SNAG DATABASE [--count N] [--seed N] [--unlock REGEX] [--lock REGEX] [--cache DIR] [--only FILE:LINE]

Candidates are calls of an unlock that stand alone on a line, in functions with at least one lock and two unlocks in their text: a
path without its unlock next to paths that have theirs. The whole program is analysed with a changed copy of the one file.
A deletion is noticed if there is a finding that the unchanged program does not have. Functions are found by their braces in the
first column, so the sources must have them there. Nothing is written outside a temporary directory.
"""
import argparse
import json
import os
import random
import re
import subprocess
import sys
import tempfile

UNLOCK = r'\b(?:pthread_(?:mutex|rwlock|spin)_unlock|lock_(?:basic|quick|rw)_unlock|item_unlock|mutex_unlock|\w+_unlock)\s*\('
LOCK = (r'\b(?:pthread_(?:mutex|spin)_lock|pthread_rwlock_(?:rd|wr)lock|lock_(?:basic|quick)_lock'
        r'|lock_rw_(?:rd|wr)lock|item_lock|\w+_lock|\w+_(?:rd|wr)lock)\s*\(')


def functions(lines):
    """(first, last) line numbers, from 0, of blocks between braces in column 1."""
    first = None
    for i, line in enumerate(lines):
        if line.startswith('}') and first is not None:
            yield first, i
            first = None
        elif line.startswith('{') or (re.match(r'\w.*\)\s*\{\s*$', line) and not line.startswith(('struct', 'enum', 'union'))):
            first = i


def candidates(path, lock, unlock):
    lines = open(path, encoding='utf-8', errors='replace').read().split('\n')
    for first, last in functions(lines):
        body = lines[first:last]
        unlocks = [first + i for i, line in enumerate(body) if re.match(r'\s*' + unlock + r'.*;\s*$', line)]
        if len(unlocks) >= 2 and any(re.search(lock, line) for line in body):
            yield from ((path, i + 1) for i in unlocks)


def findings(snag, database, cache, where):
    run = subprocess.run([snag, 'check', '-p', database, '--cache', cache, '--quiet', '--color=never'],
                         capture_output=True, text=True, cwd=where, check=False)
    if run.returncode not in (0, 1):
        sys.exit('delete_unlocks: snag failed: ' + run.stderr.strip())
    return [line for line in run.stdout.split('\n') if ' warning: ' in line]


def without_place(finding):
    return re.sub(r'^.*?:\d+:\d+: | #\d+$', '', finding)


def changed_database(database, path, line, directory):
    copy = os.path.join(directory, os.path.basename(path))
    lines = open(path, encoding='utf-8', errors='replace').read().split('\n')
    lines[line - 1] = re.sub(r'\S.*', ';', lines[line - 1])
    with open(copy, 'w', encoding='utf-8') as out:
        out.write('\n'.join(lines))
    entries = json.load(open(database, encoding='utf-8'))
    for entry in entries:
        if os.path.join(entry['directory'], entry['file']) != path:
            continue
        source = [k for k, a in enumerate(entry['arguments']) if os.path.join(entry['directory'], a) == path]
        entry['arguments'][source[-1]] = copy
        entry['arguments'].insert(source[-1], '-iquote' + os.path.dirname(path))
        entry['file'] = copy
    out = os.path.join(directory, 'compile_commands.json')
    json.dump(entries, open(out, 'w', encoding='utf-8'))
    return out


def main():
    p = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    p.add_argument('snag')
    p.add_argument('database')
    p.add_argument('--count', type=int, default=14)
    p.add_argument('--seed', type=int, default=1)
    p.add_argument('--lock', default=LOCK)
    p.add_argument('--unlock', default=UNLOCK)
    p.add_argument('--cache', default=None)
    p.add_argument('--only', help='FILE:LINE')
    o = p.parse_args()
    snag = os.path.abspath(o.snag)
    files = sorted({os.path.join(e['directory'], e['file']) for e in json.load(open(o.database, encoding='utf-8'))})
    every = [c for f in files if f.endswith('.c') for c in candidates(f, o.lock, o.unlock)]
    picked = sorted(random.Random(o.seed).sample(every, min(o.count, len(every))))
    if o.only:
        path, line = o.only.rsplit(':', 1)
        picked = [(path, int(line))]
    with tempfile.TemporaryDirectory() as work:
        cache = o.cache or os.path.join(work, 'cache')
        before = [without_place(x) for x in findings(snag, o.database, cache, work)]
        noticed = 0
        for path, line in picked:
            with tempfile.TemporaryDirectory() as directory:
                after = findings(snag, changed_database(o.database, path, line, directory), cache, work)
            new = [x for x in after if without_place(x) not in before]
            noticed += bool(new)
            said = re.sub(r'^.*?warning: ', '', new[0]) if new else ''
            print('%-8s %s:%d %s' % ('noticed' if new else 'missed', path, line, said), flush=True)
    print('%d of %d noticed; %d candidates' % (noticed, len(picked), len(every)))


main()
