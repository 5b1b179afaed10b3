#!/usr/bin/env python3
"""Checks src against src/deps.txt:   tests/deps.py [ROOT]

Every #include "folder/header" must name a folder that the including one may use; every folder must be listed, and may use only
listed folders, without a cycle. LLVM's headers belong to extract, Z3's to prove, those of hiredis and OpenSSL to queue: nobody else may know what they are. Limits are
in one table. A struct tag is defined in one folder; lines have at most 130 columns, files at most 800 lines, folders at most 20
files.

Rows of the models are read in src/code (doc/decisions/events.md). Verbs, MODEL_ACQUIRE and so on, are named nowhere else but in
src/model, whose they are, and in the replay, src/prove/machine*, which shares no meaning with those whom it judges; the words of
places and conditions, MODEL_ARGUMENT or MODEL_EQ, also in src/prove as a whole."""
import os
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
VERBS_READ_BY = ("model/", "code/", "prove/machine")
PLACES_READ_BY = ("model/", "code/", "prove/")
VERB = re.compile(r"^(?:VERB|DECLARATION)\((\w+),", re.M)
PLACES_AND_CONDITIONS = ("NOWHERE ARGUMENT RESULT NAMED THIS ALWAYS EQ NE LT LE GT GE ANY_BIT NO_BIT NUMBER NULL ERR LEN_UNKNOWN "
                         "LEN_ARG LEN_PRODUCT LEN_RESULT LEN_CONSTANT LEN_STRING").split()
ONLY = {"llvm-c/": "extract", "clang-c/": "extract", "z3": "prove", "hiredis/": "queue", "openssl/": "queue"}


def read_rules(path):
    rules = {}
    with open(path, encoding="utf-8") as f:
        for number, line in enumerate(f, 1):
            line = line.split("#")[0].strip()
            if not line:
                continue
            if ":" not in line:
                complain(path, number, "expected 'folder: folder ...'")
                continue
            folder, uses = line.split(":", 1)
            if folder.strip() in rules:
                complain(path, number, "'%s' is listed twice" % folder.strip())
            for use in uses.split():
                if use not in rules:
                    complain(path, number, "'%s' is not listed above: a phase sees only those before it" % use)
            rules[folder.strip()] = set(uses.split())
    return rules


errors = []


def complain(path, line, text):
    errors.append("%s:%d: %s" % (path, line, text))


def check_include(path, number, folder, rules, kind, header):
    for prefix, owner in ONLY.items():
        if header.startswith(prefix) and folder != owner:
            complain(path, number, "%s belongs to src/%s alone" % (header, owner))
    if kind != '"' or "/" not in header:
        return
    target = header.split("/")[0]
    if target == ".." or header.startswith("/"):
        complain(path, number, 'include "%s" by its path from src' % header)
    elif target not in rules:
        complain(path, number, "folder '%s' is not in src/deps.txt" % target)
    elif target != folder and target not in rules[folder]:
        complain(path, number, "%s may not include %s (src/deps.txt)" % (folder, target))


