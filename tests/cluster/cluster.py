#!/usr/bin/env python3
"""Units compiled by workers through a real redis-server on the loopback:   tests/cluster/cluster.py SNAG [PART]...

A part is one of the functions of equal, faults, hostile and doors. Each run must give the bytes of a run without workers: the report,
and every unit in the cache."""
import inspect
import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
# pylint: disable=wrong-import-position
import checks
import doors
import equal
import faults
import hostile


def main():
    asked = set(sys.argv[2:])
    for module in (equal, faults, hostile, doors):
        here = [f for _, f in inspect.getmembers(module, inspect.isfunction) if f.__module__ == module.__name__]
        for f in sorted(here, key=lambda f: f.__code__.co_firstlineno):
            if not f.__code__.co_argcount and not f.__name__.startswith("_") and (not asked or {module.__name__, f.__name__} & asked):
                began = time.time()
                f()
                print("%5.1f s  %s" % (time.time() - began, f.__name__))
    return checks.total()


if __name__ == "__main__":
    sys.exit(main())
