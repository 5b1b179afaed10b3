#!/usr/bin/env python3
"""Random kills while workers compile a real program:   tests/cluster/kills.py SNAG DIR [KILLS [SEED]]

DIR has a compile_commands.json. Workers, their processes, the coordinator and Redis (which has its append-only file) are killed with
SIGKILL, or stopped for a while, at random, and started again, until there were so many kills and the run has come to its end; a run that ends
sooner is started again with an empty cache. In the end each unit must be there once, with the bytes that a run without workers gives."""
import os
import random
import signal
import subprocess
import sys
import time

sys.path[:0] = [os.path.dirname(os.path.abspath(__file__)), os.path.dirname(os.path.dirname(os.path.abspath(__file__)))]
# pylint: disable=wrong-import-position
from checks import check, total
from servers import CLEAN, SNAG, Server, forget, temporary, units, worker

WORKERS = 3
DIR = os.path.abspath(sys.argv[2])
KILLS = int(sys.argv[3]) if len(sys.argv) > 3 else 200
SEED = int(sys.argv[4]) if len(sys.argv) > 4 else 1


def extract(cache, *more):
    return subprocess.Popen([SNAG, "check", "-p", DIR, "--cache", cache, "--jobs", "2", "--stop-after", "extract", "--quiet", *more],
                            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=CLEAN)


def processes_of(pid):
    try:
        with open("/proc/%d/task/%d/children" % (pid, pid), encoding="ascii") as f:
            return [int(c) for c in f.read().split()]
    except OSError:
        return []


class Chaos:
    def __init__(self, d, server):
        self.dice, self.server, self.cache = random.Random(SEED), server, d + "/cache"
        self.workers, self.stopped, self.kills, self.rounds, self.said, self.given_up = [], [], {}, 0, [], 0
        for _ in range(WORKERS):
            self.workers.append(self.new_worker())
        self.run = self.coordinate()

    def new_worker(self):
        return worker(self.server, "--limit", "queue-silence=3", "--quiet")

    def coordinate(self):
        return extract(self.cache, "--queue", self.server.url)

    def count(self, what):
        self.kills[what] = self.kills.get(what, 0) + 1

    def kill_worker(self):
        i = self.dice.randrange(WORKERS)
        self.workers[i].kill()
        self.workers[i].communicate()
        self.workers[i] = self.new_worker()
        self.count("worker")

    def kill_process(self):
        victims = [c for p in processes_of(self.dice.choice(self.workers).pid) for c in processes_of(p)]
        if victims:
            try:
                os.kill(self.dice.choice(victims), signal.SIGKILL)
                self.count("compiler")
            except ProcessLookupError:
                pass

    def stop_worker(self):
        for pid in processes_of(self.dice.choice(self.workers).pid):
            try:
                os.kill(pid, signal.SIGSTOP)
                self.stopped.append((time.time() + self.dice.uniform(1, 6), pid))
            except ProcessLookupError:
                pass
        self.count("worker that hung")

    def kill_coordinator(self):
        self.run.kill()
        self.run.communicate()
        self.run = self.coordinate()
        self.count("coordinator")

    def kill_redis(self):
        self.server.kill()
        time.sleep(self.dice.uniform(0, 0.3))
        self.server.start()
        self.count("Redis")

    def look_after(self):
        for until, pid in [s for s in self.stopped if s[0] < time.time()]:
            self.stopped.remove((until, pid))
            try:
                os.kill(pid, signal.SIGCONT)
            except ProcessLookupError:
                pass
        for i, w in enumerate(self.workers):
            if w.poll() is not None:
                self.said.append(w.communicate()[1].decode())
                self.workers[i] = self.new_worker()

    def end(self):
        for _, pid in self.stopped:
            try:
                os.kill(pid, signal.SIGCONT)
            except ProcessLookupError:
                pass
        for w in self.workers:
            w.send_signal(signal.SIGTERM)
        for w in self.workers:
            w.communicate(timeout=900)

    def play(self):
        acts = [self.kill_worker] * 3 + [self.kill_process] * 3 + [self.stop_worker] * 2 + [self.kill_coordinator] * 2 + [self.kill_redis] * 2
        while True:
            time.sleep(self.dice.uniform(0.1, 1.0))
            self.look_after()
            if self.run.poll() is not None:
                err = self.run.communicate()[1].decode()
                if self.run.returncode == 2 and "Redis is not there" in err: # it says so, and somebody starts it again
                    self.given_up += 1
                    self.run = self.coordinate()
                    continue
                yield self.run.returncode, err
                if sum(self.kills.values()) >= KILLS:
                    return
                forget(self.cache)
                self.rounds += 1
                self.run = self.coordinate()
            elif sum(self.kills.values()) < KILLS:
                self.dice.choice(acts)()


def main():
    with temporary() as d:
        here = extract(d + "/here")
        here.communicate()
        wanted = units(d + "/here")
        with Server(d, "--appendfsync", "everysec", disk=True) as server:
            chaos = Chaos(d, server)
            for status, err in chaos.play():
                got = units(chaos.cache)
                check(status == here.returncode, "it comes to its end, as without workers (%d)" % here.returncode, status, err[:500])
                check(sorted(got) == sorted(wanted), "nothing lost, nothing doubled", len(got), len(wanted))
                check(got == wanted, "the same bytes")
            chaos.end()
        print("%d units, %d runs, kills: %s; %d times Redis was away for too long%s" % (
            len(wanted), chaos.rounds + 1, chaos.kills, chaos.given_up, "; workers said: %s" % chaos.said if chaos.said else ""))
    return total()


if __name__ == "__main__":
    sys.exit(main())
