"""Only what involves changed code: --since a revision of git, --changed a file."""
import os
import re
import subprocess
import tempfile

from checks import check
from common import CLEAN, refuses, snag

A = """#include "a.h"
#include <pthread.h>

int counter, level;

static int pure(int x)
{
	return x + 1;
}

static void *worker(void *x)
{
	counter++;
	return x;
}

static void *second(void *x)
{
	level = pure(level);
	deep();
	return x;
}

static void start(void)
{
	pthread_t t, u;

	pthread_create(&t, 0, worker, 0);
	pthread_create(&u, 0, second, 0);
}

int main(void)
{
	start();
	counter++;
	level++;
	deep();
	return 0;
}
"""
B = """#include "a.h"

static int depth;

void deep(void)
{
	depth++;
}
"""
H = "void deep(void);\n"


def git(d, *args):
    subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@b", *args], cwd=d, env=CLEAN, check=True, capture_output=True)


def write(d, **files):
    for name, text in files.items():
        with open(os.path.join(d, name.replace("_", ".")), "w") as f:
            f.write(text)


def repository(d):
    write(d, a_c=A, b_c=B, a_h=H, __gitignore=".snag/\n")
    os.rename(d + "/..gitignore", d + "/.gitignore")
    git(d, "init", "-q")
    git(d, "add", "-A")
    git(d, "commit", "-qm", "first")


def objects(d, *args, cwd=None, files=("a.c", "b.c")):
    """What races are told of, and the exit status."""
    r = snag("--brief", "--all", *args, *files, cwd=cwd or d)
    return set(re.findall(r"data race on '([^']*)'", r.stdout)), r.returncode


ALL = {"counter", "level", "depth"}


def since_a_revision():
    with tempfile.TemporaryDirectory() as d:
        repository(d)
        check(objects(d) == (ALL, 1), "all of them")
        check(objects(d, "--since", "HEAD") == (set(), 0), "nothing has changed")
        for what, old, new, told in (
                ("a function that accesses nothing", "	return x + 1;", "	return x + 2;", set()),
                ("an access", "	counter++;\n	return x;", "	counter += 2;\n	return x;", {"counter"}),
                ("who starts the threads", "	pthread_t t, u;", "	pthread_t t, u; /* two */", ALL),
                ("a line of main", "	start();\n	counter++;\n", "	start();\n	counter += 3;\n", ALL),
                ("a comment outside", "\nstatic void *worker", "\n/* works */\nstatic void *worker", set()),
                ("an include", "#include <pthread.h>\n", "#include <pthread.h>\n#include <stdio.h>\n", set()),
                ("a variable", "int counter, level;", "int level, counter;", ALL)):
            check(old in A, "the program has " + what)
            write(d, a_c=A.replace(old, new, 1))
            check(objects(d, "--since", "HEAD") == (told, 1 if told else 0), "since, %s" % what, objects(d, "--since", "HEAD"))
        write(d, a_c=A, b_c=B.replace("depth++", "depth += 1"))
        check(objects(d, "--since", "HEAD") == ({"depth"}, 1), "another file")
        git(d, "commit", "-qam", "second")
        check(objects(d, "--since", "HEAD") == (set(), 0), "it is committed")
        check(objects(d, "--since", "HEAD~1") == ({"depth"}, 1), "the revision before")
        r = snag("--all", "--since", "HEAD~1", "a.c", "b.c", cwd=d)
        check("; 2 more not shown" in r.stderr, "the others are counted", r)


def a_lock_that_is_taken_out():
    """Lines that are gone change the function that they were in."""
    locked = B.replace('#include "a.h"', '#include "a.h"\n#include <pthread.h>\n\nstatic pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;').replace(
        "	depth++;\n", "	pthread_mutex_lock(&m);\n	depth++;\n	pthread_mutex_unlock(&m);\n")
    with tempfile.TemporaryDirectory() as d:
        repository(d)
        write(d, b_c=locked)
        git(d, "commit", "-qam", "locked")
        check(objects(d) == ({"counter", "level"}, 1), "with the lock")
        write(d, b_c=re.sub("	pthread_mutex_.*\n", "", locked))
        check(objects(d, "--since", "HEAD") == ({"depth"}, 1), "without it")


def from_another_directory():
    """git names files from the top; a file that nobody has added is new; names may be anything."""
    with tempfile.TemporaryDirectory() as d:
        os.mkdir(d + "/sub")
        os.mkdir(d + '/a "b\\\t\u00e4')
        repository(d)
        write(d, b_c=B.replace("depth++", "depth += 1"))
        check(objects(d, "--since", "HEAD", cwd=d + "/sub", files=("../a.c", "../b.c")) == ({"depth"}, 1), "below")
        os.rename(d + "/b.c", d + "/n.c")
        check(objects(d, "--since", "HEAD", files=("a.c", "n.c")) == ({"depth"}, 1), "a new file")
        odd = 'a "b\\\t\u00e4/n.c'
        os.rename(d + "/n.c", os.path.join(d, odd))
        git(d, "add", "-A")
        git(d, "commit", "-qm", "moved")
        with open(os.path.join(d, odd), "a") as f:
            f.write("int last;\n")
        check(objects(d, "--since", "HEAD", "--", "-I.", files=("a.c", odd))[0] in (set(), {"depth"}), "an unusual name is read")


def files_that_are_named():
    with tempfile.TemporaryDirectory() as d:
        repository(d)
        check(objects(d, "--changed", "b.c") == ({"depth"}, 1), "a file")
        check(objects(d, "--changed", "a.c") == (ALL, 1), "a file that all go through")
        check(objects(d, "--changed", "a.h") == (set(), 0), "a header without code")
        check(objects(d, "--changed", "./b.c", "--since", "HEAD") == ({"depth"}, 1), "both")


def what_makes_no_sense():
    with tempfile.TemporaryDirectory() as d:
        write(d, a_c=A)
        unknown = "--since %s: git does not know what has changed since then; is it a revision, and is this a repository?"
        refuses(unknown % "HEAD", "--since", "HEAD", "a.c", cwd=d)
        refuses("--since: '--output=x' is no revision", "--since=--output=x", "a.c", cwd=d)
        refuses("--changed none.c: no such file", "--changed", "none.c", "a.c", cwd=d)
        repository(d)
        refuses(unknown % "nobody", "--since", "nobody", "a.c", cwd=d)
        check(not os.path.exists(d + "/x"), "nothing is written")
        with open(d + "/run.sh", "w") as f:
            f.write("#!/bin/sh\ntouch %s/canary\n" % d)
        os.chmod(d + "/run.sh", 0o755)
        git(d, "config", "diff.external", d + "/run.sh")
        git(d, "config", "diff.c.textconv", d + "/run.sh")
        git(d, "config", "core.fsmonitor", d + "/run.sh")
        with open(d + "/.gitattributes", "w") as f:
            f.write("*.c diff=c\n")
        write(d, b_c=B.replace("depth++", "depth += 1"))
        objects(d, "--since", "HEAD")
        check(not os.path.exists(d + "/canary"), "nothing that the repository names is run")
