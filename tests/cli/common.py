"""What all parts use: snag run as a user runs it, checks that are counted, and small programs."""
import fcntl
import os
import pty
import re
import struct
import subprocess
import sys
import termios

from checks import check

SNAG = os.path.abspath(sys.argv[1])
TESTS = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
CLEAN = {k: v for k, v in os.environ.items() if k not in ("SNAG_ARGS", "NO_COLOR", "FORCE_COLOR", "CLICOLOR_FORCE")}


def snag(*args, cwd=".", program=SNAG, **env):
    return subprocess.run([program] + list(args), cwd=cwd, env={**CLEAN, **env}, capture_output=True, text=True, timeout=900)


def refuses(expected, *args, **more):
    """One line on stderr, nothing on stdout, status 2."""
    r = snag(*args, **more)
    check(r.returncode == 2 and r.stdout == "" and r.stderr == "snag: error: %s\n" % expected, "snag %s" % (args,), r)


PROJECT = {
    "Makefile": "all: good.o bad.o\n%.o: %.c\n\t$(CC) -c -o $@ $<\n",
    "good.c": "int good(void) { return 0; }\n",
    "bad.c": "#include <pthread.h>\npthread_mutex_t m;\n"
             "void f(void) {\n\tpthread_mutex_lock(&m);\n\tpthread_mutex_lock(&m);\n}\n",
}


def project(d):
    for name, text in PROJECT.items():
        with open(os.path.join(d, name), "w") as f:
            f.write(text)


RACY = """#include <pthread.h>
static int n;
static void *f(void *x) {
	n++;
	return x;
}
int main(void) {
	pthread_t t;
	pthread_create(&t, 0, f, 0);
	n++;
	pthread_join(t, 0);
	return n;
}
"""


def score_of(text):
    """The table of explain as {criterion: points}, and the total."""
    rows = re.findall(r"^    (\S+) .*? ([+-]\d+)  \S", text, re.M)
    total = re.search(r"^  score: (-?\d+)$", text, re.M)
    return {name: int(points) for name, points in rows}, int(total.group(1)) if total else None


def on_terminal(*args, cwd, columns=0, **env):
    """What snag writes to a terminal: progress, or where the terminal has so many columns, the report."""
    main, side = pty.openpty()
    if columns:
        fcntl.ioctl(side, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    p = subprocess.Popen([SNAG, *args], cwd=cwd, stdout=side if columns else subprocess.DEVNULL, stderr=subprocess.DEVNULL
                         if columns else side,
                         env={**CLEAN, "TERM": "xterm", **env})
    os.close(side)
    seen = b""
    while True:
        try:
            chunk = os.read(main, 4096)
        except OSError:
            break
        if not chunk:
            break
        seen += chunk
    p.wait()
    os.close(main)
    return seen.decode()
