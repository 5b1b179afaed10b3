/* Which places are not for every thread: self.h. */
#include "threads/self/self.h"

#include "base/recogniser.h"
#include "base/system/file.h"
#include "code/event.h"
#include "threads/values/branch.h"
#include "threads/values/memory.h"

enum { ID_BYTES = 8, SMALL_NUMBER = 1 << 19 };

/* ---- values ---- */

static const struct model_row *rows_at(const struct running *r, const struct code *c, const struct inst *in)
{
	struct sym_id callee = in && in->op == OP_call ? body_callee(r->p, &c->body, in) : (struct sym_id){ 0 };

	return callee.i ? r->c->points->row[callee.i] : NULL;
}

/* A row of a call that says whose id it returns, or (`with`) that it compares two. */
static const struct model_row *who_row(const struct running *r, const struct code *c, const struct inst *in, bool with)
{
	for (const struct model_row *row = rows_at(r, c, in); row; row = row->next) {
		bool who = event_is(row, EVENT_WHO) && event_says(&row->with) == with;
		if (!who && (with || !event_is(row, EVENT_SELF) || !event_is_result(&row->id)))
			continue;
		if (!event_asks_argument(row) || event_condition(r->p, &c->body, in, &row->when) == EVENT_YES)
			return row;
	}
	return NULL;
}

/* A function that is looked into, and the call that leads there; up: who calls, NULL: nobody is asked. */
struct self_frame {
	const struct code *c;
	const struct inst *call;
	const struct self_frame *up;
};

/* The value behind a parameter is the caller's argument. */
static struct ref value_in(const struct self_frame **f, struct ref value)
{
	value = value_behind((*f)->c, value);
	while ((*f)->up && ref_kind(value) == REF_VALUE && ref_index(value) <= (*f)->c->body.param.n) {
		const struct inst *call = (*f)->call;
		uint32_t param = ref_index(value);
		*f = (*f)->up;
		value = value_behind((*f)->c, body_arg(&(*f)->c->body, call, param));
	}
	return value;
}

enum whose_id { ID_OTHER, ID_OWN, ID_MAIN };

static enum whose_id id_of(const struct running *r, const struct self_frame *f, struct ref value)
{
	struct ref at = value_in(&f, value);
	const struct model_row *row = who_row(r, f->c, body_made_by(&f->c->body, at), false);

	if (!row)
		return ID_OTHER;
	return event_is(row, EVENT_SELF) || row->kind == MODEL_KIND_THREAD ? ID_OWN : ID_MAIN;
}

/* The variable that a value is loaded from; none: from elsewhere. */
static struct sym_id loaded_from(const struct self_frame *f, struct ref value, int64_t *offset)
{
	struct ref made = value_in(&f, value), at;
	const struct code *c = f->c;
	const struct inst *in = body_made_by(&c->body, made);
	const struct konst *k;

	*offset = 0;
	if (!in || in->op != OP_load)
		return (struct sym_id){ 0 };
	at = value_inside(c, body_arg(&c->body, in, 0), PEEL_FIELD, offset);
	k = program_konst_of(c->p, at);
	if (ref_kind(at) == REF_SYM)
		return sym_behind_alias(c->p, (struct sym_id){ ref_index(at) });
	if (!k || k->kind != KONST_ADDR)
		return (struct sym_id){ 0 };
	*offset += (int64_t)k->lo;
	return sym_behind_alias(c->p, k->sym);
}

static bool is_local(const struct program *p, struct sym_id sym)
{
	return sym.i && program_sym(p, sym)->flags & SYM_THREAD_LOCAL;
}

/* ---- variables ---- */

static uint32_t variable_number(struct selves *s, struct sym_id sym, int64_t offset)
{
	uint32_t *at = map_at(s->arena, &s->variable_at, map_pair(sym.i, (uint32_t)offset));

	if (!*at) {
		*vec_add(s->arena, &s->variable) = (struct self_variable){ .sym = sym, .offset = offset };
		*at = s->variable.n;
	}
	return *at - 1;
}

static struct ref stored_value(const struct code *c, uint32_t inst)
{
	const struct inst *in = &c->body.inst.at[inst];

	return in->op == OP_store ? body_arg(&c->body, in, 1) : ref_make(REF_NONE, 0);
}

