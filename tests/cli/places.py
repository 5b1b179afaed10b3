"""Where a run writes, and what it does where it cannot: reports, cache, database, temporary directories, settings that name them."""
import json
import os
import signal
import sqlite3
import subprocess
import tempfile
import time

from checks import check
from common import CLEAN, RACY, SNAG, refuses, snag
from edges import write


def read(path):
    with open(path) as f:
        return f.read()


def two_names_of_one_place():
    """Of a file that is not there yet: by another spelling, through a linked directory, through a link that leads to it."""
    with tempfile.TemporaryDirectory() as d:
        write(d, racy_c=RACY)
        os.mkdir(d + "/dir")
        os.symlink("dir", d + "/same")
        os.symlink("dir/new.json", d + "/link")
        os.symlink("/dev/stdout", d + "/out")
        for a, b in (("json=a.json", "sarif=./a.json"), ("json=dir/a.json", "sarif=same/a.json"), ("json=link", "sarif=dir/new.json"),
                     ("json=dir/../a.json", "sarif=%s/a.json" % d), ("json=out", "sarif"), ("json=/dev/stderr", "sarif=/dev/fd/2")):
            refuses("--output %s and --output %s: two reports cannot go to one place" % (a, b), "racy.c", "--output", a,
                    "--output", b, cwd=d)
        r = snag("racy.c", "--output", "json=dir/a.json", "--output", "sarif=a.json", "--output", "json=/dev/null", "--output",
                 "sarif=/dev/null", cwd=d)
        check(r.returncode == 1 and json.loads(read(d + "/a.json"))["version"] == "2.1.0", "two files of one name", r)
        check(json.loads(read(d + "/dir/a.json"))["form"] == 1, "the other one")


