/* Where execution begins: main, what threads, tasks and handlers run, what the models declare, and in a library what others can
 * call. */
#include "lockset/walk/engine.h"
#include "code/loop.h"

#include <string.h>

#include "ir/cfg.h"

struct lockset_finder {
	struct engine *e;
	const struct program *p;
	uint32_t *of;    /* by function: lockset.root */
	bool *called;    /* by function */
	bool *taken;     /* by function: its address is kept somewhere */
};

static uint32_t add(struct lockset_finder *f, struct lockset_root r)
{
	struct lockset *out = f->e->out;

	if (!r.fn.i || f->e->o.relevant[r.fn.i] != RELEVANT_LOCKS)
		return 0;
	if (f->of[r.fn.i]) {
		out->root.at[f->of[r.fn.i]].many = true;
		return f->of[r.fn.i];
	}
	f->of[r.fn.i] = out->root.n;
	*vec_add(out->arena, &out->root) = r;
	return f->of[r.fn.i];
}

/* Whether an instruction can run twice in one run of its function. */
static bool is_in_loop(struct arena *a, const struct program *p, struct fn_id fn, uint32_t inst)
{
	struct body b = { 0 };
	uint32_t block;

	body_get(a, p, fn, &b);
	block = block_of_inst(&b, inst);
	return block_leads_to(&b, block, block, UINT32_MAX);
}

static struct fn_id main_of(const struct lockset_finder *f)
{
	for (uint32_t i = 1; f->e->out->points->main && i < f->p->sym.n; i++) {
		const struct sym *s = &f->p->sym.at[i];
		if (s->kind == SYM_FUNCTION && s->fn.i && s->linkage != LINK_STATIC &&
		    !strcmp(program_str(f->p, s->name), f->e->out->points->main))
			return s->fn;
	}
	return (struct fn_id){ 0 };
}

static void add_sites(struct lockset_finder *f, struct fn_id main)
{
	const struct points *points = f->e->out->points;
	struct arena scratch;

	arena_init(&scratch, "roots");
	for (uint32_t i = 1; i < points->site.n; i++) {
		const struct site *s = &points->site.at[i];
		for (uint32_t t = 0; t < s->ntargets; t++) {
			struct fn_id fn = program_sym(f->p, points->target.at[s->target + t])->fn;
			struct lockset_root r = {
				.fn = fn, .spawner = s->caller, .inst = s->inst, .model = s->row ? s->row->kind : 0
			};
			if (s->kind < SITE_SPAWN) {
				f->called[fn.i] = true;
				continue;
			}
			if (!fn.i || f->e->o.relevant[fn.i] != RELEVANT_LOCKS)
				continue;
			r.kind = s->kind == SITE_SPAWN ? ROOT_THREAD : s->kind == SITE_TASK ? ROOT_TASK : ROOT_HANDLER;
			r.many = s->kind != SITE_SPAWN || s->caller.i != main.i || is_in_loop(&scratch, f->p, s->caller, s->inst);
			add(f, r);
		}
	}
	for (uint32_t i = 0; i < points->field_root.n; i++)
		add(f, (struct lockset_root){ .kind = ROOT_HANDLER,
					      .model = points->field_root.at[i].row->kind,
					      .many = true,
					      .fn = program_sym(f->p, points->field_root.at[i].sym)->fn,
					      .spawner = points->field_root.at[i].fn,
					      .inst = points->field_root.at[i].inst });
	arena_release(&scratch);
}

/* What is known of a function by the place that it is kept in makes it a root where nobody in the program calls it. */
static uint8_t declared(const struct lockset_finder *f, uint32_t sym)
{
	const struct points *points = f->e->out->points;

	if ((!points_is_declared(points, (struct sym_id){ sym }) || points_is_guessed(points, (struct sym_id){ sym })) &&
	    f->called[program_sym(f->p, (struct sym_id){ sym })->fn.i])
		return 0;
	switch (points->annotated[sym].verb) {
	case DECLARED_MULTITHREADED:
	case DECLARED_ENTERED:
		return ROOT_EXPORT;
	case DECLARED_SINGLE:
		return ROOT_SINGLE;
	case DECLARED_INTERRUPT:
		return ROOT_INTERRUPT;
	default:
		return 0;
	}
}