/* The threads that may execute a function. */
static uint32_t threads_in(struct running *r, struct fn_id fn)
{
	uint32_t set = 0;

	for (uint32_t k = r->c->first_by_fn[fn.i]; k < r->c->first_by_fn[fn.i + 1]; k++)
		set = bits_union(&r->bits, set, r->threads_of[r->c->by_fn[k]]);
	return set;
}

/* Is it a class of threads of the program itself, each of which has an id of its own? What runs before main does so in its
 * thread. */
static bool has_id(const struct running *r, uint32_t class)
{
	uint8_t kind = r->class.at[class].kind;

	return kind == ROOT_MAIN || kind == ROOT_THREAD || r->class.at[class].startup;
}

static bool all_have_ids(const struct running *r, uint32_t set)
{
	for (uint32_t k = bits_next(&r->bits, set, 1); k != UINT32_MAX; k = bits_next(&r->bits, set, k + 1))
		if (!has_id(r, k))
			return false;
	return true;
}

/* Behind the only store of an id, in whichever calls. */
static void note_passed(struct running *r, struct self_variable *v, const struct variable_use *u)
{
	v->passed = vectors_slot(&r->vectors, SLOT_MUST);
	for (uint32_t k = r->c->first_by_fn[u->fn.i]; k < r->c->first_by_fn[u->fn.i + 1]; k++)
		effect_add(r, (struct effect){ r->c->by_fn[k], u->inst, UINT32_MAX, v->passed, 1 });
}

/* Who stores its own id there, if nothing else but 0 is. */
static void find_owners(struct selves *s, struct self_variable *v)
{
	struct running *r = s->r;
	const struct variable *m = memory_variable(r, v->sym);
	const struct variable_use *only = NULL;
	uint32_t stores = 0;

	if (variable_leaks(m, v->offset) || !(program_sym(r->p, v->sym)->flags & SYM_DEFINED))
		return;
	for (uint32_t i = 0; i < m->store.n; i++) {
		const struct variable_use *u = &m->store.at[i];
		const struct code *c = code_get(r->shapes, u->fn);
		struct ref value = stored_value(c, u->inst);
		struct self_frame f = { .c = c };
		enum whose_id id;
		int64_t number;
		if (u->offset + ID_BYTES <= v->offset || v->offset + ID_BYTES <= u->offset)
			continue;
		stores++;
		only = u;
		if (u->offset == v->offset && program_constant(r->p, value, &number) && !number)
			continue;
		id = u->offset == v->offset ? id_of(r, &f, value) : ID_OTHER;
		if (id == ID_OTHER)
			return;
		v->owners = id == ID_MAIN ? bits_with(&r->bits, v->owners, r->main)
					  : bits_union(&r->bits, v->owners, threads_in(r, u->fn));
	}
	v->known = stores && all_have_ids(r, v->owners) && r->main;
	if (v->known && stores == 1)
		note_passed(r, v, only);
}

/* ---- guards ---- */

/* A test of who runs, and what it says there. */
static bool read_ids(struct selves *s, const struct self_frame *f, struct ref a, struct ref b, struct self_guard *g)
{
	enum whose_id x = id_of(s->r, f, a), y = id_of(s->r, f, b);
	struct sym_id sym = { 0 };
	int64_t offset = 0;

	if (x == ID_OWN && y != ID_OWN)
		sym = y == ID_OTHER ? loaded_from(f, b, &offset) : sym;
	else if (y == ID_OWN && x != ID_OWN)
		sym = x == ID_OTHER ? loaded_from(f, a, &offset) : sym;
	else
		return false;
	g->kind = x == ID_MAIN || y == ID_MAIN ? SELF_MAIN : SELF_SAVED;
	if (g->kind == SELF_SAVED && (!sym.i || is_local(s->r->p, sym)))
		return false;
	if (g->kind == SELF_SAVED)
		g->variable = variable_number(s, sym, offset);
	return true;
}

/* Does the test ask whether what it asks about is true, or whether it is false? Of a value that is 0 or something else. */
static bool asks_truth(const struct test *t, bool *truth)
{
	*truth = test_holds(t, 1);
	return *truth != test_holds(t, 0);
}

/* The only value that a function returns; none. */
static struct ref returned_value(const struct code *c)
{
	struct ref value = ref_make(REF_NONE, 0);

	for (uint32_t b = 0; b < c->body.block.n; b++) {
		const struct inst *end = body_end(&c->body, b);
		if (end->op != OP_ret || !c->cfg.position[b])
			continue;
		if (ref_kind(value) != REF_NONE)
			return ref_make(REF_NONE, 0);
		value = body_arg(&c->body, end, 0);
	}
	return value;
}

