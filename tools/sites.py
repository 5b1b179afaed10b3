#!/usr/bin/env python3
"""Compares whom snag thinks a real program's calls through pointers may reach with a stored expectation.

    tools/sites.py SNAG DIR EXPECTED [--cache DIR]       compares; exit status 1 if something differs
    tools/sites.py SNAG DIR --list [--count N --seed N]  prints lines for EXPECTED, of all sites or of N drawn at random

DIR is the program's build directory, as for snag -p. A line of EXPECTED is

    src/ae.c:aeProcessEvents: eventLoop->beforesleep -> beforeSleep            # why, for the reader

a file as its path ends, a function, the pointer as the source writes it (up to the parenthesis), the targets, sorted; nothing
behind the arrow if there are none. A pointer that stands in the function several times must have these targets each time. `<=`
for the arrow:
the targets are right, but there are others, too, today; `>=`: some of those named are missing today. Lines that start with # are
text.
"""
import argparse
import os
import random
import re
import subprocess
import sys

SITE = re.compile(r"site (\d+):(\d+) (\w+) by (\w+) \{ ?(.*?) ?\}( without others, by [a-z, ]+)?$")


def dump(snag, directory, cache):
    command = [snag, '-p', directory, '--stop-after=points', '--dump=points', '-q']
    command += ['--cache=' + cache] if cache else []
    run = subprocess.run(command, capture_output=True, text=True, errors='replace')
    if run.returncode > 1:
        sys.exit(f'sites.py: snag failed: {run.stderr.strip()}')
    return run.stdout.splitlines()


class Sources:
    """Lines of source files, read once each."""

    def __init__(self):
        self.files = {}

    def pointer(self, path, line, column):
        """What stands between line:column, from 1, and the parenthesis of the call."""
        if path not in self.files:
            try:
                with open(path, errors='replace') as f:
                    self.files[path] = f.read().split('\n')
            except OSError:
                self.files[path] = []
        lines = self.files[path]
        if not 0 < line <= len(lines):
            return '?'
        text = lines[line - 1][column - 1:]
        depth = 0
        for i, c in enumerate(text):
            depth += (c in '[(') - (c in '])')
            if c == '(' and depth == 1 and i and not text[:i].isspace():
                return text[:i].strip()
        return text.strip()


def sites(lines):
    """(file, function, line, pointer, kind, method, targets) of each call through a pointer, once for all programs that share
    it."""
    sources = Sources()
    function, path, seen = None, None, {}
    for text in lines:
        if text.startswith('fn '):
            function, path = text[3:].rsplit(' at ', 1)
            path = path.rsplit(':', 1)[0]
            continue
        match = SITE.match(text)
        if not match or match[4] == 'name' or not function:
            continue
        line, column = int(match[1]), int(match[2])
        pointer = sources.pointer(path, line, column)
        targets = sorted(t.strip() for t in match[5].split(',') if t.strip())
        seen.setdefault((path, function, line, column, match[3]),
                        (path, function, line, pointer, match[3], match[4], set()))[6].update(targets)
    return [s[:6] + (sorted(s[6]),) for s in seen.values()]


def show(site, root):
    path, function, line, pointer, kind, method, targets = site
    return f'{os.path.relpath(path, root)}:{function}: {pointer} -> {" ".join(targets)}'.rstrip()


def list_sites(found, options):
    if options.count:
        found = random.Random(options.seed).sample(found, min(options.count, len(found)))
    root = os.path.join(options.directory, 'src')
    for site in sorted(found):
        print(show(site, root if os.path.isdir(root) else options.directory) + f'  # {site[2]} {site[4]} {site[5]}')


def parse(path):
    with open(path) as f:
        for number, text in enumerate(f, 1):
            text = text.split('  #', 1)[0].strip()
            if not text or text.startswith('#'):
                continue
            match = re.match(r'([^:]+):([^:]+): (.+?) (->|<=|>=)(.*)$', text)
            if not match:
                sys.exit(f'{path}:{number}: not FILE:FUNCTION: POINTER -> TARGETS')
            yield number, match[1], match[2], match[3], match[4], set(match[5].split())


def differs(arrow, want, have):
    if arrow == '->':
        return want != have
    return not (want < have if arrow == '<=' else have < want)


def compare(found, path):
    bad = total = 0
    for number, file, function, pointer, arrow, want in parse(path):
        total += 1
        there = [s for s in found if s[0].endswith('/' + file) and s[1] == function and s[3] == pointer]
        if not there:
            print(f'{path}:{number}: {function}: no call of {pointer}')
            bad += 1
        for s in there:
            have = set(s[6])
            if not differs(arrow, want, have):
                continue
            bad += 1
            print(f'{path}:{number}: {function}:{s[2]}: {pointer} {arrow}: missing {{ {" ".join(sorted(want - have))} }}, '
                  f'too many {{ {" ".join(sorted(have - want))} }}')
    print(f'{total} lines, {bad} differ')
    return 1 if bad else 0


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument('snag')
    parser.add_argument('directory')
    parser.add_argument('expected', nargs='?')
    parser.add_argument('--list', action='store_true')
    parser.add_argument('--count', type=int, default=0)
    parser.add_argument('--seed', type=int, default=7)
    parser.add_argument('--cache')
    options = parser.parse_args()
    if bool(options.expected) == options.list:
        parser.error('either EXPECTED or --list')
    found = sites(dump(options.snag, options.directory, options.cache))
    if options.list:
        list_sites(found, options)
        return 0
    return compare(found, options.expected)


if __name__ == '__main__':
    sys.exit(main())
