/* Is a member that locks are taken in the order of such an order at all? (sorted.c)
 *
 * It must stay what it is while the locks are in use, and it must not be the same in two things: of two with equal keys, one
 * thread takes the one first and the other thread the other. Looked at is every place of the program that writes the member,
 * whichever record it is of:
 *
 *     x->id = next_id++;                 one counter, which only counts on: each has another number
 *     a[i].id = i;                       a loop that counts, at one place of the program
 *     account_init(&giro, 1);            constants, all different, by the callers where it is a parameter;
 *     struct account giro = { .id = 1 }  also those that variables begin with
 *
 * A key that is compared by address where it is equal may be the same in two things, as long as nobody makes it from itself.
 * Whatever else is written, or written through a pointer to the member, makes it no order. In a library that never writes the
 * member somebody else does, and is believed.
 *
 * assumes such a number is given once, before the thing is used
 * misses  copies of whole records */
#include "code/address.h"
#include "lockset/walk/engine.h"

#include "base/recogniser.h"

enum { MOST_KEYS = 32 }; /* the most that limits.def allows */

enum written { BY_NOTHING, BY_CONSTANT, BY_COUNTER, BY_LOOP, BY_PARAMETER, BY_ITSELF, BY_OTHER };

struct lockset_key {
	uint32_t sorted;      /* as of sorted_by, without the direction */
	uint32_t type;        /* innermost record */
	uint64_t at;          /* bytes in it */
	bool tied, bad;
};

/* One place that writes a key, or hands over what another place writes. */
struct write {
	uint32_t key;
	enum written by;
	int64_t k;            /* the constant; which counter */
	struct fn_id fn;      /* of BY_PARAMETER: the parameter of this function */
	uint32_t param;
	uint32_t sym;         /* of a variable that is written: which */
	uint64_t offset;
};

struct lockset_keys {
	struct engine *e;
	const struct program *p;
	struct arena *scratch;
	struct body b;
	struct lockset_key key[MOST_KEYS];
	uint32_t n;
	VEC(struct write) write;
};

/* ---- where ---- */

/* The innermost record around a byte of a type, and the byte in it. */
static bool innermost(const struct program *p, struct type_id t, int64_t offset, struct lockset_key *out)
{
	uint64_t at = (uint64_t)offset;

	out->type = 0;
	t = type_strip(p, t);
	for (uint32_t depth = 0; t.i && offset >= 0 && !limit_full(LIMIT_lockset_records, depth); depth++) {
		const struct type *x = program_type(p, t);
		const struct field *inside = NULL;
		if (x->kind == TYPE_ARRAY && x->base.i && program_type(p, type_strip(p, x->base))->size >= 8) {
			t = type_strip(p, x->base);
			at %= program_type(p, t)->size / 8;
			continue;
		}
		for (uint32_t i = 0; (x->kind == TYPE_STRUCT || x->kind == TYPE_UNION) && i < x->nfields && !inside; i++) {
			const struct field *f = &p->field.at[x->field + i];
			uint64_t size = f->type.i ? program_type(p, type_strip(p, f->type))->size : 0;
			inside = f->offset / 8 <= at && at * 8 < f->offset + size ? f : NULL;
		}
		if (!inside)
			break;
		out->type = t.i;
		out->at = at;
		at -= inside->offset / 8;
		t = type_strip(p, inside->type);
	}
	return out->type;
}

/* The variable, or a place in it, that an address is by itself. */
static uint32_t variable_at(const struct lockset_keys *w, struct ref r, uint64_t *offset)
{
	const struct konst *k = ref_kind(r) == REF_KONST ? program_konst(w->p, (struct konst_id){ ref_index(r) }) : NULL;

	*offset = k && k->kind == KONST_ADDR ? k->lo : 0;
	return ref_kind(r) == REF_SYM ? ref_index(r) : k && k->kind == KONST_ADDR ? k->sym.i : 0;
}

/* The member that is at this address; type 0: none. */
static struct lockset_key member_at(const struct lockset_keys *w, struct ref r)
{
	const struct inst *in = body_made_by(&w->b, r);
	struct lockset_key at = { 0 };
	uint64_t offset;
	uint32_t sym = variable_at(w, r, &offset);

	if (in && in->op == OP_field && in->type.i)
		(void)innermost(w->p, in->type, body_offset(&w->b, in), &at);
	else if (sym && program_sym(w->p, (struct sym_id){ sym })->kind == SYM_VARIABLE)
		(void)innermost(w->p, program_sym(w->p, (struct sym_id){ sym })->type, (int64_t)offset, &at);
	return at;
}