/* Does the call hand its own id to the function? */
static bool passes_id(const struct selves *s, const struct self_frame *f, const struct inst *call)
{
	for (uint32_t k = 1; k < call->nargs; k++)
		if (id_of(s->r, f, body_arg(&f->c->body, call, k)) == ID_OWN)
			return true;
	return false;
}

static bool read_test(struct selves *s, const struct self_frame *f, struct test t, struct self_guard *g, uint32_t depth);

/* Is the whole variable, or member, looked at, and not a part of it? */
static bool is_whole(const struct program *p, const struct self_frame *f, struct ref value, struct sym_id sym, int64_t offset)
{
	const struct inst *in = body_made_by(&f->c->body, value_in(&f, value));
	struct type_id read = in ? type_strip(p, in->type) : (struct type_id){ 0 },
		       whole = type_strip(p, type_at(p, program_sym(p, sym)->type, offset));

	return read.i && whole.i && (program_type(p, read)->size + 7) / 8 == (program_type(p, whole)->size + 7) / 8;
}

/* A function that returns what it has found out: by looking itself, or at the id that it was given. */
static bool read_call(struct selves *s, const struct self_frame *f, struct test t, struct self_guard *g, uint32_t depth)
{
	const struct inst *in = body_made_by(&f->c->body, value_behind(f->c, t.value));
	struct sym_id callee = in->op == OP_call ? body_callee(s->r->p, &f->c->body, in) : (struct sym_id){ 0 };
	struct fn_id fn = callee.i ? program_sym(s->r->p, callee)->fn : (struct fn_id){ 0 };
	struct self_frame below = { .call = in, .up = f };

	if (!fn.i || (!s->asks[fn.i] && !passes_id(s, f, in)) || limit_full(LIMIT_threads_calls, depth))
		return false;
	below.c = code_get(s->r->shapes, fn);
	t.value = returned_value(below.c);
	return ref_kind(t.value) != REF_NONE && read_test(s, &below, test_of(s->r->p, &below.c->body, t), g, depth + 1);
}

static bool read_test(struct selves *s, const struct self_frame *f, struct test t, struct self_guard *g, uint32_t depth)
{
	const struct body *b = &f->c->body;
	const struct inst *in = body_made_by(b, value_behind(f->c, t.value));
	const struct model_row *row = in ? who_row(s->r, f->c, in, true) : NULL;
	struct sym_id sym;
	int64_t offset;

	if (!in)
		return false;
	if (row)
		return asks_truth(&t, &g->equal) &&
		       read_ids(s, f, event_value(b, in, &row->on), event_value(b, in, &row->with), g);
	if (in->op == OP_compare && (in->sub == COMPARE_eq || in->sub == COMPARE_ne)) {
		if (!asks_truth(&t, &g->equal) || !read_ids(s, f, body_arg(b, in, 0), body_arg(b, in, 1), g))
			return false;
		g->equal ^= in->sub == COMPARE_ne;
		return true;
	}
	sym = loaded_from(f, t.value, &offset);
	if (is_local(s->r->p, sym) && is_whole(s->r->p, f, t.value, sym, offset)) {
		g->kind = SELF_LOCAL;
		g->variable = variable_number(s, sym, offset);
		g->test = t;
		return true;
	}
	return read_call(s, f, t, g, depth);
}

/* Is the block entered from that one only, and by one way? */
static bool has_one_way(const struct code *c, uint32_t block, uint32_t from)
{
	return c->cfg.npreds[block] == 1 && c->cfg.pred[c->cfg.first_pred[block]] == from;
}

static void find_guards(struct selves *s, struct fn_id fn)
{
	const struct code *c = code_get(s->r->shapes, fn);
	struct self_frame top = { .c = c };

	for (uint32_t b = 0; b < c->body.block.n; b++) {
		struct self_guard g = { .fn = fn };
		struct fork f;
		if (!c->cfg.position[b] || !fork_of(c->p, &c->body, b, &f) || !f.test.compare || f.to[0] == f.to[1])
			continue;
		for (uint32_t way = 0; way < 2; way++) {
			if (!has_one_way(c, f.to[way], b) || !read_test(s, &top, way ? test_not(f.test) : f.test, &g, 0))
				continue;
			g.block = f.to[way];
			*vec_add(s->arena, &s->guard) = g;
		}
	}
}

