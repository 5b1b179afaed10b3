/* Rounds. What a thread reads from a tracked cell may have been stored by another one: those stores are known only when all
 * threads have been explored. So we explore again with the stores of the rounds before, until nobody who read would find anything
 * else.
 *
 * The second time (contexts_again) begins with the stores that the first time found, of which fewer count now. What its first
 * round finds takes their place: they are fewer, and known better. Roots and terms keep their numbers through all rounds of both
 * times. */
#include "contexts/walk/explore.h"

#include <string.h>

enum { BUDGET_SHARED = 3, BUDGET_FUNCTION = 4 }; /* how many functions share one context more; contexts more a function */

/* What lives through the rounds; questions still read it. */
struct rounds {
	struct contexts *out;
	struct slices *s;
	bool again; /* the second time */
	struct interference interference;
	struct root_names names;
	struct map many, published;
	struct map results; /* by root: a set, what its threads return */
	struct log before;
	uint64_t instructions; /* of the program */
	bool threads; /* the program may have more than one */
	bool *called, *taken; /* by symbol: some site may run it; its address is somewhere */
};

/* ---- where execution begins ---- */

/* Pointers that variables start with and that someone stores to later: known where the program begins. */
static void add_initial(struct explorer *e, struct state *st)
{
	const struct program *p = e->points->p;

	for (uint32_t i = 1; i < p->sym.n; i++) {
		const struct sym *s = &p->sym.at[i];
		struct cell at =
			s->kind == SYM_VARIABLE && s->nrelocs ? points_sym(e->points, (struct sym_id){ i }) : (struct cell){ 0 };
		for (uint32_t k = s->reloc; at.class && k < s->reloc + s->nrelocs; k++) {
			int64_t offset = (int64_t)p->reloc.at[k].offset;
			uint32_t cell, value = memory_initial(e, i, offset);
			if (!map_get(&e->s->stored, cell_key(points_at(e->points, at, offset))) ||
			    limit_over(LIMIT_contexts_initial, st->cell.n + 1))
				continue;
			cell = term_field(e->terms, term_make(e->terms, &(struct term){ .kind = TERM_SYM, .a = i }), offset);
			if (value && set_is_named(e->terms, value))
				pairs_set(e->scratch, &st->cell, cell, value);
		}
	}
}

/* The number that a variable starts with; false: it is no number, or wider than those that are followed. */
static bool initial_number(const struct program *p, const struct sym *s, int64_t *number)
{
	struct type_id type = type_strip(p, s->type);
	uint8_t kind = type.i ? program_type(p, type)->kind : 0;
	uint64_t bits = type.i ? program_type(p, type)->size : 0;
	struct bytes data = program_bytes(p, s->data);

	*number = 0;
	if ((kind != TYPE_INT && kind != TYPE_ENUM) || !bits || bits > 32 || s->nrelocs)
		return false;
	for (uint64_t i = 0; i < bits / 8 && i < data.len; i++)
		*number |= (int64_t)(unsigned char)data.at[i] << 8 * i;
	return *number < INT32_MAX;
}

/* The same of numbers that decide about locks and threads; tables that hold their address are for others, who may store there. */
static void add_initial_numbers(struct explorer *e, struct state *st)
{
	const struct program *p = e->points->p;
	bool *pointed = arena_array(e->scratch, p->sym.n, sizeof *pointed);
	int64_t number;

	for (uint32_t i = 0; i < p->reloc.n; i++)
		pointed[sym_behind_alias(p, p->reloc.at[i].sym).i] = true;
	for (uint32_t i = 1; i < p->sym.n; i++) {
		const struct sym *s = &p->sym.at[i];
		struct cell at;
		if (pointed[i] || s->kind != SYM_VARIABLE || !(s->flags & SYM_DEFINED) || s->flags & SYM_THREAD_LOCAL ||
		    !initial_number(p, s, &number))
			continue;
		at = points_sym(e->points, (struct sym_id){ i });
		if (at.class && map_get(&e->s->read, cell_key(at)) && map_get(&e->s->stored, cell_key(at)) &&
		    !limit_over(LIMIT_contexts_initial, st->cell.n + 1))
			pairs_set(e->scratch, &st->cell, term_make(e->terms, &(struct term){ .kind = TERM_SYM, .a = i }),
				  set_of(e->terms, term_number(e->terms, number)));
	}
}