static bool is_key(const struct lockset_keys *w, uint32_t key, const struct lockset_key *at)
{
	return at->type && w->key[key].type == at->type && w->key[key].at == at->at;
}

/* ---- what ---- */

/* x + 1, x - 4: gives x. */
static bool is_step(const struct lockset_keys *w, struct ref r, struct ref *of)
{
	const struct inst *in = peel(&w->b, r, PEEL_CASTS).in;
	int64_t k;

	if (!in || in->op != OP_binary || (in->sub != BINARY_add && in->sub != BINARY_sub) ||
	    !program_number(w->p, body_arg(&w->b, in, 1), &k) || !k)
		return false;
	*of = peel_base(&w->b, body_arg(&w->b, in, 0), PEEL_CASTS);
	return true;
}

/* Which counter is at an address, so that the same number means the same one everywhere; 0: not known. */
static int64_t counter_at(const struct lockset_keys *w, struct ref r)
{
	const struct inst *in = body_made_by(&w->b, r);
	struct lockset_key at = { 0 };
	uint64_t offset;
	uint32_t sym = variable_at(w, r, &offset);

	if (sym)
		return (int64_t)((uint64_t)sym << 32 | (offset & 0xffffff));
	if (in && in->op == OP_field && innermost(w->p, in->type, body_offset(&w->b, in), &at))
		return -(int64_t)((uint64_t)at.type << 24 | (at.at & 0xffffff)) - 1;
	return 0;
}

/* Is what is loaded here put back, a step further? */
static bool counts_on(const struct lockset_keys *w, const struct inst *load)
{
	const struct body *b = &w->b;
	int64_t counter = counter_at(w, body_arg(b, load, 0));

	for (uint32_t i = 0; counter && i < b->inst.n; i++) {
		const struct inst *in = &b->inst.at[i], *from;
		struct ref of;
		if (in->op != OP_store || counter_at(w, body_arg(b, in, 0)) != counter || !is_step(w, body_arg(b, in, 1), &of))
			continue;
		from = body_made_by(b, of);
		if (from && from->op == OP_load && counter_at(w, body_arg(b, from, 0)) == counter)
			return true;
	}
	return false;
}

static bool is_loop_counter(const struct lockset_keys *w, const struct inst *phi)
{
	struct ref of;

	for (uint32_t k = 0; phi->op == OP_phi && k < phi->nargs; k++)
		if (is_step(w, body_arg(&w->b, phi, k), &of) && body_made_by(&w->b, of) == phi)
			return true;
	return false;
}

/* What a value is that a key becomes. */
static void classify(const struct lockset_keys *w, struct ref value, struct write *x)
{
	struct ref r = peel_base(&w->b, value, PEEL_CASTS), of;
	const struct inst *in;
	struct lockset_key from = { 0 };

	for (uint32_t depth = 0; is_step(w, r, &of) && !limit_full(LIMIT_lockset_flags, depth); depth++)
		r = of;
	in = body_made_by(&w->b, r);
	if (in && in->op == OP_load)
		from = member_at(w, body_arg(&w->b, in, 0));
	x->by = BY_OTHER;
	if (program_number(w->p, r, &x->k)) {
		x->by = BY_CONSTANT;
	} else if (!in && ref_kind(r) == REF_VALUE) {
		x->by = BY_PARAMETER;
		x->fn = w->b.fn;
		x->param = ref_index(r);
	} else if (is_key(w, x->key, &from)) {
		x->by = BY_ITSELF;
	} else if (in && ((in->op == OP_load && counts_on(w, in)) ||
			  (in->op == OP_rmw && (in->sub == RMW_add || in->sub == RMW_sub)))) {
		x->by = BY_COUNTER;
		x->k = counter_at(w, body_arg(&w->b, in, 0));
		x->by = x->k ? BY_COUNTER : BY_OTHER;
	} else if (in && is_loop_counter(w, in)) {
		x->by = BY_LOOP;
	}
}

/* What a small function returns, if that is a counter. */
static void classify_call(struct lockset_keys *w, const struct inst *call, struct write *x)
{
	struct sym_id callee = body_callee(w->p, &w->b, call);
	struct lockset_keys below = *w;
	uint32_t rets = 0;

	x->by = BY_OTHER;
	if (!callee.i || !program_sym(w->p, callee)->fn.i)
		return;
	below.b = (struct body){ 0 };
	body_get(w->scratch, w->p, program_sym(w->p, callee)->fn, &below.b);
	for (uint32_t i = 0; i < below.b.inst.n; i++)
		if (below.b.inst.at[i].op == OP_ret && below.b.inst.at[i].nargs && !rets++)
			classify(&below, body_arg(&below.b, &below.b.inst.at[i], 0), x);
	if (rets != 1 || x->by != BY_COUNTER)
		x->by = BY_OTHER;
}

