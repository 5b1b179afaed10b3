"""What the cases of bad.py are made of: a directory of their own, ways to run snag in it, and claims about what came out."""
import functools
import json
import os
import re
import signal
import stat
import subprocess
import time

SECONDS = 240
REALTIME_COARSE = 5  # linux/time.h; what the cache compares the times of files with

LEAKY = """#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;

int %s(int n)
{
	pthread_mutex_lock(&m);
	if (n)
		return -1;
	pthread_mutex_unlock(&m);
	return 0;
}
"""


class Failed(Exception):
    pass


def claim(condition, message, *details):
    if not condition:
        raise Failed(message + "".join("\n" + str(d) for d in details))


def known_miss(why):
    """A case that is true and fails today, for a reason that the documents give. It fails when it holds, until this is
    removed."""
    def wrap(case):
        @functools.wraps(case)
        def inverted(box):
            try:
                case(box)
            except Failed:
                return
            raise Failed("holds now: remove known_miss (%s)" % why)
        inverted.line = case.__code__.co_firstlineno
        return inverted
    return wrap


class Result:
    def __init__(self, command, status, out, err):
        self.command, self.status, self.out, self.err = command, status, out, err

    def __str__(self):
        return "command: %s\nstatus: %d\nstdout:\n%s\nstderr:\n%s" % (
            self.command, self.status, self.out[-3000:], self.err[-3000:])

    def ends(self, *wanted):
        claim(self.status in wanted, "exit status %d, not %s" % (self.status, " or ".join(map(str, wanted))), self)
        return self

    def lines(self):
        return [line for line in self.err.splitlines() if line.strip()]

    def says(self, *parts):
        """One line on stderr has all the parts."""
        claim(any(all(p in line for p in parts) for line in self.lines()), "no line on stderr has %s" % (parts,), self)
        return self

    def says_only(self, *parts):
        """One clear line and nothing else."""
        claim(len(self.lines()) == 1 and self.lines()[0].startswith("snag: "), "not exactly one line from snag on stderr", self)
        claim(not self.out.strip(), "something on stdout although there is nothing to report", self)
        return self.says(*parts)

    def finds(self, number, rule="lock-leak"):
        found = re.findall(r": warning: .* \[%s\]" % rule, self.out)
        claim(len(found) == number, "%d findings of %s, not %d" % (len(found), rule, number), self)
        return self

    def counter(self, name):
        for text in (self.out, self.err):
            for match in re.finditer(r"^\{", text, re.M):
                try:
                    value = find(json.JSONDecoder().raw_decode(text[match.start():])[0], name)
                except json.JSONDecodeError:
                    continue
                if value is not None:
                    return value
        raise Failed("no counter '%s' in --stats=json\n%s" % (name, self))


def find(tree, name):
    if isinstance(tree, dict):
        if isinstance(tree.get(name), (int, float)):
            return tree[name]
        return next((v for v in (find(t, name) for t in tree.values()) if v is not None), None)
    return None


class Sandbox:
    """A directory for one case. The file `canary` in it must never come to be: everything that must not run makes it."""

    def __init__(self, snag, directory):
        self.snag, self.dir = snag, os.path.realpath(directory)
        self.env = {k: v for k, v in os.environ.items() if not k.startswith(("SNAG_", "CLICOLOR"))}
        self.env["TMPDIR"] = self.path("tmp")
        os.mkdir(self.env["TMPDIR"])

    def path(self, *names):
        return os.path.join(self.dir, *names)

    def write(self, name, text, mode=0o644):
        path = self.path(name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "wb") as f:
            f.write(text if isinstance(text, bytes) else text.encode())
        os.chmod(path, mode)
        while time.clock_gettime(REALTIME_COARSE) <= os.stat(path).st_ctime:
            time.sleep(0.001)  # files have finer times than that clock on Linux 6.13 and later; what looks newer than a run is not kept
        return path

    def leaky(self, name, function="f"):
        """A unit with exactly one finding."""
        return self.write(name, LEAKY % function)

    def database(self, entries, name="compile_commands.json"):
        return self.write(name, json.dumps(entries))

    def entry(self, name, *flags, **more):
        return {"directory": self.dir, "file": name, "arguments": ["cc", *flags, "-c", name], **more}

    def command(self, *args):
        return [self.snag, "check", "--color=never", *args]

    def run(self, *args, env=None, before=None, cwd=None):
        """snag check ARGS. A death by signal is a failure whatever the case is about."""
        command = self.command(*args)
        done = subprocess.run(command, cwd=cwd or self.dir, env={**self.env, **(env or {})}, stdin=subprocess.DEVNULL,
                              capture_output=True, timeout=SECONDS, check=False, preexec_fn=before)
        result = Result(command, done.returncode, done.stdout.decode(errors="backslashreplace"),
                        done.stderr.decode(errors="backslashreplace"))
        claim(0 <= done.returncode <= 3, "snag ended with status %d" % done.returncode, result)
        return result

    def canary_script(self, name):
        """A program that must not run."""
        return self.write(name, "#!/bin/sh\n: > '%s'\nexit 1\n" % self.path("canary"), 0o755)

    def canary_alive(self):
        return os.path.exists(self.path("canary"))

    def files(self, *below):
        """Every file below, with its size and the time of its content."""
        found = {}
        for directory, _, names in os.walk(self.path(*below)):
            for name in names:
                path = os.path.join(directory, name)
                try:
                    info = os.lstat(path)
                except FileNotFoundError:  # a run that writes has renamed it meanwhile
                    continue
                if stat.S_ISREG(info.st_mode):
                    found[os.path.relpath(path, self.dir)] = (info.st_size, info.st_mtime_ns)
        return found

    def same_as(self, before, *allowed):
        """Nothing was written except below the `allowed` directories."""
        changed = [p for p, v in self.files().items() if before.get(p) != v and not p.startswith(allowed)]
        lost = [p for p in before if p not in self.files() and not p.startswith(allowed)]
        claim(not changed and not lost, "files written: %s; files lost: %s" % (sorted(changed), sorted(lost)))

    def start(self, *args):
        """snag in a session of its own, so that everything it started can be found."""
        return subprocess.Popen(self.command(*args), cwd=self.dir, env=self.env, stdin=subprocess.DEVNULL,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE, start_new_session=True)


def session_members(session):
    """The processes of a session that are alive."""
    members = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open("/proc/%s/stat" % name, encoding="utf-8", errors="replace") as f:
                fields = f.read().rpartition(")")[2].split()
        except OSError:
            continue
        if int(fields[3]) == session and fields[0] not in "ZX":
            members.append(int(name))
    return members


def wait_until(condition, seconds):
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.02)
    return True


def end_session(session):
    """Cleans up what a failed case leaves behind: only processes of the session that the case started."""
    for pid in session_members(session):
        try:
            os.kill(pid, signal.SIGKILL)
        except ProcessLookupError:
            pass
