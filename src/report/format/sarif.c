/* SARIF 2.1.0, in the shape that its readers use. A race is one result:
 *
 *     locations[0]       the first access; relatedLocations: both accesses and the notes, linked from the message by
 *                        [text](number)
 *     codeFlows[0]       one flow of both threads, "T1 ..." and "T2 ...": some viewers show nothing but its first thread; where
 *                        a proof has been found, the execution in its order
 *     codeFlows[1]       one flow for each thread, with executionOrder
 *     codeFlows[2]       where a proof has been found: the execution, one flow for each thread, with executionOrder
 *     stacks             one for each access
 *     partialFingerprints.primaryLocationLineHash   the only identity that GitHub looks at: of the line; where several findings
 *                        are on one line, of the line and the finding
 *     level              by rule and confidence: rule_level(); rank grows with the points
 *
 * A result that is longer than RESULT_MOST loses what a reader can do without, so that the default list stays small.
 *
 * Columns are UTF-16 units; the end of a region is the end of the token that begins there. */
#include "report/format/output.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "base/store/hash.h"
#include "base/store/map.h"
#include "base/stat.h"
#include "report/cause.h"
#include "report/format/proof.h"
#include "report/rules.h"

enum { RELATED_MOST = 90, STEPS_MOST = 200, OTHERS_MOST = 30 }; /* GitHub keeps a hundred locations a result */
/* Bytes: fifty results, what is silenced, rules and notifications stay below five million. */
enum { RESULT_MOST = 70000, SILENCED_MOST = 8000, SILENCED_BYTES = 400000, NOTIFIED_MOST = 50, NOTIFIED_LONGEST = 400 };

/* ---- places ---- */

/* As a relative reference: what RFC 3986 does not let stand is escaped, byte by byte. */
static const char *uri(const struct output *x, const char *file)
{
	const char *path = x->o->dir ? path_below(x->o->dir, file) : file;
	size_t n = 0;
	char *out = arena_array(x->arena, strlen(path) * 3 + 8, 1);

	if (path[0] == '/') {
		memcpy(out, "file://", 7);
		n = 7;
	}
	for (const char *c = path; *c; c++)
		if (path_is_plain(*c))
			out[n++] = *c;
		else
			n += (size_t)snprintf(out + n, 4, "%%%02X", (unsigned char)*c);
	out[n] = 0;
	return out;
}

static json_t *region(const struct output *x, const struct finding_place *p)
{
	json_t *r = json_pack("{s:I}", "startLine", (json_int_t)p->line);
	uint32_t first, behind;
	struct bytes line;

	if (p->column && source_line(x->sources, p->file, p->line, &line)) {
		source_columns(line, p->column, &first, &behind);
		json_object_set_new(r, "startColumn", json_integer(first));
		json_object_set_new(r, "endLine", json_integer(p->line));
		json_object_set_new(r, "endColumn", json_integer(behind));
	} else if (p->column) {
		json_object_set_new(r, "startColumn", json_integer(p->column));
	}
	return r;
}

static json_t *location(const struct output *x, const struct finding_place *p, const char *message)
{
	json_t *at = json_object(), *o = json_object();

	if (p->file[0]) {
		const char *name = uri(x, p->file);
		json_t *artifact = json_pack("{s:s}", "uri", name);
		if (name[0] != 'f' || strncmp(name, "file://", 7) != 0)
			json_object_set_new(artifact, "uriBaseId", json_string("ROOT"));
		json_object_set_new(at, "artifactLocation", artifact);
		if (p->line)
			json_object_set_new(at, "region", region(x, p));
		json_object_set_new(o, "physicalLocation", at);
	} else {
		json_decref(at);
	}
	if (message)
		json_object_set_new(o, "message", json_pack("{s:o}", "text", output_string(x->arena, message)));
	return o;
}

/* ---- flows ---- */

struct flow_step {
	const struct finding_place *place;
	const char *text;
	uint32_t depth;
	bool essential;
	const char *kind; /* "call", "access" */
	const char *locks;
};

