#!/usr/bin/env python3
"""The language server as an editor meets it:   tests/lsp/server.py SNAG [PART]..."""
import inspect
import os
import shutil
import signal
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
# pylint: disable=wrong-import-position
import client
from checks import check, total
from client import CLEAN, PROGRAM, PULL, RACY, Client, project, uri

SNAG = os.path.abspath(sys.argv[1])
COLUMN = PROGRAM.split("\n")[RACY].index("conn.state")  # in characters; one before it is two units of UTF-16
UNITS = COLUMN + 1


def checked(root):
    """A run from the command line, as before the editor was opened."""
    return subprocess.run([SNAG, "check"], cwd=root, capture_output=True, text=True, env=client.environment(), check=False)


def end(c, root, what):
    answer, status, said = c.stop()
    check(answer is not None and answer.get("result", 0) is None and status == 0, "%s: shutdown, exit" % what, answer, status, said)
    shutil.rmtree(root, ignore_errors=True)


def race(items):
    return [d for d in items if d["code"] == "race"]


def life():
    """initialize, open, diagnostics, hover, actions, save, shutdown."""
    root, path = project()
    c = Client(SNAG, "/")
    result = c.start(root)["result"]
    check(result["serverInfo"]["name"] == "snag" and result["capabilities"]["positionEncoding"] == "utf-16", "initialize", result)
    c.open(path, PROGRAM)
    found = c.diagnostics(path, race)
    check(found is not None, "nothing was kept: the first open starts a run")
    d = race(found or [{"code": "race", "range": None, "message": ""}])[0]
    check(d["range"] == {"start": {"line": RACY, "character": UNITS}, "end": {"line": RACY, "character": UNITS + len("conn.state")}},
          "the range is in UTF-16", d)
    check("'conn.state'" in d["message"] and "hold" in d["message"] and d["source"] == "snag", "the message has the guard", d)
    check(d["codeDescription"]["href"].startswith("https://"), "an address of the rule", d)
    other = [r for r in d["relatedInformation"] if r["location"]["range"]["start"]["line"] != RACY]
    check(other and other[0]["location"]["uri"] == uri(path) and "holds {lock}" in other[0]["message"], "the other access", d)
    # three times ++ or += is a read and a write each, under the lock; the seventh is the write that is not
    hover = c.request("textDocument/hover", c.at(path, RACY, UNITS + 7))["result"]
    check(hover and "`conn.state`: 6 of 7 accesses hold lock" in hover["contents"]["value"], "hover at the access", hover)
    member = c.request("textDocument/hover", c.at(path, 1, 19))["result"]
    check(member and "`conn.state`" in member["contents"]["value"], "hover at the member", member)
    lock = c.request("textDocument/hover", c.at(path, 3, 25))["result"]
    check(lock and "lock" in lock["contents"]["value"] and "conn.state" in lock["contents"]["value"], "hover at the lock", lock)
    check(c.request("textDocument/hover", c.at(path, 0, 2))["result"] is None, "nothing to say of an include")
    c.save(path, CLEAN)
    check(c.diagnostics(path, lambda items: not race(items)) is not None, "a save mends it")
    # without the seventh, nothing is wrong and all agree
    member = c.request("textDocument/hover", c.at(path, 1, 19))["result"]
    check(member and "`conn.state`: 6 of 6 accesses hold lock" in member["contents"]["value"], "hover at what is guarded", member)
    lock = c.request("textDocument/hover", c.at(path, 3, 25))["result"]
    check(lock and all("`lock` is taken by `%s`" % f in lock["contents"]["value"] for f in ("worker", "main")), "who takes a lock", lock)
    check(c.request("textDocument/hover", c.at(path, 1, 30))["result"] is None, "a member that nobody uses")
    c.save(path, PROGRAM)
    check(c.diagnostics(path, race) is not None, "a save breaks it again")
    end(c, root, "life")


def at_once():
    """The findings of the last run are there before anything is analysed."""
    root, path = project()
    run = checked(root)
    check(run.returncode == 1, "the program races", run.stdout, run.stderr)
    c = Client(SNAG, root)
    c.start(root)
    found = c.notification("textDocument/publishDiagnostics", lambda p: p["uri"] == uri(path))
    check(found and race(found["diagnostics"]), "diagnostics of the last run", found)
    check(c.notification("$/progress", seconds=0.5) is None, "and no analysis")
    end(c, root, "at once")


