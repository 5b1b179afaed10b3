#!/usr/bin/env python3
"""The program as a user meets it:   tests/cli/cli.py SNAG [PART]...

A part is a module (line, complete, runs, findings, ranking, listing, edges, changed, limits, recognisers, places,
dialects, doctor, stops, moved) or one of its functions."""
import inspect
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
# pylint: disable=wrong-import-position
import changed
import checks
import complete
import dialects
import doctor
import edges
import findings
import limits
import line
import listing
import moved
import places
import ranking
import recognisers
import runs
import stops


def parts():
    """(module, name, function) of all, as they are written: those without parameters check something."""
    for module in (line, complete, runs, findings, ranking, listing, edges, changed, limits, recognisers, places, dialects, doctor,
                   stops, moved):
        here = [f for _, f in inspect.getmembers(module, inspect.isfunction) if f.__module__ == module.__name__]
        for f in sorted(here, key=lambda f: f.__code__.co_firstlineno):
            if not f.__code__.co_argcount:
                yield module.__name__, f.__name__, f


def main():
    asked = set(sys.argv[2:])
    unknown = asked - {word for part in parts() for word in part[:2]}
    if unknown:
        sys.exit("there is no part named %s" % ", ".join(sorted(unknown)))
    for module, name, function in parts():
        if not asked or {module, name} & asked:
            function()
    return checks.total()


if __name__ == "__main__":
    sys.exit(main())
