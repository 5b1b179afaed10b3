/* JSON and JSON Lines, for scripts. The form is described in doc/output.md and has a number, which changes when a member goes
 * away or means something else; members may be added. */
#include "report/format/output.h"

#include <stdlib.h>
#include <string.h>

#include "base/stat.h"
#include "report/advice.h"
#include "report/format/proof.h"

enum { FORM = 1 };

static json_t *place(const struct output *x, const struct finding_place *p)
{
	return json_pack("{s:s, s:I, s:I}", "file", output_path(x, p->file), "line", (json_int_t)p->line, "column",
			 (json_int_t)p->column);
}

static void set_text(const struct output *x, json_t *to, const char *name, const char *text)
{
	json_object_set_new(to, name, output_string(x->arena, text));
}

static json_t *access_json(const struct output *x, const struct finding_access *a)
{
	json_t *o = place(x, &a->place), *frames = json_array();

	set_text(x, o, "function", a->function);
	set_text(x, o, "kind", a->kind);
	set_text(x, o, "thread", a->thread);
	set_text(x, o, "chain", a->chain);
	set_text(x, o, "locks", a->locks);
	for (uint32_t i = 0; i < a->nframes; i++) {
		json_t *frame = place(x, &a->frame[i].place);
		set_text(x, frame, "function", a->frame[i].function);
		json_array_append_new(frames, frame);
	}
	json_object_set_new(o, "frames", frames);
	return o;
}

static void add_pairs(const struct output *x, const struct finding *f, json_t *o)
{
	json_t *pairs = json_array();

	for (uint32_t i = 0; i < f->npairs; i++)
		json_array_append_new(
			pairs, json_pack("{s:o, s:o}", "a", access_json(x, &f->pair[i].a), "b", access_json(x, &f->pair[i].b)));
	json_object_set_new(o, "pairs", pairs);
	json_object_set_new(o, "pairs_in_all", json_integer(f->pairs));
}

static void add_edges(const struct output *x, const struct finding *f, json_t *o)
{
	json_t *edges = json_array();

	for (uint32_t i = 0; i < f->nedges; i++) {
		json_t *edge = json_pack("{s:o, s:o}", "acquired", place(x, &f->edge[i].acquired), "wants",
					 access_json(x, &f->edge[i].wants));
		set_text(x, edge, "holds", f->edge[i].holds);
		json_array_append_new(edges, edge);
	}
	json_object_set_new(o, "edges", edges);
}

static void add_notes(const struct output *x, const struct finding *f, json_t *o)
{
	json_t *notes = json_array();

	for (uint32_t i = 0; i < f->nnotes; i++) {
		json_t *note = place(x, &f->note[i].place);
		set_text(x, note, "text", f->note[i].text);
		json_array_append_new(notes, note);
	}
	json_object_set_new(o, "notes", notes);
}

static void add_score(const struct output *x, const struct finding *f, json_t *o)
{
	json_t *criteria = json_array();

	for (uint32_t i = 0; i < f->nscores; i++) {
		json_t *row = json_pack("{s:I}", "points", (json_int_t)f->score[i].points);
		set_text(x, row, "criterion", f->score[i].criterion);
		set_text(x, row, "value", f->score[i].value);
		set_text(x, row, "says", f->score[i].says);
		json_array_append_new(criteria, row);
	}
	json_object_set_new(o, "score", json_integer(f->total));
	json_object_set_new(o, "criteria", criteria);
}

/* Every access of a race's location, and the pairs there that cannot happen. */
static void add_beside(const struct output *x, const struct finding *f, json_t *o)
{
	json_t *accesses = json_array(), *ruled = json_array(), *limits = json_array();

	for (uint32_t i = 0; i < f->naccesses; i++)
		json_array_append_new(accesses, access_json(x, &f->access[i]));
	for (uint32_t i = 0; i < f->nruled; i++) {
		json_t *row = json_pack("{s:I}", "pairs", (json_int_t)f->ruled[i].pairs);
		set_text(x, row, "why", f->ruled[i].why);
		json_array_append_new(ruled, row);
	}
	json_object_set_new(o, "accesses", accesses);
	json_object_set_new(o, "accesses_in_all", json_integer(f->accesses));
	json_object_set_new(o, "ruled_out", ruled);
	for (uint32_t i = 0; i < f->nlimits; i++)
		json_array_append_new(limits, output_string(x->arena, f->limit[i]));
	if (f->nlimits)
		json_object_set(o, "limits", limits);
	json_decref(limits);
}

