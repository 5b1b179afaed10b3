/* What hangs in a record and points back to it.
 *
 *     l->head = it;  it->owner = l;             whenever an item is put into a list
 *     lock(&l->lock);         for (it = l->head; it; it = it->next) it->n = 0;
 *     lock(&it->owner->lock); it->n = v;                                        the same lock: an item is in one list, its owner
 *
 * Of two kinds of records, R and E, E *belongs* to R if E has one member M that points to an R, and all code that stores a
 * pointer to an E into a member of an R stores one whose M is this R: it was just stored, or M is where the R was found. What was
 * found in an R, or in the same kind of member of another E, is there already. Then the lock of an R that an E was found in, and
 * the one of the R that its M leads to, are one lock if the E is one. And who puts an E into an R for the first time (no function
 * that does looks at M before) comes before those who go through M.
 *
 * That nobody changes M while the E is in a list is assumed, so it is no proof.
 *
 * misses  lists whose nodes are records of their own inside the E; functions that are handed an E and an R and leave M to their
 *         callers */
#include "race/build.h"

#include "code/address.h"
#include "code/loop.h"

/* A member of a record, by the instruction that makes its address. */
struct member_place {
	struct type_id record; /* none: it is no member */
	int64_t offset;
	struct ref base;
};

static struct member_place member_of(const struct races *r, const struct body *b, struct ref address)
{
	const struct inst *in = body_made_by(b, peel_base(b, address, PEEL_CASTS));

	if (!in || in->op != OP_field)
		return (struct member_place){ 0 };
	return (struct member_place){ type_strip(r->p, in->type), body_offset(b, in), peel_base(b, body_arg(b, in, 0), PEEL_CASTS) };
}

static struct member_place loaded_from(const struct races *r, const struct body *b, struct ref value)
{
	const struct inst *in = body_made_by(b, peel_base(b, value, PEEL_CASTS));

	return in && in->op == OP_load ? member_of(r, b, body_arg(b, in, 0)) : (struct member_place){ 0 };
}

/* The record that the member points to; none. */
static struct type_id pointee(const struct races *r, struct type_id record, int64_t offset)
{
	struct type_id t = record.i ? type_at(r->p, record, offset) : (struct type_id){ 0 };
	const struct type *k = t.i ? program_type(r->p, type_strip(r->p, t)) : NULL;
	struct type_id to = k && k->kind == TYPE_POINTER && k->base.i ? type_strip(r->p, k->base) : (struct type_id){ 0 };

	return to.i && program_type(r->p, to)->kind == TYPE_STRUCT ? to : (struct type_id){ 0 };
}

/* The only member of the E that points to an R; -1: none, or several. */
static int64_t back_member(const struct races *r, struct type_id e, struct type_id to)
{
	const struct type *t = program_type(r->p, e);
	int64_t found = -1;

	for (uint32_t i = 0; i < t->nfields; i++) {
		const struct field *f = &r->p->field.at[t->field + i];
		if (pointee(r, e, (int64_t)(f->offset / 8)).i != to.i)
			continue;
		if (found >= 0)
			return -1;
		found = (int64_t)(f->offset / 8);
	}
	return found;
}

static struct belonging *belonging_of(struct races *r, struct type_id to, struct type_id e)
{
	uint32_t *at = map_at(r->arena, &r->belongs_at, map_pair(to.i, e.i));

	if (!*at) {
		*vec_add(r->arena, &r->belongs) = (struct belonging){ .back = back_member(r, e, to) };
		*at = r->belongs.n;
	}
	return &r->belongs.at[*at - 1];
}

/* Is the value stored to this member of that record somewhere in the function? */
static bool is_stored(const struct races *r, const struct body *b, struct ref record, int64_t member, struct ref value)
{
	for (uint32_t i = 0; i < b->inst.n; i++) {
		const struct inst *in = &b->inst.at[i];
		struct member_place at = in->op == OP_store ? member_of(r, b, body_arg(b, in, 0)) : (struct member_place){ 0 };
		if (at.record.i && at.base.bits == record.bits && at.offset == member &&
		    peel_base(b, body_arg(b, in, 1), PEEL_CASTS).bits == value.bits)
			return true;
	}
	return false;
}

static bool is_loaded(const struct races *r, const struct body *b, struct ref record, int64_t member)
{
	for (uint32_t i = 0; i < b->inst.n; i++) {
		struct member_place at = loaded_from(r, b, ref_make(REF_VALUE, body_value(b, i)));
		if (at.record.i && at.base.bits == record.bits && at.offset == member)
			return true;
	}
	return false;
}

