/* The report as a page. Everything it shows comes from the JSON beside it; names, messages and source are text, never markup: they get into the page by textContent,
 * except for two things whose makers escape them: highlight.js, and Graphviz' SVG, which is read as XML and stripped of all that could run. */
"use strict";
(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const main = document.querySelector("main");
  const haystack = data.findings.map((f) => [f.message, f.rule, f.function, f.object, f.lock, f.place.file, f.fingerprint, ...f.pairs.slice(0, 4).flatMap((p) =>
    [p.a.thread, p.a.chain, p.a.file, p.b.thread, p.b.chain, p.b.file])].join("\n").toLowerCase());
  const state = { text: "", rule: "", sort: "rank", confirmed: false, list: [], on: 0, top: 0 };

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

  const where = (p) => p.file ? p.file + (p.line ? ":" + p.line : "") : "(no source line)";

  /* ---- the list ---- */

  const ORDER = {
    rank: (a, b) => a - b,
    file: (a, b) => cmp(data.findings[a].place.file, data.findings[b].place.file) || data.findings[a].place.line - data.findings[b].place.line || a - b,
    rule: (a, b) => cmp(data.findings[a].rule, data.findings[b].rule) || a - b,
  };
  function cmp(a, b) { return a < b ? -1 : a > b ? 1 : 0; }

  function choose() {
    const words = state.text.toLowerCase().split(/\s+/).filter(Boolean);
    state.list = [];
    data.findings.forEach((f, i) => {
      if (state.rule && f.rule !== state.rule || state.confirmed && !f.confirmed) return;
      if (words.every((w) => haystack[i].includes(w))) state.list.push(i);
    });
    state.list.sort(ORDER[state.sort]);
    state.on = Math.min(state.on, Math.max(0, state.list.length - 1));
  }

  const ROW = 64;

  function drawRows() {
    const box = document.getElementById("rows");
    if (!box) return;
    const first = Math.max(0, Math.floor(box.scrollTop / ROW) - 8), last = Math.min(state.list.length, first + Math.ceil(box.clientHeight / ROW) + 16);
    const rows = [make("div", { style: `height:${state.list.length * ROW}px` })];
    for (let i = first; i < last; i++) {
      const f = data.findings[state.list[i]];
      rows.push(make("a", { class: i === state.on ? "row on" : "row", href: "#/f/" + f.number, style: `top:${i * ROW}px`, "data-i": i },
        make("span", { class: "soft" }, "#" + f.number), make("span", {}, f.message),
        make("span", {}, f.badge ? make("span", { class: f.confirmed ? "badge confirmed" : f.confirmed_assuming ? "badge assuming" : "badge" }, f.badge + (f.assuming ? " " + f.assuming : "")) : null, " ", make("span", { class: "badge" }, f.rule)),
        make("span", { class: "place" }, where(f.place) + "  " + (f.function || ""))));
    }
    box.replaceChildren(...rows);
    state.top = box.scrollTop;
    document.getElementById("count").textContent = state.list.length + " of " + data.findings.length;
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
    state.on = Math.min(state.list.length - 1, Math.max(0, state.on + by));
    if (state.on * ROW < box.scrollTop) box.scrollTop = state.on * ROW;
    if ((state.on + 1) * ROW > box.scrollTop + box.clientHeight) box.scrollTop = (state.on + 1) * ROW - box.clientHeight;
    drawRows();
  }

  function showList() {
    const rules = [...new Set(data.findings.map((f) => f.rule))];
    const text = make("input", { id: "search", type: "search", placeholder: "search: words, all must occur", "aria-label": "search", value: state.text,
      oninput: (e) => { state.text = e.target.value; state.on = 0; document.getElementById("rows").scrollTop = 0; refilter(); } });
    const rule = make("select", { id: "rule", "aria-label": "rule", onchange: (e) => { state.rule = e.target.value; state.on = 0; refilter(); } }, make("option", { value: "" }, "every rule"),
      ...rules.map((r) => make("option", { value: r, selected: r === state.rule }, r + " (" + data.findings.filter((f) => f.rule === r).length + ")")));
    const sort = make("select", { id: "sort", "aria-label": "order", onchange: (e) => { state.sort = e.target.value; refilter(); } },
      ...[["rank", "best first"], ["file", "by file"], ["rule", "by rule"]].map(([v, t]) => make("option", { value: v, selected: v === state.sort }, t)));
    const confirmed = data.findings.some((f) => f.confirmed) && make("label", {}, make("input", { type: "checkbox", id: "confirmed", checked: state.confirmed,
      onchange: (e) => { state.confirmed = e.target.checked; refilter(); } }), " confirmed only");
    const box = make("div", { id: "rows", tabindex: 0, "aria-label": "findings", onscroll: () => requestAnimationFrame(drawRows) });
    main.replaceChildren(make("div", { class: "tools" }, text, rule, sort, confirmed, make("span", { id: "count", class: "soft", "aria-live": "polite" })), box);
    const top = state.top;
    refilter();
    box.scrollTop = top;
    document.title = "snag: " + data.findings.length + " findings";
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

  function code(place) {
    const file = Object.hasOwn(data.sources, place.file) && data.sources[place.file];
    const pre = make("pre", { class: "code", tabindex: 0 });
    if (!file || !place.line) {
      pre.append(make("span", { class: "l" }, where(place)));
      return pre;
    }
    let from = place.line, to = place.line;
    while (file[from - 1] !== undefined && place.line - from < 8) from--;
    while (file[to + 1] !== undefined && to - place.line < 8) to++;
    const text = [];
    for (let n = from; n <= to; n++) text.push(untab(file[n] || ""));
    lines(text.join("\n")).forEach((html, i) => {
      const l = make("span", { class: from + i === place.line ? "l here" : "l", "data-n": from + i });
      l.innerHTML = html; /* escaped by highlight.js */
      pre.append(l);
    });
    return pre;
  }

  /* The steps to show: those of the witness, or the calls and the access of each side. */
  function sidesOf(f, pair) {
    return pair ? [pair.a, pair.b] : f.edges.map((e) => ({ ...e.wants, acquired: e.acquired, holds: e.holds }));
  }

  function stepsOf(f, sides) {
    if ((f.confirmed || f.confirmed_assuming || f.confirmed_under_harness) && f.witness.length && sides.length === 2) {
      return f.witness.map((s) => ({ thread: s.thread === f.witness_threads[1] ? 1 : 0, place: s,
        text: (f.witness_threads.includes(s.thread) ? "" : "(another thread) ") + s.function + ": " + s.what + (s.locks ? " {" + s.locks + "}" : "") }));
    }
    const steps = [];
    sides.forEach((side, thread) => {
      side.frames.slice(0, -1).forEach((frame, i) => steps.push({ thread, place: frame, text: frame.function + " calls " + side.frames[i + 1].function }));
      if (side.acquired) steps.push({ thread, place: side.acquired, text: "takes '" + side.holds + "'" });
      steps.push({ thread, place: side, text: side.kind + " in " + side.function + ", holding {" + side.locks + "}" });
    });
    return steps;
  }

  /* The calls of a thread begin with the function it runs; so does main's own name. */
  function wayOf(side) {
    const own = side.chain === side.thread || side.chain.startsWith(side.thread + " > ");
    return own || !side.thread ? side.chain : side.chain ? side.thread + " > " + side.chain : side.thread;
  }

  function sideBox(side, thread, steps, go) {
    const list = make("ol");
    steps.forEach((s, i) => {
      if (s.thread === thread) list.append(make("li", {}, make("button", { type: "button", "data-step": i, onclick: () => go(i) }, (i + 1) + ". " + s.text)));
    });
    return make("section", { class: thread % 2 ? "thread two" : "thread", "data-thread": thread },
      make("h3", {}, "Thread " + (thread + 1) + ": ", make("span", { class: "soft" }, wayOf(side))),
      make("ol", {}, make("li", {}, "holds {" + side.locks + "}")), list, make("div", { class: "view" }, code(side)));
  }

  function pairView(f, pair) {
    const sides = sidesOf(f, pair), steps = stepsOf(f, sides);
    let at = steps.length - 1;
    const say = make("span", { class: "say" });
    const box = make("div", { class: "threads" });
    const go = (i) => {
      at = Math.min(steps.length - 1, Math.max(0, i));
      for (const b of box.querySelectorAll("button[data-step]")) {
        if (+b.dataset.step === at) b.setAttribute("aria-current", "step"); else b.removeAttribute("aria-current");
      }
      box.querySelector(`[data-thread="${steps[at].thread}"] .view`).replaceChildren(code(steps[at].place));
      say.textContent = `step ${at + 1} of ${steps.length}: thread ${steps[at].thread + 1}: ${steps[at].text} (${where(steps[at].place)})`;
    };
    box.append(...sides.map((side, thread) => sideBox(side, thread, steps, go)));
    go(at);
    document.onstep = (by) => go(at + by);
    return [make("div", { class: "steps" }, make("button", { type: "button", id: "back", onclick: () => go(at - 1) }, "\u2190 step"),
      make("button", { type: "button", id: "forth", onclick: () => go(at + 1) }, "step \u2192"), say), box];
  }

  function table(head, rows) {
    return make("table", {}, make("tr", {}, ...head.map((h) => make("th", {}, h))), ...rows.map((r) => make("tr", {}, ...r.map((c) => make("td", {}, String(c))))));
  }

  function showFinding(number) {
    const f = data.findings.find((x) => x.number === number);
    if (!f) return showList();
    const view = make("div", { id: "pair" });
    const parts = [make("p", {}, make("a", { href: "#/" }, "\u2190 all findings")), make("h2", {}, `#${f.number} ${f.message}`),
      make("p", {}, make("span", { class: "badge" }, f.rule), " ", f.badge ? make("span", { class: f.confirmed ? "badge confirmed" : f.confirmed_assuming ? "badge assuming" : "badge" }, f.badge + (f.assuming ? " " + f.assuming : "")) : null, " ",
        make("span", { class: "soft" }, where(f.place) + " in " + f.function + ", fingerprint " + f.fingerprint))];
    if (f.proof) parts.push(make("p", {}, f.proof));
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
      parts.push(code(f.place));
    }
    if (f.said.length) parts.push(make("h3", {}, "What each phase said"), table(["phase", ""], f.said.map((s) => [s.phase, s.text])));
    if (f.accesses.length) {
      parts.push(make("h3", {}, "Every access: " + f.accesses_in_all), table(["place", "kind", "locks held", "function", "thread"],
        f.accesses.map((a) => [where(a), a.kind, "{" + a.locks + "}", a.function, a.thread])));
    }
    if (f.ruled_out.length) parts.push(make("h3", {}, "Ruled out at the same location"), table(["pairs", "why"], f.ruled_out.map((r) => [r.pairs, r.why])));
    if (f.criteria.length) {
      parts.push(make("h3", {}, "Why it stands here: " + f.score + " points"), table(["criterion", "value", "points", ""], f.criteria.map((s) => [s.criterion, s.value, s.points, Object.hasOwn(data.says, s.criterion) ? data.says[s.criterion] : ""])));
    }
    if (f.notes.length) parts.push(make("h3", {}, "Other places"), ...f.notes.flatMap((n) => [make("p", {}, where(n) + ": " + n.text), code(n)]));
    if (Object.hasOwn(data.rules, f.rule)) parts.push(make("details", {}, make("summary", {}, "About " + f.rule), make("div", { class: "page" }, data.rules[f.rule])));
    main.replaceChildren(...parts.filter(Boolean));
    document.title = "snag #" + f.number + ": " + f.message;
    window.scrollTo(0, 0);
  }

  /* ---- graphs ---- */

  let graphviz = null;

  /* Graphviz' own SVG, without anything that could run or lead away. */
  function clean(svg) {
    for (const e of [...svg.querySelectorAll("script, foreignObject, image, use, style")]) e.remove();
    for (const e of [svg, ...svg.querySelectorAll("*")]) {
      for (const a of [...e.attributes]) if (/^on/i.test(a.name) || /href$/i.test(a.name)) e.removeAttributeNode(a);
    }
    for (const e of [...svg.querySelectorAll("a")]) e.replaceWith(...e.childNodes);
    return document.importNode(svg, true);
  }

  function pan(box, svg) {
    const view = svg.getAttribute("viewBox").split(/\s+/).map(Number);
    for (const [at, least] of [[2, 900], [3, 500]]) { /* a small graph is not blown up */
      if (view[at] >= least) continue;
      view[at - 2] -= (least - view[at]) / 2;
      view[at] = least;
    }
    const set = () => svg.setAttribute("viewBox", view.join(" "));
    const zoom = (by, x, y) => {
      view[0] += (x === undefined ? .5 : x) * view[2] * (1 - by);
      view[1] += (y === undefined ? .5 : y) * view[3] * (1 - by);
      view[2] *= by;
      view[3] *= by;
      set();
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
    return zoom;
  }

  async function showGraph(name) {
    const graph = Object.hasOwn(data.graphs, name) ? data.graphs[name] : { dot: "" }, dot = graph.dot, box = make("div", { class: "graph", tabindex: 0, "aria-label": name });
    document.onstep = null;
    main.replaceChildren(make("h2", {}, name === "locks" ? "Lock order" : "Threads"));
    if (!dot) {
      main.append(make("p", {}, "There is none in this report."));
      return;
    }
    main.append(make("p", { class: "soft" }, (name === "locks" ? "a \u2192 b: b is taken while a is held. Bold: the cycles that were found. " : "Who starts whom. Bold: threads of findings. ") +
      (graph.all > graph.shown ? `${graph.shown} of ${graph.all} edges, and those of findings. ` : "") + "Wheel or buttons zoom, drag moves, a click on a node lists its findings."));
    graphviz = graphviz || await Graphviz.load();
    const svg = clean(new DOMParser().parseFromString(graphviz.dot(dot), "image/svg+xml").documentElement);
    svg.removeAttribute("width");
    svg.removeAttribute("height");
    box.append(svg);
    const zoom = pan(box, svg);
    for (const node of svg.querySelectorAll(".node")) {
      node.addEventListener("click", () => {
        const title = node.querySelector("text");
        state.text = title ? title.textContent : "";
        location.hash = "#/";
      });
    }
    main.append(make("p", { class: "steps" }, make("button", { type: "button", id: "in", onclick: () => zoom(.8) }, "+"), make("button", { type: "button", id: "out", onclick: () => zoom(1.25) }, "\u2212")), box);
  }

  function showAbout() {
    document.onstep = null;
    main.replaceChildren(make("h2", {}, "About this run"), make("p", {}, `snag ${data.snag}, ${data.units} units, ${data.lines} lines, ${data.findings.length} findings`),
      make("h3", {}, "Units that were not analysed"), data.failed.length ? table(["unit", "why"], data.failed.map((f) => [f.file, f.error])) : make("p", {}, "none"),
      make("h3", {}, "What could not be followed"), Object.keys(data.gaps).length ? table(["gap", "times"], Object.entries(data.gaps)) : make("p", {}, "nothing"),
      make("h3", {}, "Keys"), table(["key", ""], [["/", "search"], ["j, k", "next, previous finding"], ["Enter", "open"], ["Escape", "back to the list"], ["n, p", "next, previous step"], ["t", "light or dark"]]));
  }

  /* ---- everything ---- */

  function show() {
    const [, what, which] = location.hash.split("/");
    document.onstep = null;
    for (const a of document.querySelectorAll("nav a")) {
      if (a.getAttribute("href") === (location.hash || "#/")) a.setAttribute("aria-current", "page"); else a.removeAttribute("aria-current");
    }
    if (what === "f") showFinding(+which);
    else if (what === "graph") showGraph(which);
    else if (what === "about") showAbout();
    else showList();
  }

  function theme(value) {
    document.documentElement.dataset.theme = value;
    try { localStorage.setItem("snag-theme", value); } catch (e) { /* a file: page may have no storage */ }
  }

  function neighbour(by) {
    const open = /^#\/f\/(\d+)/.exec(location.hash);
    if (!open) return move(by);
    const at = state.list.findIndex((i) => data.findings[i].number === +open[1]) + by;
    if (at >= 0 && at < state.list.length) {
      state.on = at;
      location.hash = "#/f/" + data.findings[state.list[at]].number;
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
      Enter: () => { if (document.getElementById("rows") && state.list.length && e.target.tagName !== "A" && e.target.tagName !== "BUTTON") location.hash = "#/f/" + data.findings[state.list[state.on]].number; } }[e.key];
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
