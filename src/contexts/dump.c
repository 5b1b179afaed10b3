/* --dump=contexts: each context with what it was entered with, its calls and its lock sets; --dump=callgraph: who calls whom over
 * all contexts, and how it is known. Functions in the order of the program, names instead of numbers wherever there is one. */
#include "contexts/walk/explore.h"

#include <string.h>

#include "term/text.h"

static const char *const methods[METHODS] = { "none", "direct", "context", "field", "type", "points" };
static const char *const kinds[SITE_KINDS] = { "", "call", "inner", "callback", "spawn", "task", "handler" };
static const char *const roots[] = { "", "main", "thread", "task", "handler", "export", "single", "interrupt" };

static const char *fn_name(const struct contexts *c, uint32_t fn)
{
	return program_fn_name(c->points->p, (struct fn_id){ fn });
}

char *contexts_lock_text(struct arena *a, const struct contexts *c, uint32_t lock)
{
	return term_text(a, &(struct term_words){ .points = c->points, .terms = &c->terms }, lock,
			 (struct term_asked){ .lock = true });
}

static const char *name_of_held(void *with, struct arena *a, const struct held *h)
{
	return contexts_lock_text(a, with, h->term);
}

static void print_locks(const struct contexts *c, uint32_t held, FILE *f)
{
	uint32_t n;
	const struct held *lock = contexts_locks(c, held, &n);
	struct held_names names = { name_of_held, (void *)(uintptr_t)c };
	struct arena scratch;

	arena_init(&scratch, "dump");
	fprintf(f, "{%s}", held_text(&scratch, lock, n, &names));
	arena_release(&scratch);
}

static void print_set(const struct contexts *c, uint32_t set, FILE *f)
{
	set_print(&c->terms, c->points->p, c->points->models, set, f);
}

/* The tracked cells it was entered with. */
static void print_cells(const struct contexts *c, uint32_t i, FILE *f)
{
	struct explorer *e = c->explorer;
	struct arena scratch;
	struct state st = { 0 };

	arena_init(&scratch, "dump");
	e->scratch = &scratch;
	facts_load(e, anchor_facts(e, place_of(e, i, 0, 0)), &st);
	for (uint32_t k = 0; k < st.cell.n; k++) {
		fputc(' ', f);
		term_print(&c->terms, c->points->p, c->points->models, st.cell.at[k].key, f);
		fputc('=', f);
		print_set(c, st.cell.at[k].set, f);
	}
	e->scratch = NULL;
	e->use = (struct states){ 0 };
	e->word.at = NULL;
	e->word.n = e->word.cap = 0;
	arena_release(&scratch);
}

static void print_entry(const struct contexts *c, uint32_t i, FILE *f)
{
	const struct context *at = &c->context.at[i];
	const struct slice *slice = &c->explorer->s->fn[at->fn.i];

	fprintf(f, "%s #%u%s%s:", fn_name(c, at->fn.i), i, at->once ? " once" : "", at->joined ? " joined" : "");
	if (at->group && at->group != GROUP_ANY)
		fprintf(f, " thread %s", program_str(c->points->p, program_sym(c->points->p, c->root.at[at->group].fn)->name));
	for (uint32_t k = 0; k < slice->nparams; k++)
		if (at->param && c->param.at[at->param + k]) {
			fprintf(f, " arg%u=", k);
			print_set(c, c->param.at[at->param + k], f);
		}
	print_cells(c, i, f);
	fputs(" holds ", f);
	print_locks(c, at->held, f);
	fputc('\n', f);
}

static void print_edge(const struct contexts *c, const struct edge *edge, const struct body *b, FILE *f)
{
	fprintf(f, "    %u: %s %s #%u by %s", b->loc.at[b->inst.at[edge->inst].loc].line, kinds[edge->kind],
		fn_name(c, c->context.at[edge->to].fn.i), edge->to, methods[edge->method]);
	if (edge->id) {
		fputs(" id ", f);
		print_set(c, edge->id, f);
	}
	fputs(edge->loop ? " in a loop\n" : "\n", f);
}

static void print_context(const struct contexts *c, uint32_t i, const struct body *b, FILE *f)
{
	const struct context *at = &c->context.at[i];

	print_entry(c, i, f);
	for (uint32_t k = at->edge; k < at->edge + at->nedges; k++)
		print_edge(c, &c->edge.at[k], b, f);
	for (uint32_t k = at->event; k < at->event + at->nevents; k++) {
		const struct event *event = &c->event.at[k];
		fprintf(f, "    %u: %s ", b->loc.at[b->inst.at[event->inst].loc].line, model_verb_name(event->row->verb));
		print_set(c, event->on, f);
		fputc('\n', f);
	}
	for (uint32_t k = at->change; k < at->change + at->nchanges; k++) {
		const struct change *change = &c->change.at[k];
		if (k > at->change && change->held == c->change.at[k - 1].held)
			continue;
		fprintf(f, "    %s %u: holds ", change->at % 2 ? "behind" : "from",
			b->loc.at[b->inst.at[change->at / 2].loc].line);
		print_locks(c, change->held, f);
		fputc('\n', f);
	}
}