static json_t *step_json(const struct output *x, const struct flow_step *s, uint32_t order)
{
	json_t *o = json_pack("{s:o, s:i, s:s, s:[s]}", "location", location(x, s->place, s->text), "nestingLevel", (int)s->depth,
			      "importance", s->essential ? "essential" : "important", "kinds", s->kind);

	if (order)
		json_object_set_new(o, "executionOrder", json_integer(order));
	if (s->locks[0])
		json_object_set_new(o, "state", json_pack("{s:{s:o}}", "locks held", "text", output_string(x->arena, s->locks)));
	return o;
}

/* One thread of a finding: an access of a race, or a lock that is wanted while another is held. */
struct report_side {
	const struct finding_access *access;
	const struct finding_place *acquired; /* NULL: of a race */
	const char *holds;
	bool awaited;
};

static uint32_t sides_of(const struct finding *f, struct report_side side[FINDING_EDGES])
{
	if (f->npairs) {
		side[0] = (struct report_side){ &f->pair[0].a, NULL, "", false };
		side[1] = (struct report_side){ &f->pair[0].b, NULL, "", false };
		return 2;
	}
	for (uint32_t i = 0; i < f->nedges; i++)
		side[i] = (struct report_side){ &f->edge[i].wants, &f->edge[i].acquired, f->edge[i].holds, finding_is_awaited(f, i) };
	return f->nedges;
}

static uint32_t steps_before(const struct report_side *s)
{
	return s->access->nframes + (s->acquired != NULL);
}

/* When things happen, where one flow a thread is told: first the calls and locks of each, then what all do at the same time. */
struct report_order {
	uint32_t call, access; /* 0: not told */
};

/* The calls, the lock that is taken and the access of one side, as steps of `flow`; `prefix` says which thread. */
static void add_steps(const struct output *x, const struct report_side *side, json_t *flow, const char *prefix,
		      struct report_order when)
{
	const struct finding_access *a = side->access;
	struct flow_step s;

	for (uint32_t i = 0; i + 1 < a->nframes; i++) {
		s = (struct flow_step){ &a->frame[i].place,
					arena_format(x->arena, "%s%s calls %s", prefix, a->frame[i].function,
						     a->frame[i + 1].function),
					i + 1,
					false,
					"call",
					"" };
		if (s.place->file[0])
			json_array_append_new(flow, step_json(x, &s, when.call ? when.call + i : 0));
	}
	if (side->acquired && side->acquired->file[0]) {
		const char *does = side->awaited ? "is awaited by" : "takes";
		s = (struct flow_step){
			side->acquired, arena_format(x->arena, "%s%s '%s'", prefix, does, side->holds), 1, true, "acquire", ""
		};
		json_array_append_new(flow, step_json(x, &s, when.call ? when.call + a->nframes : 0));
	}
	s = (struct flow_step){ &a->place,
				arena_format(x->arena, "%s%s in %s, holding {%s}", prefix, a->kind, a->function, a->locks),
				a->nframes ? a->nframes : 1,
				true,
				side->acquired ? "lock" : "access",
				a->locks };
	json_array_append_new(flow, step_json(x, &s, when.access));
}

static json_t *thread_flow(const struct output *x, const struct report_side *side, uint32_t number, struct report_order when)
{
	const struct finding_access *a = side->access;
	json_t *steps = json_array();

	add_steps(x, side, steps, "", when);
	return json_pack("{s:o, s:{s:o}, s:o}", "id", json_sprintf("T%u", number), "message", "text",
	                 output_string(x->arena, a->thread[0] ? a->thread : a->chain), "locations", steps);
}

static json_t *code_flows(const struct output *x, const struct report_side *side, uint32_t n)
{
	json_t *both = json_array(), *threads = json_array();
	uint32_t all = 1, call = 1;

	for (uint32_t i = 0; i < n; i++)
		all += steps_before(&side[i]) + 1;
	for (uint32_t i = 0; i < n; i++) {
		add_steps(x, &side[i], both, arena_format(x->arena, "T%u: ", i + 1), (struct report_order){ 0 });
		json_array_append_new(threads, thread_flow(x, &side[i], i + 1, (struct report_order){ call, all }));
		call += steps_before(&side[i]) + 1;
	}
	return json_pack("[{s:[{s:s, s:o}]}, {s:o}]", "threadFlows", "id", "interleaved", "locations", both, "threadFlows",
			 threads);
}