def streams_are_written_to():
    """Whatever a stream leads to, be it a file: it gets the report, behind what is there, and stays what it is."""
    with tempfile.TemporaryDirectory() as d:
        write(d, racy_c=RACY)
        os.symlink("/dev/stderr", d + "/err")
        os.symlink("/dev/stdout", d + "/out")
        for name, stream in (("/dev/stderr", 2), ("/dev/fd/2", 2), ("err", 2), ("/proc/self/fd/2", 2), ("/dev/stdout", 1),
                             ("out", 1), ("/dev/fd/1", 1), ("../" + os.path.basename(d) + "/out", 1)):
            with open(d + "/1", "w") as one, open(d + "/2", "w") as two:
                two.write("before\n")
                two.flush()
                p = subprocess.run([SNAG, "racy.c", "--quiet", "--output", "json=" + name], cwd=d, env=CLEAN, stdout=one,
                                   stderr=two, timeout=900)
            said = read(d + "/%d" % stream)
            check(p.returncode == 1 and json.loads(said.replace("before\n", ""))["form"] == 1, "a report to " + name, said)
            check(read(d + "/2").startswith("before\n"), "what was there", name)
            check(("[race]" in read(d + "/1")) == (stream == 2), "the text", name)
        check(os.path.islink("/dev/stderr") and os.path.islink("/dev/stdout") and os.path.islink(d + "/err"), "links stay")
        with open(d + "/1", "w") as one, open(d + "/3", "w") as three:
            subprocess.run([SNAG, "racy.c", "--output", "json=/dev/fd/%d" % three.fileno()], cwd=d, env=CLEAN, stdout=one,
                           stderr=subprocess.DEVNULL, timeout=900, pass_fds=[three.fileno()])
        check(json.loads(read(d + "/3"))["form"] == 1, "a descriptor of the shell's")
        for name, fd in (("output", "stdout"), ("error", "stderr")):
            with open(d + "/taken", "w") as taken:
                p = subprocess.run([SNAG, "racy.c", "--output", "json=taken"], cwd=d, env=CLEAN, timeout=900,
                                   **{"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, fd: taken})
            check(p.returncode == 2, "standard %s is the file" % name, p)


def links_stay():
    with tempfile.TemporaryDirectory() as d:
        write(d, racy_c=RACY, old_json="{}")
        os.mkdir(d + "/elsewhere")
        os.symlink("old.json", d + "/link.json")
        os.symlink("elsewhere/new.json", d + "/dangling.json")
        snag("racy.c", "--output", "json=link.json", "--output", "sarif=dangling.json", cwd=d)
        check(os.path.islink(d + "/link.json") and json.loads(read(d + "/old.json"))["form"] == 1, "a link to a file")
        check(os.path.islink(d + "/dangling.json") and "2.1.0" in read(d + "/elsewhere/new.json"), "a link to nothing yet")


def places_are_looked_at_first():
    """Before the program is read; --verify-config says the same."""
    with tempfile.TemporaryDirectory() as d:
        write(d, racy_c=RACY, slow_c="#error it was read\n", db_json=json.dumps(
            [{"directory": d, "file": "racy.c", "command": "cc -c racy.c"}]))
        os.mkdir(d + "/dir")
        os.mkfifo(d + "/pipe")
        for text, words in (("output: [json=gone/x.json]", "gone/x.json: cannot write: No such file or directory"),
                            ("output: [json=dir]", "dir: cannot write: Is a directory"),
                            ("cache: racy.c", "racy.c: cannot write to this directory: Not a directory"),
                            ("cache: racy.c/x", "racy.c/x: cannot write to this directory: Not a directory"),
                            ("db: dir", "dir: not a regular file"), ("db: pipe", "pipe: not a regular file"),
                            ("db: racy.c", "racy.c: file is not a database"),
                            ("db: racy.c/x", "racy.c: cannot write to this directory: Not a directory"),
                            ("harness: gone.c", "gone.c: No such file or directory"), ("harness: dir", "dir: a directory"),
                            ("stubs: [pipe]", "pipe: not a regular file"), ("models: [pipe]", "pipe: not a regular file"),
                            ("baseline: pipe", "pipe: not a regular file"), ("project: pipe", "pipe: not a regular file"),
                            ("main: [nowhere]", "--main nowhere: no source file"),
                            ("harness: racy.c", "--harness: no file has a function snag_harness(void)")):
            write(d, _snag_yml=text + "\n" + ("project: db.json\n" if "project" not in text else ""))
            run, verified = snag(cwd=d), snag("--verify-config", cwd=d)
            check(run.returncode == 2 and words in run.stderr and run.stdout == "", "refused: " + text, run)
            check("was read" not in run.stderr or "main" in text or "harness" in text, "after the work: " + text, run)
            check(verified.returncode == 2 and words.split(":")[0] in verified.stderr and verified.stderr.count("\n") == 1,
                  "--verify-config: " + text, verified)
        for text in ("db: new/dir/x.db", "cache: new/cache", "main: [racy.c]", "output: [json=dir/x.json]"):
            write(d, _snag_yml=text + "\nproject: db.json\n")
            check(snag("--verify-config", cwd=d).stdout == ".snag.yml: good\n" and snag(cwd=d).returncode == 1, "good: " + text)


def a_report_that_fails_costs_no_other():
    with tempfile.TemporaryDirectory() as d:
        write(d, racy_c=RACY)
        r = snag("racy.c", "--output", "json=/dev/full", "--output", "sarif=x.sarif", cwd=d)
        check(r.returncode == 2 and "[race]" in r.stdout and "/dev/full: cannot write" in r.stderr, "the text is there", r)
        check("1 finding in 1 unit" in r.stderr and "2.1.0" in read(d + "/x.sarif"), "and the rest")


def a_database_that_somebody_has():
    with tempfile.TemporaryDirectory() as d:
        write(d, racy_c=RACY)
        check(snag("racy.c", cwd=d).returncode == 1, "it is made")
        check(snag("triage", "1", "false", cwd=d).returncode == 0 and snag("racy.c", cwd=d).returncode == 0, "a verdict")
        other = sqlite3.connect(d + "/.snag/findings.db", isolation_level=None)
        other.execute("begin exclusive")
        r = snag("racy.c", cwd=d)
        check(r.returncode == 1 and "[race]" in r.stdout and "1 finding in 1 unit" in r.stderr, "findings are told", r)
        check(r.stderr.count("database is locked") == 1 and "this run is not kept" in r.stderr, "in one line", r)
        other.execute("rollback")
        other.execute("begin exclusive")
        p = subprocess.Popen([SNAG, "racy.c"], cwd=d, env=CLEAN, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(1)
        other.execute("rollback")
        other.close()
        out, err = p.communicate(timeout=900)
        check(p.returncode == 0 and "locked" not in err and out == "", "it waits a little", err)


def nothing_is_left_behind():
    """However a run ends, its temporary directories go. What would be seen is seen: the directory is there meanwhile."""
    slow = "".join("#define A%d A%d A%d\n" % (i, i - 1, i - 1) for i in range(1, 40)) + "#define A0 +1\nint n = 0 A24;\n"
    with tempfile.TemporaryDirectory() as d, tempfile.TemporaryDirectory() as temp:
        write(d, slow_c=slow, racy_c=RACY, Makefile="all:\n\tsleep 4\n")
        os.rename(d + "/Makefile", d + "/makefile")
        for args in (("--no-cache", "slow.c"), ("capture", "--", "make")):
            for how in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP) + ((signal.SIGKILL,) if "slow.c" in args else ()):
                p = subprocess.Popen([SNAG, *args], cwd=d, env={**CLEAN, "TMPDIR": temp}, stdout=subprocess.DEVNULL,
                                     stderr=subprocess.DEVNULL, preexec_fn=as_from_a_terminal)
                until(lambda: os.listdir(temp))
                there = os.listdir(temp)
                time.sleep(0.3)
                p.send_signal(how)
                p.wait(timeout=900)
                told = (3,) if how == signal.SIGTERM and "slow.c" in args else (-how, 128 + how)  # SIGTERM: the run reports and ends
                check(there and p.returncode in told, "it is stopped at work", args, how, p.returncode)
                check(until(lambda: not os.listdir(temp)), "nothing is left", args, how, os.listdir(temp))
        r = snag("racy.c", "--no-cache", "--main=nowhere", cwd=d, TMPDIR=temp)
        check(r.returncode == 2 and until(lambda: not os.listdir(temp)), "an error", r, os.listdir(temp))
        r = snag("racy.c", "--no-cache", "--prove=1", cwd=d, TMPDIR=temp)
        check(r.returncode == 1 and not os.listdir(temp), "the usual end", r, os.listdir(temp))


def as_from_a_terminal():
    """Whoever runs the tests may ignore signals, as nohup does, and what it starts would, too."""
    for number in (signal.SIGTERM, signal.SIGINT, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)


def until(done):
    for _ in range(100):
        if done():
            return True
        time.sleep(0.1)
    return False
