#!/usr/bin/env python3
"""Every command of the tutorials prints what they say:   tests/packaging/tutorial.py SNAG [MEMCACHED]

doc/first-steps.md needs nothing; doc/tutorial.md is run if MEMCACHED is the directory memcached-1.6.18 of its source package, as it was
unpacked. Lines that begin with `$ ` in the blocks marked console are run by a shell, one after the other, beside a copy of the examples or of that directory;
what follows each is what it prints, findings first, then the rest. Times may differ. A line `...` stands for any lines."""
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
from checks import check, total  # pylint: disable=wrong-import-position

SNAG = os.path.abspath(sys.argv[1])
TREE = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def steps(text):
    """(command, what it prints) in order; a command goes on behind a backslash or in a here-document."""
    for block in re.findall(r"^```console\n(.*?)^```$", text, re.M | re.S):
        for part in re.split(r"^\$ ", block, flags=re.M)[1:]:
            command, _, shown = part.partition("\n")
            here = re.search(r"<<'?(\w+)'?", command)
            while command.endswith("\\") or (here and not re.search(r"\n%s$" % here[1], command)):
                line, _, shown = shown.partition("\n")
                command += "\n" + line
            yield command, shown


def same(shown, printed):
    def plain(x):
        x = re.sub(r"^snag: \w.*( of \d+|\.\.\.)( .*)?\n", "", x, flags=re.M)  # how far it is, where the machine is slow
        return re.sub(r"\d+\.\d s$", "N s", x.rstrip(), flags=re.M)
    pattern = ".*?".join(re.escape(x) for x in re.split(r"^\.\.\.\n?", plain(shown), flags=re.M))
    return re.fullmatch(pattern, plain(printed), re.S) is not None


def follow(name, files, env):
    """All commands of a document, in a directory that begins with these files."""
    with open(os.path.join(TREE, "doc", name), encoding="utf-8") as f:
        found = list(steps(f.read()))
    with tempfile.TemporaryDirectory() as d:
        shutil.copytree(files, os.path.join(d, os.path.basename(files)))
        where = d
        for command, shown in found:
            r = subprocess.run(["sh", "-c", command + "\nstatus=$?; pwd >&3; exit $status".replace("&3", d + "/.where")], cwd=where, env=env,
                               capture_output=True, text=True, timeout=900, check=False)
            with open(d + "/.where", encoding="utf-8") as f:
                where = f.read().strip()
            check(same(shown, r.stdout + r.stderr), name + ": $ " + command, "\n--- shown\n" + shown + "--- printed\n" + r.stdout + r.stderr)
    check(len(found) >= 8, name + " has its steps", len(found))


def main():
    env = {k: v for k, v in os.environ.items() if k not in ("SNAG_ARGS", "COLUMNS", "FORCE_COLOR", "CLICOLOR_FORCE")}
    env.update(PATH=os.path.dirname(SNAG) + ":" + env["PATH"], LC_ALL="C.UTF-8")
    follow("first-steps.md", os.path.join(TREE, "examples"), env)
    if len(sys.argv) > 2:
        follow("tutorial.md", os.path.abspath(sys.argv[2]), env)
    else:
        print("tutorial.md: not run, without the source of memcached")
    sys.exit(total())


main()