static json_t *stack(const struct output *x, const struct finding_access *a, uint32_t number)
{
	json_t *frames = json_array();

	for (uint32_t i = a->nframes; i-- > 0;) {
		json_t *at = location(x, &a->frame[i].place, NULL);
		json_object_set_new(at, "logicalLocations",
				    json_pack("[{s:o, s:s}]", "fullyQualifiedName", output_string(x->arena, a->frame[i].function),
					      "kind", "function"));
		json_array_append_new(frames, json_pack("{s:o}", "location", at));
	}
	if (!a->nframes)
		json_array_append_new(frames, json_pack("{s:o}", "location", location(x, &a->place, NULL)));
	return json_pack("{s:{s:o}, s:o}", "message", "text",
			 output_string(x->arena, arena_format(x->arena, "T%u: %s, started by %s", number, a->kind, a->thread)),
			 "frames", frames);
}

/* ---- results ---- */

/* Square brackets are links in a message; in names they are text. */
static const char *escape_links(struct arena *a, const char *s)
{
	char *out = arena_array(a, strlen(s) * 2 + 1, 1);
	size_t n = 0;

	for (; *s; s++) {
		if (*s == '[' || *s == ']' || *s == '\\')
			out[n++] = '\\';
		out[n++] = *s;
	}
	out[n] = 0;
	return out;
}

struct related {
	json_t *list;
	uint32_t n;
};

/* Gives the number by which the message names it. */
static uint32_t relate(const struct output *x, struct related *r, const struct finding_place *p, const char *text)
{
	json_t *at;

	if (!p->file[0] || r->n >= RELATED_MOST)
		return 0;
	at = location(x, p, text);
	json_object_set_new(at, "id", json_integer(++r->n));
	json_array_append_new(r->list, at);
	return r->n;
}

static const char *linked(const struct output *x, const char *text, uint32_t id)
{
	const char *clean = escape_links(x->arena, text);

	return id ? arena_format(x->arena, "[%s](%u)", clean, id) : clean;
}

/* The others of one cause, each with its place. */
static const char *others_text(const struct output *x, uint32_t i, struct related *r)
{
	const char *text = "";

	for (uint32_t k = 0; k < report_others(&x->list, i) && k < OTHERS_MOST; k++) {
		const struct finding *f = x->list.row[i].member[k].finding;
		text = arena_format(x->arena, "%s%s%s", text, k ? ", " : " The same cause: ",
				    linked(x, cause_name(x->arena, f), relate(x, r, &f->place, f->message)));
	}
	return text[0] ? arena_format(x->arena, "%s.", text) : text;
}

static const char *message(const struct output *x, const struct finding *f, uint32_t others, struct related *r)
{
	const char *text = escape_links(x->arena, cause_message(x->arena, f, others));

	if (f->npairs) {
		const struct finding_pair *p = &f->pair[0];
		const char *a =
			linked(x, arena_format(x->arena, "%s in %s", p->a.kind, p->a.function),
			       relate(x, r, &p->a.place, arena_format(x->arena, "%s, holding {%s}", p->a.kind, p->a.locks)));
		const char *b =
			linked(x, arena_format(x->arena, "%s in %s", p->b.kind, p->b.function),
			       relate(x, r, &p->b.place, arena_format(x->arena, "%s, holding {%s}", p->b.kind, p->b.locks)));
		text = arena_format(x->arena, "%s: %s by %s, holding {%s}; %s by %s, holding {%s}.", text, a,
		                    escape_links(x->arena, p->a.thread), escape_links(x->arena, p->a.locks), b,
		                    escape_links(x->arena, p->b.thread), escape_links(x->arena, p->b.locks));
		if (f->guard && f->guard[0])
			text = arena_format(x->arena, "%s Usual guard: %s.", text, escape_links(x->arena, f->guard));
	} else {
		text = arena_format(x->arena, "%s, in function '%s'.", text, escape_links(x->arena, f->function));
	}
	for (uint32_t i = 0; i < f->nedges; i++) {
		const struct finding_edge *e = &f->edge[i];
		const char *takes =
			arena_format(x->arena, finding_is_awaited(f, i) ? "is awaited by '%s'" : "takes '%s'", e->holds);
		takes = linked(x, takes, relate(x, r, &e->acquired, takes));
		text = arena_format(x->arena, "%s Thread %u %s, then %s.", text, i + 1, takes,
		                    linked(x, e->wants.kind, relate(x, r, &e->wants.place, e->wants.kind)));
	}
	for (uint32_t i = 0; i < f->nnotes; i++) {
		uint32_t id = relate(x, r, &f->note[i].place, f->note[i].text);
		text = arena_format(x->arena, "%s %s.", text, linked(x, f->note[i].text, id));
	}
	if (f->overlap && f->overlap[0])
		text = arena_format(x->arena, "%s Overlap: %s.", text, escape_links(x->arena, f->overlap));
	if (f->fix && f->fix[0])
		text = arena_format(x->arena, "%s Fix: %s.", text, escape_links(x->arena, f->fix));
	return text;
}