# Numbers that bound the work of a phase are rows of src/base/limits.def. A constant that is called like one is the size of an array,
# and then no more than the row allows, times what is said here; or it is no limit, for the reason given.
PHASES = set("code infer points term contexts threads sharing questions summary race belief locks lockset deadlock".split())
LIMIT_NAME = re.compile(r"\b((?:[A-Z]+_)*(?:MOST|DEEPEST|LONGEST|ROUNDS|DEPTH|LIMIT)(?:_[A-Z]+)*) = ([0-9][^,}/\n]*)")
LIMIT_BARE = re.compile(r"\b(?:depth|hops?|steps?|rounds?|blocks|layer) (?:<|<=|>|>=|==) ([0-9]+)\b(?! \*)")
ROW = re.compile(r'^LIMIT\((\w+), (\w+), (\d+), (\d+), "', re.M)
SIZES = {
    "race/why/entry.c RULES_MOST": "race-rules", "threads/process.h FORKS_MOST": "race-forks",
    "deadlock/stall.c MOST_CELLS": "deadlock-cells", "deadlock/loops.c MOST_LOADS": "deadlock-loads",
    "deadlock/loops.c MOST_CALLERS": "deadlock-callers",
    "infer/infer.c CALLS_MOST": "infer-calls", "infer/infer.c BEHIND_MOST": "infer-behind",
    "contexts/walk/memory.c NODE_MOST": "contexts-nodes",
    "contexts/walk/explore.h FACTS_MOST": "contexts-facts", "contexts/walk/explore.h LOCKS_MOST": "contexts-locks",
    "term/term.h TERM_MOST_STEPS": "contexts-steps", "term/term.h SET_MOST": "contexts-set",
    "threads/values/cells.c MOST_CELLS": "threads-cells", "threads/handles/rounds.c MOST_CELLS": "threads-cells",
    "threads/gates/claim.c MOST_BELOW": "threads-below", "threads/classes.c MOST_STEPS": "threads-way",
    "threads/classes.c MOST_SITES": "threads-sites", "threads/handles/joins.c MOST_EXECUTORS": "threads-executors",
    "threads/handles/joins.c MOST_HANDLES": "threads-handles", "threads/values/used.c MOST_PHIS": "threads-phis",
    "sharing/distinct/distinct.c WRAPPERS_MOST": "sharing-wrappers", "sharing/distinct/distinct.c CALLS_MOST": "sharing-calls",
    "sharing/local/effect.h SET_LIMIT": "sharing-set", "sharing/taken/member.c LINKS_MOST": "sharing-links",
    "sharing/state.h HOLDERS_MOST": "sharing-holders", "sharing/state.h WHO_MOST": "sharing-threads",
    "sharing/distinct/form.c CELLS_MOST": "sharing-cells",
    "sharing/taken/take.c CELLS_MOST": "sharing-cells", "sharing/taken/take.c FEEDS_MOST": "sharing-feeds",
    "summary/census/ground.h TOUCHES_MOST": "summary-touches", "summary/summary.h CONDITIONS_MOST": "summary-conditions",
    "summary/function/work.h STATES_MOST": "summary-states", "race/tell/benign.c BENIGN_DEPTH": "race-nested",
    "race/tell/evidence.c USERS_MOST": "race-users", "race/tell/harm.c USERS_MOST": "race-users",
    "race/uses.c CELLS_MOST": "race-cells",
    "race/uses.c ENTRIES_MOST": "race-entries", "race/uses.c LOCKS_MOST": "race-locks", "race/walk.c CALLERS_MOST": "race-callers",
    "locks/program/balance.c MOST_NAMES": "locks-names", "locks/program/handover.c MOST_CALLERS": "locks-callers",
    "locks/program/ops.h MOST_ARITY": "locks-arity", "lockset/walk/engine.h MOST_HELD": "lockset-held",
    "lockset/names/holder.c MOST_HOLDERS": "lockset-holders", "lockset/names/holder.c DERIVED_DEPTH": "lockset-derived",
    "lockset/names/instance.c MOST_FILLED": "lockset-filled", "lockset/names/keys.c MOST_KEYS": "lockset-members",
    "lockset/outline/outline.h MOST_WAYS": "lockset-ways", "summary/census/bound.c PAIRS_MOST": "summary-bound",
    "lockset/names/sorted.c MOST_CHOSEN": "lockset-chosen", "lockset/walk/trace.c MOST_FRAMED": "lockset-frames",
    "deadlock/cycles.c MOST_BELIEVED": "deadlock-believed", "deadlock/deadlock.h DEADLOCK_MOST_THREADS": "deadlock-threads",
    "deadlock/prune.c MOST_SPOTS": "deadlock-spots", "deadlock/wait.c MOST_WAY": "deadlock-way",
    "deadlock/wait.c MOST_HOLDERS": "deadlock-frames"}
TIMES = {"race/uses.c LOCKS_MOST": 2} # two lock sets
NO_LIMITS = {
    "threads/dump.c MOST_STEPS": "what is printed", "race/build.h CHAIN_MOST": "what is printed",
    "race/tell/finding.c NOTES_MOST": "what is printed", "race/tell/name.c CREATORS_MOST": "what is printed",
    "lockset/errors.c MOST_NOTES": "what is printed", "lockset/walk/trace.c LONGEST_CHAIN": "what is printed",
    "term/text.c 16": "what is printed", "term/text.c 40": "what is printed",
    "term/value.c TAG_MOST": "which numbers are tags",
    "threads/values/origin.c SUM_MOST": "which numbers are a distance between elements",
    "sharing/entry.c BUILT_MOST": "what is kept in memory: beyond, it is made again",
    "race/walk.c WALKS_MOST": "what is kept in memory: beyond, it is made again",
    "race/tell/name.c WAYS_MOST": "what is kept in memory: beyond, it is made again",
    "summary/tasks.c DEEPEST": "how work is divided", "race/tell/around.c HELD_MOST": "the range of a byte",
    "race/uses.c ARGS_MOST": "a thread has one argument", "race/bucket.c PARTNERS_MOST": "who takes part in a race",
    "lockset/outline/expand.c MOST_UNFOLDED": "which calls are put in place", "lockset/names/writers.c MOST_PLACES": "it is asked whether there is one",
    "lockset/outline/outline.h MOST_DOUBT": "what is believed", "deadlock/deadlock.h DEADLOCK_MOST_GUESSES": "what is believed",
    "deadlock/deadlock.h DEADLOCK_MOST_CLASS_GUESSES": "what is believed", "deadlock/deadlock.h DEADLOCK_MOST_LASTS": "what is believed",
    "deadlock/deadlock.h DEADLOCK_MOST_FAR": "what is believed", "deadlock/deadlock.h DEADLOCK_MOST_CONDITIONS": "what is believed"}
