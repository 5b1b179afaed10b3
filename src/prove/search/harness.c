/* harness: a start from the roots of the threads instead of from main (kiss, section 6: two threads that call dispatch routines).
 *
 * Each root gets arguments of its parameters' types. A number is unknown. A pointer is null, or leads to an object of its type
 * that nobody has looked into, or to one that an earlier pointer of that type leads to. What is in such an object is decided when
 * it is first read, in the same way; locks in it are free. So of an endless heap only that comes to be which a path looks at:
 *
 *     put(struct box *b)    b: an object          b->n: unknown          b->next: null, or an object, or b
 *     get(struct box *b)    b: the same one, or another, or null
 *
 * Variables hold what the program initialises them with, or (prove_options.open) they are looked into in the same way. Either can
 * be a state that the real program never gets into: what is found is therefore never called confirmed without these words.
 *
 * misses  arguments that are vectors or wider than 128 bits; arrays behind pointers of more than SOME elements; pointers that are
 * only copied as bytes before they are used: they stay unknown, and the path ends */
#include <string.h>

#include "prove/search/execute.h"

enum { SOME = 16, UNTYPED = 256, SLACK = 64, FAR = 3, MOST_ALIASES = 6, MOST_TARGETS = 4, LOOK_AHEAD = 4 };

/* What a pointer can be: addresses, 0 among them; FRESH: an object that is made when it is chosen. */
#define FRESH UINT64_MAX
enum { MOST_MEANINGS = MOST_ALIASES + MOST_TARGETS + 3 };
struct meanings {
	uint64_t at[MOST_MEANINGS];
	uint32_t n;
};

/* A pointer about to be: what it points to, and how that is used. */
struct wish {
	const struct program *p;
	const struct body *b; /* of the function that uses it */
	uint32_t value;	      /* and its number there */
	struct type_id type;  /* what it points to; none: not known */
	uint8_t far;
	uint32_t thread; /* whose it is */
};

/* ---- types ---- */

static struct type_id strip(const struct program *p, struct type_id id)
{
	return id.i ? type_strip(p, id) : id;
}

static struct type_id pointee(const struct program *p, struct type_id pointer)
{
	const struct type *t = program_type(p, strip(p, pointer));
	struct type_id to = t->kind == TYPE_POINTER ? strip(p, t->base) : (struct type_id){ 0 };

	return to.i && program_type(p, to)->kind != TYPE_VOID ? to : (struct type_id){ 0 };
}

static bool uses(const struct body *b, const struct inst *in, uint32_t k, uint32_t value)
{
	struct ref r = k < in->nargs ? body_arg(b, in, k) : (struct ref){ 0 };

	return k < in->nargs && ref_kind(r) == REF_VALUE && ref_index(r) == value;
}

/* void *: what its uses take it for: the largest record whose member is named, here or in a function that it is handed to. */
static struct type_id guess(struct execution *m, const struct body *b, uint32_t value, uint32_t depth)
{
	const struct program *p = m->seq->p;
	struct type_id best = { 0 };

	for (uint32_t i = 0; i < b->inst.n; i++) {
		const struct inst *in = &b->inst.at[i];
		struct type_id is = { 0 };
		struct sym_id callee = in->op == OP_call ? body_callee(p, b, in) : (struct sym_id){ 0 };
		if (in->op == OP_field && uses(b, in, 0, value))
			is = strip(p, in->type);
		for (uint32_t k = 1; callee.i && depth < LOOK_AHEAD && k < in->nargs; k++) {
			struct fn_id fn = program_sym(p, sym_behind_alias(p, callee))->fn;
			const struct body *to = fn.i ? &seq_function(m->seq, fn)->body : NULL;
			if (!to || k > to->param.n || !uses(b, in, k, value))
				continue;
			is = pointee(p, to->param.at[k - 1].type);
			if (!is.i)
				is = guess(m, to, k, depth + 1);
		}
		if (is.i && (!best.i || program_type(p, is)->size > program_type(p, best)->size))
			best = is;
	}
	return best;
}

static bool is_indexed(const struct body *b, uint32_t value)
{
	for (uint32_t i = 0; i < b->inst.n; i++)
		if (b->inst.at[i].op == OP_index && uses(b, &b->inst.at[i], 0, value))
			return true;
	return false;
}