static uint64_t line_key(const struct finding *f)
{
	return hash_much(f->place.file, strlen(f->place.file), f->place.line);
}

/* Lines that several findings begin on: 2. */
static void count_lines(struct arena *a, const struct report_choice *list, struct map *lines)
{
	struct map first = { 0 };

	for (uint32_t i = 0; i < list->n + list->suppressed; i++) {
		uint32_t *at = map_at(a, &first, line_key(list->at[i]));
		if (!*at)
			*at = i + 1;
		else if (list->at[*at - 1]->fingerprint != list->at[i]->fingerprint)
			map_put(a, lines, line_key(list->at[i]), 2);
	}
}

static json_t *fingerprints(const struct output *x, const struct map *lines, const struct finding *f)
{
	json_t *o = json_object();
	uint64_t hash;
	uint32_t nth;

	if (source_hash(x->sources, f->place.file, f->place.line, &hash, &nth)) {
		uint64_t key[2] = { hash, f->fingerprint };
		if (map_get(lines, line_key(f)))
			hash = hash_much(key, sizeof key, 0);
		json_object_set_new(o, "primaryLocationLineHash",
		                    json_string(arena_format(x->arena, "%llx:%u", (unsigned long long)hash, nth)));
	}
	json_object_set_new(o, "snag/object/v1", output_string(x->arena, f->object && f->object[0] ? f->object : f->lock));
	return o;
}

/* Points have no bounds, ranks go from 0 to 100: more points, more rank. Code that knows of threads has a hundred, which is
 * above the middle. */
static double rank_of(const struct finding *f)
{
	enum { MIDDLE = 40, STRETCH = 60 };
	double above = (double)f->total - MIDDLE;

	return 50.0 + 50.0 * above / (STRETCH + (above < 0 ? -above : above));
}

/* The rule's, in proportion to the rank; the scale goes from 0.1 to 10. */
static const char *severity_of(struct arena *a, const struct rule_row *row, const struct finding *f)
{
	double severity = strtod(row->severity, NULL) * rank_of(f) / 100.0;

	return arena_format(a, "%.1f", severity < 0.1 ? 0.1 : severity);
}

static json_t *taxa(const struct rule_row *row)
{
	json_t *list = json_array();
	char *end;

	for (const char *s = row->cwe; *s; s = end + (*end == ' '))
		json_array_append_new(list, json_pack("{s:o, s:{s:s}}", "id", json_sprintf("%ld", strtol(s, &end, 10)),
						      "toolComponent", "name", "CWE"));
	return list;
}

static void add_threads(const struct output *x, const struct finding *f, json_t *o)
{
	struct report_side side[FINDING_EDGES];
	uint32_t n = sides_of(f, side);
	json_t *stacks = json_array();

	for (uint32_t i = 0; i < n; i++)
		json_array_append_new(stacks, stack(x, side[i].access, i + 1));
	if (n)
		json_object_set_new(o, "codeFlows", code_flows(x, side, n));
	json_object_set_new(o, "stacks", stacks);
}

