/* The report as a page. Everything it shows comes from the JSON beside it; names, messages and source are text, never markup: they get into the page by textContent,
 * except for two things whose makers escape them: highlight.js, and Graphviz' SVG, which is read as XML and stripped of all that could run. */
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const main = document.querySelector("main");
  /* Findings, then what is not told, which the list shows when it is asked for. */
  const told = data.findings.length;
  const entries = data.findings.concat((data.suppressed || []).map((f) => ({ ...f, state: "silenced" })), (data.pruned || []).map((f) => ({ ...f, state: "ruled out" })));
  for (const f of entries) { f.state = f.state || (f.known === undefined ? "found" : f.known ? "known" : "new"); f.members = f.members || []; }
  const haystack = entries.map((f) => [f.message, ...f.members.map((m) => m.object), f.rule, f.function, f.object, f.lock, f.place.file, f.fingerprint, ...f.pairs.slice(0, 4).flatMap((p) =>
    [p.a.thread, p.a.chain, p.a.file, p.b.thread, p.b.chain, p.b.file])].join("\n").toLowerCase());
  const state = { text: "", rule: "", sort: "rank", group: "", level: "", state: "", list: [], rows: [], on: 0, top: 0 };
  const LEVELS = ["confirmed", "likely", "possible", "unlikely"];

  function make(tag, set, ...inside) {
    const e = document.createElement(tag);
    for (const [k, v] of Object.entries(set || {})) {
      if (v === undefined || v === null || v === false) continue;
      if (k.startsWith("on")) e.addEventListener(k.slice(2), v);
      else if (k === "class") e.className = v;
      else e.setAttribute(k, v === true ? "" : v);
    }
    e.append(...inside.filter((x) => x !== null && x !== undefined && x !== false));
    return e;
  }

  const plural = (n, word) => n + " " + word + (n === 1 ? "" : "s");
  const where = (p) => p.file ? p.file + (p.line ? ":" + p.line : "") : "(no source line)";

  /* ---- the list ---- */

  const levelOf = (f) => LEVELS.indexOf(f.confidence);
  const ORDER = {
    rank: (a, b) => a - b,
    file: (a, b) => cmp(entries[a].place.file, entries[b].place.file) || entries[a].place.line - entries[b].place.line || a - b,
    rule: (a, b) => cmp(entries[a].rule, entries[b].rule) || a - b,
    points: (a, b) => entries[b].score - entries[a].score || a - b,
  };
  function cmp(a, b) { return a < b ? -1 : a > b ? 1 : 0; }

  const GROUP = {
    file: (f) => f.place.file || "(no source line)",
    record: (f) => (f.object || f.lock || "").replace(/(\.(?!\.\.)|->).*$/, "") || "(no name)",
    lock: (f) => f.guard ? f.guard.replace(/^.* hold /, "") : f.lock || (f.edges || []).map((e) => e.holds).filter(Boolean).sort().join(", ") || "(no lock)",
    thread: (f) => [...new Set((f.pairs || []).slice(0, 1).flatMap((p) => [p.a.thread, p.b.thread]).concat((f.edges || []).map((e) => e.wants.thread)))].filter(Boolean).sort().join(" | ") || "(not known)",
  };

  function choose() {
    const words = state.text.toLowerCase().split(/\s+/).filter(Boolean);
    state.list = [];
    entries.forEach((f, i) => {
      if (state.state ? f.state !== state.state : i >= told) return;
      if (state.rule && f.rule !== state.rule || state.level && levelOf(f) > LEVELS.indexOf(state.level)) return;
      if (words.every((w) => haystack[i].includes(w))) state.list.push(i);
    });
    state.list.sort(ORDER[state.sort]);
    state.rows = state.list;
    if (state.group) {
      const groups = new Map();
      for (const i of state.list) {
        const key = GROUP[state.group](entries[i]);
        if (!groups.has(key)) groups.set(key, []);
        groups.get(key).push(i);
      }
      state.rows = [...groups].flatMap(([key, list]) => [key + " (" + list.length + ")", ...list]);
    }
    state.on = Math.min(state.on, Math.max(0, state.rows.length - 1));
    if (typeof state.rows[state.on] === "string") state.on++;
  }

  const ROW = 64;
  const address = (i) => i < told ? "#/f/" + entries[i].number : "#/x/" + i;

  /* How sure it is, and what an execution adds to that. */
  function badges(f) {
    const extra = f.badge && f.badge !== f.confidence && make("span", { class: f.confirmed_assuming ? "badge assuming" : "badge" }, f.badge + (f.assuming ? " " + f.assuming : ""));
    return [make("span", { class: "badge " + f.confidence }, f.confidence), extra, make("span", { class: "badge" }, f.rule), f.state !== "found" && make("span", { class: "badge" }, f.state)].filter(Boolean);
  }

  const others = (f) => f.members.length ? ` and ${f.members.length} other${f.members.length === 1 ? "" : "s"}` : "";

  function drawRows() {
    const box = document.getElementById("rows");
    if (!box) return;
    const first = Math.max(0, Math.floor(box.scrollTop / ROW) - 8), last = Math.min(state.rows.length, first + Math.ceil(box.clientHeight / ROW) + 16);
    const rows = [make("div", { style: `height:${state.rows.length * ROW}px` })];
    for (let i = first; i < last; i++) {
      if (typeof state.rows[i] === "string") {
        rows.push(make("div", { class: "grouped", style: `top:${i * ROW}px` }, state.rows[i]));
        continue;
      }
      const f = entries[state.rows[i]];
      rows.push(make("a", { class: i === state.on ? "row on" : "row", href: address(state.rows[i]), style: `top:${i * ROW}px`, "data-i": i, title: f.message + others(f) },
        make("span", { class: "soft" }, f.number ? "#" + f.number : ""), make("span", {}, f.message + others(f)), make("span", { class: "badges" }, ...badges(f)),
        make("span", { class: "place" }, where(f.place) + "  " + (f.function || "") + (f.suppressed || f.pruned ? "  " + (f.suppressed || f.pruned) : ""))));
    }
    if (!state.rows.length) rows.push(make("p", { class: "empty" }, entries.length ? "No finding fits these choices." : data.no_threads ? "Nothing was found: no thread, handler or second entry point is there, so nothing can race. Is all of the program here?" : "Nothing was found."));
    box.style.maxHeight = Math.max(2, state.rows.length) * ROW + 2 + "px";
    box.replaceChildren(...rows);
    state.top = box.scrollTop;
    document.getElementById("count").textContent = state.list.length + " of " + entries.filter((f, i) => state.state ? f.state === state.state : i < told).length;
  }

  function refilter() {
    const begin = performance.now();
    choose();
    drawRows();
    document.body.dataset.filtered = (performance.now() - begin).toFixed(1);
  }

  function move(by) {
    const box = document.getElementById("rows");
    if (!box || !state.list.length) return;
    let to = state.on + by;
    if (typeof state.rows[to] === "string") to += by;
    if (to < 0 || to >= state.rows.length) to = state.on;
    state.on = to;
    if (state.on * ROW < box.scrollTop) box.scrollTop = state.on * ROW;
    if ((state.on + 1) * ROW > box.scrollTop + box.clientHeight) box.scrollTop = (state.on + 1) * ROW - box.clientHeight;
    drawRows();
  }

  /* What was run, what it found, by rule and confidence, and what is missing: everything that somebody who gets the page by mail asks first. */
  function summary() {
    const rules = [...new Set(data.findings.map((f) => f.rule))], levels = LEVELS.filter((l) => data.findings.some((f) => f.confidence === l));
    const number = (list) => list.length || "";
    const missing = [data.failed.length && `${data.failed.length} unit${data.failed.length === 1 ? " was" : "s were"} not analysed`, data.entries_bad && `${data.entries_bad} entries of the database make no sense`,
      data.entries_not_c && `${data.entries_not_c} entries are not C`, Object.keys(data.gaps).length && `${Object.values(data.gaps).reduce((a, b) => a + b, 0)} places could not be followed`].filter(Boolean);
    return make("section", { class: "summary" },
      make("div", {}, make("div", { class: "project", role: "heading", "aria-level": 2 }, data.project || "Findings"), make("p", { class: "soft" }, `snag ${data.snag}` + (data.date ? `, ${data.date}` : "") + `, ${plural(data.units, "unit")}, ${plural(data.lines, "line")}`),
        data.command && make("code", { class: "command" }, data.command), data.not_shown && data.not_shown.text && make("p", { id: "hidden" }, data.not_shown.text + "."),
        missing.length ? make("p", {}, "Not analysed: ", make("a", { href: "#/about" }, missing.join(", ")), ".") : make("p", { class: "soft" }, "All of the input was analysed.")),
      data.findings.length ? make("table", { id: "totals" }, make("tr", {}, make("th", {}, "rule"), ...levels.map((l) => make("th", {}, l)), make("th", {}, "all")),
        ...rules.map((r) => make("tr", {}, make("td", {}, r), ...levels.map((l) => make("td", { class: "n" }, String(number(data.findings.filter((f) => f.rule === r && f.confidence === l))))),
          make("td", { class: "n" }, String(data.findings.filter((f) => f.rule === r).length))))) : null);
  }

  function select(id, label, value, options, change) {
    return make("select", { id, "aria-label": label, onchange: (e) => { change(e.target.value); state.on = 0; const box = document.getElementById("rows"); if (box) box.scrollTop = 0; refilter(); } },
      ...options.map(([v, t]) => make("option", { value: v, selected: v === value }, t)));
  }

  function showList() {
    const rules = [...new Set(entries.map((f) => f.rule))], states = [...new Set(entries.map((f) => f.state))];
    const text = make("input", { id: "search", type: "search", placeholder: "search: words, all must occur", "aria-label": "search", value: state.text,
      oninput: (e) => { state.text = e.target.value; state.on = 0; document.getElementById("rows").scrollTop = 0; refilter(); } });
    const rule = select("rule", "rule", state.rule, [["", "every rule"], ...rules.map((r) => [r, r + " (" + entries.filter((f) => f.rule === r).length + ")"])], (v) => { state.rule = v; });
    const level = select("level", "confidence", state.level, [["", "any confidence"], ...LEVELS.slice(0, 3).map((l) => [l, l === "confirmed" ? "confirmed only" : "at least " + l])], (v) => { state.level = v; });
    const sort = select("sort", "order", state.sort, [["rank", "best first"], ["file", "by file"], ["rule", "by rule"], ["points", "by points"]], (v) => { state.sort = v; });
    const group = select("group", "groups", state.group, [["", "no groups"], ["file", "group by file"], ["record", "group by record"], ["lock", "group by lock"], ["thread", "group by thread"]], (v) => { state.group = v; });
    const which = (states.length > 1 || states.some((x) => x !== "found")) && select("state", "state", state.state, [["", "all that is shown"], ...states.map((x) => [x, x + " (" + entries.filter((f) => f.state === x).length + ")"])], (v) => { state.state = v; });
    const box = make("div", { id: "rows", tabindex: 0, "aria-label": "findings", onscroll: () => requestAnimationFrame(drawRows) });
    main.replaceChildren(summary(), make("div", { class: "tools" }, text, rule, level, sort, group, which, make("span", { id: "count", class: "soft", "aria-live": "polite" })), box);
    const top = state.top;
    refilter();
    box.scrollTop = top;
    document.title = "snag: " + plural(data.findings.length, "finding");
  }

  /* ---- one finding ---- */

  /* highlight.js closes its spans at the end of the text, not of the line. */
  function lines(text) {
    const out = [], open = [];
    for (const line of hljs.highlight(text, { language: "c", ignoreIllegals: true }).value.split("\n")) {
      const before = open.join("");
      for (const m of line.matchAll(/<span[^>]*>|<\/span>/g)) if (m[0] === "</span>") open.pop(); else open.push(m[0]);
      out.push(before + line + "</span>".repeat(open.length));
    }
    return out;
  }

  function untab(line) {
    let out = "";
    for (const c of line) out += c === "\t" ? " ".repeat(8 - out.length % 8) : c;
    return out;
  }

  function code(place, around) {
    const file = Object.hasOwn(data.sources, place.file) && data.sources[place.file];
    const pre = make("pre", { class: "code", tabindex: 0 });
    if (!file || !place.line) {
      pre.append(make("span", { class: "l" }, where(place)));
      return pre;
    }
    let from = place.line, to = place.line;
    while (file[from - 1] !== undefined && place.line - from < around) from--;
    while (file[to + 1] !== undefined && to - place.line < around) to++;
    const text = [];
    for (let n = from; n <= to; n++) text.push(untab(file[n] || ""));
    lines(text.join("\n")).forEach((html, i) => {
      const l = make("span", { class: from + i === place.line ? "l here" : "l", "data-n": from + i });
      l.innerHTML = html; /* escaped by highlight.js */
      pre.append(l);
    });
    return pre;
  }

  /* The lanes: the two sides or the threads of a cycle; of an execution all threads that take part, those of the finding first. */
  const isExecuted = (f) => (f.confirmed || f.confirmed_assuming || f.confirmed_under_harness) && f.witness.length;
  function lanesOf(f) {
    const first = f.pairs.length || f.edges.length === 2 ? f.witness_threads : [];
    return [...new Set([...first, ...f.witness.map((s) => s.thread)])];
  }

  function sidesOf(f, pair) {
    const sides = pair ? [pair.a, pair.b] : f.edges.map((e) => ({ ...e.wants, acquired: e.acquired, holds: e.holds }));
    if (!isExecuted(f)) return sides;
    return lanesOf(f).map((t, i) => i < 2 && sides.length === 2 ? sides[i] : { ...f.witness.find((s) => s.thread === t), thread: f.witness_functions[t] || "", chain: "" });
  }

  /* The steps to show: those of the witness, or the calls and the access of each side. */
  function stepsOf(f, sides) {
    if (isExecuted(f)) {
      const lanes = lanesOf(f), rounds = f.witness_rounds || [];
      return f.witness.map((s, i) => {
        const here = rounds.filter((r) => r.first === i), text = s.function + ": " + s.what + (s.locks ? " {" + s.locks + "}" : "");
        return { thread: lanes.indexOf(s.thread), place: s, locks: s.locks, calls: s.function, text, times: here.map((r) => r.times + "\u00d7 ").join(""), rounds: here.map((r) => "; " + r.text + " is shown").join("") };
      });
    }
    const steps = [];
    sides.forEach((side, thread) => { /* what is held at a call on the way is not known here */
      side.frames.slice(0, -1).forEach((frame, i) => steps.push({ thread, place: frame, calls: frame.function, text: frame.function + " calls " + side.frames[i + 1].function }));
      if (side.acquired) steps.push({ thread, place: side.acquired, locks: side.holds, text: "takes '" + side.holds + "'" });
      steps.push({ thread, place: side, calls: side.function, locks: side.locks, text: side.kind + " in " + side.function + ", holding {" + side.locks + "}" });
    });
    return steps;
  }

  /* The calls of a thread begin with the function it runs; so does main's own name. */
  function wayOf(side) {
    const own = side.chain === side.thread || side.chain.startsWith(side.thread + " > ");
    return own || !side.thread ? side.chain : side.chain ? side.thread + " > " + side.chain : side.thread;
  }

  const lineOf = (p) => Object.hasOwn(data.sources, p.file) && data.sources[p.file][p.line] || "";

  /* What one thread does before another one begins; the last few of it are shown. */
  function setUp(steps) {
    const second = steps.findIndex((s) => s.thread !== steps[0].thread);
    return second > 8 ? second - 3 : 0;
  }

  /* A function of the chain is a link to the step that is in it. */
  function linked(way, thread, steps, go) {
    return way.split(" > ").flatMap((name, i) => {
      const at = steps.findIndex((s) => s.thread === thread && s.calls === name);
      return [i ? " > " : "", at < 0 ? name : make("button", { type: "button", class: "link", onclick: () => go(at) }, name)];
    });
  }

  /* A lane: a step a line, in the line of its time; the other lanes have an empty one there. */
  function sideBox(side, thread, steps, folded, go) {
    const list = make("ol", { class: "lane" });
    steps.forEach((s, i) => {
      const late = i < folded ? "early" : "";
      list.append(s.thread !== thread ? make("li", { class: "gap " + late, "aria-hidden": "true" }) : make("li", { class: late }, make("button", { type: "button", "data-step": i, title: s.text + " (" + where(s.place) + (s.rounds || "") + ")", onclick: () => go(i) },
        make("span", {}, (i + 1) + ". ", s.times && make("strong", {}, s.times), s.text), make("code", {}, where(s.place) + "  " + lineOf(s.place).trim()))));
    });
    return make("section", { class: "thread " + ["one", "two", "three", "four"][thread % 4], "data-thread": thread },
      make("div", { class: "top" }, make("h3", {}, "Thread " + (thread + 1) + ": ", make("span", { class: "soft", title: wayOf(side) }, ...linked(wayOf(side), thread, steps, go))),
        make("p", { class: "holds" }, "holds {" + side.locks + "}"), make("div", { class: "view" }, named(side, 4))), list);
  }

  const named = (place, around) => make("div", {}, make("p", { class: "file" }, where(place)), code(place, around || 8));

  function pairView(f, pair) {
    const sides = sidesOf(f, pair), steps = stepsOf(f, sides), folded = setUp(steps), executed = isExecuted(f);
    let at = steps.length - 1;
    const say = make("span", { class: "say" });
    const box = make("div", { class: folded ? "threads folded" : "threads", tabindex: 0 });
    const go = (i) => {
      at = Math.min(steps.length - 1, Math.max(0, i));
      for (const b of box.querySelectorAll("button[data-step]")) {
        if (+b.dataset.step === at) b.setAttribute("aria-current", "step"); else b.removeAttribute("aria-current");
      }
      if (at < folded) box.classList.remove("folded");
      const lane = box.querySelector(`[data-thread="${steps[at].thread}"]`);
      lane.querySelector(".view").replaceChildren(named(steps[at].place, 4));
      sides.forEach((side, thread) => { /* what each holds by now */
        const before = steps.slice(0, at + 1).filter((s) => s.thread === thread).pop();
        box.querySelector(`[data-thread="${thread}"] .holds`).textContent = before && before.locks !== undefined ? "holds {" + before.locks + "}" : executed && !before ? "has not begun" : "on its way";
      });
      lane.querySelector(`button[data-step="${at}"]`).scrollIntoView({ block: "nearest" });
      say.textContent = `step ${at + 1} of ${steps.length}: thread ${steps[at].thread + 1}: ${steps[at].text} (${where(steps[at].place)}${steps[at].rounds || ""})`;
    };
    box.append(...sides.map((side, thread) => sideBox(side, thread, steps, folded, go)));
    go(at);
    document.onstep = (by) => go(at + by);
    return [make("div", { class: "steps" }, make("button", { type: "button", id: "back", onclick: () => go(at - 1) }, "\u2190 step"),
      make("button", { type: "button", id: "forth", onclick: () => go(at + 1) }, "step \u2192"),
      folded ? make("button", { type: "button", id: "unfold", onclick: (e) => { box.classList.toggle("folded"); e.target.textContent = box.classList.contains("folded") ? `show ${folded} steps of set-up` : "hide set-up"; } }, `show ${folded} steps of set-up`) : null, say), box];
  }

  /* A page of a rule: headings, paragraphs, lists, code. All of it gets into the page as text. */
  function inline(to, text) {
    text.split(/(`[^`]+`|\[[^\]]+\]\([^)]+\)|\*\*[^*]+\*\*)/).forEach((part) => {
      const link = /^\[([^\]]+)\]\(/.exec(part);
      to.append(part.startsWith("`") && part.length > 1 ? make("code", {}, part.slice(1, -1)) : link ? link[1] : part.startsWith("**") && part.length > 4 ? make("strong", {}, part.slice(2, -2)) : part);
    });
    return to;
  }

  function rendered(text) {
    const out = make("div", { class: "page" });
    for (const block of text.replace(/\r/g, "").split(/\n{2,}/)) {
      const lines = block.split("\n").filter((l) => l.trim());
      if (!lines.length) continue;
      const head = /^(#+) (.*)/.exec(lines[0]);
      if (head) { out.append(inline(make(head[1].length > 1 ? "h4" : "h3", {}), head[2])); lines.shift(); }
      if (!lines.length) continue;
      if (lines.every((l) => /^(    |\t)/.test(l))) {
        const before = out.lastElementChild, pre = lines.map((l) => l.replace(/^(    |\t)/, "")).join("\n");
        if (before && before.tagName === "PRE") before.textContent += "\n\n" + pre; else out.append(make("pre", {}, pre));
      } else if (/^[-*] /.test(lines[0])) {
        const items = [];
        for (const l of lines) if (/^[-*] /.test(l)) items.push(l.slice(2)); else items[items.length - 1] += " " + l.trim();
        out.append(make("ul", {}, ...items.map((x) => inline(make("li", {}), x))));
      } else if (lines[0].startsWith("|")) {
        const rows = lines.filter((l) => !/^\|[-| :]+\|$/.test(l)).map((l) => l.replace(/^\||\|$/g, "").split("|"));
        out.append(make("table", {}, ...rows.map((r) => make("tr", {}, ...r.map((c) => inline(make("td", {}), c.trim()))))));
      } else {
        out.append(inline(make("p", {}), lines.join(" ")));
      }
    }
    return out;
  }

  function table(head, rows) {
    return make("table", {}, make("tr", {}, ...head.map((h) => make("th", {}, h))), ...rows.map((r) => make("tr", {}, ...r.map((c) => make("td", {}, c instanceof Node ? c : String(c))))));
  }

  /* A place as a link that shows it there. */
  function shown(place, view) {
    return make("button", { type: "button", class: "link", onclick: () => { view.replaceChildren(named(place)); view.scrollIntoView({ block: "nearest" }); } }, where(place));
  }

  function showFinding(f) {
    if (!f) return showList();
    const view = make("div", { id: "pair" }), peek = make("div", { class: "peek" });
    const parts = [make("p", {}, make("a", { href: "#/" }, "\u2190 all findings")), make("h2", {}, (f.number ? `#${f.number} ` : "") + f.message + others(f)),
      make("p", { class: "badges" }, ...badges(f), make("span", { class: "soft" }, where(f.place) + " in " + f.function + ", fingerprint " + f.fingerprint))];
    if (f.suppressed || f.pruned) parts.push(make("p", {}, make("strong", {}, f.suppressed ? "Silenced: " : "Ruled out: "), f.suppressed || f.pruned));
    if (f.proof) parts.push(make("p", {}, f.proof));
    if (f.members.length) parts.push(make("details", { open: f.members.length < 9 }, make("summary", {}, `The same cause: ${f.members.length} more`), make("ul", { class: "members" }, ...f.members.map((m) => make("li", {}, `#${m.number} ${m.object}  `, shown(m.place, peek), make("span", { class: "soft" }, ", " + m.confidence + ", fingerprint " + m.fingerprint))))));
    if (f.guard) parts.push(make("p", {}, "Usual guard: " + f.guard));
    if (f.overlap) parts.push(make("p", {}, "Why they can overlap: " + f.overlap));
    if (f.fix) parts.push(make("p", { class: "fix" }, make("strong", {}, "Suggested fix: "), f.fix));
    if (f.pairs.length) {
      const pick = f.pairs.length > 1 && make("select", { id: "pairs", "aria-label": "pair", onchange: (e) => view.replaceChildren(...pairView(f, f.pairs[+e.target.value])) },
        ...f.pairs.map((p, i) => make("option", { value: i }, `pair ${i + 1} of ${f.pairs_in_all}: ${where(p.a)} and ${where(p.b)}`)));
      view.append(...pairView(f, f.pairs[0]));
      parts.push(pick ? make("p", {}, pick) : null, view);
    } else if (f.edges.length) {
      view.append(...pairView(f, null));
      parts.push(view);
    } else {
      document.onstep = null;
      parts.push(named(f.place));
    }
    if (f.notes.length) parts.push(make("h3", {}, "Other places"), table(["place", ""], f.notes.map((n) => [shown(n, peek), n.text])));
    if (f.accesses.length) {
      parts.push(make("h3", {}, "Every access: " + f.accesses_in_all), table(["place", "kind", "locks held", "function", "thread"],
        f.accesses.map((a) => [shown(a, peek), a.kind, "{" + a.locks + "}", a.function, a.thread])));
    }
    parts.push(peek);
    if (f.ruled_out.length) parts.push(make("h3", {}, "Ruled out at the same location"), table(["pairs", "why"], f.ruled_out.map((r) => [r.pairs, r.why])));
    if (f.said.length) parts.push(make("details", {}, make("summary", {}, "What each phase said"), table(["phase", ""], f.said.map((s) => [s.phase, s.text]))));
    if (f.criteria.length) {
      parts.push(make("details", { id: "scoring" }, make("summary", {}, "Why it stands here: " + f.score + " points"), table(["criterion", "value", "points", ""], f.criteria.map((s) => [s.criterion, s.value, s.points, Object.hasOwn(data.says, s.criterion) ? data.says[s.criterion] : ""]))));
    }
    if (Object.hasOwn(data.rules, f.rule)) parts.push(make("details", {}, make("summary", {}, "About " + f.rule), rendered(data.rules[f.rule])));
    main.replaceChildren(...parts.filter(Boolean));
    document.title = "snag " + (f.number ? "#" + f.number + ": " : "") + f.message;
    window.scrollTo(0, 0);
  }

  /* ---- graphs ---- */

  let graphviz = null;
  const READABLE = .8; /* pixels for a unit of the picture, whose letters are 14 units high */

  /* Graphviz' own SVG, without anything that could run or lead away. */
  function clean(svg) {
    for (const e of [...svg.querySelectorAll("script, foreignObject, image, use, style")]) e.remove();
    for (const e of [svg, ...svg.querySelectorAll("*")]) {
      for (const a of [...e.attributes]) if (/^on/i.test(a.name) || /href$/i.test(a.name)) e.removeAttributeNode(a);
    }
    for (const e of [...svg.querySelectorAll("a")]) {
      const edge = e.closest(".edge"), title = e.getAttributeNS("http://www.w3.org/1999/xlink", "title");
      if (edge && title) edge.dataset.place = title;
      e.replaceWith(...e.childNodes);
    }
    return document.importNode(svg, true);
  }

  function pan(box, svg) {
    const view = svg.getAttribute("viewBox").split(/\s+/).map(Number);
    for (const [at, least] of [[2, 900], [3, 500]]) { /* a small graph is not blown up */
      if (view[at] >= least) continue;
      view[at - 2] -= (least - view[at]) / 2;
      view[at] = least;
    }
    const whole = [...view], set = () => svg.setAttribute("viewBox", view.join(" "));
    const fit = () => { view.splice(0, 4, ...whole); set(); };
    const zoom = (by, x, y) => {
      view[0] += (x === undefined ? .5 : x) * view[2] * (1 - by);
      view[1] += (y === undefined ? .5 : y) * view[3] * (1 - by);
      view[2] *= by;
      view[3] *= by;
      set();
    };
    /* A large one begins where its names can be read: at what findings speak of, else at its top. */
    const read = () => {
      const matrix = svg.getScreenCTM(), first = svg.querySelector(".node.found") || svg.querySelector(".node");
      if (!matrix || !first || matrix.a >= READABLE) return false;
      const at = first.getBoundingClientRect(), all = box.getBoundingClientRect(), by = matrix.a / READABLE;
      const middle = [(at.left + at.width / 2 - matrix.e) / matrix.a, (at.top + at.height / 2 - matrix.f) / matrix.d], size = [all.width / matrix.a * by, all.height / matrix.d * by];
      view.splice(0, 4, middle[0] - size[0] / 2, middle[1] - size[1] / 3, ...size);
      set();
      return true;
    };
    let held = null;
    box.addEventListener("wheel", (e) => { e.preventDefault(); zoom(e.deltaY < 0 ? .85 : 1.18, e.offsetX / box.clientWidth, e.offsetY / box.clientHeight); }, { passive: false });
    box.addEventListener("pointerdown", (e) => { held = [e.clientX, e.clientY]; });
    box.addEventListener("pointermove", (e) => {
      if (!held || !e.buttons) return;
      view[0] -= (e.clientX - held[0]) * view[2] / box.clientWidth;
      view[1] -= (e.clientY - held[1]) * view[3] / box.clientHeight;
      held = [e.clientX, e.clientY];
      set();
    });
    set();
    return { zoom, fit, read };
  }

  /* Only what findings speak of: their edges and nodes. */
  const marked = (dot) => dot.split("\n").filter((l) => !/^n\d+ /.test(l) || l.includes('class="found"')).join("\n");
  /* One node with its neighbours. */
  function around(dot, name) {
    const lines = dot.split("\n"), label = (l) => { const m = /^(n\d+) \[label="((?:[^"\\]|\\.)*)"/.exec(l); return m && [m[1], m[2].replace(/\\(.)/g, "$1")]; };
    const id = (lines.map(label).find((x) => x && x[1] === name) || [""])[0], near = new Set([id]);
    const ends = (l) => /^(n\d+) -> (n\d+)/.exec(l);
    for (const l of lines) { const e = ends(l); if (e && (e[1] === id || e[2] === id)) { near.add(e[1]); near.add(e[2]); } }
    return lines.filter((l) => { const e = ends(l), n = label(l); return e ? e[1] === id || e[2] === id : !n || near.has(n[0]); }).join("\n");
  }
  /* Few edges have room for where they come from; of many the place is shown when one points at them, and in the table below. */
  const placed = (dot) => (dot.match(/ -> /g) || []).length > 40 ? dot : dot.replace(/ \[tooltip="([^"]+)"/g, ' [tooltip="$1", label=" $1 ", fontsize=10, fontname="Courier"');

  /* Where each lock of a cycle is taken, as a table: a picture has no room for it. */
  function cycles() {
    const rows = data.findings.flatMap((f) => (f.edges || []).map((e, i) => [make("a", { href: "#/f/" + f.number }, "#" + f.number), e.holds, where(e.acquired), f.edges[(i + 1) % f.edges.length].holds, where(e.wants), e.wants.function]));
    return rows.length ? [make("h3", {}, "Where"), table(["finding", "holds", "taken at", "wants", "at", "in"], rows)] : [];
  }

  const GRAPHS = {
    locks: { title: "Lock order", none: "No lock is taken while another one is held, as far as this report knows.", says: "a \u2192 b: b is taken while a is held, first at the place on the edge. Bold: the cycles that were found. ", few: "cycles only", one: "a lock and its neighbours" },
    threads: { title: "Threads", none: "No thread is started, as far as this report knows.", says: "Who starts whom. Bold: threads of findings, also of deadlocks. ", few: "threads of findings only", one: "a thread and its neighbours" },
  };

  /* Pointing at a node or an edge shows what it is connected with; the rest fades. */
  function point(svg) {
    const ends = (e) => (e.querySelector("title")?.dataset.ends || "").split("->");
    const nodes = new Map([...svg.querySelectorAll(".node")].map((n) => [n.querySelector("title").textContent, n]));
    const name = (id) => nodes.get(id)?.querySelector("text")?.textContent || "";
    for (const e of svg.querySelectorAll(".edge")) {
      const title = e.querySelector("title");
      title.dataset.ends = title.textContent;
      title.textContent = ends(e).map(name).join(" \u2192 ") + (e.dataset.place ? ", at " + e.dataset.place : "");
    }
    const light = (edges, own) => {
      svg.classList.add("pointed");
      for (const e of edges) { e.classList.add("near"); for (const id of ends(e)) nodes.get(id)?.classList.add("near"); }
      own.classList.add("near");
    };
    const dark = () => { svg.classList.remove("pointed"); for (const e of svg.querySelectorAll(".near")) e.classList.remove("near"); };
    for (const [id, n] of nodes) {
      n.addEventListener("pointerenter", () => light([...svg.querySelectorAll(".edge")].filter((e) => ends(e).includes(id)), n));
      n.addEventListener("pointerleave", dark);
    }
    for (const e of svg.querySelectorAll(".edge")) { e.addEventListener("pointerenter", () => light([e], e)); e.addEventListener("pointerleave", dark); }
    return [...svg.querySelectorAll(".edge")].map((e) => [...ends(e).map(name), e.dataset.place || ""]);
  }

  async function showGraph(name, all, one) {
    const known = Object.hasOwn(GRAPHS, name) ? GRAPHS[name] : GRAPHS.threads, graph = Object.hasOwn(data.graphs, name) ? data.graphs[name] : { dot: "" }, some = graph.dot.includes('class="found"'), few = some && (all === undefined ? graph.shown > 40 : !all),
      dot = placed(one ? around(graph.dot, one) : few ? marked(graph.dot) : graph.dot), box = make("div", { class: "graph", tabindex: 0, "aria-label": name });
    document.onstep = null;
    main.replaceChildren(make("h2", {}, known.title));
    if (!dot) {
      main.append(make("p", { class: "empty" }, known.none));
      return;
    }
    main.append(make("p", { class: "soft" }, known.says + (graph.all > graph.shown ? `${graph.shown} of ${graph.all} edges, and those of findings. ` : "") + "Wheel or buttons zoom, drag moves, a click on a node lists its findings."));
    graphviz = graphviz || await Graphviz.load();
    const svg = clean(new DOMParser().parseFromString(graphviz.dot(dot), "image/svg+xml").documentElement);
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    box.append(svg);
    const { zoom, fit, read } = pan(box, svg), edges = point(svg);
    for (const node of svg.querySelectorAll(".node")) {
      node.addEventListener("click", () => {
        const title = node.querySelector("text");
        state.text = title ? title.textContent : "";
        location.hash = "#/";
      });
    }
    const names = [...graph.dot.matchAll(/^n\d+ \[label="((?:[^"\\]|\\.)*)"/gm)].map((m) => m[1].replace(/\\(.)/g, "$1")).sort();
    const pick = names.length > 8 && make("select", { id: "around", "aria-label": known.one, onchange: (e) => showGraph(name, e.target.value ? true : undefined, e.target.value) }, make("option", { value: "" }, known.one + " ..."),
      ...names.map((n) => make("option", { value: n, selected: n === one }, n)));
    main.append(make("p", { class: "steps" }, make("button", { type: "button", id: "in", "aria-label": "zoom in", onclick: () => zoom(.8) }, "+"), make("button", { type: "button", id: "out", "aria-label": "zoom out", onclick: () => zoom(1.25) }, "\u2212"), make("button", { type: "button", id: "fit", onclick: fit }, "whole picture"),
      some ? make("button", { type: "button", id: "cycles", onclick: () => showGraph(name, few || Boolean(one)) }, few || one ? "show all" : known.few) : "", pick || ""), box, ...(name === "locks" ? cycles() : []));
    read();
    if (name === "locks" && edges.length) {
      main.append(make("details", {}, make("summary", {}, `Every order that is drawn: ${edges.length}`), table(["held", "taken then", "at"], edges.sort((a, b) => cmp(a.join(), b.join())))));
    }
  }

  function showAbout() {
    document.onstep = null;
    main.replaceChildren(make("h2", {}, "About this run"), data.command ? make("p", {}, make("code", { class: "command" }, data.command)) : "", make("p", {}, `snag ${data.snag}, ${plural(data.units, "unit")}, ${plural(data.lines, "line")}, ${plural(data.findings.length, "finding")}`),
      make("h3", {}, "Units that were not analysed"), data.failed.length ? table(["unit", "why"], data.failed.map((f) => [f.file, f.error])) : make("p", {}, "none"),
      make("h3", {}, "What could not be followed"), Object.keys(data.gaps).length ? table(["times", "what"], Object.entries(data.gaps).map(([k, n]) => [n, Object.hasOwn(data.gap_words, k) ? data.gap_words[k] : k])) : make("p", {}, "nothing"),
      make("h3", {}, "Keys"), table(["key", ""], [["/", "search"], ["j, k", "next, previous finding"], ["Enter", "open"], ["Escape", "back to the list"], ["n, p", "next, previous step"], ["t", "light or dark"]]));
  }

  /* ---- everything ---- */

  function show() {
    const [, what, which] = location.hash.split("/");
    document.onstep = null;
    for (const a of document.querySelectorAll("nav a")) {
      if (a.getAttribute("href") === (location.hash || "#/")) a.setAttribute("aria-current", "page"); else a.removeAttribute("aria-current");
    }
    if (what === "f") showFinding(data.findings.find((x) => x.number === +which));
    else if (what === "x") showFinding(entries[+which]);
    else if (what === "graph") showGraph(which);
    else if (what === "about") showAbout();
    else showList();
  }

  function theme(value) {
    document.documentElement.dataset.theme = value;
    try { localStorage.setItem("snag-theme", value); } catch (e) { /* a file: page may have no storage */ }
  }

  function neighbour(by) {
    if (!/^#\/[fx]\//.test(location.hash)) return move(by);
    const at = state.list.findIndex((i) => address(i) === location.hash) + by;
    if (at >= 0 && at < state.list.length) {
      state.on = state.rows.indexOf(state.list[at]);
      location.hash = address(state.list[at]);
    }
  }

  document.addEventListener("keydown", (e) => {
    const typing = /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName);
    if (e.ctrlKey || e.metaKey || e.altKey) return;
    if (e.key === "Escape") { if (typing) e.target.blur(); else location.hash = "#/"; return; }
    if (typing) { if (e.key === "Enter" || e.key === "ArrowDown") { e.target.blur(); document.getElementById("rows")?.focus(); } return; }
    const act = { "/": () => document.getElementById("search")?.focus(), j: () => neighbour(1), k: () => neighbour(-1), ArrowDown: () => document.getElementById("rows") && move(1),
      ArrowUp: () => document.getElementById("rows") && move(-1), n: () => document.onstep && document.onstep(1), p: () => document.onstep && document.onstep(-1),
      t: () => theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"),
      Enter: () => { if (document.getElementById("rows") && state.list.length && e.target.tagName !== "A" && e.target.tagName !== "BUTTON") location.hash = address(state.rows[state.on]); } }[e.key];
    if (act) { if (e.key !== "Enter") e.preventDefault(); act(); }
  });
  let wanted = null;
  try { wanted = localStorage.getItem("snag-theme"); } catch (e) { wanted = null; }
  document.documentElement.dataset.theme = wanted || (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  document.getElementById("theme").addEventListener("click", () => theme(document.documentElement.dataset.theme === "dark" ? "light" : "dark"));
  addEventListener("hashchange", show);
  addEventListener("resize", () => requestAnimationFrame(drawRows));
  choose();
  show();
  document.body.dataset.ready = performance.now().toFixed(0);
})();