static void add_advice(const struct output *x, const struct finding *f, json_t *o)
{
	struct said said[SAID_MOST];
	uint32_t n = advice_said(x->arena, f, said);
	json_t *list = json_array();

	for (uint32_t i = 0; i < n; i++) {
		json_t *row = json_object();
		set_text(x, row, "phase", said[i].phase);
		set_text(x, row, "text", said[i].text);
		json_array_append_new(list, row);
	}
	set_text(x, o, "overlap", f->overlap);
	set_text(x, o, "fix", f->fix);
	json_object_set_new(o, "said", list);
}

/* The execution that confirms it, step by step. */
static void add_proof(const struct output *x, const struct finding *f, json_t *o)
{
	const struct finding_proof *p = f->proof;
	json_t *steps = json_array(), *functions = json_array(), *rounds = json_array();
	uint32_t side[2];

	set_text(x, o, "proof", report_proof_text(x->arena, p));
	set_text(x, o, "badge", report_proof_badge(f));
	json_object_set_new(o, "confirmed", json_boolean(p->state == PROOF_CONFIRMED));
	json_object_set_new(o, "confirmed_assuming", json_boolean(p->state == PROOF_ASSUMING));
	if (p->assuming && p->assuming[0])
		set_text(x, o, "assuming", p->assuming);
	json_object_set_new(o, "confirmed_under_harness", json_boolean(p->state == PROOF_HARNESS));
	for (uint32_t i = 0; i < p->nsteps; i++) {
		json_t *step = place(x, &p->step[i].place);
		json_object_set_new(step, "thread", json_integer(p->step[i].thread));
		set_text(x, step, "function", p->step[i].function);
		set_text(x, step, "what", p->step[i].what);
		set_text(x, step, "locks", p->step[i].locks);
		json_array_append_new(steps, step);
	}
	json_object_set_new(o, "witness", steps);
	for (uint32_t i = 0; i < p->nrounds; i++)
		json_array_append_new(rounds, json_pack("{s:I, s:I, s:I, s:o}", "first", (json_int_t)p->round[i].first, "length",
							(json_int_t)p->round[i].length, "times", (json_int_t)p->round[i].times, "text",
							output_string(x->arena, report_proof_round(x->arena, p, &p->round[i]))));
	json_object_set_new(o, "witness_rounds", rounds);
	for (uint32_t i = 0; i < p->nthreads; i++)
		json_array_append_new(functions, output_string(x->arena, p->thread[i]));
	json_object_set_new(o, "witness_functions", functions);
	report_proof_sides(f, side);
	json_object_set_new(o, "witness_threads", json_pack("[i, i]", (int)side[0], (int)side[1]));
}

/* number: 0 for what was ruled out */
json_t *output_finding(const struct output *x, const struct finding *f, uint32_t number)
{
	json_t *o = json_object();

	if (number)
		json_object_set_new(o, "number", json_integer(number));
	set_text(x, o, "fingerprint", output_fingerprint(x->arena, f));
	set_text(x, o, "rule", rule_name(f->rule));
	set_text(x, o, "message", f->message);
	json_object_set_new(o, "place", place(x, &f->place));
	set_text(x, o, "function", f->function);
	set_text(x, o, "object", f->object);
	set_text(x, o, "lock", f->lock);
	set_text(x, o, "guard", f->guard);
	set_text(x, o, "confidence", confidence_name(finding_confidence(f)));
	if (f->proof)
		add_proof(x, f, o);
	json_object_set_new(o, "doubt", json_integer(f->doubt));
	if (x->o->baseline)
		json_object_set_new(o, "known", json_boolean(f->known));
	if (f->suppressed)
		set_text(x, o, "suppressed", f->suppressed);
	if (f->pruned)
		set_text(x, o, "pruned", f->pruned);
	add_score(x, f, o);
	add_pairs(x, f, o);
	add_edges(x, f, o);
	add_notes(x, f, o);
	add_beside(x, f, o);
	add_advice(x, f, o);
	return o;
}

/* What tells a finding that is not shown by itself. */
static json_t *member_json(const struct output *x, const struct report_member *m)
{
	json_t *o = json_pack("{s:I, s:s, s:s, s:s, s:o}", "number", (json_int_t)m->number, "fingerprint",
			      output_fingerprint(x->arena, m->finding), "rule", rule_name(m->finding->rule), "confidence",
			      confidence_name(finding_confidence(m->finding)), "place", place(x, &m->finding->place));

	set_text(x, o, "message", m->finding->message);
	set_text(x, o, "object", m->finding->object);
	set_text(x, o, "function", m->finding->function);
	return o;
}

json_t *output_row(const struct output *x, uint32_t i)
{
	json_t *o = output_finding(x, x->list.at[i], report_number(&x->list, i)), *members = json_array();

	for (uint32_t k = 0; k < report_others(&x->list, i); k++)
		json_array_append_new(members, member_json(x, &x->list.row[i].member[k]));
	set_text(x, o, "confidence", confidence_name(report_confidence(&x->list, i)));
	json_object_set_new(o, "members", members);
	return o;
}

