/* --dump=threads: one class a line, named by its function and the calls that lead to it.
 *
 *     thread 2: worker, main.c:14 < main    many, self, joined main.c:20
 *
 * --dump=parallel[:function]: for each function (or one), in each thread: who may run beside it; with a function, also where that
 * changes, and which functions it overlaps with. */
#include "threads/running.h"

#include <string.h>

#include "base/system/file.h"

static const char *fn_name(const struct running *r, struct sym_id fn)
{
	return program_str(r->p, program_sym(r->p, fn)->source);
}

static void print_where(struct running *r, uint32_t context, uint32_t inst, FILE *f)
{
	const struct code *code = code_get(r->shapes, context_of(r, context)->fn);
	const struct loc *l;

	if (inst >= code->body.inst.n)
		inst = code->body.inst.n - 1;
	l = &code->body.loc.at[code->body.inst.at[inst].loc];
	fprintf(f, "%s:%u", l->file.i ? path_base(program_str(r->p, l->file)) : "?", l->line);
}

static void print_name(const struct running *r, uint32_t class, FILE *f)
{
	const struct class *c = &r->class.at[class];

	if (c->kind == ROOT_EXPORT)
		fputs("exported", f);
	else if (c->startup)
		fputs("start-up", f);
	else
		fputs(fn_name(r, r->c->root.at[r->t->thread.at[class].root].fn), f);
}

enum { MOST_STEPS = 8 };

/* ---- classes ---- */

/* The call that starts it, and those that lead there. */
static void print_way(struct running *r, uint32_t context, uint32_t inst, FILE *f)
{
	print_where(r, context, inst, f);
	for (uint32_t steps = 0; context_of(r, context)->from && steps < MOST_STEPS; steps++) {
		inst = context_of(r, context)->inst;
		context = context_of(r, context)->from;
		fputc(' ', f);
		print_where(r, context, inst, f);
	}
}

static void print_chain(struct running *r, uint32_t class, FILE *f)
{
	for (uint32_t steps = 0; r->t->thread.at[class].creator && steps < r->class.n; steps++) {
		const struct edge *e = &r->c->edge.at[r->t->thread.at[class].edge];
		fputs(steps ? " < " : ", ", f);
		if (r->t->thread.at[class].edge)
			print_way(r, e->context, e->inst, f);
		class = r->t->thread.at[class].creator;
		fputs(" < ", f);
		print_name(r, class, f);
	}
}

static const char *kind_word(const struct class *c)
{
	static const char *const words[] = { "", "main", "thread", "task", "callback", "exported", "single", "interrupt" };

	if (c->kind == ROOT_HANDLER && c->model == MODEL_KIND_SIGNAL)
		return "handler";
	return c->startup ? "start-up" : words[c->kind];
}

static void print_class(struct running *r, uint32_t class, FILE *f)
{
	const struct thread *t = &r->t->thread.at[class];
	const struct class *c = &r->class.at[class];

	fprintf(f, "thread %u: ", class);
	print_name(r, class, f);
	print_chain(r, class, f);
	fprintf(f, "  %s", kind_word(c));
	if (c->model)
		fprintf(f, " %s", model_kind_name(c->model));
	fputs(t->multiplicity == THREAD_MANY ? ", many" : ", one", f);
	if (t->self)
		fputs(", self", f);
	if (c->free)
		fputs(", any time", f);
	if (t->detached)
		fputs(", detached", f);
	for (uint32_t i = 0; i < t->njoins; i++) {
		const struct event *e = &r->c->event.at[r->t->join.at[t->join + i]];
		fputs(i ? " " : ", joined ", f);
		print_where(r, e->context, e->inst, f);
	}
	fputc('\n', f);
}

/* ---- beside ---- */

static void print_set(const struct running *r, uint32_t set, FILE *f)
{
	if (!set)
		fputs(" -", f);
	for (uint32_t k = bits_next(&r->bits, set, 1); k != UINT32_MAX; k = bits_next(&r->bits, set, k + 1)) {
		fputc(' ', f);
		print_name(r, k, f);
	}
}

static uint32_t beside(struct running *r, uint32_t thread, uint32_t running)
{
	uint32_t set = bits_union(&r->bits, r->class.at[thread].par, running);

	for (uint32_t k = 1; k < r->class.n; k++) /* what may be above it: tells nothing of where that one is then */
		if (bits_has(&r->bits, r->class.at[k].below, thread))
			set = bits_with(&r->bits, set, k);
	return bits_minus(&r->bits, set, apart_fellows(r, thread));
}

static void print_places(struct running *r, uint32_t thread, uint32_t context, FILE *f)
{
	uint32_t at = map_get(&r->now.entry_at, map_pair(thread, context)), last = UINT32_MAX;
	const struct passage *p = &r->now.passage[context];

	for (uint32_t k = 0; at && k < p->nrows; k++) {
		const struct place_facts *facts = &r->place.at[r->now.entry.at[at].place + k];
		if (facts->vector == VECTOR_BOTTOM || facts->running == last)
			continue;
		last = facts->running;
		fputs("    from ", f);
		print_where(r, context, r->now.row.at[p->row + k].inst, f);
		fputs(": started and running", f);
		print_set(r, last, f);
		fputc('\n', f);
	}
}

static void print_context(struct running *r, uint32_t context, bool places, FILE *f)
{
	uint32_t n;
	const uint32_t *thread = threads_of_context(r->t, context, &n);

	for (uint32_t i = 0; i < n; i++) {
		uint32_t at = map_get(&r->now.entry_at, map_pair(thread[i], context)), running = 0,
			 rows = r->now.passage[context].nrows;
		for (uint32_t k = 0; at && k < (rows ? rows : 1); k++)
			running = bits_union(&r->bits, running, r->place.at[r->now.entry.at[at].place + k].running);
		fputs("  in ", f);
		print_name(r, thread[i], f);
		fputs(": beside", f);
		print_set(r, beside(r, thread[i], running), f);
		fputc('\n', f);
		if (places)
			print_places(r, thread[i], context, f);
	}
}

static void print_overlaps(struct running *r, struct fn_id fn, FILE *f)
{
	for (uint32_t i = 1; i < r->p->fn.n; i++) {
		enum apart apart;
		if (!r->fn_threads[i])
			continue;
		apart = threads_functions_apart(r->t, fn, (struct fn_id){ i });
		fprintf(f, "  %s %s\n", apart_word(apart), fn_name(r, r->p->fn.at[i].sym));
	}
}

void threads_dump(const struct threads *t, FILE *f)
{
	for (uint32_t k = 1; k < t->thread.n; k++)
		print_class(t->running, k, f);
	firsts_dump(t, f);
}

void parallel_dump(const struct threads *t, const char *function, FILE *f)
{
	struct running *r = t->running;

	for (uint32_t i = 1; i < r->p->fn.n; i++) {
		const char *name = fn_name(r, r->p->fn.at[i].sym);
		if (!r->fn_threads[i] || (function && strcmp(name, function)))
			continue;
		fprintf(f, "fn %s\n", name);
		for (uint32_t k = r->c->first_by_fn[i]; k < r->c->first_by_fn[i + 1]; k++)
			print_context(r, r->c->by_fn[k], function != NULL, f);
		if (function)
			print_overlaps(r, (struct fn_id){ i }, f);
	}
}