/* What a step does, and how often, if it begins a round. */
static const char *step_text(const struct output *x, const struct finding_proof *p, uint32_t step)
{
	const char *rounds = report_proof_rounds(x->arena, p, step);

	return rounds[0] ? arena_format(x->arena, "(%s) %s", rounds, p->step[step].what) : p->step[step].what;
}

/* What one thread does in the execution that confirms a finding, each step with its place among those of all threads. */
static json_t *proof_flow(const struct output *x, const struct finding_proof *p, uint32_t thread)
{
	json_t *steps = json_array();

	for (uint32_t i = 0; i < p->nsteps; i++) {
		struct flow_step s = { &p->step[i].place, step_text(x, p, i), 1, i + 2 >= p->nsteps, "execution", p->step[i].locks };
		if (p->step[i].thread == thread && s.place->file[0])
			json_array_append_new(steps, step_json(x, &s, i + 1));
	}
	return json_pack("{s:s, s:{s:o}, s:o}", "id", arena_format(x->arena, "P%u", thread), "message", "text",
			 output_string(x->arena, p->thread[thread]), "locations", steps);
}

/* "T1: ", "T2: " for the two sides, the name for others. */
static const char *label(const struct output *x, const struct finding *f, uint32_t thread)
{
	uint32_t side[2];

	report_proof_sides(f, side);
	if (thread == side[0] || thread == side[1])
		return thread == side[0] ? "T1: " : "T2: ";
	return arena_format(x->arena, "%s: ", thread < f->proof->nthreads ? f->proof->thread[thread] : "");
}

/* The whole execution as one flow, in its order: what viewers show that know of one flow only. Of a long one the end. */
static json_t *interleaved(const struct output *x, const struct finding *f)
{
	const struct finding_proof *p = f->proof;
	json_t *steps = json_array();

	for (uint32_t i = p->nsteps > STEPS_MOST ? p->nsteps - STEPS_MOST : 0; i < p->nsteps; i++) {
		struct flow_step s = { &p->step[i].place,
				       arena_format(x->arena, "%s%s", label(x, f, p->step[i].thread), step_text(x, p, i)),
				       1,
				       i + 2 >= p->nsteps,
				       "execution",
				       p->step[i].locks };
		if (s.place->file[0])
			json_array_append_new(steps, step_json(x, &s, 0));
	}
	return steps;
}

/* In place of the calls of the two sides, which the second flow has as well. */
static void set_first_flow(const struct output *x, const struct finding *f, json_t *flows)
{
	json_t *steps = interleaved(x, f), *first = json_array_get(json_object_get(json_array_get(flows, 0), "threadFlows"), 0);

	if (first && json_array_size(steps))
		json_object_set(first, "locations", steps);
	json_decref(steps);
}

static void add_proof(const struct output *x, const struct finding *f, json_t *o)
{
	const struct finding_proof *p = f->proof;
	json_t *flows = json_object_get(o, "codeFlows"), *threads;

	if (!p || !proof_is_shown(p) || !p->nsteps)
		return;
	if (!flows) {
		json_object_set_new(o, "codeFlows", json_array());
		flows = json_object_get(o, "codeFlows");
	}
	set_first_flow(x, f, flows);
	threads = json_array();
	for (uint32_t i = 0; i < p->nthreads; i++) {
		json_t *flow = proof_flow(x, p, i);
		if (json_array_size(json_object_get(flow, "locations")))
			json_array_append_new(threads, flow);
		else
			json_decref(flow);
	}
	json_array_append_new(flows, json_pack("{s:{s:o}, s:o}", "message", "text",
					       output_string(x->arena, report_proof_text(x->arena, p)), "threadFlows", threads));
}

