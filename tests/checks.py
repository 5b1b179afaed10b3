"""Checks that are counted: what the scripts in tests/cli and tests/output end with."""
_counted = [0, 0]  # passed, failed


def check(good, what, *more):
    _counted[0 if good else 1] += 1
    if not good:
        print("FAILED: %s" % what, *more)


def total():
    """Prints the line that tests/all.py reads; gives the exit status."""
    print("%d passed, %d failed" % tuple(_counted))
    return 1 if _counted[1] else 0