static void note_store(struct races *r, const struct body *b, const struct inst *store)
{
	struct member_place at = member_of(r, b, body_arg(b, store, 0)), from, back;
	struct type_id to = pointee(r, at.record, at.offset);
	struct ref value = peel_base(b, body_arg(b, store, 1), PEEL_CASTS);
	struct belonging *x;

	if (!to.i || to.i == at.record.i || ref_kind(value) != REF_VALUE)
		return;
	x = belonging_of(r, at.record, to);
	from = loaded_from(r, b, value);
	if (x->back >= 0 && pointee(r, from.record, from.offset).i != to.i) {
		back = loaded_from(r, b, at.base);
		if ((back.record.i == to.i && back.base.bits == value.bits && back.offset == x->back) ||
		    is_stored(r, b, value, x->back, at.base))
			x->put = true;
		else
			x->broken = true;
	}
	x = belonging_of(r, to, at.record); /* the other way round: is it M that is stored? */
	if (x->back == at.offset)
		x->moved |= is_loaded(r, b, at.base, at.offset);
}

static void find_all(struct races *r)
{
	r->belongs_found = true;
	for (uint32_t f = 1; f < r->p->fn.n; f++) {
		const struct body *b = code_of(r, (struct fn_id){ f });
		for (uint32_t i = 0; b && i < b->inst.n; i++)
			if (b->inst.at[i].op == OP_store)
				note_store(r, b, &b->inst.at[i]);
	}
}

/* ---- locks ---- */

/* A lock as a member of the R that the E belongs to, whose member a use is. */
struct owner_lock {
	struct type_id owner; /* none: it is no such lock */
	int64_t offset;
};

static bool is_load(const struct term *k)
{
	return k->kind == TERM_STABLE || k->kind == TERM_LOAD || (k->kind == TERM_RESULT && k->a && k->base);
}

/* The thing that an address is a member of. */
static uint32_t thing_of(const struct races *r, uint32_t address)
{
	return r->term[address].kind == TERM_FIELD ? r->term[address].base : address;
}

static struct type_id param_record(struct races *r, uint32_t term)
{
	const struct term *k = &r->term[term];
	const struct body *b = k->kind == TERM_PARAM ? code_of(r, (struct fn_id){ k->a }) : NULL;
	const struct type *t = b && k->b < b->param.n ? program_type(r->p, type_strip(r->p, b->param.at[k->b].type)) : NULL;

	return t && t->kind == TYPE_POINTER && t->base.i ? type_strip(r->p, t->base) : (struct type_id){ 0 };
}

/* Was the E found in the thing, or in an E that was? By names. */
static bool is_found_in(const struct races *r, uint32_t e, uint32_t thing)
{
	for (uint32_t depth = 0; is_load(&r->term[e]) && !limit_full(LIMIT_race_chain, depth); depth++) {
		e = thing_of(r, r->term[e].base);
		if (e == thing)
			return true;
	}
	return false;
}

/* The same by the code of a function that was handed the thing: along members that point to an E, whichever way it came. */
static bool is_followed_from(struct races *r, const struct body *b, struct ref value, struct type_id e, uint32_t param)
{
	struct arena scratch;
	bool good = true, *seen;
	uint32_t *todo, n = 0;

	arena_init(&scratch, "race belongs");
	todo = arena_array(&scratch, b->param.n + b->inst.n + 2, sizeof *todo);
	seen = arena_array(&scratch, b->param.n + b->inst.n + 2, sizeof *seen);
	value = peel_base(b, value, PEEL_CASTS);
	good = ref_kind(value) == REF_VALUE;
	if (good)
		seen[todo[n++] = ref_index(value)] = true;
	while (n && good) {
		struct ref v = ref_make(REF_VALUE, todo[--n]);
		const struct inst *in = body_made_by(b, v);
		struct member_place at = loaded_from(r, b, v);
		uint32_t sources = in && in->op == OP_phi ? in->nargs : at.record.i ? 1 : 0;
		good = sources && (in->op == OP_phi || pointee(r, at.record, at.offset).i == e.i);
		for (uint32_t k = 0; k < sources && good; k++) {
			struct ref s = in->op == OP_phi ? peel_base(b, body_arg(b, in, k), PEEL_CASTS) : at.base;
			if (ref_kind(s) != REF_VALUE || ref_index(s) == param || seen[ref_index(s)])
				continue;
			seen[todo[n++] = ref_index(s)] = true;
		}
	}
	arena_release(&scratch);
	return good;
}