static json_t *properties(const struct output *x, const struct finding *f, uint32_t number, enum confidence c)
{
	json_t *o = json_pack("{s:s, s:I, s:I, s:I, s:s}", "confidence", confidence_name(c), "number",
			      (json_int_t)number, "pairs", (json_int_t)f->pairs, "points",
			      (json_int_t)f->total, "security-severity",
			      severity_of(x->arena, rule_find(rule_name(f->rule)), f));

	if (f->object && f->object[0])
		json_object_set_new(o, "object", output_string(x->arena, f->object));
	if (f->guard && f->guard[0])
		json_object_set_new(o, "guard", output_string(x->arena, f->guard));
	if (f->overlap && f->overlap[0])
		json_object_set_new(o, "overlap", output_string(x->arena, f->overlap));
	if (f->fix && f->fix[0])
		json_object_set_new(o, "fix", output_string(x->arena, f->fix));
	if (f->proof && f->proof->assuming && f->proof->assuming[0])
		json_object_set_new(o, "assuming", output_string(x->arena, f->proof->assuming));
	if (f->proof)
		json_object_set_new(o, "proof", output_string(x->arena, report_proof_text(x->arena, f->proof)));
	if (report_proof_badge(f)[0])
		json_object_set_new(o, "badge", json_string(report_proof_badge(f)));
	return o;
}

static json_t *suppressions(const struct output *x, const struct finding *f)
{
	if (!f->suppressed)
		return json_array();
	return json_pack("[{s:s, s:o}]", "kind", f->in_source ? "inSource" : "external", "justification",
	                 output_string(x->arena, f->suppressed[0] ? f->suppressed : "no reason is given"));
}

/* The fingerprints of the others: what is kept by fingerprint finds them. */
static json_t *members(const struct output *x, uint32_t i)
{
	json_t *list = json_array();

	for (uint32_t k = 0; k < report_others(&x->list, i); k++) {
		const struct report_member *m = &x->list.row[i].member[k];
		json_array_append_new(list, json_pack("{s:I, s:s, s:o}", "number", (json_int_t)m->number, "fingerprint",
						      output_fingerprint(x->arena, m->finding), "object",
						      output_string(x->arena, m->finding->object)));
	}
	return list;
}

/* The i-th of the list; those behind the findings are silenced. */
static json_t *result(const struct output *x, const struct map *lines, uint32_t i)
{
	const struct finding *f = x->list.at[i];
	const struct rule_row *row = rule_find(rule_name(f->rule));
	bool silenced = i >= x->list.n;
	uint32_t number = silenced ? x->list.all + 1 + i - x->list.n : report_number(&x->list, i);
	uint32_t others = silenced ? 0 : report_others(&x->list, i);
	enum confidence c = silenced ? finding_confidence(f) : report_confidence(&x->list, i);
	struct related r = { json_array(), 0 };
	const char *text = message(x, f, others, &r);
	json_t *o;

	CHECK(row, "rule %s has no row", rule_name(f->rule));
	if (others)
		text = arena_format(x->arena, "%s%s", text, others_text(x, i, &r));
	o = json_pack("{s:s, s:I, s:s, s:s, s:{s:o}, s:[o]}", "ruleId", row->name, "ruleIndex", (json_int_t)(row - rule_row),
		      "kind", "fail", "level", rule_level(f->rule, c), "message", "text", output_string(x->arena, text), "locations",
		      location(x, &f->place, NULL));
	json_object_set_new(o, "relatedLocations", r.list);
	add_threads(x, f, o);
	add_proof(x, f, o);
	json_object_set_new(o, "fingerprints", json_pack("{s:s}", "snag/v1", output_fingerprint(x->arena, f)));
	json_object_set_new(o, "partialFingerprints", fingerprints(x, lines, f));
	json_object_set_new(o, "rank", json_real(rank_of(f)));
	json_object_set_new(o, "properties", properties(x, f, number, c));
	if (others)
		json_object_set_new(json_object_get(o, "properties"), "members", members(x, i));
	json_object_set_new(o, "taxa", taxa(row));
	if (x->o->baseline)
		json_object_set_new(o, "baselineState", json_string(f->known ? "unchanged" : "new"));
	if (x->list.suppressed) /* on every result or on none, as the standard wants it */
		json_object_set_new(o, "suppressions", suppressions(x, f));
	return o;
}

/* ---- the tool ---- */

static json_t *tags(const struct rule_row *row)
{
	json_t *list = json_pack("[s, s]", "concurrency", "correctness");
	char *end;

	for (const char *s = row->cwe; *s; s = end + (*end == ' '))
		json_array_append_new(list, json_sprintf("external/cwe/cwe-%03ld", strtol(s, &end, 10)));
	if (row->cert[0])
		json_array_append_new(list, json_sprintf("external/cert/%s", row->cert));
	if (row->misra[0])
		json_array_append_new(list, json_sprintf("external/misra/%s", row->misra));
	return list;
}