/* How large an object a pointer of this type may lead to: one struct, or some elements of anything else. */
static uint64_t size_of(const struct wish *w)
{
	const struct type *t = program_type(w->p, w->type);
	uint64_t size = w->type.i ? t->size / 8 : 0;

	if (!size)
		return UNTYPED;
	if (t->kind == TYPE_STRUCT || t->kind == TYPE_UNION)
		return is_indexed(w->b, w->value) ? size * SOME : size + SLACK; /* behind it: a member array without a length */
	return t->kind == TYPE_ARRAY ? size : size * SOME;
}

/* What is at a place of an object, by the object's type. */
static struct type_id type_in(const struct program *p, const struct room *room, uint64_t at)
{
	struct type_id id = strip(p, room->type);
	const struct type *t = program_type(p, id);

	while (id.i && t->kind == TYPE_ARRAY) {
		id = strip(p, t->base);
		t = program_type(p, id);
	}
	if (!id.i || t->size < 8)
		return (struct type_id){ 0 };
	at %= t->size / 8;
	return t->kind == TYPE_STRUCT || t->kind == TYPE_UNION ? strip(p, type_at(p, id, (int64_t)at)) : id;
}

static struct type_id pointee_in(const struct program *p, const struct room *room, uint64_t at)
{
	struct type_id id = type_in(p, room, at);

	return id.i ? pointee(p, id) : id;
}

uint64_t harness_before_pointer(struct execution *m, uint64_t at, uint64_t most)
{
	const struct room *room = space_any(&m->space, at);
	uint64_t offset = space_offset(&m->space, at), word = m->space.pointer, i = (word - offset % word) % word;

	for (; room && room->lazy && i < most && offset + i < room->size; i += word) {
		struct type_id id = type_in(m->seq->p, room, offset + i);
		if (id.i && program_type(m->seq->p, id)->kind == TYPE_POINTER)
			return i;
	}
	return most;
}

/* ---- what a pointer may be ---- */

static void add(struct meanings *x, uint64_t at)
{
	if (x->n < MOST_MEANINGS)
		x->at[x->n++] = at;
}

static void add_aliases(struct execution *m, const struct wish *w, struct meanings *x)
{
	uint32_t n = 0;

	for (uint32_t i = 1; i < m->space.nrooms && n < MOST_ALIASES; i++) {
		const struct room *room = m->space.room[i];
		bool mine = !m->opt->apart || room->thread == w->thread;
		if (room->kind == ROOM_INPUT && room->lazy && !room->dead && mine && room->type.i == w->type.i) {
			add(x, room->base);
			n++;
		}
	}
}

static bool is_function(const struct wish *w)
{
	return w->type.i && program_type(w->p, w->type)->kind == TYPE_FUNCTION;
}

/* A function: those that points has found for the call that uses it. */
static void add_functions(struct execution *m, const struct wish *w, struct meanings *x)
{
	const struct points *points = m->seq->points;
	struct fn_id fn = w->b->fn;

	for (uint32_t k = points->first_site[fn.i]; k < points->first_site[fn.i + 1]; k++) {
		const struct site *site = &points->site.at[k];
		if (!uses(w->b, &w->b->inst.at[site->inst], 0, w->value))
			continue;
		for (uint32_t i = 0; i < site->ntargets && i < MOST_TARGETS; i++)
			add(x, space_symbol(&m->space, points->target.at[site->target + i]));
	}
	if (!x->n && is_function(w)) /* nobody calls it here: some function */
		add(x, space_symbol(&m->space, m->seq->p->fn.at[m->opt->root[0].i].sym));
}

static uint64_t make(struct execution *m, const struct wish *w)
{
	uint64_t at = space_new(&m->space, ROOM_INPUT, size_of(w));
	struct room *room = at ? space_any(&m->space, at) : NULL;

	if (!room)
		return 0;
	room->type = w->type;
	room->lazy = true;
	room->escaped = true;
	room->far = (uint8_t)(w->far + 1);
	room->thread = w->thread;
	return at;
}

/* Before anything is changed. */
static bool decide(struct execution *m, const struct meanings *x, const struct wish *w, uint64_t *at)
{
	*at = x->at[execute_choose(m, x->n)];
	if (*at != FRESH)
		return true;
	*at = make(m, w);
	return *at != 0;
}

static void fill_in(struct execution *m, struct wish *w)
{
	if (!w->type.i)
		w->type = guess(m, w->b, w->value, 0);
}

/* ---- memory ---- */

static void say(struct execution *m, const struct wish *w, uint64_t now, struct meanings *x)
{
	if (now)
		add(x, now); /* as it is initialised */
	add_functions(m, w, x);
	if (is_function(w) || x->n > (now != 0)) {
		add(x, 0);
	} else if (w->far <= FAR) {
		add(x, FRESH);
		add(x, 0);
		add_aliases(m, w, x);
	} else {
		add(x, 0);
		add_aliases(m, w, x);
	}
}