def pull():
    root, path = project()
    checked(root)
    c = Client(SNAG, root)
    result = c.start(root, PULL)["result"]
    check(result["capabilities"]["diagnosticProvider"]["workspaceDiagnostics"], "pull is offered", result)
    c.open(path, PROGRAM)
    one = c.request("textDocument/diagnostic", {"textDocument": {"uri": uri(path)}})["result"]
    check(one["kind"] == "full" and race(one["items"]), "textDocument/diagnostic", one)
    again = c.request("textDocument/diagnostic", {"textDocument": {"uri": uri(path)}, "previousResultId": one["resultId"]})["result"]
    check(again["kind"] == "unchanged", "unchanged", again)
    every = c.request("workspace/diagnostic", {"previousResultIds": []})["result"]
    check([i["uri"] for i in every["items"]] == [uri(path)] and race(every["items"][0]["items"]), "workspace/diagnostic", every)
    c.save(path, CLEAN)
    check(c.wait(lambda m: m.get("method") == "workspace/diagnostic/refresh") is not None, "the client is asked to pull again")
    last = c.request("workspace/diagnostic", {"previousResultIds": [{"uri": uri(path), "value": one["resultId"]}]})["result"]
    check([i["items"] for i in last["items"]] == [[]], "a file that has none any more is told of", last)
    check(c.notification("textDocument/publishDiagnostics", seconds=0.2) is None, "nothing is pushed besides")
    end(c, root, "pull")


def edits():
    """Diagnostics stay with their lines while the text is edited; incremental changes in UTF-16."""
    root, path = project()
    checked(root)
    c = Client(SNAG, root)
    c.start(root, PULL)
    c.open(path, PROGRAM)

    def change(version, *changes):
        c.notify("textDocument/didChange", {"textDocument": {"uri": uri(path), "version": version}, "contentChanges": list(changes)})
        return race(c.request("textDocument/diagnostic", {"textDocument": {"uri": uri(path)}})["result"]["items"])[0]["range"]["start"]

    def span(line, start, last, text):
        return {"range": {"start": {"line": line, "character": start}, "end": {"line": last[0], "character": last[1]}}, "text": text}

    check(change(2, span(0, 0, (0, 0), "/* a */\n/* b */\n"))["line"] == RACY + 2, "two lines more above")
    check(change(3, span(0, 0, (2, 0), ""))["line"] == RACY, "and gone again")
    start = change(4, span(RACY, 4, (RACY, 4), "\u00e4"), span(RACY, 5, (RACY, 5), "\U0001f600"))
    check(start["line"] == RACY, "edited in its line", start)
    check(change(5, span(10 ** 9, 10 ** 9, (10 ** 18, -5), "x"))["line"] == RACY, "positions beyond the end are the end")
    check(change(6, {"text": PROGRAM})["line"] == RACY, "the whole text")
    check(change(7, {"text": "\r\n" + PROGRAM.replace("\n", "\r\n")})["line"] in (RACY, RACY + 1), "lines that end otherwise")
    end(c, root, "edits")


def utf8():
    root, path = project()
    checked(root)
    c = Client(SNAG, root)
    result = c.start(root, {**PULL, "general": {"positionEncodings": ["utf-16", "utf-8"]}})["result"]
    check(result["capabilities"]["positionEncoding"] == "utf-8", "UTF-8 is taken where it is offered", result)
    one = c.request("textDocument/diagnostic", {"textDocument": {"uri": uri(path)}})["result"]
    line = PROGRAM.split("\n")[RACY].encode()
    check(race(one["items"])[0]["range"]["start"]["character"] == line.index(b"conn.state"), "columns are bytes", one)
    end(c, root, "utf8")