/* ---- functions to look at ---- */

enum { ASKS_ITSELF = 1, ASKS_BY_CALL };

static bool body_asks(struct selves *s, const struct code *c)
{
	struct self_frame f = { .c = c };

	for (uint32_t i = 0; i < c->body.inst.n; i++) {
		const struct inst *in = &c->body.inst.at[i];
		int64_t offset;
		if (in->op == OP_call && (who_row(s->r, c, in, false) || who_row(s->r, c, in, true)))
			return true;
		if (in->op == OP_load &&
		    is_local(s->r->p, loaded_from(&f, ref_make(REF_VALUE, body_value(&c->body, i)), &offset)))
			return true;
	}
	return false;
}

static bool calls_who_asks(const struct selves *s, const struct body *b)
{
	for (uint32_t i = 0; i < b->inst.n; i++) {
		struct sym_id callee =
		    b->inst.at[i].op == OP_call ? body_callee(s->r->p, b, &b->inst.at[i]) : (struct sym_id){ 0 };
		struct fn_id fn = callee.i ? program_sym(s->r->p, callee)->fn : (struct fn_id){ 0 };
		if (fn.i && s->asks[fn.i] == ASKS_ITSELF)
			return true;
	}
	return false;
}

static void find_asking(struct selves *s)
{
	const struct program *p = s->r->p;
	struct arena scratch;
	struct code c = { .p = p };

	arena_init(&scratch, "threads scratch");
	for (uint32_t f = 1; f < p->fn.n; f++) {
		c.body = (struct body){ 0 };
		body_get(&scratch, p, (struct fn_id){ f }, &c.body);
		s->asks[f] = body_asks(s, &c) ? ASKS_ITSELF : 0;
		arena_release(&scratch);
	}
	for (uint32_t f = 1; f < p->fn.n; f++) {
		c.body = (struct body){ 0 };
		if (s->asks[f])
			continue;
		body_get(&scratch, p, (struct fn_id){ f }, &c.body);
		s->asks[f] = calls_who_asks(s, &c.body) ? ASKS_BY_CALL : 0;
		arena_release(&scratch);
	}
}

/* Behind the arrays of handles and before all others: effects of its own. */
void selves_make(struct running *r)
{
	struct selves *s = arena_new(r->arena, struct selves);

	*s = (struct selves){ .arena = r->arena, .r = r };
	if (!recogniser_is_on(RECOGNISER_threads_self))
		return;
	s->asks = arena_array(s->arena, r->p->fn.n, sizeof *s->asks);
	s->first = arena_array(s->arena, r->p->fn.n + 1, sizeof *s->first);
	*vec_add(s->arena, &s->guard) = (struct self_guard){ 0 };
	find_asking(s);
	for (uint32_t f = 1; f < r->p->fn.n; f++) {
		s->first[f] = s->guard.n;
		if (s->asks[f])
			find_guards(s, (struct fn_id){ f });
	}
	s->first[r->p->fn.n] = s->guard.n;
	for (uint32_t i = 0; i < s->variable.n; i++)
		if (!is_local(r->p, s->variable.at[i].sym))
			find_owners(s, &s->variable.at[i]);
	r->t->selves = s;
}

/* ---- the question ---- */

/* What a thread-local variable holds when a thread begins, with its sign, as constants have theirs; false: not known. */
static bool starts_with(const struct program *p, const struct self_variable *v, int64_t *number)
{
	const struct sym *s = program_sym(p, v->sym);
	struct bytes data = program_bytes(p, s->data);
	uint64_t bytes = program_type(p, type_strip(p, type_at(p, s->type, v->offset)))->size / 8;

	if (!(s->flags & SYM_DEFINED) || s->nrelocs || !bytes || bytes > sizeof *number || v->offset < 0)
		return false;
	*number = 0;
	for (uint64_t i = 0; i < bytes; i++)
		if ((uint64_t)v->offset + i < data.len)
			*number |= (int64_t)((uint64_t)data.at[(uint64_t)v->offset + i] << 8 * i);
	*number = (int64_t)((uint64_t)*number << (64 - 8 * bytes)) >> (64 - 8 * bytes);
	return true;
}

/* May a thread of the class do such a store to its own copy? Others than threads do theirs in whichever thread. */
static bool may_store(struct running *r, uint32_t class, struct fn_id fn)
{
	uint32_t set = threads_in(r, fn);

	return bits_has(&r->bits, set, class) || !all_have_ids(r, set);
}

