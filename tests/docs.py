#!/usr/bin/env python3
"""Checks that what the documents name exists:   tests/docs.py ROOT SNAG

In README.md, ARCHITECTURE.md, CONTRIBUTING.md and doc/**/*.md, inside `code` and indented or fenced blocks:
  paths     that begin with a file or directory of the tree, and the targets of links
  make X    is a target of the Makefile
  snag X    is a command or a file to check; its options are in `snag --help-full`; so is every other `--option` in a code span
  $ snag X  at the head of an indented block: the rest of the block is what it prints, findings first, then the closing line, in
  which the time may differ"""
import difflib
import glob
import os
import re
import subprocess
import sys

LINK = re.compile(r"\]\(([^)#\s]+)[^)]*\)")
SPAN = re.compile(r"`([^`\n]+)`")
OPTION = re.compile(r"(?<![\w-])(--[a-z][a-z-]*|-[a-zA-Z](?![\w-]))")
PATH = re.compile(r"(?<![\w./~<-])((?:\.?[\w-]+(?:\.d)?/)+[\w.*+-]*|[\w-]+\.(?:md|sh|py|def|txt|yml))(?![\w/])")
MADE = ("build/", "build-", ".snag/", ".snag.yml", "compile_commands.json")  # by tools or by users, not in the tree


def code_of(text):
    """(line number, piece of code, is it a whole line) of one document."""
    fenced = False
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("```"):
            fenced = not fenced
        elif fenced or (line.startswith("    ") and not line.lstrip().startswith(("-", "*", "|"))):
            yield number, line.split("  #")[0].strip(), True
        else:
            for m in SPAN.finditer(line):
                yield number, m[1], False


def runs_of(text):
    """(line number, command, what the document says it prints) of each block that begins with a command of snag's."""
    lines = text.splitlines()
    for i, line in enumerate(lines):
        if line.startswith("    $ snag "):
            end = next((j for j in range(i + 1, len(lines)) if not lines[j].startswith("    ")), len(lines))
            yield i + 1, line[len("    $ snag "):], "".join(shown[4:] + "\n" for shown in lines[i + 1:end])


class Checker:
    def __init__(self, root, snag):
        self.root, self.snag, self.checks, self.errors = root, os.path.abspath(snag), 0, []
        help_full = subprocess.run([snag, "--help-full"], capture_output=True, text=True, check=True).stdout
        self.options = set(re.findall(r"(?<![\w-])(--[a-z][a-z-]*)",
                                      help_full)) | set(re.findall(r"^  (-\w),", help_full, re.M)) | {"--"}
        self.commands = set(re.findall(r"^(?:Usage:|      ) snag (\w+)", help_full, re.M))
        with open(os.path.join(root, "Makefile"), encoding="utf-8") as f:
            self.targets = set(re.findall(r"^([\w-]+):", f.read(), re.M))

    def check(self, good, where, text):
        self.checks += 1
        if not good:
            self.errors.append("%s: %s" % (where, text))

    def command(self, where, words):
        name, rest = words[0], words[1:]
        if name == "make" and rest:
            for target in rest:
                if re.fullmatch(r"[a-z][a-z-]*", target):
                    self.check(target in self.targets, where, "make has no target '%s'" % target)
        elif os.path.basename(name) == "snag":
            if "--" in rest:
                rest = rest[:rest.index("--")]
            if rest and re.fullmatch(r"[a-z]+", rest[0]):
                self.check(rest[0] in self.commands, where, "snag has no command '%s'" % rest[0])
            for option in OPTION.findall(" ".join(rest)):
                self.check(option in self.options, where, "snag has no option %s" % option)

    def paths(self, where, text):
        for path in PATH.findall(text):
            top = path.split("/")[0]
            if path.startswith(MADE) or "*" in path and glob.glob(os.path.join(self.root, path)):
                continue
            if "/" in path and not os.path.exists(os.path.join(self.root, top)):
                continue  # of somebody else's tree: include/, /usr/share
            if "/" not in path and path.split(".")[0].isupper():
                continue  # FILE.yml stands for any name
            self.check(os.path.exists(os.path.join(self.root, path)), where, "there is no %s" % path)

    def run(self, where, command, shown):
        r = subprocess.run([self.snag, "--no-cache", "--no-config", *command.split()], cwd=self.root, capture_output=True,
                           text=True, check=False,
                           env={k: v for k, v in os.environ.items() if k != "SNAG_ARGS"})
        shown, printed = (re.sub(r"; \d+\.\d s$", "", t, flags=re.M).splitlines()
                          for t in (shown, r.stdout + r.stderr))  # the time differs
        diff = "\n".join(difflib.unified_diff(shown, printed, "shown", "printed", lineterm=""))
        self.check(not diff, where, "snag %s prints something else\n%s" % (command, diff))

    def document(self, path):
        name = os.path.relpath(path, self.root)
        with open(path, encoding="utf-8") as f:
            text = f.read()
        for number, line in enumerate(text.splitlines(), 1):
            for target in LINK.findall(line):
                if "://" not in target:
                    at = os.path.join(os.path.dirname(path), target)
                    self.check(os.path.exists(at), "%s:%d" % (name, number), "the link leads nowhere: %s" % target)
        for number, command, shown in runs_of(text):
            self.run("%s:%d" % (name, number), command, shown)
        for number, code, whole in code_of(text):
            where, words = "%s:%d" % (name, number), code.lstrip("$ ").split()
            if not words:
                continue
            is_command = words[0] == "make" or os.path.basename(words[0]) == "snag"
            if is_command:
                self.command(where, words)
            elif not whole and re.fullmatch(r"--[a-z][a-z-]*(=\S*|\[=\S*)?", code):
                self.check(re.match(r"--[a-z-]*[a-z]", code)[0] in self.options, where, "snag has no option %s" % code)
            if not whole:
                self.paths(where, code)


def main():
    root, snag = sys.argv[1], sys.argv[2]
    checker = Checker(root, snag)
    documents = [os.path.join(root, name) for name in ("README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md")]
    documents += sorted(glob.glob(os.path.join(root, "doc", "**", "*.md"), recursive=True))
    for path in documents:
        if os.path.exists(path):
            checker.document(path)
    made = subprocess.run([sys.executable, os.path.join(root, "tools/assumptions.py"), "--check"], capture_output=True, text=True, check=False)
    checker.check(made.returncode == 0, "doc/assumptions.md", made.stderr.strip())
    for e in checker.errors:
        print(e)
    print("%d passed, %d failed" % (checker.checks - len(checker.errors), len(checker.errors)))
    return 1 if checker.errors or not checker.checks else 0


if __name__ == "__main__":
    sys.exit(main())