static void begin_at(struct explorer *e, uint8_t kind, uint8_t model, struct sym_id sym)
{
	struct root r = { .kind = kind, .model = model, .fn = sym };
	struct state st = { 0 };
	struct where nowhere = { .e = e, .st = &st };
	struct entering to = { .fn = program_sym(e->points->p, sym)->fn, .thread = true };
	uint32_t root;

	if (!slices_follows(e->points, sym))
		return;
	root = root_make(e, &r, 0, 0);
	if (kind == ROOT_EXPORT && !e->exported)
		e->exported = root;
	to.group = kind == ROOT_EXPORT ? e->exported : root;
	if (kind == ROOT_MAIN || kind == ROOT_SINGLE)
		add_initial(e, &st);
	if (kind == ROOT_MAIN)
		add_initial_numbers(e, &st);
	e->out->root.at[root].context = context_enter(e, &nowhere, &to);
}

/* The address of a function counts as taken by initialisers and by any use that is not the callee of a call: points has an object
 * for each, and a pointer to it in some cell or value. */
static void find_taken(struct rounds *r)
{
	const struct program *p = r->s->points->p;
	struct arena scratch;
	struct body b = { 0 };

	arena_init(&scratch, "taken");
	for (uint32_t i = 1; i < p->reloc.n; i++)
		r->taken[sym_behind_alias(p, p->reloc.at[i].sym).i] = true;
	for (uint32_t f = 1; f < p->fn.n; f++) {
		body_get(&scratch, p, (struct fn_id){ f }, &b);
		for (uint32_t i = 0; i < b.inst.n; i++)
			for (uint32_t k = b.inst.at[i].op == OP_call; k < b.inst.at[i].nargs; k++) {
				struct ref a = body_arg(&b, &b.inst.at[i], k);
				if (ref_kind(a) == REF_SYM)
					r->taken[sym_behind_alias(p, (struct sym_id){ ref_index(a) }).i] = true;
			}
	}
	arena_release(&scratch);
}

/* Somebody in the program runs it, or the startup code does. */
static void find_called(struct rounds *r)
{
	const struct points *points = r->s->points;
	const struct program *p = points->p;

	for (uint32_t i = 1; i < p->sym.n; i++)
		r->called[i] = points->started[i];
	r->threads = !points->main;
	for (uint32_t i = 1; i < points->site.n; i++) {
		r->threads |= points->site.at[i].kind >= SITE_SPAWN;
		for (uint32_t t = 0; t < points->site.at[i].ntargets; t++)
			r->called[points->target.at[points->site.at[i].target + t].i] = true;
	}
}

/* What is known of a function by the place that it is kept in makes it a root where nobody in the program calls it: who does
 * knows what is held then. */
static uint8_t declared_kind(const struct rounds *r, uint32_t sym)
{
	const struct points *points = r->s->points;

	if ((!points_is_declared(points, (struct sym_id){ sym }) || points_is_guessed(points, (struct sym_id){ sym })) &&
	    r->called[sym])
		return 0;
	switch (points->annotated[sym].verb) {
	case DECLARED_MULTITHREADED:
		return ROOT_EXPORT;
	case DECLARED_SINGLE:
		return ROOT_SINGLE;
	case DECLARED_INTERRUPT:
		return ROOT_INTERRUPT;
	case DECLARED_ENTERED:
		return ROOT_ENTERED;
	default:
		return 0;
	}
}

/* A library's functions that others may call: those they can name, and those whose address leaves and that nobody here calls. */
static bool is_offered(const struct rounds *r, uint32_t sym)
{
	return points_is_offered(r->s->points, (struct sym_id){ sym }) || (r->taken[sym] && !r->called[sym]);
}

/* Functions in the tables that the startup code walks. */
static void begin_table(struct explorer *e, const char *name, uint8_t kind, uint8_t model)
{
	const struct program *p = e->points->p;

	for (uint32_t i = 1; i < p->sym.n; i++) {
		const struct sym *s = &p->sym.at[i];
		if (s->kind != SYM_VARIABLE || !s->nrelocs || strcmp(program_str(p, s->name), name))
			continue;
		for (uint32_t k = s->reloc; k < s->reloc + s->nrelocs; k++) {
			struct sym_id sym = sym_behind_alias(p, p->reloc.at[k].sym);
			if (program_sym(p, sym)->kind == SYM_FUNCTION && program_sym(p, sym)->fn.i)
				begin_at(e, kind, model, sym);
		}
	}
}