def crlf():
    root, path = project(PROGRAM.replace("\n", "\r\n"))
    checked(root)
    c = Client(SNAG, root)
    c.start(root, PULL)
    c.open(path, PROGRAM.replace("\n", "\r\n"))
    one = c.request("textDocument/diagnostic", {"textDocument": {"uri": uri(path)}})["result"]
    check(race(one["items"])[0]["range"]["start"] == {"line": RACY, "character": UNITS}, "lines end with CR LF", one)
    end(c, root, "crlf")


def actions():
    root, path = project()
    checked(root)
    c = Client(SNAG, root)
    c.start(root, PULL)
    c.open(path, PROGRAM)
    offered = c.request("textDocument/codeAction", c.over(path, RACY))["result"]
    titles = [a["title"] for a in offered]
    check(c.request("textDocument/codeAction", c.over(path, 0))["result"] == [], "nothing is offered where nothing is")

    jump = [a for a in offered if a.get("command", {}).get("command") == "snag.show"][0]["command"]
    c.request("workspace/executeCommand", {"command": jump["command"], "arguments": jump["arguments"]})
    shown = c.notification("window/showDocument")
    line = shown["selection"]["start"]["line"]
    check(shown["uri"] == uri(path) and line != RACY and "conn.state" in PROGRAM.split("\n")[line], "jump to the other access", shown)

    edit = [a for a in offered if "snag-ignore" in str(a.get("edit"))][0]["edit"]["changes"][uri(path)][0]
    where = edit["range"]["start"]
    check(where["line"] == RACY and where == edit["range"]["end"] and edit["newText"].startswith(" // snag-ignore: race "),
          "silence with a comment", edit)
    check(any("snag-benign" in str(a.get("edit")) for a in offered), "an access that is meant to race", titles)
    lines = PROGRAM.split("\n")
    lines[RACY] += edit["newText"]
    c.save(path, "\n".join(lines))
    c.wait(lambda m: m.get("method") == "workspace/diagnostic/refresh")
    one = c.request("textDocument/diagnostic", {"textDocument": {"uri": uri(path)}})["result"]
    check(not race(one["items"]), "the comment silences it", one)
    c.save(path, PROGRAM)
    c.wait(lambda m: m.get("method") == "workspace/diagnostic/refresh")

    offered = c.request("textDocument/codeAction", c.over(path, RACY))["result"]
    command = [a for a in offered if a["title"] == "snag: mark it as a false alarm"][0]["command"]
    done = c.request("workspace/executeCommand", {"command": command["command"], "arguments": command["arguments"] + ["only a test"]})
    check(done.get("result") is True, "a verdict", done)
    one = c.request("textDocument/diagnostic", {"textDocument": {"uri": uri(path)}})["result"]
    check(not race(one["items"]), "the verdict silences it at once", one)
    said = subprocess.run([SNAG, "triage", "list"], cwd=root, capture_output=True, text=True, check=False).stdout
    check("false" in said and "only a test" in said, "snag triage knows the verdict and the reason", said)
    end(c, root, "actions")


def execution():
    root, path = project()
    checked(root)
    c = Client(SNAG, root)
    c.start(root, PULL)
    c.open(path, PROGRAM)
    offered = c.request("textDocument/codeAction", c.over(path, RACY))["result"]
    command = [a["command"] for a in offered if a.get("command", {}).get("command") == "snag.execution"][0]
    result = c.request("workspace/executeCommand", command)
    text = result.get("result", {}).get("text", "")
    check("conn.state" in text and "thread" in text, "an execution is looked for and shown", result)
    shown = c.notification("window/showDocument")
    with open(shown["uri"][len("file://"):], encoding="utf-8") as f:
        check(f.read() == text, "in a file that the client opens")
    explain = [a["command"] for a in offered if a.get("command", {}).get("command") == "snag.explain"][0]
    text = c.request("workspace/executeCommand", explain)["result"]["text"]
    check("every access: 7" in text, "explained", text)
    number = c.ask("workspace/executeCommand", command)
    c.notify("$/cancelRequest", {"id": number})
    answer = c.answer(number)
    check(answer.get("error", {}).get("code") == -32800 or "result" in answer, "cancelled, or just done", answer)
    end(c, root, "execution")