/* "RaceBitfield": a name must not be the id again. */
static json_t *rule_title(const char *name)
{
	char out[64];
	size_t n = 0;
	bool begin = true;

	for (; *name && n + 1 < sizeof out; name++) {
		if (*name != '-')
			out[n++] = begin ? (char)toupper((unsigned char)*name) : *name;
		begin = *name == '-';
	}
	return json_stringn(out, n);
}

static json_t *rule_json(struct arena *a, const struct rule_row *row)
{
	struct bytes page = rule_page(row->name);
	json_t *text = json_stringn(page.at ? page.at : row->help, page.at ? page.len : strlen(row->help)), *o;

	o = json_pack("{s:s, s:o, s:{s:s}, s:{s:s}, s:{s:O, s:o}, s:{s:s}, s:{s:o, s:s, s:s, s:s}}", "id", row->name, "name",
			 rule_title(row->name), "shortDescription", "text", row->title, "fullDescription", "text", row->help,
			 "help", "text", text, "markdown", text, "defaultConfiguration", "level", row->level, "properties",
			 "tags", tags(row), "precision", row->precision, "problem.severity",
			 strcmp(row->level, "note") ? row->level : "recommendation", "security-severity", row->severity);
	json_object_set_new(o, "helpUri", json_string(rule_address(a, row)));
	return o;
}

static bool is_first_rule_with(uint32_t cwe, uint32_t rule)
{
	char *end;

	for (uint32_t i = 0; i < rule; i++)
		for (const char *s = rule_row[i].cwe; *s; s = end + (*end == ' '))
			if ((uint32_t)strtoul(s, &end, 10) == cwe)
				return false;
	return true;
}

static json_t *taxonomies(void)
{
	json_t *list = json_array();
	char *end;

	for (uint32_t i = 0; i < rule_rows; i++)
		for (const char *s = rule_row[i].cwe; *s; s = end + (*end == ' ')) {
			uint32_t cwe = (uint32_t)strtoul(s, &end, 10);
			if (is_first_rule_with(cwe, i))
				json_array_append_new(list, json_pack("{s:o, s:{s:s}}", "id", json_sprintf("%u", cwe),
								      "shortDescription", "text", cwe_title(cwe)));
		}
	return json_pack("[{s:s, s:s, s:s, s:{s:s}, s:o}]", "name", "CWE", "version", "4.13", "organization", "MITRE",
			 "shortDescription", "text", "The MITRE Common Weakness Enumeration", "taxa", list);
}

static json_t *tool(const struct output *x)
{
	json_t *rules = json_array(), *driver;

	for (uint32_t i = 0; i < rule_rows; i++)
		json_array_append_new(rules, rule_json(x->arena, &rule_row[i]));
	driver = json_pack("{s:s, s:s, s:o, s:[{s:s}]}", "name", "snag", "semanticVersion", SNAG_VERSION, "rules", rules,
			   "supportedTaxonomies", "name", "CWE");
	if (SNAG_HOMEPAGE[0])
		json_object_set_new(driver, "informationUri", json_string(SNAG_HOMEPAGE));
	return json_pack("{s:o}", "driver", driver);
}