static void add_write(struct lockset_keys *w, struct write x)
{
	struct lockset_key *k = &w->key[x.key];

	if (x.by == BY_ITSELF || (x.by == BY_OTHER && !k->tied) || limit_full(LIMIT_lockset_writes, w->write.n))
		k->bad = true;
	else
		*vec_add(w->scratch, &w->write) = x;
}

static void note_value(struct lockset_keys *w, struct ref value, struct write x)
{
	const struct inst *made = peel(&w->b, value, PEEL_CASTS).in;

	if (made && made->op == OP_call)
		classify_call(w, made, &x);
	else
		classify(w, value, &x);
	add_write(w, x);
}

/* An instruction that has the address of a key: looks at it, writes it, or takes it elsewhere. */
static void note_use(struct lockset_keys *w, const struct inst *in, uint32_t arg, uint32_t key)
{
	struct write x = { .key = key };

	if (in->op == OP_load || in->op == OP_compare)
		return;
	if (in->op != OP_store || arg) {
		w->key[key].bad = true;
		return;
	}
	x.sym = variable_at(w, body_arg(&w->b, in, 0), &x.offset);
	note_value(w, body_arg(&w->b, in, 1), x);
	if (w->write.n && w->write.at[w->write.n - 1].by == BY_CONSTANT && !x.sym)
		w->key[key].bad |= !w->key[key].tied; /* the same for every one that it is done to */
}

static void each_body(struct lockset_keys *w, void (*visit)(struct lockset_keys *))
{
	for (uint32_t f = 1; f < w->p->fn.n; f++) {
		struct arena scratch;
		arena_init(&scratch, "keys");
		w->b = (struct body){ 0 };
		body_get(&scratch, w->p, (struct fn_id){ f }, &w->b);
		visit(w);
		arena_release(&scratch);
	}
}

static void find_uses(struct lockset_keys *w)
{
	for (uint32_t i = 0; i < w->b.inst.n; i++)
		for (uint32_t k = 0; k < w->b.inst.at[i].nargs; k++) {
			struct lockset_key at = member_at(w, body_arg(&w->b, &w->b.inst.at[i], k));
			for (uint32_t key = 0; at.type && key < w->n; key++)
				if (is_key(w, key, &at))
					note_use(w, &w->b.inst.at[i], k, key);
		}
}

/* What callers hand over for a parameter that becomes a key. Those of BY_PARAMETER are done with then. */
static void find_handed(struct lockset_keys *w)
{
	uint32_t n = w->write.n;

	for (uint32_t i = 0; i < w->b.inst.n; i++) {
		const struct inst *call = &w->b.inst.at[i];
		struct sym_id callee = call->op == OP_call ? body_callee(w->p, &w->b, call) : (struct sym_id){ 0 };
		struct fn_id fn = callee.i ? program_sym(w->p, callee)->fn : (struct fn_id){ 0 };
		for (uint32_t k = 0; fn.i && k < n; k++) {
			struct write x = w->write.at[k];
			if (x.by == BY_PARAMETER && x.fn.i == fn.i && x.param < call->nargs)
				note_value(w, body_arg(&w->b, call, x.param), (struct write){ .key = x.key });
		}
	}
}

/* One round up: what was found now, the last `from` on, has taken the place of what came from parameters. */
static bool go_up(struct lockset_keys *w)
{
	uint32_t n = w->write.n, kept = 0;
	bool any = false;

	for (uint32_t i = 0; i < n; i++)
		any |= w->write.at[i].by == BY_PARAMETER;
	if (!any)
		return false;
	each_body(w, find_handed);
	for (uint32_t i = 0; i < w->write.n; i++)
		if (i >= n || w->write.at[i].by != BY_PARAMETER)
			w->write.at[kept++] = w->write.at[i];
	w->write.n = kept;
	return true;
}

/* ---- what variables begin with ---- */

static bool is_written(const struct lockset_keys *w, uint32_t key, uint32_t sym, uint64_t offset)
{
	for (uint32_t i = 0; i < w->write.n; i++)
		if (w->write.at[i].key == key && w->write.at[i].sym == sym && w->write.at[i].offset == offset)
			return true;
	return false;
}

static int64_t begins_with(const struct lockset_keys *w, const struct sym *s, uint64_t at, uint64_t size)
{
	struct bytes data = program_bytes(w->p, s->data);
	int64_t k = 0;

	for (uint64_t i = 0; i < size && i < 8 && at + i < data.len; i++)
		k |= (int64_t)((uint64_t)(unsigned char)data.at[at + i] << i * 8);
	return k;
}

