#!/usr/bin/env python3
"""A machine without the packages of the tests still builds snag, as `make demo` does on a fresh one:   tests/setup.py SOURCE
Configures the source with a pkg-config (and no cmake) that knows no module of the group `test` in tools/install.sh."""
import os
import subprocess
import sys
import tempfile

HIDES = """#!/bin/sh
for word; do
	case $word in %s) exit 1 ;; esac
done
exec %s "$@"
"""


def modules(source):
    """pkg-config's names of what only the tests need."""
    with open(os.path.join(source, "tools", "install.sh"), encoding="utf-8") as f:
        rows = [line.split() for line in f if line.startswith("test ")]
    return [row[2][:-3] for row in rows if row[2].endswith(".pc")]


def main():
    source = os.path.abspath(sys.argv[1])
    real = subprocess.run(["which", "pkg-config"], capture_output=True, text=True).stdout.strip()
    hidden = modules(source)
    failed = not hidden
    with tempfile.TemporaryDirectory() as tmp:
        tool = os.path.join(tmp, "pkg-config")
        with open(tool, "w", encoding="utf-8") as f:
            f.write(HIDES % ("|".join(hidden), real))
        os.chmod(tool, 0o755)
        for option, works in (("-Dtests=false", True), ("-Dtests=true", False)):
            run = subprocess.run(["meson", "setup", os.path.join(tmp, option), source, option],
                                 env=dict(os.environ, PKG_CONFIG=tool, CMAKE="false"),
                                 capture_output=True, text=True)
            if (run.returncode == 0) != works:
                print("meson setup %s, without %s: exit %d\n%s" % (option, ", ".join(hidden), run.returncode, run.stdout))
                failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
