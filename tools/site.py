#!/usr/bin/env python3
"""Renders the documents into a small site that needs no server and no network:   tools/site.py OUTPUT      (make site)

pandoc makes HTML of each page; links between documents become links between pages, and a table of all sections is the index that
search.js searches. Links to files that are no documents lead nowhere in a site and become plain text."""
import html
import json
import os
import posixpath
import re
import shutil
import subprocess
import sys

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
SITE = os.path.join(TOP, "tools", "site")
GROUPS = [("Use", ["README.md", "doc/tutorial.md", "doc/first-steps.md", "doc/output.md", "doc/ci.md", "doc/cluster.md", "doc/editors.md", "doc/models.md", "doc/annotate.md",
                   "doc/verify.md", "doc/glossary.md", "CHANGELOG.md"]),
          ("Know", ["doc/assumptions.md", "doc/limits.md", "doc/recognisers.md", "doc/benchmarks.md", "doc/field-notes.md",
                    "doc/first-contact.md"]),
          ("Change", ["ARCHITECTURE.md", "CONTRIBUTING.md", "doc/testing.md"])]


def pages():
    found = ["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md", "CHANGELOG.md"]
    for where, _, names in sorted(os.walk(os.path.join(TOP, "doc"))):
        found += [os.path.relpath(os.path.join(where, n), TOP) for n in sorted(names) if n.endswith(".md")]
    return found


def address(page):
    return "index.html" if page == "README.md" else page[:-3] + ".html"


def title_of(page):
    with open(os.path.join(TOP, page), encoding="utf-8") as f:
        for line in f:
            if line.startswith("# "):
                return line[2:].strip().replace("`", "")
    return page


def navigation(known, root, here):
    def row(page):
        mark = ' aria-current="page"' if page == here else ""
        return f'<li><a href="{root}{address(page)}"{mark}>{html.escape(title_of(page) if page != "README.md" else "Start")}</a></li>'
    parts = []
    listed = set()
    for name, group in GROUPS:
        group = [p for p in group if p in known]
        listed.update(group)
        parts.append(f"<h2>{name}</h2><ul>{''.join(map(row, group))}</ul>")
    for name, prefix in (("Rules", "doc/rules/"), ("Decisions", "doc/decisions/")):
        group = [p for p in known if p.startswith(prefix)]
        listed.update(group)
        parts.append(f"<h2>{name}</h2><ul>{''.join(map(row, group))}</ul>")
    rest = [p for p in known if p not in listed]
    if rest:
        parts.append(f"<h2>More</h2><ul>{''.join(map(row, rest))}</ul>")
    return "\n".join(parts)


def relink(text, page, known, root):
    def link(m):
        target, anchor = m[1].split("#")[0], m[1][len(m[1].split("#")[0]):]
        if re.match(r"[a-z]+:", m[1]) or not target:
            return m[0]
        path = posixpath.normpath(posixpath.join(posixpath.dirname(page), target))
        if path in known:
            return f'<a href="{root}{address(path)}{anchor}">{m[2]}</a>'
        return m[2]
    return re.sub(r'<a\s+href="([^"]*)"[^>]*>(.*?)</a>', link, text, flags=re.S)


def sections(page, body):
    """Rows of the index: a section is what follows a heading with an id."""
    heads = list(re.finditer(r'<h[1-4][^>]*?id="([^"]*)"[^>]*>(.*?)</h[1-4]>', body, re.S))
    for i, m in enumerate(heads):
        text = body[m.end():heads[i + 1].start() if i + 1 < len(heads) else len(body)]
        plain = [html.unescape(re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", x))).strip() for x in (m[2], text)]
        yield [address(page), m[1], plain[0], plain[1][:4000]]


def render(page):
    run = subprocess.run(["pandoc", "-f", "gfm", "-t", "html", "--wrap=none", page], cwd=TOP, capture_output=True, text=True, check=False)
    if run.returncode:
        sys.exit(f"site: {page}: {run.stderr.strip()}")
    return run.stdout


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    if not shutil.which("pandoc"):
        sys.exit("site: pandoc is missing (apt-get install pandoc)")
    out, known, index = sys.argv[1], pages(), []
    with open(os.path.join(SITE, "template.html"), encoding="utf-8") as f:
        template = f.read()
    for page in known:
        root = "../" * address(page).count("/")
        body = relink(render(page), page, known, root)
        index += sections(page, body)
        text = template
        for key, value in (("navigation", navigation(known, root, page)), ("body", body), ("pagetitle", html.escape(title_of(page))),
                           ("root", root)):
            text = text.replace(f"${key}$", value)
        path = os.path.join(out, address(page))
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
    with open(os.path.join(out, "index.js"), "w", encoding="utf-8") as f:
        f.write("const INDEX = " + json.dumps(index, ensure_ascii=False, indent=0) + ";\n")
    for name in ("site.css", "search.js"):
        shutil.copy(os.path.join(SITE, name), out)
    print(f"{os.path.join(out, 'index.html')}: {len(known)} pages, {len(index)} sections")


main()