seen = set()


def limit_rows(root):
    with open(os.path.join(root, "src", "base", "limits.def"), encoding="utf-8") as f:
        return {"%s-%s" % (phase, what): int(most) for phase, what, _, most in ROW.findall(f.read())}


def check_limits(shown, number, relative, line, most):
    for name, value in LIMIT_NAME.findall(line):
        here = "%s %s" % (relative, name)
        seen.add(here)
        if here in NO_LIMITS:
            continue
        row = SIZES.get(here)
        if not row:
            complain(shown, number, "%s: a number that bounds work is a row of src/base/limits.def; or say here why it is none" % name)
        elif most.get(row) is None or int(value) != most[row] * TIMES.get(here, 1):
            complain(shown, number, "%s is %s, but limits.def allows %s of %s" % (name, value.strip(), most.get(row), row))
    for value in LIMIT_BARE.findall(line):
        here = "%s %s" % (relative, value)
        seen.add(here)
        if int(value) > 2 and here not in NO_LIMITS:
            complain(shown, number, "%s: a number that bounds work is a row of src/base/limits.def" % value)


def words_of_rows(root):
    with open(os.path.join(root, "src", "model", "model.def"), encoding="utf-8") as f:
        verbs = VERB.findall(f.read())
    if not verbs:
        complain("src/model/model.def", 1, "no verbs are found in it")
    return {who: re.compile(r"\bMODEL_(%s)\b" % "|".join(words))
            for who, words in ((VERBS_READ_BY, verbs), (PLACES_READ_BY, PLACES_AND_CONDITIONS))}


def check_words(path, relative, number, line, words):
    for who, pattern in words.items():
        if not relative.startswith(who) and pattern.search(line):
            complain(path, number, "%s: rows are read in src/code, ask there (code/event.h)" % pattern.search(line)[0])


def check_file(root, path, rules, words, most):
    relative = os.path.relpath(path, os.path.join(root, "src"))
    folder = relative.split(os.sep)[0]
    shown = os.path.relpath(path, root)
    if folder not in rules:
        complain(shown, 1, "folder '%s' is not in src/deps.txt" % folder)
        return
    with open(path, encoding="utf-8", errors="replace") as f:
        for number, line in enumerate(f, 1):
            if folder in PHASES:
                check_limits(shown, number, relative.replace(os.sep, "/"), line, most)
            m = INCLUDE.match(line)
            if m:
                check_include(shown, number, folder, rules, m[1], m[2])
            check_words(shown, relative.replace(os.sep, "/"), number, line, words)


FLAT_MOST = 20  # files of one folder
TAG = re.compile(r"^(?:static const |static |typedef )?(?:struct|enum|union) (\w+) \{", re.M)


def check_shape(root, path, tags):
    """Lines of at most 130 columns, files of at most 800 lines; and who defines which tag."""
    shown = os.path.relpath(path, root)
    with open(path, encoding="utf-8", errors="replace") as f:
        text = f.read()
    for number, line in enumerate(text.split("\n"), 1):
        if len(line) > 130:
            complain(shown, number, "%d columns: at most 130" % len(line))
    if text.count("\n") > 800:
        complain(shown, 800, "%d lines: at most 800" % text.count("\n"))
    for tag in TAG.findall(text):
        tags.setdefault(tag, {}).setdefault(os.path.relpath(path, os.path.join(root, "src")).split(os.sep)[0], shown)


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else "."
    rules = read_rules(os.path.join(root, "src", "deps.txt"))
    words = words_of_rows(root)
    most = limit_rows(root)
    files, tags = 0, {}
    for at, dirs, names in os.walk(os.path.join(root, "src")):
        dirs.sort()
        if len(names) > FLAT_MOST:
            complain(os.path.relpath(at, root), 1, "%d files: a phase with so many parts has folders for them" % len(names))
        for name in sorted(names):
            if name.endswith((".c", ".h", ".def")):
                check_file(root, os.path.join(at, name), rules, words, most)
                files += 1
            if name.endswith((".c", ".h")):
                check_shape(root, os.path.join(at, name), tags)
    for tag, folders in sorted(tags.items()):
        if len(folders) > 1:
            complain(sorted(folders.values())[0], 1, "the tag '%s' is also defined in %s" % (tag, ", ".join(sorted(folders.values())[1:])))
    for old in sorted((set(SIZES) | set(NO_LIMITS)) - seen):
        complain("src/" + old.split()[0], 1, "%s is not there any more: take it out of tests/deps.py" % old.split()[1])
    for e in errors:
        print(e)
    print("%d passed, %d failed" % (files - min(files, len(errors)), len(errors)))
    return 1 if errors or not files else 0


if __name__ == "__main__":
    sys.exit(main())
