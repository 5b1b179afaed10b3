#!/usr/bin/env python3
"""How fast a cluster would be: replays what one run has cost with any number of workers.

    snag check -p DIR --queue URL --queue-trace TRACE
    tools/cluster_sim.py TRACE [--workers 1,2,4] [--home 8] [--latency 0.2] [--bandwidth 1000] [--deaths 0] [--repeat 1]

TRACE has a line a unit: what its scan at home and its compilation by a worker took, its files, and the size of what came back. What is
replayed: scans in as many processes as there are at home; one window of tasks (--limit queue-window); each worker one unit at a time,
with the files that it does not have yet fetched one after the other, each a round trip; results asked for every 10 ms, and looked at one after
the other by the coordinator; one link between Redis and each machine. --deaths says how often an hour each worker dies: its unit is done again
by another one after 30 s of silence, and it comes back after 10 s with nothing in its store. --repeat N plays a program of N times the units.
--processors N says how many processors the workers share (0: each has its own).

Prints, for each number of workers, seconds, the speed-up over one worker, and how much of the time the workers compiled."""
import argparse
import heapq
import json
import random

TICK, SILENCE, BACK = 0.010, 30.0, 10.0
LOOK = 0.004  # s: the coordinator reads, checks and writes one result
PACKED = 0.3  # zstd on sources


def read_trace(path):
    sizes, units = {}, []
    with open(path, encoding="utf-8") as f:
        for line in f:
            row = json.loads(line)
            files = []
            for x in row["files"]:
                if isinstance(x, list):
                    sizes[x[0]] = x[1]
                    x = x[0]
                files.append(x)
            row["files"] = files
            units.append(row)
    units.sort(key=lambda row: row["unit"])
    return units, sizes


class Simulation:
    def __init__(self, units, sizes, options, workers):
        self.units, self.sizes, self.o, self.n = units, sizes, options, workers
        self.now, self.events, self.count = 0.0, [], 0
        self.queue, self.idle, self.store = [], list(range(workers)), [set() for _ in range(workers)]
        self.sent, self.next, self.scanning, self.out, self.done = set(), 0, 0, 0, 0
        self.coordinator, self.compiled, self.lives = 0.0, 0.0, [0] * workers
        self.running = 0
        self.dice = random.Random(1)

    def after(self, seconds, what, *args):
        self.count += 1
        heapq.heappush(self.events, (self.now + seconds, self.count, what, args))

    def travel(self, size):
        return self.o.latency / 1000 + size / (self.o.bandwidth * 125000)

    def scan_more(self):
        while self.next < len(self.units) and self.scanning < self.o.home and self.scanning + self.out < self.o.window:
            self.scanning += 1
            self.after(self.units[self.next]["scan_ms"] / 1000, self.scanned, self.next)
            self.next += 1

    def busy(self, seconds):
        """The coordinator does one thing after the other."""
        self.coordinator = max(self.coordinator, self.now) + seconds
        return self.coordinator - self.now

    def scanned(self, u):
        unit = self.units[u]
        new = [f for f in unit["files"] if f not in self.sent]
        self.sent.update(new)
        cost = sum(2 * self.travel(self.sizes[f] * PACKED) for f in new) + 4 * self.travel(unit["task_bytes"] * PACKED)
        self.scanning -= 1
        self.out += 1
        self.after(self.busy(cost), self.posted, u)
        self.scan_more()

    def posted(self, u):
        self.queue.append(u)
        self.give()

    def give(self):
        while self.queue and self.idle:
            self.start(self.idle.pop(0), self.queue.pop(0))

    def start(self, w, u):
        unit = self.units[u]
        new = [f for f in unit["files"] if f not in self.store[w]]
        self.store[w].update(new)
        fetch = sum(2 * self.o.latency / 1000 + self.travel(self.sizes[f] * PACKED) for f in new)
        steps = 8 * self.o.latency / 1000  # the entry, is it wanted, the task
        work = unit["worker_ms"] / 1000
        if self.o.processors and self.running >= self.o.processors:
            work *= (self.running + 1) / self.o.processors
        death = self.dice.expovariate(self.o.deaths / 3600) if self.o.deaths else None
        total = steps + fetch + work + 4 * self.travel(unit["result_bytes"])
        self.running += 1
        if death is not None and death < total:
            self.after(death, self.died, w, u)
        else:
            self.compiled += work
            self.after(total, self.finished, w)
            self.after(total, self.found, u)

    def died(self, w, u):
        self.running -= 1
        self.store[w] = set()
        self.after(SILENCE, self.posted, u)
        self.after(BACK, self.back, w)

    def back(self, w):
        self.idle.append(w)
        self.give()

    def finished(self, w):
        self.running -= 1
        self.after(4 * self.o.latency / 1000, self.back, w)

    def found(self, u):
        wait = TICK / 2 + 4 * self.travel(self.units[u]["result_bytes"])
        self.after(wait + self.busy(LOOK), self.taken)

    def taken(self):
        self.out -= 1
        self.done += 1
        self.scan_more()

    def run(self):
        self.scan_more()
        while self.events and self.done < len(self.units):
            self.now, _, what, args = heapq.heappop(self.events)
            what(*args)
        return self.now


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("trace")
    p.add_argument("--workers", default="1,2,4,8,16,32,64,128,256")
    p.add_argument("--home", type=int, default=8, help="processes that scan")
    p.add_argument("--latency", type=float, default=0.2, help="ms, one way")
    p.add_argument("--bandwidth", type=float, default=1000, help="Mbit/s")
    p.add_argument("--deaths", type=float, default=0, help="an hour, of each worker")
    p.add_argument("--window", type=int, default=256)
    p.add_argument("--repeat", type=int, default=1)
    p.add_argument("--processors", type=int, default=0)
    o = p.parse_args()
    units, sizes = read_trace(o.trace)
    units = units * o.repeat
    print("| workers | s | speed-up | workers compile |\n|---|---|---|---|")
    one = None
    for n in (int(x) for x in o.workers.split(",")):
        s = Simulation(units, sizes, o, n)
        seconds = s.run()
        one = one or seconds
        print("| %d | %.2f | %.2f | %.0f%% |" % (n, seconds, one / seconds, 100 * s.compiled / (seconds * n)))


if __name__ == "__main__":
    main()