def cancel():
    """A check that is waited for can be cancelled, by its request and by its progress."""
    root, path = project()
    c = Client(SNAG, root)
    c.start(root)
    number = c.ask("workspace/executeCommand", {"command": "snag.check"})
    c.notify("$/cancelRequest", {"id": number})
    check(c.answer(number)["error"]["code"] == -32800, "a request is cancelled")
    number = c.ask("workspace/executeCommand", {"command": "snag.check"})
    begun = c.notification("$/progress", lambda p: p["value"]["kind"] == "begin")
    if begun:
        c.notify("window/workDoneProgress/cancel", {"token": begun["token"]})
    answer = c.answer(number)
    check(answer.get("error", {}).get("code") == -32800 or "result" in answer, "the work is cancelled", answer)
    ended = c.notification("$/progress", lambda p: p["value"]["kind"] == "end")
    check(ended is not None, "and its progress ends")
    check("result" in c.request("workspace/executeCommand", {"command": "snag.check"}), "the next one runs")
    end(c, root, "cancel")


def saves():
    """Two saves at once: the newer one counts."""
    root, path = project()
    c = Client(SNAG, root)
    c.start(root)
    c.open(path, PROGRAM)
    for text in (CLEAN, PROGRAM, CLEAN, PROGRAM, CLEAN):
        c.save(path, text)
        time.sleep(0.1)
    c.save(path, PROGRAM)
    check(c.diagnostics(path, race) is not None, "the last of many saves")
    check("result" in c.request("workspace/executeCommand", {"command": "snag.check"}), "nothing hangs")
    end(c, root, "saves")


def alone():
    """Without a database, the file that is saved is checked by itself."""
    root, path = project(database=False)
    c = Client(SNAG, root)
    c.start(root)
    c.open(path, PROGRAM)
    check(race(c.diagnostics(path, race) or []), "a file without a database")
    end(c, root, "alone")


def trouble():
    """What does not compile is told, and the server lives on."""
    root, path = project()
    checked(root)
    c = Client(SNAG, root)
    c.start(root)
    c.open(path, PROGRAM)
    c.save(path, PROGRAM + "int x = ;\n")
    said = c.notification("window/logMessage", lambda p: "not analysed" in p["message"])
    check(said is not None and "main.c" in said["message"], "the unit that failed is named", said)
    os.remove(os.path.join(root, "compile_commands.json"))
    with open(os.path.join(root, "compile_commands.json"), "w", encoding="utf-8") as f:
        f.write("[")
    c.save(path, PROGRAM)
    said = c.notification("window/showMessage")
    check(said is not None and "compile_commands.json" in said["message"], "a database that is broken is shown", said)
    end(c, root, "trouble")