void contexts_dump(const struct contexts *c, const char *function, FILE *f)
{
	struct arena scratch;
	struct body b = { 0 };

	arena_init(&scratch, "dump");
	for (uint32_t i = 1; !function && i < c->root.n; i++)
		if (c->root.at[i].context)
			fprintf(f, "root %s %s #%u\n", roots[c->root.at[i].kind],
				program_str(c->points->p, program_sym(c->points->p, c->root.at[i].fn)->name),
				c->root.at[i].context);
	for (uint32_t fn = 1; fn < c->points->p->fn.n; fn++) {
		if (function && strcmp(function, fn_name(c, fn)))
			continue;
		if (c->first_by_fn[fn] < c->first_by_fn[fn + 1])
			body_get(&scratch, c->points->p, (struct fn_id){ fn }, &b);
		for (uint32_t k = c->first_by_fn[fn]; k < c->first_by_fn[fn + 1]; k++)
			print_context(c, c->by_fn[k], &b, f);
	}
	arena_release(&scratch);
}

/* ---- call graph ---- */

/* Calls of one function, over all its contexts: each pair of instruction and target once, in order. */
struct calls_out {
	struct arena *arena;
	struct map seen;
	VEC(struct edge) edge;
};

static void gather(const struct contexts *c, uint32_t fn, struct calls_out *calls)
{
	for (uint32_t k = c->first_by_fn[fn]; k < c->first_by_fn[fn + 1]; k++) {
		const struct context *at = &c->context.at[c->by_fn[k]];
		for (uint32_t i = at->edge; i < at->edge + at->nedges; i++) {
			const struct edge *edge = &c->edge.at[i];
			uint32_t target = c->context.at[edge->to].fn.i;
			uint32_t *seen =
				map_at(calls->arena, &calls->seen, map_pair(edge->inst, target) ^ (uint64_t)edge->kind << 60);
			if (*seen)
				continue;
			*seen = 1;
			*vec_add(calls->arena, &calls->edge) = *edge;
		}
	}
}

void callgraph_dump(const struct contexts *c, const char *function, FILE *f)
{
	for (uint32_t fn = 1; fn < c->points->p->fn.n; fn++) {
		struct arena scratch;
		struct calls_out calls = { .arena = &scratch };
		struct body b = { 0 };
		if (c->first_by_fn[fn] == c->first_by_fn[fn + 1] || (function && strcmp(function, fn_name(c, fn))))
			continue;
		arena_init(&scratch, "calls");
		gather(c, fn, &calls);
		body_get(&scratch, c->points->p, (struct fn_id){ fn }, &b);
		fprintf(f, "%s\n", fn_name(c, fn));
		for (uint32_t i = 0; i < calls.edge.n; i++)
			fprintf(f, "    %u: %s %s by %s\n", b.loc.at[b.inst.at[calls.edge.at[i].inst].loc].line,
				kinds[calls.edge.at[i].kind], fn_name(c, c->context.at[calls.edge.at[i].to].fn.i),
				methods[calls.edge.at[i].method]);
		arena_release(&scratch);
	}
}

static void dot_name(const char *name, FILE *f)
{
	fputc('"', f);
	for (; *name; name++)
		fprintf(f, *name == '"' || *name == '\\' ? "\\%c" : "%c", *name);
	fputc('"', f);
}

void callgraph_dot(const struct contexts *c, FILE *f)
{
	fputs("digraph calls {\n\tnode [shape=box];\n", f);
	for (uint32_t fn = 1; fn < c->points->p->fn.n; fn++) {
		struct arena scratch;
		struct calls_out calls = { .arena = &scratch };
		arena_init(&scratch, "calls");
		gather(c, fn, &calls);
		for (uint32_t i = 0; i < calls.edge.n; i++) {
			const struct edge *edge = &calls.edge.at[i];
			fputc('\t', f);
			dot_name(fn_name(c, fn), f);
			fputs(" -> ", f);
			dot_name(fn_name(c, c->context.at[edge->to].fn.i), f);
			fprintf(f, " [label=\"%s\"%s];\n",
				edge->kind >= SITE_SPAWN	? kinds[edge->kind]
				: edge->method == METHOD_DIRECT ? ""
								: methods[edge->method],
				edge->kind >= SITE_SPAWN ? " style=dashed" : "");
		}
		arena_release(&scratch);
	}
	fputs("}\n", f);
}