/* A function that is kept in a table, or handed out, and that nobody here calls: somebody outside does. */
static void find_taken(struct lockset_finder *f)
{
	for (uint32_t i = 1; i < f->p->reloc.n; i++) {
		const struct sym *s = program_sym(f->p, sym_behind_alias(f->p, f->p->reloc.at[i].sym));
		if (s->kind == SYM_FUNCTION && s->fn.i)
			f->taken[s->fn.i] = true;
	}
}

static bool enters_once(const struct lockset_finder *f, uint32_t sym)
{
	return f->e->out->points->annotated[sym].verb == DECLARED_ENTERED;
}

/* First those that are declared, of which it is known how they begin; then what others may call, among them what is known by the
 * place it is kept in: whoever calls start() of an interface may well want to have a lock until stop(). */
static void add_others(struct lockset_finder *f, struct fn_id main, bool outside)
{
	bool library = !main.i;

	for (uint32_t i = 1; i < f->p->sym.n; i++) {
		const struct sym *s = &f->p->sym.at[i];
		uint8_t kind = s->kind == SYM_FUNCTION && s->fn.i ? declared(f, i) : 0;
		bool offered = points_is_offered(f->e->out->points, (struct sym_id){ i });
		if (s->kind != SYM_FUNCTION || !s->fn.i || s->fn.i == main.i)
			continue;
		if (f->e->out->points->annotated[i].verb == DECLARED_IGNORE)
			continue;
		if ((kind && points_is_declared(f->e->out->points, (struct sym_id){ i })) == outside)
			continue;
		if (!kind && !f->called[s->fn.i] && (library ? offered || f->taken[s->fn.i] : f->taken[s->fn.i]))
			kind = ROOT_EXPORT;
		if (!kind && library && offered)
			kind = ROOT_EXPORT;
		if (kind)
			add(f, (struct lockset_root){ .kind = kind, .fn = s->fn, .outside = outside, .called = f->called[s->fn.i],
						      .many = (kind == ROOT_EXPORT || kind == ROOT_INTERRUPT) && !enters_once(f, i) });
	}
}

void roots_find(struct engine *e)
{
	struct lockset_finder f = { .e = e, .p = e->out->points->p };
	struct fn_id main;

	f.of = arena_array(&e->scratch, f.p->fn.n, sizeof *f.of);
	f.called = arena_array(&e->scratch, f.p->fn.n, sizeof *f.called);
	f.taken = arena_array(&e->scratch, f.p->fn.n, sizeof *f.taken);
	main = main_of(&f);
	add(&f, (struct lockset_root){ .kind = ROOT_MAIN, .fn = main });
	find_taken(&f);
	add_sites(&f, main);
	add_others(&f, main, false);
	add_others(&f, main, true);
}

/* Which roots get to a context: one, or several. */
void roots_spread(struct engine *e)
{
	struct lockset *out = e->out;
	VEC(uint32_t) todo = { 0 };

	for (uint32_t i = 1; i < out->root.n; i++) {
		out->context.at[out->root.at[i].context].root = i;
		*vec_add(&e->scratch, &todo) = out->root.at[i].context;
	}
	while (todo.n) {
		uint32_t c = todo.at[--todo.n];
		for (uint32_t i = e->down.first[c]; i < e->down.first[c + 1]; i++) {
			struct lockset_context *x = &out->context.at[e->down.other[i]];
			uint32_t root = out->context.at[c].root;
			if (x->root == LOCKSET_ROOTS || x->root == root)
				continue;
			x->root = x->root ? LOCKSET_ROOTS : root;
			*vec_add(&e->scratch, &todo) = e->down.other[i];
		}
	}
}