static json_t *invocations(const struct output *x)
{
	json_t *list = json_array();

	for (uint32_t i = 0; i < x->nfailed && i < NOTIFIED_MOST; i++) {
		struct finding_place p = { x->failed[i].file, 0, 0 };
		json_array_append_new(
			list, json_pack("{s:s, s:{s:o}, s:[o]}", "level", "error", "message", "text",
					output_string(x->arena, arena_format(x->arena, "not analysed: %.*s", (int)NOTIFIED_LONGEST,
									     x->failed[i].error)),
					"locations", location(x, &p, NULL)));
	}
	if (x->nfailed > NOTIFIED_MOST)
		json_array_append_new(list, json_pack("{s:s, s:{s:o}}", "level", "error", "message", "text",
						      json_sprintf("%u more units are not analysed", x->nfailed - NOTIFIED_MOST)));
	if (report_hidden(x->arena, &x->list)[0])
		json_array_append_new(list, json_pack("{s:s, s:{s:s}}", "level", "note", "message", "text",
						      report_hidden(x->arena, &x->list)));
	if (output_left_out(x)[0])
		json_array_append_new(list, json_pack("{s:s, s:{s:s}}", "level", "warning", "message", "text", output_left_out(x)));
	return json_pack("[{s:b, s:i, s:o}]", "executionSuccessful",
			 !x->nfailed && !stat_get(STAT_jobs_bad) && !stat_get(STAT_gap_stopped), "exitCode", x->status,
			 "toolExecutionNotifications", list);
}

/* What a reader can do without, the first to go first, until a result is short enough for a file of fifty. */
static const char *shortened(struct output *x, uint32_t at, json_t *result, size_t most)
{
	const struct finding *f = x->list.at[at];
	static const char *const less[] = { "codeFlows", "stacks", "relatedLocations", "taxa" };
	char *text = json_dumps(result, JSON_COMPACT);
	json_t *message = json_object_get(result, "message"), *properties = json_object_get(result, "properties");

	for (size_t i = 0; text && strlen(text) > most && i <= sizeof less / sizeof *less; i++) {
		free(text);
		if (!i) /* the execution, of which the first flow has the end */
			while (json_array_size(json_object_get(result, "codeFlows")) > 2)
				json_array_remove(json_object_get(result, "codeFlows"), 2);
		else
			json_object_del(result, less[i - 1]);
		if (i && !strcmp(less[i - 1], "relatedLocations")) /* to which the message has links */
			json_object_set_new(message, "text", output_string(x->arena, escape_links(x->arena, f->message)));
		text = json_dumps(result, JSON_COMPACT);
	}
	if (text && strlen(text) > most) { /* names of any length */
		free(text);
		json_object_set_new(message, "text", json_string("this finding has names that are too long to be shown here"));
		json_object_clear(properties);
		json_object_del(result, "partialFingerprints");
		text = json_dumps(result, JSON_COMPACT);
	}
	if (!text)
		die("cannot write the report: out of memory");
	json_decref(result);
	arena_release(x->arena);
	return text;
}

/* Result after result: no more than one of them is in memory. Of those that are silenced as many as there is room for. */
static void write_results(struct output *x, const struct map *lines)
{
	size_t room = SILENCED_BYTES;

	for (uint32_t i = 0; i < x->list.n + x->list.suppressed; i++) {
		bool silenced = i >= x->list.n;
		const char *text = shortened(x, i, result(x, lines, i), silenced ? SILENCED_MOST : RESULT_MOST);
		size_t len = strlen(text);
		if (!silenced || len <= room)
			fprintf(x->f, "%s%s", i ? ",\n" : "\n", text);
		room -= silenced && len <= room ? len : 0;
		free((void *)(uintptr_t)text);
	}
}

static void write_member(struct output *x, const char *name, json_t *value)
{
	fprintf(x->f, "\"%s\": ", name);
	output_object(x, value);
	fputs(",\n", x->f);
}

void output_sarif(struct output *x)
{
	struct map lines = { 0 };
	struct arena kept;

	arena_init(&kept, "sarif");
	count_lines(&kept, &x->list, &lines);
	fputs("{\"version\": \"2.1.0\", \"$schema\": \"https://json.schemastore.org/sarif-2.1.0.json\", \"runs\": [{\n", x->f);
	write_member(x, "tool", tool(x));
	write_member(x, "columnKind", json_string("utf16CodeUnits"));
	write_member(x, "originalUriBaseIds",
		     json_pack("{s:{s:{s:s}}}", "ROOT", "description", "text", "The directory that snag was run in."));
	write_member(x, "invocations", invocations(x));
	write_member(x, "taxonomies", taxonomies());
	if (x->verdict)
		write_member(x, "properties", output_verdict(x));
	fputs("\"results\": [", x->f);
	write_results(x, &lines);
	fputs("]}]}\n", x->f);
	arena_release(&kept);
}
