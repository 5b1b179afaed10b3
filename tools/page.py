"""Puts the HTML report together, all but its data:   page.py OUTPUT PAGE STYLE APP HIGHLIGHT C_LANGUAGE GRAPHVIZ

The result is a C file with two embedded files (base/system/file.h), page_before and page_after: what stands before and behind the
findings. Only scripts whose hashes are in the page's
own policy may run; so nothing that gets into the page from a source file can."""
import base64
import hashlib
import re
import sys

output, page, style, app, highlight, language, graphviz = sys.argv[1:]


def read(path):
    with open(path, encoding="utf-8") as f:
        return f.read()


def exported(text, name, to):
    """A module as a plain script: the export statement at its end becomes an assignment."""
    m = re.search(r"export\s*\{([^}]*)\};?\s*$", text)
    inner = dict(reversed(x.strip().split(" as ")) for x in m.group(1).split(","))[name]
    return "(()=>{" + text[:m.start()] + ";globalThis.%s=%s;})();" % (to, inner)


scripts = [exported(read(highlight), "default", "hljs") + "\n" + read(language), exported(read(graphviz), "Graphviz", "Graphviz"),
           read(app)]
for s in scripts:
    if "</script" in s.lower() or "<!--" in s:
        sys.exit("a script would end its own element")
hashes = " ".join("'sha256-%s'" % base64.b64encode(hashlib.sha256(s.encode()).digest()).decode() for s in scripts)
policy = ("default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'unsafe-inline'; img-src data:; "
          "script-src 'wasm-unsafe-eval' " + hashes)
text = read(page).replace("@POLICY@", policy).replace("@STYLE@", read(style))
before, after = text.split("@DATA@")
for mark, s in zip(("@HIGHLIGHT@", "@GRAPHVIZ@", "@APP@"), scripts):
    head, tail = after.split(mark)
    after = head + s + tail

out = ['/* Made by tools/page.py; do not edit. */', '#include "base/system/file.h"', "",
       "extern const struct embedded page_before, page_after;", ""]
for name, part in (("before", before), ("after", after)):
    data = part.encode()
    out.append("static const unsigned char %s[] = {" % name)
    out += ["\t" + " ".join("%d," % b for b in data[at:at + 32]) for at in range(0, len(data), 32)]
    out += ["};", 'const struct embedded page_%s = { "%s", %s, sizeof %s };' % (name, name, name, name), ""]
with open(output, "w", encoding="ascii") as f:
    f.write("\n".join(out))
