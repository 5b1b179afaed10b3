/* Numbers that take many values, and may be anything from then on (options.wide): which, and when.
 *
 * An operation that has had as many different results as is allowed may have any from then on. That may begin at any time:
 * whatever it results in is among what is gone on with. Results that end as part of an address, as a length or as what a function
 * outside gets are left alone, since a value that may be anything stops the search there; where they flow is followed roughly,
 * through values, parameters, results, variables and members. It may be guessed wrong either way: too little is left open, or the
 * search stops. */
#include "verify/outside/widen.h"

#include <string.h>

#include "code/address.h"
#include "verify/outside/any.h"

enum { MOST_RESULTS = 12 };

struct verify_results {
	uint32_t n;
	uint64_t value[MOST_RESULTS];
};

struct verify_widen {
	struct arena *arena;
	struct machine_image *image;
	struct verify_results **results; /* by function, by instruction */
	bool **kept;                     /* by function, by value: it ends where it must be known */
	bool *returns;                   /* by function: what it returns does */
	VEC(uint64_t) place;             /* variables and members: what they hold does */
	bool solve;                      /* what is computed of inputs is known: a remainder is not below 0 if they are not */
	bool changed;
};

/* ---- where numbers must be known ---- */

static void keep(struct verify_widen *w, const struct body *b, struct ref r)
{
	if (ref_kind(r) != REF_VALUE || w->kept[b->fn.i][ref_index(r)])
		return;
	w->kept[b->fn.i][ref_index(r)] = true;
	w->changed = true;
}

static void keep_from(struct verify_widen *w, const struct body *b, const struct inst *in, uint32_t first)
{
	for (uint32_t k = first; k < in->nargs; k++)
		keep(w, b, body_arg(b, in, k));
}

/* The variable or member that an address is of; 0: neither. */
static uint64_t place_of(const struct verify_widen *w, const struct body *b, struct ref at)
{
	struct peel x = peel(b, at, PEEL_CASTS | PEEL_INDEX);

	if (x.in && x.in->op == OP_field)
		return (uint64_t)x.in->type.i << 32 | (uint32_t)body_offset(b, x.in) | 1ull << 63;
	return ref_symbol(w->image->p, x.r, NULL).i;
}

static bool is_kept_place(const struct verify_widen *w, uint64_t place)
{
	for (uint32_t i = 0; i < w->place.n; i++)
		if (place && w->place.at[i] == place)
			return true;
	return false;
}

static void keep_place(struct verify_widen *w, const struct body *b, struct ref at)
{
	uint64_t place = place_of(w, b, at);

	if (!place || is_kept_place(w, place))
		return;
	*vec_add(w->arena, &w->place) = place;
	w->changed = true;
}

static void keep_arguments(struct verify_widen *w, const struct body *b, const struct inst *in)
{
	struct sym_id callee = body_callee(w->image->p, b, in);
	const struct sym *s = callee.i ? program_sym(w->image->p, callee) : NULL;

	keep(w, b, body_arg(b, in, 0));
	for (uint32_t k = 1; s && k < in->nargs; k++)
		if (s->fn.i ? k <= machine_code(w->image, s->fn)->body.param.n && w->kept[s->fn.i][k]
			    : !any_passes(program_str(w->image->p, s->name)))
			keep(w, b, body_arg(b, in, k));
}

/* What must be known because of this instruction alone. */
static void keep_used(struct verify_widen *w, const struct body *b, const struct inst *in)
{
	switch (in->op) {
	case OP_index:
	case OP_field:
	case OP_alloca:
	case OP_memcpy:
	case OP_memset:
	case OP_goto:
		keep_from(w, b, in, 0);
		break;
	case OP_load:
		keep(w, b, body_arg(b, in, 0));
		break;
	case OP_store:
	case OP_rmw:
	case OP_cmpxchg:
		keep(w, b, body_arg(b, in, 0));
		if (is_kept_place(w, place_of(w, b, body_arg(b, in, 0))))
			keep_from(w, b, in, 1);
		break;
	case OP_binary:
		if (in->sub == BINARY_udiv || in->sub == BINARY_sdiv || in->sub == BINARY_urem || in->sub == BINARY_srem)
			keep(w, b, body_arg(b, in, 1));
		break;
	case OP_call:
		keep_arguments(w, b, in);
		break;
	case OP_ret:
		if (w->returns[b->fn.i])
			keep_from(w, b, in, 0);
		break;
	default:
		break;
	}
}