static void begin(struct rounds *r, struct explorer *e)
{
	const struct points *points = e->points;
	const struct program *p = points->p;

	for (uint32_t i = 1; i < p->sym.n; i++) {
		const struct sym *s = &p->sym.at[i];
		uint8_t kind = 0;
		if (s->kind != SYM_FUNCTION || !s->fn.i || points->annotated[i].verb == DECLARED_IGNORE)
			continue;
		kind = declared_kind(r, i);
		if (points->main && s->linkage != LINK_STATIC && !strcmp(program_str(p, s->name), points->main))
			kind = ROOT_MAIN;
		else if (!kind && !points->main && is_offered(r, i))
			kind = ROOT_EXPORT;
		if (kind)
			begin_at(e, kind, 0, (struct sym_id){ i });
	}
	begin_table(e, "llvm.global_ctors", ROOT_SINGLE, 0);
	begin_table(e, "llvm.global_dtors", ROOT_HANDLER, MODEL_KIND_EXIT);
}

/* ---- one round ---- */

static void reset(struct rounds *r, struct explorer *e)
{
	struct contexts *out = r->out;

	out->context.n = out->edge.n = out->event.n = out->change.n = out->param.n = 0;
	out->taken = (struct map){ 0 };
	*vec_add(out->arena, &out->context) = (struct context){ 0 };
	*vec_add(out->arena, &out->edge) = (struct edge){ 0 };
	*vec_add(out->arena, &out->event) = (struct event){ 0 };
	*vec_add(out->arena, &out->change) = (struct change){ 0 };
	*vec_add(out->arena, &out->param) = 0;
	for (uint32_t i = 1; i < out->root.n; i++)
		out->root.at[i].context = out->root.at[i].edge = 0;
	intern_init(&e->entry, e->scratch);
	intern_init(&e->wide, e->scratch);
	intern_init(&e->facts, e->keep);
	intern_init(&e->askers, e->scratch);
	*vec_add(e->scratch, &e->live) = (struct live_context){ 0 };
}

static void note_many(struct rounds *r)
{
	const struct contexts *c = r->out;
	uint32_t *starts = arena_array(c->arena, c->root.n, sizeof *starts);

	for (uint32_t i = 1; i < c->edge.n; i++) {
		const struct edge *edge = &c->edge.at[i];
		if (!edge->root)
			continue;
		starts[edge->root]++;
		if (edge->loop || !c->context.at[edge->context].once || starts[edge->root] > 1)
			map_put(c->arena, &r->many, edge->root, 1);
	}
	for (uint32_t i = 1; i < c->root.n; i++)
		if (c->root.at[i].kind == ROOT_EXPORT || c->root.at[i].kind == ROOT_INTERRUPT)
			map_put(c->arena, &r->many, i, 1);
}

static void prepare(struct rounds *r, struct explorer *e, struct log *now)
{
	uint32_t nfns = r->s->points->p->fn.n;

	*e = (struct explorer){ .scratch = e->scratch,
				.keep = e->keep,
				.out = r->out,
				.s = r->s,
				.points = r->s->points,
				.terms = &r->out->terms,
				.interference = r->again ? &r->interference : NULL,
				.names = &r->names,
				.before = &r->before,
				.now = now,
				.many = &r->many,
				.results = &r->results,
				.published = &r->published,
				.first = !r->again && r->out->rounds == 0,
				.threads = r->threads,
				.most_facts = limit(LIMIT_contexts_facts),
				.rounds = r };
	e->budget_is = r->again ? LIMIT_contexts_budget : LIMIT_contexts_first;
	/* the first of two times is only to learn who runs beside whom */
	e->budget = r->again				  ? limit(LIMIT_contexts_budget) + BUDGET_FUNCTION * (uint64_t)nfns
		    : contexts_are_twice(r->s->points) ? limit(LIMIT_contexts_first) + nfns / BUDGET_SHARED
						       : limit(LIMIT_contexts_first) + nfns;
	e->visits_most = limit(LIMIT_contexts_visits) + (r->again ? 2 : 1) * r->instructions;
	e->count = arena_array(e->scratch, nfns, sizeof *e->count);
	e->variants = arena_array(e->scratch, nfns, sizeof *e->variants);
	e->shrunk = arena_array(e->scratch, nfns, sizeof *e->shrunk);
}

