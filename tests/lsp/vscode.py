#!/usr/bin/env python3
"""The extension for VS Code type-checks, builds and packs; its own protocol library speaks to the server:   tests/lsp/vscode.py SNAG

Its packages come from npm: where that cannot be reached, or is not installed, this is skipped. The lock file names no host."""
import json
import os
import shutil
import subprocess
import sys
import tempfile
import zipfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
# pylint: disable=wrong-import-position
from checks import check, total
from client import CAPABILITIES, PROGRAM, RACY, environment, project

SNAG = os.path.abspath(sys.argv[1])
EXTENSION = os.path.join(os.path.dirname(os.path.dirname(HERE)), "editors", "vscode")

# As an extension's client does it, without the editor around it.
DRIVE = """
const rpc = require("vscode-jsonrpc/node"), { spawn } = require("child_process"), fs = require("fs");
const [snag, root, path, capabilities] = process.argv.slice(2), uri = "file://" + path;
const server = spawn(snag, ["lsp"], { stdio: ["pipe", "pipe", "inherit"] });
const c = rpc.createMessageConnection(new rpc.StreamMessageReader(server.stdout), new rpc.StreamMessageWriter(server.stdin));
let got; const first = new Promise((done) => { got = done; });
c.onNotification("textDocument/publishDiagnostics", (p) => { if (p.uri === uri && p.diagnostics.length) got(p.diagnostics); });
c.onRequest("window/workDoneProgress/create", () => null);
c.listen();
(async () => {
  await c.sendRequest("initialize", { processId: process.pid, rootUri: "file://" + root, capabilities: JSON.parse(capabilities) });
  await c.sendNotification("initialized", {});
  await c.sendNotification("textDocument/didOpen",
    { textDocument: { uri, languageId: "c", version: 1, text: fs.readFileSync(path, "utf8") } });
  const diagnostics = await first;
  const cancel = new rpc.CancellationTokenSource();
  const check = c.sendRequest("workspace/executeCommand", { command: "snag.check" }, cancel.token).then(() => "done", (e) => e.code);
  cancel.cancel();
  console.log(JSON.stringify({ diagnostics, cancelled: await check }));
  await c.sendRequest("shutdown");
  await c.sendNotification("exit");
  server.on("exit", (status) => process.exit(status));
})();
"""


def npm(cwd, *words):
    return subprocess.run(["npm", *words], cwd=cwd, capture_output=True, text=True, timeout=280, check=False)


def static():
    with open(os.path.join(EXTENSION, "package-lock.json"), encoding="utf-8") as f:
        lock = json.load(f)
    check(len(lock["packages"]) > 5 and not any("resolved" in p for p in lock["packages"].values()), "the lock file names no host")
    check(all("integrity" in p for name, p in lock["packages"].items() if name), "every package has its hash")


def drive(d):
    root, path = project()
    with open(os.path.join(d, "drive.js"), "w", encoding="utf-8") as f:
        f.write(DRIVE)
    r = subprocess.run(["node", "drive.js", SNAG, root, path, json.dumps(CAPABILITIES)], cwd=d, env=environment(), capture_output=True,
                       text=True, timeout=200, check=False)
    said = json.loads(r.stdout) if r.stdout.startswith("{") else {}
    check(r.returncode == 0 and said.get("cancelled") in (-32800, "done"), "VS Code's protocol library", r)
    check([x for x in said.get("diagnostics", []) if x["range"]["start"]["line"] == RACY and x["code"] == "race"] and "conn.state" in PROGRAM,
          "has the diagnostics", r)
    shutil.rmtree(root, ignore_errors=True)


def main():
    static()
    if not shutil.which("npm") or not shutil.which("node"):
        print("skipped: npm is not installed")
        return total()
    with tempfile.TemporaryDirectory() as d:
        d = os.path.join(d, "vscode")
        shutil.copytree(EXTENSION, d, ignore=shutil.ignore_patterns("node_modules", "out"))
        r = npm(d, "ci", "--no-audit", "--no-fund", "--ignore-scripts")
        if r.returncode:
            print("skipped: the packages cannot be had:", r.stderr.strip().split("\n")[-1])
            return total()
        r = npm(d, "run", "check")
        check(r.returncode == 0, "types", r.stdout, r.stderr)
        r = npm(d, "run", "package")
        packed = os.path.join(d, "snag.vsix")
        check(r.returncode == 0 and os.path.exists(packed), "packed", r.stdout[-2000:], r.stderr[-2000:])
        if os.path.exists(packed):
            with zipfile.ZipFile(packed) as z:
                names = z.namelist()
            check("extension/out/extension.js" in names and any("vscode-languageclient" in n for n in names) and
                  not any(n.startswith("extension/src/") for n in names), "what is in the package", names[:20])
        drive(d)
    return total()


if __name__ == "__main__":
    sys.exit(main())