/* In the function of the place: was the E found in what its parameter is, or has it been put in there? */
static bool is_known_by_code(struct races *r, struct place_of_use p, struct type_id e, uint32_t thing, int64_t back)
{
	struct code_place at = leaf_place(r, p.use, p.leaf);
	const struct body *b = code_of(r, at.fn);
	const struct inst *in = &b->inst.at[at.inst];
	const struct term *k = &r->term[thing];
	struct ref base, owner = ref_make(REF_VALUE, k->b + 1);

	if (k->kind != TERM_PARAM || k->a != at.fn.i || (in->op != OP_load && in->op != OP_store))
		return false;
	base = peel_base(b, body_arg(b, in, 0), PEEL_ADDRESS);
	return is_stored(r, b, base, back, owner) || is_followed_from(r, b, base, e, k->b + 1);
}

static struct type_id record_of(const struct races *r, const struct use *u)
{
	const struct konst *k = u->member.i ? program_konst(r->p, u->member) : NULL;

	return k ? type_strip(r->p, k->type) : (struct type_id){ 0 };
}

static struct owner_lock owner_lock_of(struct races *r, struct place_of_use p, const struct held *g)
{
	const struct use *u = &r->use.at[p.use];
	struct type_id e = record_of(r, u), owner;
	uint32_t e_term = anchor_of(r->term, u->at).term, thing = thing_of(r, g->term);
	struct owner_lock l = { .offset = thing == g->term ? 0 : r->term[g->term].offset };
	const struct belonging *x;

	if (is_load(&r->term[thing]) && thing_of(r, r->term[thing].base) == e_term) {
		int64_t member = r->term[thing].base == e_term ? 0 : r->term[r->term[thing].base].offset;
		owner = pointee(r, e, member);
		x = owner.i ? belonging_of(r, owner, e) : NULL;
		if (x && x->put && !x->broken && x->back == member)
			l.owner = owner;
		return l;
	}
	owner = param_record(r, thing);
	x = owner.i && owner.i != e.i && program_type(r->p, owner)->kind == TYPE_STRUCT ? belonging_of(r, owner, e) : NULL;
	if (x && x->put && !x->broken && (is_found_in(r, e_term, thing) || is_known_by_code(r, p, e, thing, x->back)))
		l.owner = owner;
	return l;
}

/* ---- pairs ---- */

/* Does the first put the E in, and the other one go through its M, or put it in as well? */
static bool is_put_before(struct races *r, struct place_of_use a, const struct use *x, const struct use *y)
{
	const struct konst *k = x->member.i ? program_konst(r->p, x->member) : NULL;
	struct type_id e = record_of(r, x), owner = k ? pointee(r, e, (int64_t)k->lo) : (struct type_id){ 0 };
	const struct belonging *of = owner.i ? belonging_of(r, owner, e) : NULL;
	struct code_place at = leaf_place(r, a.use, a.leaf);
	const struct inst *in = &code_of(r, at.fn)->inst.at[at.inst];

	return of && x->flags & ACCESS_WRITE && x->member.i == y->member.i && of->put && !of->broken && !of->moved &&
	       of->back == (int64_t)k->lo && in->op == OP_store && ref_kind(body_arg(code_of(r, at.fn), in, 1)) == REF_VALUE;
}

struct verdict prune_belongs(struct races *r, struct place_of_use a, struct place_of_use b)
{
	const struct use *x = &r->use.at[a.use], *y = &r->use.at[b.use];
	struct verdict belongs = { .prune = PRUNE_BELONGS }, no = { .prune = PRUNE_NOT };
	const struct held *l, *m;
	uint32_t n, k;
	uint8_t sign;

	if (!x->member.i || !y->member.i || record_of(r, x).i != record_of(r, y).i || !uses_are_handed(r, x, y, &sign))
		return no;
	if (!r->belongs_found)
		find_all(r);
	if (is_put_before(r, a, x, y) || is_put_before(r, b, y, x))
		return (struct verdict){ .prune = PRUNE_BELONGS, .detail = 1 };
	l = use_locks(r, x, &n);
	m = use_locks(r, y, &k);
	for (uint32_t i = 0; i < n; i++) {
		struct owner_lock mine = owner_lock_of(r, a, &l[i]);
		for (uint32_t j = 0; j < k && mine.owner.i; j++) {
			struct owner_lock other = owner_lock_of(r, b, &m[j]);
			if (other.owner.i == mine.owner.i && other.offset == mine.offset && l[i].family == m[j].family &&
			    held_excludes(&l[i], &m[j]))
				return belongs;
		}
	}
	return no;
}