/* True: another round would find something else. */
static bool settle(struct rounds *r, struct explorer *e, const struct log *now)
{
	bool more, last = limit_full(LIMIT_contexts_rounds, r->out->rounds);

	if (r->again && !r->out->rounds) { /* those of the first time have done their work */
		log_init(&r->before, r->out->arena);
		r->many = r->results = (struct map){ 0 };
	}
	more = results_settle(e, &r->results, last);
	log_add(e, &r->before, now, last);
	note_many(r);
	return r->threads && (more || e->late || log_differs(e));
}

static bool explore_once(struct rounds *r, struct explorer *e)
{
	struct log now;

	log_init(&now, r->out->arena);
	prepare(r, e, &now);
	reset(r, e);
	e->exploring = true;
	begin(r, e);
	explore_run(e);
	e->exploring = false;
	contexts_finish(e);
	return settle(r, e, &now);
}

static void explore(struct rounds *r)
{
	struct contexts *out = r->out;
	struct explorer *e = arena_new(out->arena, struct explorer);
	bool again = true;

	out->explorer = e;
	e->scratch = arena_new(out->arena, struct arena);
	e->keep = arena_new(out->arena, struct arena);
	arena_init(e->scratch, "contexts");
	arena_init(e->keep, "facts");
	for (out->rounds = 0; again; out->rounds++) {
		arena_release(e->scratch);
		arena_release(e->keep);
		again = explore_once(r, e);
	}
	out->joined = e->joined;
	arena_release(e->scratch);
	explorer_rest(e);
}

void explorer_rest(struct explorer *e)
{
	e->scratch = NULL;
	e->use = (struct states){ 0 };
	e->word.at = NULL;
	e->word.n = e->word.cap = 0;
	e->copied.at = NULL;
	e->copied.n = e->copied.cap = 0;
	e->asking.at = NULL;
	e->asking.n = e->asking.cap = 0;
	e->collected_at = (struct map){ 0 };
	e->collected.at = NULL;
	e->collected.n = e->collected.cap = 0;
	e->asked = e->returned = e->exits = (struct map){ 0 };
	e->asker_at = e->wider = (struct map){ 0 };
	e->askers = (struct intern){ 0 };
	e->holds = (struct map){ 0 };
	e->slot.at = NULL;
	e->slot.n = e->slot.cap = 0;
}

bool contexts_are_twice(const struct points *points)
{
	return points->p->fn.n < limit(LIMIT_contexts_twice);
}

struct contexts *contexts_run(struct arena *arena, const struct points *points)
{
	struct contexts *out = arena_new(arena, struct contexts);
	struct rounds *r = arena_new(arena, struct rounds);

	*out = (struct contexts){ .arena = arena, .points = points };
	terms_init(&out->terms, arena);
	intern_init(&out->held, arena);
	*vec_add(arena, &out->root) = (struct root){ 0 };
	r->out = out;
	intern_init(&r->names.full, arena);
	intern_init(&r->names.call, arena);
	*vec_add(arena, &r->names.of_call) = 0;
	log_init(&r->before, arena);
	r->s = arena_new(arena, struct slices);
	slices_make(r->s, arena, points);
	for (uint32_t f = 1; f < points->p->fn.n; f++)
		r->instructions += points->p->fn.at[f].ninsts;
	r->called = arena_array(arena, points->p->sym.n, sizeof *r->called);
	r->taken = arena_array(arena, points->p->sym.n, sizeof *r->taken);
	find_called(r);
	if (!points->main)
		find_taken(r);
	explore(r);
	return out;
}

struct contexts *contexts_again(struct contexts *first, const struct interference *interference)
{
	struct contexts *out = arena_new(first->arena, struct contexts);
	struct rounds *r = arena_new(first->arena, struct rounds);

	*out = (struct contexts){ .arena = first->arena, .points = first->points, .terms = first->terms };
	intern_init(&out->held, out->arena);
	for (uint32_t i = 0; i < first->root.n; i++)
		*vec_add(out->arena, &out->root) = first->root.at[i];
	*r = *first->explorer->rounds;
	r->out = out;
	r->again = true;
	r->interference = *interference;
	explore(r);
	contexts_release(first);
	return out;
}

void contexts_release(struct contexts *c)
{
	arena_release(c->explorer->keep);
}
