#!/usr/bin/env python3
"""Makes doc/assumptions.md of what the headers of the phases say that they need, assume and miss.

    tools/assumptions.py            writes doc/assumptions.md
    tools/assumptions.py --check    exit status 1 if it is not what the headers say; the test run asks this
"""
import os
import re
import sys

ROOT = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..")
PAGE = os.path.join(ROOT, "doc/assumptions.md")
PHASES = ("capture", "extract", "link", "points", "contexts", "threads", "sharing", "summary", "race", "belief", "locks", "lockset",
          "deadlock", "prove")
HEAD = """# What is assumed, and what is missed

Made by `tools/assumptions.py` from the headers of the phases and from `src/base/stat.def`; change it there.

A finding says that something can happen; it may be wrong where a phase had to assume that two names mean one thing or that two
places may run at the same time. A silence says less: something may still happen where a phase *misses* it. Only three answers are
proofs, each with its own list of conditions:

- `confirmed`: an execution that was run again (`src/prove/replay/replay.h`, [assumed results](decisions/assumed-results.md));
- the reason with which a pair was ruled out (`--show=pruned`), which holds under the assumptions of the phases that it comes from;
- a verdict of `snag verify`. Of the reasons with which the phases rule pairs out it takes only these for a proof: the same lock by
  another name, one thread, before the other thread is started, joined, on the stack, thread-local, not yet published, only one
  thread reaches it, no call leads there; all others are gone through state by state ([the grounds of a verdict](verify.md)).

`snag verify` says `race-free` by the phases alone ([verify.md](verify.md), ground *static*) where each pair was ruled out by one of these
reasons, which are proofs under what points, contexts, threads and sharing assume below: the same lock by another name, one thread,
before the other thread is started, joined, on the stack, thread-local, not yet published, only one thread reaches it, no call leads
there. No gap qualifies and no limit: where one was met, only executions are a ground.

What is met in a run is counted: as a *gap*, which the closing line of every report tells, or as a *limit* (`--stats`, and
`snag explain` of a finding on whose way it was met).
"""


def comment_of(path):
    """The head of a file, without the frame of the comment."""
    lines = []
    with open(path, encoding="utf-8") as f:
        for line in f:
            lines.append(re.sub(r"\s*\*/\s*$", "", re.sub(r"^(/\*| \*) ?", "", line.rstrip("\n"))))
            if "*/" in line:
                break
    return lines


def paragraphs(lines):
    """[(word, text lines)] of `assumes` and `misses`, each up to the next word or an empty line."""
    found, inside = [], None
    for line in lines:
        word = re.match(r"(needs|gives|assumes|misses)(,[^:]*|)(?::|$| ) *(.*)", line)
        if word:
            inside = [] if word.group(1) in ("assumes", "misses") else None
            if inside is not None:
                found.append((word.group(1) + word.group(2), inside))
                inside.append(word.group(3))
        elif not line.strip():
            inside = None
        elif inside is not None:
            inside.append(line.strip())
    return found


def as_items(lines):
    """One item a thing: they are parted by semicolons, or are a list already."""
    text = " ".join("\n" + line[2:] if line.startswith("- ") else line for line in lines)
    for part in text.split("\n"):
        for item in re.split(r"; +(?![^(]*\))", part.strip()):
            item = item.strip().rstrip(";:. ")
            if item:
                yield item


def section(phase):
    said = paragraphs(comment_of(os.path.join(ROOT, "src", phase, phase + ".h")))
    if not said:
        raise SystemExit("src/%s/%s.h does not say what it misses" % (phase, phase))
    text = "\n## %s\n" % phase
    for word, lines in said:
        text += "\n%s\n\n%s" % (word.capitalize() + ":", "".join("- %s\n" % item for item in as_items(lines)))
    return text


def gaps():
    with open(os.path.join(ROOT, "src/base/stat.def"), encoding="utf-8") as f:
        rows = re.findall(r'^GAP\(gap_\w+, "[^"]*", "([^"]*)", "(.*)"\)', f.read(), re.M)
    return "\n## Gaps\n\n| in the closing line | what it counts |\n|---|---|\n" + "".join("| %s | %s |\n" % row for row in rows)


def main():
    text = HEAD + "".join(section(phase) for phase in PHASES) + gaps()
    if sys.argv[1:] == ["--check"]:
        with open(PAGE, encoding="utf-8") as f:
            if f.read() != text:
                print("doc/assumptions.md is not what the headers say: run tools/assumptions.py", file=sys.stderr)
                return 1
        return 0
    with open(PAGE, "w", encoding="utf-8") as f:
        f.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