/* A remainder or a mask with few values: each of them is gone through, whatever it is made of. */
static bool has_few(const struct verify_widen *w, const struct body *b, const struct inst *in)
{
	int64_t n;

	if (!program_number(w->image->p, body_arg(b, in, 1), &n) || n <= 0)
		return false;
	return (in->sub == BINARY_urem && n <= ANY_GUESSES) || (in->sub == BINARY_srem && n <= ANY_GUESSES / 2) ||
	       (in->sub == BINARY_and && n < ANY_GUESSES);
}

/* What a value that must be known is made of. */
static void keep_sources(struct verify_widen *w, const struct body *b, const struct inst *in)
{
	struct sym_id callee;
	struct fn_id fn;

	switch (in->op) {
	case OP_binary:
		if (!w->solve || !has_few(w, b, in))
			keep_from(w, b, in, 0);
		break;
	case OP_cast:
	case OP_copy:
	case OP_negate:
	case OP_phi:
	case OP_extract:
		keep_from(w, b, in, 0);
		break;
	case OP_select:
		keep_from(w, b, in, 1);
		break;
	case OP_load:
	case OP_rmw:
	case OP_cmpxchg:
		keep_place(w, b, body_arg(b, in, 0));
		break;
	case OP_call:
		callee = body_callee(w->image->p, b, in);
		fn = callee.i ? program_sym(w->image->p, callee)->fn : (struct fn_id){ 0 };
		w->changed |= fn.i && !w->returns[fn.i];
		w->returns[fn.i] = true;
		break;
	default:
		break;
	}
}

static void keep_in(struct verify_widen *w, const struct body *b)
{
	for (uint32_t i = b->inst.n; i-- > 0;) {
		const struct inst *in = &b->inst.at[i];
		keep_used(w, b, in);
		if (w->kept[b->fn.i][body_value(b, i)])
			keep_sources(w, b, in);
		else if ((in->op == OP_rmw || in->op == OP_cmpxchg) && is_kept_place(w, place_of(w, b, body_arg(b, in, 0))))
			keep(w, b, ref_make(REF_VALUE, body_value(b, i)));
	}
}

struct verify_widen *widen_init(struct arena *a, struct machine_image *image, bool solve)
{
	struct verify_widen *w = arena_new(a, struct verify_widen);
	uint32_t n = image->p->fn.n;

	*w = (struct verify_widen){ .arena = a, .image = image, .solve = solve, .changed = true };
	w->results = arena_array(a, n + 1, sizeof *w->results);
	w->kept = arena_array(a, n + 1, sizeof *w->kept);
	w->returns = arena_array(a, n + 1, sizeof *w->returns);
	for (uint32_t i = 1; i < n; i++) {
		const struct body *b = &machine_code(image, (struct fn_id){ i })->body;
		w->kept[i] = arena_array(a, b->param.n + b->inst.n + 1, sizeof **w->kept);
	}
	while (w->changed) {
		w->changed = false;
		for (uint32_t i = 1; i < n; i++)
			keep_in(w, &machine_code(image, (struct fn_id){ i })->body);
	}
	return w;
}

/* ---- when they may be anything ---- */

bool widen_may(const struct verify_widen *w, const struct machine_code *c, uint32_t inst)
{
	const struct machine_slot *slot = &c->slot[body_value(&c->body, inst)];

	return slot->number.count == 1 && slot->bytes >= 2 && slot->bytes <= 8 && !w->kept[c->body.fn.i][body_value(&c->body, inst)];
}

bool widen_now(struct verify_widen *w, uint32_t most, const struct machine_code *c, uint32_t inst, const uint8_t *from)
{
	uint32_t value = body_value(&c->body, inst);
	const struct machine_slot *slot = &c->slot[value];
	struct verify_results **of = &w->results[c->body.fn.i], *r;
	uint64_t v = 0;

	if (!widen_may(w, c, inst))
		return false;
	if (!*of)
		*of = arena_array(w->arena, c->body.inst.n, sizeof **of);
	r = &(*of)[inst];
	memcpy(&v, from, slot->bytes);
	if (r->n + 1 >= most || r->n == MOST_RESULTS)
		return true;
	for (uint32_t i = 0; i < r->n; i++)
		if (r->value[i] == v)
			return false;
	r->value[r->n++] = v;
	return false;
}
