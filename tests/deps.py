#!/usr/bin/env python3
"""Checks src against src/deps.txt:   tests/deps.py [ROOT]

Every #include "folder/header" must name a folder that the including one may use; every folder must be listed, and may use only
listed folders, without a cycle. LLVM's headers belong to extract, Z3's to prove: nobody else may know what they are.

Rows of the models are read in src/code (doc/decisions/events.md). Verbs, MODEL_ACQUIRE and so on, are named nowhere else but in
src/model, whose they are, and in the replay, src/prove/machine*, which shares no meaning with those whom it judges; the words of
places and conditions, MODEL_ARGUMENT or MODEL_EQ, in src/prove as a whole."""
import os
import re
import sys

INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
VERBS_READ_BY = ("model/", "code/", "prove/machine")
PLACES_READ_BY = ("model/", "code/", "prove/")
VERB = re.compile(r"^(?:VERB|DECLARATION)\((\w+),", re.M)
PLACES_AND_CONDITIONS = ("NOWHERE ARGUMENT RESULT NAMED THIS ALWAYS EQ NE LT LE GT GE ANY_BIT NO_BIT NUMBER NULL ERR LEN_UNKNOWN "
                         "LEN_ARG LEN_PRODUCT LEN_RESULT LEN_CONSTANT LEN_STRING").split()
ONLY = {"llvm-c/": "extract", "clang-c/": "extract", "z3": "prove"}


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


def check_file(root, path, rules, words):
    relative = os.path.relpath(path, os.path.join(root, "src"))
    folder = relative.split(os.sep)[0]
    shown = os.path.relpath(path, root)
    if folder not in rules:
        complain(shown, 1, "folder '%s' is not in src/deps.txt" % folder)
        return
    with open(path, encoding="utf-8", errors="replace") as f:
        for number, line in enumerate(f, 1):
            m = INCLUDE.match(line)
            if m:
                check_include(shown, number, folder, rules, m[1], m[2])
            check_words(shown, relative.replace(os.sep, "/"), number, line, words)


def main():
    root = sys.argv[1] if len(sys.argv) > 1 else "."
    rules = read_rules(os.path.join(root, "src", "deps.txt"))
    words = words_of_rows(root)
    files = 0
    for at, dirs, names in os.walk(os.path.join(root, "src")):
        dirs.sort()
        for name in sorted(names):
            if name.endswith((".c", ".h", ".def")):
                check_file(root, os.path.join(at, name), rules, words)
                files += 1
    for e in errors:
        print(e)
    print("%d passed, %d failed" % (files - min(files, len(errors)), len(errors)))
    return 1 if errors or not files else 0


if __name__ == "__main__":
    sys.exit(main())