/* May the thread-local variable of some thread of the class pass the test? */
static bool local_passes(struct running *r, const struct self_variable *v, const struct test *t, uint32_t class)
{
	const struct variable *m = memory_variable(r, v->sym);
	int64_t number;

	if (variable_leaks(m, v->offset) || !starts_with(r->p, v, &number) || test_holds(t, number))
		return true;
	for (uint32_t i = 0; i < m->store.n; i++) {
		const struct variable_use *u = &m->store.at[i];
		if (u->offset + ID_BYTES <= v->offset || v->offset + ID_BYTES <= u->offset || !may_store(r, class, u->fn))
			continue;
		if (u->offset != v->offset ||
		    !program_constant(r->p, stored_value(code_get(r->shapes, u->fn), u->inst), &number) || test_holds(t, number))
			return true;
	}
	return false;
}

/* Does the test fail for all threads of the class, wherever they are? */
static bool fails_for(struct running *r, const struct self_guard *g, uint32_t class)
{
	const struct self_variable *v = g->kind == SELF_MAIN ? NULL : &r->t->selves->variable.at[g->variable];

	if (g->kind == SELF_LOCAL)
		return !local_passes(r, v, &g->test, class);
	if (g->kind == SELF_MAIN)
		return r->main && g->equal != (class == r->main || r->class.at[class].startup);
	return v->known && g->equal && !bits_has(&r->bits, v->owners, class);
}

/* The only thread whose id is in the variable, behind where it has stored it, is surely equal. */
static bool is_kept_out(const struct threads *t, const struct self_guard *g, struct spot at)
{
	const struct running *r = t->running;
	const struct self_variable *v;
	const struct place_facts *f;
	uint32_t owner;

	if (bits_has(&r->bits, g->out, at.thread))
		return true;
	if (g->kind != SELF_SAVED || g->equal)
		return false;
	v = &t->selves->variable.at[g->variable];
	owner = bits_next(&r->bits, v->owners, 1);
	f = v->known && v->passed && owner == at.thread ? running_at(r, at) : NULL;
	return f && bits_next(&r->bits, v->owners, owner + 1) == UINT32_MAX &&
	       r->t->thread.at[owner].multiplicity == THREAD_ONE && f->vector != VECTOR_BOTTOM &&
	       vector_value(&r->vectors, f->vector, v->passed);
}

/* The guard in front of a place, in its own function. */
static uint32_t guard_before(const struct threads *t, struct spot at)
{
	const struct selves *s = t->selves;
	struct fn_id fn = t->contexts->context.at[at.context].fn;
	const struct code *c;

	if (s->first[fn.i] == s->first[fn.i + 1])
		return 0;
	c = code_get(t->running->shapes, fn);
	for (uint32_t i = s->first[fn.i]; i < s->first[fn.i + 1]; i++)
		if (cfg_dominates(&c->cfg, s->guard.at[i].block, code_block(c, at.inst)) && is_kept_out(t, &s->guard.at[i], at))
			return i;
	return 0;
}

uint32_t threads_led_past(const struct threads *t, struct spot at)
{
	uint32_t guard;

	if (!t->selves || t->selves->guard.n <= 1 || !has_id(t->running, at.thread))
		return 0;
	guard = map_get(&t->selves->led_past, map_pair(at.thread, at.context));
	return guard ? guard : guard_before(t, at);
}

/* ---- functions that are called behind guards only ---- */

struct selves_walk {
	struct selves *s;
	uint32_t
	    *guard; /* by context: GUARD_NONE: the thread gets there; else the one in front of the first call that leads there */
	VEC(uint32_t) work;
	struct arena *scratch;
};

#define GUARD_NONE UINT32_MAX

static void reach(struct selves_walk *w, uint32_t context, uint32_t guard)
{
	if (w->guard[context] == GUARD_NONE || w->guard[context] == guard || (w->guard[context] && guard != GUARD_NONE))
		return;
	w->guard[context] = guard;
	*vec_add(w->scratch, &w->work) = context;
}