static json_t *hidden(const struct output *x)
{
	json_t *o = json_object();

	for (int c = 0; c < CONFIDENCES; c++)
		if (x->list.below[c])
			json_object_set_new(o, confidence_name((enum confidence)c), json_integer(x->list.below[c]));
	json_object_set_new(o, "beyond", json_integer(x->list.beyond));
	set_text(x, o, "text", report_hidden(x->arena, &x->list));
	return o;
}

json_t *output_verdict(const struct output *x)
{
	const struct output_verdict *v = x->verdict;

	return json_pack("{s:s, s:s, s:o, s:o, s:o}", "property", v->property, "verdict", v->verdict, "ground",
			 output_string(x->arena, v->ground), "text", output_string(x->arena, v->text), "help",
			 output_string(x->arena, v->help));
}

json_t *output_head(const struct output *x)
{
	json_t *failed = json_array(), *gaps = json_object(), *not_c = json_object(), *head;

	for (uint32_t i = 0; i < x->nfailed; i++)
		json_array_append_new(failed, json_pack("{s:s, s:s}", "file", output_path(x, x->failed[i].file), "error",
		                                        output_utf8(x->arena, x->failed[i].error)));
	for (int c = 0; c < STAT_COUNT; c++)
		if (stat_is_gap((enum counter)c) && stat_get((enum counter)c))
			json_object_set_new(gaps, stat_name((enum counter)c),
					    json_integer((json_int_t)stat_get((enum counter)c)));
	for (int c = STAT_jobs_cxx; c <= STAT_jobs_unknown; c++)
		if (stat_get((enum counter)c))
			json_object_set_new(not_c, stat_name((enum counter)c) + strlen("jobs_"),
					    json_integer((json_int_t)stat_get((enum counter)c)));
	if (stat_get(STAT_jobs_openacc))
		json_object_set_new(gaps, "gap_openacc", json_integer((json_int_t)stat_get(STAT_jobs_openacc)));
	head = json_pack("{s:s, s:i, s:b, s:b, s:I, s:I, s:I, s:I, s:o, s:o}", "snag", SNAG_VERSION, "form", FORM, "complete",
			 output_complete(x), "no_threads", report_is_alone(), "units", (json_int_t)stat_get(STAT_units),
			 "units_failed", (json_int_t)x->nfailed, "entries_bad", (json_int_t)stat_get(STAT_jobs_bad), "lines",
			 (json_int_t)stat_get(STAT_lines), "failed", failed, "gaps", gaps);
	json_object_set_new(head, "entries_not_c", json_integer((json_int_t)stat_not_c()));
	json_object_set_new(head, "not_c", not_c);
	json_object_set_new(head, "not_shown", hidden(x));
	if (x->verdict)
		json_object_set_new(head, "verdict", output_verdict(x));
	return head;
}

/* The head without its closing brace, then the lists, so that no more than one finding is in memory as JSON. */
static void write_list(struct output *x, const char *name, uint32_t from, uint32_t to, bool numbered)
{
	fprintf(x->f, ",\n\"%s\": [", name);
	for (uint32_t i = from; i < to; i++) {
		fputs(i > from ? ",\n" : "\n", x->f);
		output_object(x, numbered ? output_row(x, i) : output_finding(x, x->list.at[i], 0));
	}
	fputs("]", x->f);
}

/* What has too little confidence, or is too far behind: enough to know it again. */
static void write_rest(struct output *x)
{
	fputs(",\n\"others\": [", x->f);
	for (uint32_t i = 0; i < x->list.nrest; i++) {
		fputs(i ? ",\n" : "\n", x->f);
		output_object(x, member_json(x, &x->list.rest[i]));
	}
	fputs("]", x->f);
}

void output_json(struct output *x)
{
	json_t *o = output_head(x);
	char *text = o ? json_dumps(o, JSON_COMPACT) : NULL;
	uint32_t pruned = x->list.n + x->list.suppressed;

	if (!text)
		die("out of memory");
	fwrite(text, 1, strlen(text) - 1, x->f);
	free(text);
	json_decref(o);
	write_list(x, "findings", 0, x->list.n, true);
	write_rest(x);
	write_list(x, "suppressed", x->list.n, pruned, false);
	write_list(x, "pruned", pruned, pruned + x->list.pruned, false);
	fputs("\n}\n", x->f);
}

/* One finding a line; where part of the input was not analysed, the head in a last line. What was ruled out is left to JSON. */
void output_jsonl(struct output *x)
{
	for (uint32_t i = 0; i < x->list.n; i++) {
		output_object(x, output_row(x, i));
		fputc('\n', x->f);
	}
	if (!output_complete(x)) {
		output_object(x, output_head(x));
		fputc('\n', x->f);
	}
}