/* Variables of the record, and arrays of it. Zeros are to be written yet, if anything is. */
static void add_variables(struct lockset_keys *w, uint32_t key)
{
	const struct lockset_key *x = &w->key[key];
	struct type_id member = type_strip(w->p, type_at(w->p, (struct type_id){ x->type }, (int64_t)x->at));
	uint64_t size = member.i ? program_type(w->p, member)->size / 8 : 0;
	uint64_t stride = program_type(w->p, (struct type_id){ x->type })->size / 8;
	bool numbered = false;

	for (uint32_t i = 0; i < w->write.n; i++)
		numbered |= w->write.at[i].key == key && !w->write.at[i].sym;
	for (uint32_t i = 1; i < w->p->sym.n && stride; i++) {
		const struct sym *s = &w->p->sym.at[i];
		struct type_id t = s->kind == SYM_VARIABLE ? name_element(w->p, s->type) : (struct type_id){ 0 };
		for (uint64_t at = x->at; t.i == x->type && at + size <= s->size && !w->key[key].bad; at += stride) {
			int64_t k = begins_with(w, s, at, size);
			if (!is_written(w, key, i, at) && (k || !numbered))
				add_write(w, (struct write){ .key = key, .by = BY_CONSTANT, .k = k, .sym = i, .offset = at });
		}
	}
}

/* ---- the answer ---- */

/* Are these two surely different, and both of the kind that are? */
static bool are_different(const struct write *x, const struct write *y)
{
	if (x->by != y->by)
		return false;
	return x->by == BY_CONSTANT ? x->k != y->k && (!x->sym || x->sym != y->sym || x->offset != y->offset)
				    : x->by == BY_COUNTER && x->k == y->k;
}

static bool is_order(struct lockset_keys *w, uint32_t key)
{
	bool any = false, whole = false;

	if (!w->key[key].bad && !w->key[key].tied)
		add_variables(w, key);
	if (w->key[key].bad || w->key[key].tied)
		return !w->key[key].bad;
	for (uint32_t i = 0; i < w->write.n; i++) {
		const struct write *x = &w->write.at[i];
		if (x->key != key)
			continue;
		any = true;
		if (x->by == BY_PARAMETER || x->by == BY_OTHER)
			return false;
		for (uint32_t k = 0; k < i; k++)
			if (w->write.at[k].key == key && !are_different(&w->write.at[k], x))
				return false;
	}
	for (uint32_t i = 1; i < w->e->out->root.n; i++)
		whole |= w->e->out->root.at[i].kind == ROOT_MAIN;
	return any || !whole;
}

static void add_key(struct lockset_keys *w, uint32_t sorted)
{
	const struct names *n = &w->e->out->names;
	uint32_t class = sorted_class(sorted);
	struct term c = term_get(&n->terms, class);
	struct lockset_key *k = &w->key[w->n];

	for (uint32_t i = 0; i < w->n; i++)
		if (w->key[i].sorted == (sorted | 1))
			return;
	if (limit_full(LIMIT_lockset_members, w->n))
		return;
	*k = (struct lockset_key){ .sorted = sorted | 1, .tied = sorted_is_tied(sorted) };
	k->bad = c.kind != TERM_MEMBER || c.b || !innermost(w->p, (struct type_id){ c.a }, c.offset, k);
	w->n++;
}

/* Not among them, and by a member: no order. */
static bool is_kept(const struct lockset_keys *w, const bool *order, uint32_t sorted)
{
	for (uint32_t i = 0; i < w->n; i++)
		if (w->key[i].sorted == (sorted | 1))
			return order[i];
	return !sorted_is_member(sorted);
}

void keys_find(struct engine *e)
{
	struct lockset *l = e->out;
	struct lockset_keys w = { .e = e, .p = l->points->p, .scratch = &e->scratch };
	bool order[MOST_KEYS] = { 0 };
	uint32_t round = 0;

	for (uint32_t i = 1; i < l->order.n; i++)
		if (sorted_is_member(l->order.at[i].sorted))
			add_key(&w, l->order.at[i].sorted);
	if (!w.n)
		return;
	each_body(&w, find_uses);
	while (round < limit(LIMIT_lockset_rounds) && go_up(&w))
		round++;
	(void)limit_full(LIMIT_lockset_rounds, round);
	for (uint32_t i = 0; i < w.n; i++)
		order[i] = RECOGNISED(lockset_keys, is_order(&w, i));
	for (uint32_t i = 1; i < l->order.n; i++)
		if (!is_kept(&w, order, l->order.at[i].sorted))
			l->order.at[i].sorted = 0;
}
