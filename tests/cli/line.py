"""The command line itself: what is refused, help, man page, configuration."""
import os
import re
import shutil
import subprocess
import tempfile

from checks import check
from common import SNAG, project, refuses, snag


def bad_usage():
    refuses("unknown option --sats: did you mean --stats?", "--sats")
    refuses("unknown option --usage: see snag --help", "--usage")  # argp's own
    refuses("unknown option -?: see snag --help", "-?")
    refuses("--jobs: 0 is not in 1..1024", "-j0")
    refuses("--filter: there is no filter 'smae-entry': did you mean same-entry?", "--filter=boot-thread,smae-entry", "a.c")
    refuses("--filter: large-points-to needs a number: large-points-to=K", "--filter=large-points-to", "a.c")
    refuses("--show: 'all' is none of: findings, pruned", "--show=all", "a.c")
    refuses("--rule rcae: there is no such rule; did you mean race?", "--rule=rcae", "a.c")
    refuses("'modles' is neither a command nor a file: did you mean 'models'?", "modles")
    refuses("SNAG_ARGS: --top: 'x' is not a number", SNAG_ARGS="--top x")
    refuses("unknown option --a\\x1b[31m: see snag --help", "--a\033[31m")


def answers():
    options = set(re.findall(r"^ +(?:-\w, )?(--[a-z-]+)", snag("--help-full").stdout, re.M))
    for args in (["--help"], ["-h"], ["help"], ["help", "capture"], ["capture", "--help"], ["--help-full"], ["--version"],
                 ["version"],
                 ["--generate=man"], ["--generate=complete-bash"], ["--generate=complete-zsh"], ["-j0", "--help"][1:]):
        r = snag(*args)
        check(r.returncode == 0 and r.stdout and not r.stderr, "snag %s" % args, r)
        check(all(len(line) <= 80 for line in r.stdout.splitlines()) or "--generate" in args[0], "80 columns: %s" % args)
    check(re.fullmatch(r"snag \d+\.\d+\.\d+\n", snag("--version").stdout), "version")
    check(snag("help", "capture").stdout == snag("capture", "--help").stdout, "help capture")
    check("--output" in snag("help", "capture").stdout and "--jobs" not in snag("help", "capture").stdout, "options of capture")
    man = snag("--generate=man").stdout.replace("\\-", "-")
    check(len(options) > 15, "options in --help-full", options)
    for option in options:
        check(option in man, "%s in the man page" % option)
    with open("/dev/full", "w") as full:
        r = subprocess.run([SNAG, "--help"], stdout=full, stderr=subprocess.PIPE, text=True)
    check(r.returncode == 2 and "No space left" in r.stderr, "a full disk", r)


def man_page():
    if not shutil.which("groff"):
        return
    r = subprocess.run(["groff", "-man", "-Tutf8", "-ww", "-z"], input=snag("--generate=man").stdout, capture_output=True,
                       text=True)
    check(r.returncode == 0 and not r.stderr, "groff", r.stderr)


def configuration():
    with tempfile.TemporaryDirectory() as d:
        check("there is none" in snag("--verify-config", cwd=d).stdout, "no file")
        with open(d + "/.snag.yml", "w") as f:
            f.write("jobs: 3\nmodels: [a, 'b \"c\\d']\ndump: 'ir:f g'\nfilter: [same-entry, large-points-to=9]\n")
        check("a: No such file" in snag("--verify-config", cwd=d).stderr, "a model that is not there")
        for name in ("a", 'b "c\\d'):
            open(os.path.join(d, name), "w").close()
        check(snag("--verify-config", cwd=d).stdout == ".snag.yml: good\n", "verify")
        dump = snag("--dump-config", "--top=4", "--stats", cwd=d, SNAG_ARGS="--main=x").stdout
        for line in ('jobs: 3  # .snag.yml:1', 'models: ["a", "b \\"c\\\\d"]  # .snag.yml:2', 'dump: "ir:f g"  # .snag.yml:3',
                     'filter: "large-points-to=9,same-entry"  # .snag.yml:4', 'show: findings  # default',
                     'top: 4  # command line', 'main: ["x"]  # environment', 'cache: ".snag/cache"  # default',
                     'stats: text  # command line',
                     '# project is not set'):
            check(line in dump.splitlines(), "dump-config: %s" % line, dump)
        with open(d + "/again.yml", "w") as f:
            f.write(dump)
        again = snag("--dump-config", "--config=again.yml", cwd=d).stdout

        def strip(text):
            return [line.split("  #")[0] for line in text.splitlines()]
        check(strip(again) == strip(dump), "what is dumped can be read", again)
        with open(d + "/.snag.yml", "w") as f:
            f.write("jobs: 3\njbos: 4\n")
        refuses(".snag.yml:2:1: unknown key 'jbos': did you mean 'jobs'?", "--verify-config", cwd=d)
        check(snag("--help", cwd=d).returncode == 0, "help in spite of a bad file")


def settings():
    """.snag.yml is read by check: what it says holds, and the command line is stronger."""
    with tempfile.TemporaryDirectory() as d:
        project(d)
        with open(d + "/.snag.yml", "w") as f:
            f.write("rule: lock-leak\ncache: kept\n")
        os.mkdir(d + "/below")
        r = snag("../bad.c", cwd=d + "/below")
        check(r.returncode == 0 and os.path.isdir(d + "/kept"), "a .snag.yml above the working directory", r)
        r = snag("../bad.c", "--rule", "self-deadlock", cwd=d + "/below")
        check(r.returncode == 1 and "[self-deadlock]" in r.stdout, "the command line wins", r)