def strangers():
    """Clients that do what none should."""
    root, path = project()
    checked(root)
    c = Client(SNAG, root)
    check(c.request("textDocument/hover", c.at(path, 0, 0))["error"]["code"] == -32002, "a request before initialize")
    c.notify("textDocument/didOpen", {})
    c.start(root)
    check(c.request("initialize", {})["error"]["code"] == -32600, "initialize twice")
    check(c.request("no/such")["error"]["code"] == -32601, "an unknown method")
    c.notify("no/such")
    c.notify("$/no/such")
    for text in (b"[]", b"{", b"7", b"null", b'"x"', b'{"jsonrpc":"2.0"}', b'{"id":[1],"method":"x"}', b'{"method":5}', b"\xff\xfe", b""):
        c.raw(b"Content-Length: %d\r\n\r\n" % len(text) + text)
        answer = c.wait(lambda m: m.get("id", 0) is None)
        check(answer is not None and answer["error"]["code"] in (-32700, -32600), "%r is refused" % text, answer)
    c.send({"method": "textDocument/didOpen", "params": [1, 2]})
    for strange in ("untitled:x", "http://x/main.c", "file://host/main.c", "file:///%00", "file:///%zz", "", "file:", "file://"):
        c.notify("textDocument/didOpen", {"textDocument": {"uri": strange, "version": 1, "text": "int x;"}})
        answer = c.request("textDocument/hover", {"textDocument": {"uri": strange}, "position": {"line": 1, "character": 2 ** 62}})
        check("result" in answer, "hover in %r" % strange, answer)
    quoted = "file://" + path.replace("main.c", "%6d%61in%2Ec")
    c.notify("textDocument/didOpen", {"textDocument": {"uri": quoted, "version": 1, "text": PROGRAM}})
    found = c.notification("textDocument/publishDiagnostics", lambda p: p["uri"] == quoted)
    check(found and race(found["diagnostics"]), "the client's own spelling of a URI is used", found)
    for position in ({"line": 2 ** 62, "character": 2 ** 62}, {"line": -1, "character": -1}, {"line": "x"}, None):
        answer = c.request("textDocument/hover", {"textDocument": {"uri": quoted}, "position": position})
        check("result" in answer, "hover at %r" % position, answer)
    for command in ("snag.show", "snag.triage", "snag.execution", "snag.explain", "rm"):
        for arguments in ([], ["x"], [{}], "x", [["0" * 16]], ["0" * 16, "false"], [{"uri": "untitled:x", "range": {}}]):
            answer = c.request("workspace/executeCommand", {"command": command, "arguments": arguments})
            check("error" in answer, "%s %r is refused" % (command, arguments), answer)
    os.remove(path)
    check("result" in c.request("textDocument/hover", {"textDocument": {"uri": quoted}, "position": {"line": RACY, "character": 0}}),
          "the file is gone")
    c.notify("textDocument/didSave", {"textDocument": {"uri": quoted}})
    said = c.wait(lambda m: m.get("method") in ("window/showMessage", "window/logMessage") and "main.c" in m["params"]["message"])
    check(said is not None, "a file that is gone is saved")
    end(c, root, "strangers")
    root, path = project()
    c = Client(SNAG, root)
    c.start(root)
    c.request("shutdown")
    check(c.request("textDocument/hover", c.at(path, 0, 0))["error"]["code"] == -32600, "a request after shutdown")
    c.notify("exit")
    check(c.end()[0] == 0, "exit after shutdown")
    shutil.rmtree(root)


def headers():
    """A header that makes no sense ends the server with one line."""
    for data, word in ((b"hello\r\n\r\n", "header"), (b"Content-Length: x\r\n\r\n", "number"), (b"Content-Length: -1\r\n\r\n", "number"),
                       (b"\r\n\r\n", "Content-Length"), (b"Content-Length: 99999999999999999999\r\n\r\n", "longer"),
                       (b"X: " + b"a" * 10000, "longer"), (b"Content-Length:\r\n\r\n", "length")):
        c = Client(SNAG, "/tmp")
        try:
            c.raw(data)
        except BrokenPipeError:
            pass
        status, said = c.end()
        check(status == 2 and said.count("\n") == 1 and said.startswith("snag: ") and word in said, "the header %r" % data[:40], status, said)


def ends():
    """Closed input, exit without shutdown, SIGTERM: no child is left."""
    for way in ("close", "exit", "term"):
        root, path = project()
        c = Client(SNAG, root)
        c.start(root)
        c.open(path, PROGRAM)
        c.wait(lambda m: m.get("method") == "window/workDoneProgress/create")
        children = subprocess.run(["pgrep", "-P", str(c.process.pid)], capture_output=True, text=True, check=False).stdout.split()
        check(children, "an analysis runs")
        if way == "exit":
            c.notify("exit")
        elif way == "term":
            c.process.send_signal(signal.SIGTERM)
        status, said = c.end()
        check(status == {"close": 1, "exit": 1, "term": 143}[way] and not said, "ended by %s" % way, status, said)
        time.sleep(0.2)
        check(not any(os.path.exists("/proc/" + pid) for pid in children), "no child is left behind after %s" % way)
        shutil.rmtree(root, ignore_errors=True)


def parts():
    here = [f for _, f in inspect.getmembers(sys.modules[__name__], inspect.isfunction) if f.__module__ == __name__]
    return [f for f in sorted(here, key=lambda f: f.__code__.co_firstlineno)
            if not f.__code__.co_argcount and f.__name__ not in ("parts", "main")]


def main():
    for part in parts():
        if len(sys.argv) < 3 or part.__name__ in sys.argv[2:]:
            part()
    return total()


if __name__ == "__main__":
    sys.exit(main())