/* Each context is done at most twice: when a guard leads past it, and when it is reached after all. */
static void walk_class(struct selves_walk *w, uint32_t class)
{
	struct running *r = w->s->r;
	const struct class *k = &r->class.at[class];

	for (uint32_t i = 0; i < k->start.n; i++)
		reach(w, k->start.at[i], GUARD_NONE);
	for (uint32_t i = 0; i < k->rider.n; i++)
		reach(w, k->rider.at[i], GUARD_NONE);
	while (w->work.n) {
		uint32_t at = w->work.at[--w->work.n], guard = w->guard[at];
		const struct context *c = context_of(r, at);
		for (uint32_t i = c->edge; i < c->edge + c->nedges; i++) {
			const struct edge *e = &r->c->edge.at[i];
			uint32_t here = guard;
			if (!edge_is_call(r, e))
				continue;
			if (guard == GUARD_NONE)
				here = guard_before(r->t, (struct spot){ class, at, e->inst });
			reach(w, e->to, here ? here : GUARD_NONE);
		}
	}
	for (uint32_t i = 1; i < r->c->context.n; i++)
		if (w->guard[i] && w->guard[i] != GUARD_NONE && bits_has(&r->bits, r->threads_of[i], class))
			map_put(w->s->arena, &w->s->led_past, map_pair(class, i), w->guard[i]);
}

/* Many guards ask the same of the same variable. */
static void find_out(struct selves *s, struct arena *scratch)
{
	struct running *r = s->r;
	struct map asked = { 0 };

	for (uint32_t i = 1; i < s->guard.n; i++) {
		struct self_guard *g = &s->guard.at[i];
		bool small = g->test.number >= -SMALL_NUMBER && g->test.number < SMALL_NUMBER;
		uint32_t what = (uint32_t)g->kind << 1 | g->equal | (uint32_t)g->test.compare << 4,
			 *same = small ? map_at(scratch, &asked,
						map_pair(g->variable, what | (uint32_t)(g->test.number + SMALL_NUMBER) << 12))
				       : NULL;
		for (uint32_t k = 1; k < r->class.n && (!same || !*same); k++)
			if (has_id(r, k) && fails_for(r, g, k))
				g->out = bits_with(&r->bits, g->out, k);
		if (same && *same)
			g->out = s->guard.at[*same].out;
		else if (same)
			*same = i;
	}
}

/* Does any guard keep threads of the class out? */
static bool is_ever_out(const struct selves *s, uint32_t class)
{
	for (uint32_t i = 1; i < s->guard.n; i++)
		if (bits_has(&s->r->bits, s->guard.at[i].out, class) ||
		    (s->guard.at[i].kind == SELF_SAVED && !s->guard.at[i].equal))
			return true;
	return false;
}

void selves_finish(struct running *r)
{
	struct selves *s = r->t->selves;
	struct arena scratch;

	if (!s || s->guard.n <= 1)
		return;
	arena_init(&scratch, "threads scratch");
	find_out(s, &scratch);
	arena_release(&scratch);
	for (uint32_t k = 1; k < r->class.n; k++) {
		struct selves_walk w = { .s = s, .scratch = &scratch };
		if (!has_id(r, k) || !is_ever_out(s, k))
			continue;
		w.guard = arena_array(&scratch, r->c->context.n, sizeof *w.guard);
		walk_class(&w, k);
		arena_release(&scratch);
	}
}

/* The line of the test: of the branch that the block is entered by. */
static const char *test_line(struct arena *a, const struct threads *t, const struct self_guard *g)
{
	const struct code *c = code_get(t->running->shapes, g->fn);
	const struct body *b = &c->body;
	const struct loc *l = &b->loc.at[body_end(b, c->cfg.pred[c->cfg.first_pred[g->block]])->loc];

	return l->file.i ? arena_format(a, "%s:%u", path_base(program_str(t->running->p, l->file)), l->line) : "before it";
}

const char *threads_guard_words(struct arena *a, const struct threads *t, uint32_t guard)
{
	const struct self_guard *g = &t->selves->guard.at[guard];
	const char *test = test_line(a, t, g), *name;

	if (g->kind == SELF_MAIN)
		return arena_format(a,
				    g->equal ? "the test at %s lets only the main thread get there"
					     : "the test at %s keeps the main thread from there",
				    test);
	name = program_str(t->running->p, program_sym(t->running->p, t->selves->variable.at[g->variable].sym)->source);
	if (g->kind == SELF_LOCAL)
		return arena_format(a, "one of the two threads does not get there: its own '%s' never passes the test at %s",
				    name, test);
	return arena_format(a,
			    g->equal
				? "one of the two threads does not get there: the test at %s asks for the one whose id is in '%s'"
				: "one of the two threads does not get there: the test at %s asks for others than '%s' names",
			    test, name);
}