enum step harness_load(struct execution *m, uint32_t inst, uint64_t at)
{
	const struct body *b = &execute_frame(m)->fn->body;
	const struct room *room = space_any(&m->space, at);
	struct wish w = { m->seq->p, b, body_value(b, inst), { 0 }, 0, m->core.current };
	struct meanings x = { .n = 0 };
	uint64_t to, now = 0, offset = space_offset(&m->space, at), word = m->space.pointer;

	if (!room || !room->lazy || execute_frame(m)->fn->primitive || offset % word || !space_is_open(&m->space, at, word))
		return STEP_ON;
	memcpy(&now, room->data + offset, word);
	w.type = pointee_in(w.p, room, offset);
	w.far = room->far;
	fill_in(m, &w);
	say(m, &w, now, &x);
	if (!decide(m, &x, &w, &to))
		return execute_wrong(m);
	room = space_any(&m->space, at);
	return space_set_initial(&m->space, (struct room *)(uintptr_t)room, offset, space_pointer(&m->space, to)) &&
		       space_write(&m->space, at, space_pointer(&m->space, to))
		   ? STEP_ON
		   : execute_wrong(m);
}

/* ---- arguments ---- */

static enum step number_argument(struct execution *m, const struct param *param, struct value *out)
{
	uint32_t bits = execute_bits(m->seq->p, param->type);

	if (!bits || bits > VALUE_MOST) {
		m->no_start = "a root has a parameter whose type a harness cannot make";
		return STEP_DEAD;
	}
	*out = value_symbol(&m->smt, bits);
	return STEP_ON;
}

/* The first thread's objects are new; another thread's are, first of all, those, if they may be: what is not shared has no races.
 */
static enum step pointer_argument(struct execution *m, uint32_t root, uint32_t k, struct value *out)
{
	const struct body *b = &seq_function(m->seq, m->opt->root[root])->body;
	const struct param *param = &b->param.at[k];
	struct wish w = { m->seq->p, b, k + 1, { 0 }, 0, root };
	struct meanings x = { .n = 0 };
	uint64_t to;

	w.type = param->by_value || param->result ? strip(w.p, param->type) : pointee(w.p, param->type);
	fill_in(m, &w);
	if (param->by_value || param->result) {
		add(&x, FRESH);
	} else {
		add_functions(m, &w, &x);
		if (root && !x.n)
			add_aliases(m, &w, &x);
		if (!is_function(&w))
			add(&x, FRESH);
		if (!root && !x.n)
			add_aliases(m, &w, &x);
		add(&x, 0);
	}
	if (!decide(m, &x, &w, &to))
		return execute_wrong(m);
	*out = space_pointer(&m->space, to);
	return STEP_ON;
}

static enum step argument(struct execution *m, uint32_t root, uint32_t k)
{
	const struct param *param = &seq_function(m->seq, m->opt->root[root])->body.param.at[k];
	const struct type *t = program_type(m->seq->p, strip(m->seq->p, param->type));
	struct value *to = &m->root_arg[root * HARNESS_ARGUMENTS + k], v = { 0 };
	bool pointer = param->by_value || param->result || t->kind == TYPE_POINTER;
	enum step step = pointer ? pointer_argument(m, root, k, &v) : number_argument(m, param, &v);

	if (step != STEP_ON)
		return step;
	region_save(&m->region, to, sizeof *to);
	*to = v;
	m->core.arguments++;
	return STEP_ON;
}

/* One argument a step, since each is a choice; then the threads. */
enum step harness_start(struct execution *m)
{
	uint32_t first = 0;

	for (uint32_t i = 0; i < m->opt->nroots; i++) {
		uint32_t n = seq_function(m->seq, m->opt->root[i])->body.param.n;
		if (n > HARNESS_ARGUMENTS) {
			m->no_start = "a root has more parameters than a harness can make";
			return STEP_DEAD;
		}
		if (m->core.arguments < first + n)
			return argument(m, i, m->core.arguments - first);
		first += n;
	}
	for (uint32_t i = 0; i < m->opt->nroots; i++) {
		uint32_t n = seq_function(m->seq, m->opt->root[i])->body.param.n;
		if (execute_spawn(m, m->opt->root[i], m->root_arg + i * HARNESS_ARGUMENTS, n) != i)
			return execute_dead(m, "too little memory");
	}
	execute_run_now(m, 0);
	return STEP_ON;
}
