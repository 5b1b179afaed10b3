#!/usr/bin/env python3
"""The language server with editors that people use, headless:   tests/lsp/editors.py SNAG

Neovim's own client and Emacs's eglot open a file that races, have its diagnostics, ask for a hover and an action, mend it, save it, and
have none any more. Debian: neovim, emacs, elpa-eglot; one that is missing is skipped."""
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]
# pylint: disable=wrong-import-position
from checks import check, total
from client import RACY, environment, project

SNAG = os.path.abspath(sys.argv[1])

LUA = """
local function fail(what) print("FAILED " .. what) vim.cmd("cq") end
local function till(what, good) if not vim.wait(120000, good, 50) then fail(what) end end
local lines = vim.api.nvim_buf_get_lines(0, 0, -1, false)
local id = vim.lsp.start_client({ name = "snag", cmd = { "%(snag)s", "lsp" }, root_dir = "%(root)s" })
vim.lsp.buf_attach_client(0, id)
local function races()
  local n = 0
  for _, d in ipairs(vim.diagnostic.get(0)) do if d.code == "race" then n = n + 1 end end
  return n
end
till("no race", function() return races() > 0 end)
local d = vim.diagnostic.get(0)[1]
print("at " .. d.lnum .. ":" .. d.col .. " " .. d.message)
vim.api.nvim_win_set_cursor(0, { d.lnum + 1, d.col + 6 })
local params = vim.lsp.util.make_position_params(0, "utf-16")
local answer = vim.lsp.buf_request_sync(0, "textDocument/hover", params, 60000)
print("hover " .. answer[id].result.contents.value:gsub("\\n", " "))
local range = vim.lsp.util.make_range_params(0, "utf-16")
range.context = { diagnostics = {} }
local actions = vim.lsp.buf_request_sync(0, "textDocument/codeAction", range, 60000)[id].result
for _, a in ipairs(actions) do print("action " .. a.title) end
for _, a in ipairs(actions) do
  if a.edit and a.title:find("silence") then vim.lsp.util.apply_workspace_edit(a.edit, "utf-16") end
end
print("line " .. vim.api.nvim_buf_get_lines(0, d.lnum, d.lnum + 1, false)[1])
vim.cmd("write")
till("still a race", function() return races() == 0 end)
print("silenced")
vim.lsp.stop_client(id)
till("does not end", function() return vim.lsp.client_is_stopped(id) end)
print("ended")
vim.cmd("qa!")
"""

ELISP = """
(require 'eglot)
(setq eglot-sync-connect 60 eglot-connect-timeout 60 eglot-autoshutdown t)
(add-to-list 'eglot-server-programs '(c-mode . ("%(snag)s" "lsp")))
(defun races () (cl-remove-if-not (lambda (d) (string-match-p "data race" (flymake-diagnostic-text d))) (flymake-diagnostics)))
(defun till (what good)
  (let ((n 0))
    (while (and (not (funcall good)) (< n 1200)) (accept-process-output nil 0.1) (setq n (1+ n)))
    (unless (funcall good) (message "FAILED %%s" what) (kill-emacs 1))))
(find-file "%(path)s")
(apply #'eglot--connect (eglot--guess-contact))
(eglot--maybe-activate-editing-mode)
(till "no race" (lambda () (races)))
(let ((d (car (races))))
  (message "at %%d %%s" (1- (line-number-at-pos (flymake-diagnostic-beg d))) (flymake-diagnostic-text d))
  (goto-char (+ 6 (flymake-diagnostic-beg d))))
(let ((h (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover (eglot--TextDocumentPositionParams))))
  (message "hover %%s" (replace-regexp-in-string "\\n" " " (plist-get (plist-get h :contents) :value))))
(let ((actions (jsonrpc-request (eglot--current-server-or-lose) :textDocument/codeAction
                 (list :textDocument (eglot--TextDocumentIdentifier)
                       :range (list :start (eglot--pos-to-lsp-position) :end (eglot--pos-to-lsp-position))
                       :context '(:diagnostics [])))))
  (mapc (lambda (a) (message "action %%s" (plist-get a :title))) actions)
  (mapc (lambda (a) (when (and (plist-get a :edit) (string-match-p "silence" (plist-get a :title)))
                      ;; since Emacs 30 it wants to know who asks
                      (apply #'eglot--apply-workspace-edit (plist-get a :edit)
                             (and (equal (car (func-arity #'eglot--apply-workspace-edit)) 2) (list nil))))) actions))
(message "line %%s" (buffer-substring (line-beginning-position) (line-end-position)))
(save-buffer)
(till "still a race" (lambda () (not (races))))
(message "silenced")
(eglot-shutdown (eglot--current-server-or-lose))
(message "ended")
(kill-emacs 0)
"""


def expect(name, run):
    said = run.stdout + run.stderr
    check(run.returncode == 0 and "FAILED" not in said, "%s ends well" % name, run.returncode, said[-3000:])
    for what in ("at %d" % RACY, "data race on 'conn.state'", "hover `conn.state`: 6 of 7 accesses hold lock", "action snag: go to main.c:",
                 "action snag: mark it as a false alarm", "// snag-ignore: race TODO: why", "silenced", "ended"):
        check(what in said, "%s: %s" % (name, what), said[-3000:])


def drive(name, suffix, script, command):
    root, path = project()
    file = os.path.join(root, "drive" + suffix)
    with open(file, "w", encoding="utf-8") as f:
        f.write(script % {"snag": SNAG, "root": root, "path": path})
    env = {**environment(), "HOME": root, "XDG_CONFIG_HOME": root, "XDG_DATA_HOME": root, "XDG_STATE_HOME": root, "TERM": "dumb"}
    run = subprocess.run([word % {"file": file, "path": path} for word in command], cwd="/", env=env, capture_output=True, text=True,
                         timeout=280, check=False)
    expect(name, run)
    shutil.rmtree(root, ignore_errors=True)


def has_eglot():
    return bool(shutil.which("emacs")) and subprocess.run(["emacs", "--batch", "--eval", "(require 'eglot)"], capture_output=True,
                                                           check=False).returncode == 0


def main():
    if shutil.which("nvim"):
        drive("nvim", ".lua", LUA, ["nvim", "--headless", "-u", "NONE", "-i", "NONE", "%(path)s", "-c", "luafile %(file)s"])
    else:
        print("skipped: nvim is not installed")
    if has_eglot():
        drive("emacs", ".el", ELISP, ["emacs", "--batch", "--load", "%(file)s"])
    else:
        print("skipped: emacs has no eglot")
    return total()


if __name__ == "__main__":
    sys.exit(main())
