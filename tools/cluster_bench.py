#!/usr/bin/env python3
"""How fast workers really are, against what tools/cluster_sim.py says:   tools/cluster_bench.py SNAG DIR [--workers 1,2,4] [--slow 1.0] [--delay 0]

Extracts the units of DIR's compile_commands.json with an empty cache, with so many workers of one unit at a time, through a redis-server on
the loopback. A machine with fewer processors than workers shows nothing of a cluster; so --slow has clang, on workers alone, sleep for so many
seconds before it compiles, as if it were that much slower: then nearly all of a unit's time needs no processor, and what is measured is how tasks are
handed out. --delay MS puts a pipe between everybody and Redis that hands on what it reads so much later, each way.

Prints a line a number of workers: seconds, speed-up over the first, and both as simulated from the trace of the first."""
import argparse
import asyncio
import os
import subprocess
import sys
import tempfile
import threading
import time

TREE = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
ARGUMENTS, sys.argv = sys.argv[1:], sys.argv[:2]
sys.path[:0] = [os.path.join(TREE, "tests", "cluster"), os.path.join(TREE, "tests"), os.path.join(TREE, "tools")]
# pylint: disable=wrong-import-position
import cluster_sim
from servers import CLEAN, SNAG, Server, Workers, forget, free_port

SLOW = """#!/bin/sh
for word; do
	case $word in -cc1) sleep %s ;; esac
done
exec clang-19 "$@"
"""


class Delayed:
    """A server that is so far away."""

    def __init__(self, server, seconds):
        self.tls, self.password, self.port, self.to, self.seconds = False, None, free_port(), server.port, seconds
        self.url = "redis://127.0.0.1:%d" % self.port
        started = threading.Event()
        threading.Thread(target=lambda: asyncio.run(self.run(started)), daemon=True).start()
        started.wait()

    async def pump(self, reader, writer):
        loop, queue = asyncio.get_running_loop(), asyncio.Queue()

        async def put():
            while True:
                at, data = await queue.get()
                await asyncio.sleep(max(0, at - loop.time()))
                if not data:
                    writer.close()
                    return
                writer.write(data)
                await writer.drain()

        task = asyncio.create_task(put())
        try:
            while True:
                data = await reader.read(1 << 16)
                queue.put_nowait((loop.time() + self.seconds, data))
                if not data:
                    break
        except OSError:
            queue.put_nowait((loop.time(), b""))
        await task

    async def serve(self, reader, writer):
        there, back = await asyncio.open_connection("127.0.0.1", self.to)
        await asyncio.gather(self.pump(reader, back), self.pump(there, writer), return_exceptions=True)

    async def run(self, started):
        server = await asyncio.start_server(self.serve, "127.0.0.1", self.port)
        started.set()
        async with server:
            await server.serve_forever()


def measure(d, server, o, n, clang):
    trace, more = os.path.join(d, "trace%d" % n), ("--clang", clang) if clang else ()
    with Workers(server, n, *more):
        time.sleep(1)
        began = time.time()
        subprocess.run([SNAG, "check", "-p", o.dir, "--cache", d + "/cache", "--stop-after", "extract", "--queue", server.url, "--quiet",
                        "--jobs", str(o.home), "--queue-trace", trace], check=False, env=CLEAN, stdout=subprocess.DEVNULL)
        seconds = time.time() - began
    forget(d + "/cache")
    return seconds, trace


def main():
    p = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    p.add_argument("snag")
    p.add_argument("dir")
    p.add_argument("--workers", default="1,2,4")
    p.add_argument("--slow", type=float, default=0)
    p.add_argument("--delay", type=float, default=0, help="ms, one way")
    p.add_argument("--home", type=int, default=2)
    o = p.parse_args(ARGUMENTS)
    one = None
    with tempfile.TemporaryDirectory() as d, Server(d) as real:
        server, clang = Delayed(real, o.delay / 1000) if o.delay else real, None
        if o.slow:
            clang = os.path.join(d, "slow")
            with open(clang, "w", encoding="ascii") as f:
                f.write(SLOW % o.slow)
            os.chmod(clang, 0o755)
        print("| workers | s | speed-up | simulated s | simulated speed-up |\n|---|---|---|---|---|", flush=True)
        for n in (int(x) for x in o.workers.split(",")):
            seconds, trace = measure(d, server, o, n, clang)
            if one is None:
                units, sizes = cluster_sim.read_trace(trace)
                o.latency, o.bandwidth, o.deaths, o.window, o.processors = o.delay or 0.05, 10000, 0, 256, 0
                one = seconds, cluster_sim.Simulation(units, sizes, o, n).run()
            simulated = cluster_sim.Simulation(units, sizes, o, n).run()
            print("| %d | %.1f | %.2f | %.1f | %.2f |" % (n, seconds, one[0] / seconds, simulated, one[1] / simulated), flush=True)


if __name__ == "__main__":
    main()
