/* The type of an argument through `void *`. In
 *
 *     h2c->conn->mux->destroy(h2c);            static void h1_destroy(void *ctx) { struct h1c *h1c = ctx; if (!h1c->h1s) ... }
 *
 * the caller has accessed the object as a struct h2c, and h1_destroy would read it as a struct h1c, on every way: C forbids that
 * (C17 6.5, 6 and 7, as compilers read it: the record in `p->m` counts, not only the type of m), so h1_destroy is not called
 * there. What must hold, since programs do cast:
 *
 *   - the two records are told apart: neither is a beginning of the other by the types of its members, they have not the same
 *     size or tag, no union and no array of characters is in what is compared. Up to where they agree they are *alike*, and
 *     accesses there say nothing (`struct sockaddr_in` may be asked for its family before it is taken for another one)
 *   - the caller's pointer is declared as a pointer to its record; the caller has accessed a member that is not alike, on every
 *     way to the call; and it reads some member right before the call, so that the object was not made something else in between
 *   - the target, or a function that it hands the pointer to by name, reads a member that is not alike before it does anything
 *     else with the pointer, on every way
 *
 * Not in programs of which any unit is compiled with -fno-strict-aliasing. */
#include "points/targets/narrow.h"

enum { LEAVES = 512, WAYS = 64, ARGUMENTS = 16 }; /* sizes of arrays: the most that limits.def allows */

/* ---- records ---- */

struct points_leaf {
	uint64_t offset, size; /* bits */
	/* of enum type_kind: TYPE_INT for numbers, TYPE_POINTER, TYPE_ARRAY; TYPE_OTHER: may be seen as anything */
	uint8_t kind;
	struct type_id base;   /* of pointers and arrays */
};

struct points_leaves {
	struct points_leaf at[LEAVES];
	uint32_t n;
};

static bool is_character(const struct program *p, struct type_id id)
{
	const struct type *t = program_type(p, type_strip(p, id));

	return t->kind == TYPE_INT && t->size == 8;
}

static struct points_leaf make_leaf(const struct program *p, const struct type *t, uint64_t offset)
{
	struct points_leaf l = { offset, t->size, t->kind, { 0 } };

	switch (t->kind) {
	case TYPE_INT:
	case TYPE_ENUM:
		l.kind = TYPE_INT;
		break;
	case TYPE_POINTER:
		l.base = type_strip(p, t->base);
		break;
	case TYPE_ARRAY:
		l.base = type_strip(p, t->base);
		l.kind = is_character(p, t->base) ? TYPE_OTHER : TYPE_ARRAY;
		break;
	case TYPE_UNION:
		l.kind = TYPE_OTHER;
		break;
	default:
		break;
	}
	return l;
}

/* The members of a record in order, those of records inside in their place. False: there are too many, or they are not known. */
static bool find_leaves(const struct program *p, struct type_id record, struct points_leaves *l)
{
	struct {
		struct type_id type;
		uint64_t at;
	} todo[LEAVES];
	uint32_t n = 1;

	l->n = 0;
	todo[0].type = record;
	todo[0].at = 0;
	for (uint32_t steps = 0; n; steps++) {
		const struct type *t = program_type(p, type_strip(p, todo[--n].type));
		uint64_t at = todo[n].at;
		if (steps > 2 * limit(LIMIT_points_leaves))
			return false;
		if (t->kind != TYPE_STRUCT) {
			if (limit_full(LIMIT_points_leaves, l->n))
				return false;
			l->at[l->n++] = make_leaf(p, t, at);
			continue;
		}
		if (!t->nfields || limit_over(LIMIT_points_leaves, (uint64_t)n + t->nfields))
			return false;
		for (uint32_t k = t->nfields; k-- > 0; n++) {
			const struct field *f = &p->field.at[t->field + k];
			if (f->width)
				return false;
			todo[n].type = f->type;
			todo[n].at = at + f->offset;
		}
	}
	return true;
}

/* Pointers to records with tags are different if the tags are. */
static bool is_pointer_alike(const struct program *p, struct type_id a, struct type_id b)
{
	const struct type *x = program_type(p, a), *y = program_type(p, b);

	return x->kind != TYPE_STRUCT || y->kind != TYPE_STRUCT || !x->name.i || !y->name.i || x->name.i == y->name.i;
}

static bool is_leaf_alike(const struct program *p, const struct points_leaf *a, const struct points_leaf *b)
{
	if (a->offset != b->offset || a->size != b->size || a->kind != b->kind)
		return false;
	return a->kind == TYPE_POINTER ? is_pointer_alike(p, a->base, b->base) : a->kind != TYPE_ARRAY || a->base.i == b->base.i;
}

/* Bytes from the start in which two records are alike; UINT64_MAX: one may stand for the other. */
static uint64_t alike(const struct program *p, struct type_id a, struct type_id b, struct points_leaves *x,
		      struct points_leaves *y)
{
	const struct type *s = program_type(p, a), *t = program_type(p, b);
	uint32_t i = 0;

	if (s->kind != TYPE_STRUCT || t->kind != TYPE_STRUCT || s->size == t->size || !s->name.i || !t->name.i ||
	    s->name.i == t->name.i || !find_leaves(p, a, x) || !find_leaves(p, b, y))
		return UINT64_MAX;
	while (i < x->n && i < y->n && x->at[i].kind != TYPE_OTHER && y->at[i].kind != TYPE_OTHER &&
	       is_leaf_alike(p, &x->at[i], &y->at[i]))
		i++;
	if (i == x->n || i == y->n || x->at[i].kind == TYPE_OTHER || y->at[i].kind == TYPE_OTHER)
		return UINT64_MAX;
	return (x->at[i].offset < y->at[i].offset ? x->at[i].offset : y->at[i].offset) / 8;
}

struct effective {
	struct build *b;
	struct arena *arena;
	struct map alike;         /* (type, type) -> bytes + 1; UINT32_MAX: one may stand for the other */
	struct map reads;         /* (function and parameter, type) -> what reads_other says, + 1; UINT32_MAX: it does not */
	struct points_leaves x, y;
	const struct pending_call *call; /* what follows is about it */
	struct {
		struct type_id record;
		uint64_t beyond;  /* the largest offset at which it was accessed on every way to the call, + 1 */
	} arg[ARGUMENTS];
};

struct effective *effective_open(struct build *b, struct arena *arena)
{
	struct effective *e = arena_new(arena, struct effective);

	e->b = b;
	e->arena = arena;
	return e;
}

static uint64_t alike_of(struct effective *e, struct type_id a, struct type_id b)
{
	uint64_t key = map_pair(a.i, b.i), bytes;
	uint32_t known = map_get(&e->alike, key);

	if (!known) {
		bytes = alike(e->b->p, a, b, &e->x, &e->y);
		known = bytes < UINT32_MAX - 1 ? (uint32_t)bytes + 1 : UINT32_MAX;
		map_put(e->arena, &e->alike, key, known);
	}
	return known == UINT32_MAX ? UINT64_MAX : known - 1;
}

/* ---- the target ---- */

/* One function and the parameter that is followed through it. */
struct points_reader {
	struct effective *e;
	const struct body *body;
	struct ref param;
	struct type_id record; /* of the caller; none: any read will do */
	uint32_t depth;
	uint64_t *alike;       /* the most that a record which was read has in common with the caller's */
};

enum reads { READS_NOT_YET, READS_OTHER, READS_UNKNOWN };

static uint64_t reads_other(struct effective *, struct fn_id, uint32_t param, struct type_id record, uint32_t depth);

/* The member of the parameter that a value is the address of; NULL: it is not. */
static const struct inst *member_at(const struct points_reader *r, struct ref ref)
{
	uint32_t i = body_inst_of(r->body, ref);
	const struct inst *in = i == UINT32_MAX ? NULL : &r->body->inst.at[i];
	struct ref base = in && in->op == OP_field ? body_arg(r->body, in, 0) : ref_make(REF_NONE, 0);

	return ref_kind(base) == REF_VALUE && ref_index(base) == ref_index(r->param) ? in : NULL;
}

/* Is a member where the two records are not alike? */
static enum reads member_tells(const struct points_reader *r, const struct inst *field)
{
	int64_t offset = body_offset(r->body, field);
	uint64_t bytes = r->record.i ? alike_of(r->e, r->record, type_strip(r->e->b->p, field->type)) : 0;

	if (offset < 0 || bytes == UINT64_MAX)
		return READS_UNKNOWN;
	if ((uint64_t)offset < bytes)
		return READS_NOT_YET;
	if (*r->alike < bytes)
		*r->alike = bytes;
	return READS_OTHER;
}

/* The pointer, or the address of a member, is handed to a function by name. */
static enum reads call_reads(const struct points_reader *r, const struct inst *in)
{
	const struct build *b = r->e->b;
	struct sym_id callee = body_callee(b->p, r->body, in);
	struct fn_id fn = callee.i && !b->r->row[callee.i] ? program_sym(b->p, callee)->fn : (struct fn_id){ 0 };
	enum reads found = READS_NOT_YET;

	for (uint32_t k = 1; k < in->nargs; k++) {
		struct ref ref = body_arg(r->body, in, k);
		const struct inst *field = member_at(r, ref);
		bool itself = ref_kind(ref) == REF_VALUE && ref_index(ref) == ref_index(r->param);
		uint64_t bytes;
		if (!itself && !field)
			continue;
		if (found || !fn.i || (field && member_tells(r, field) != READS_OTHER) ||
		    limit_full(LIMIT_points_calls, r->depth))
			return READS_UNKNOWN;
		bytes = reads_other(r->e, fn, k - 1, itself ? r->record : (struct type_id){ 0 }, r->depth + 1);
		if (bytes == UINT64_MAX)
			return READS_UNKNOWN;
		*r->alike = *r->alike < bytes ? bytes : *r->alike;
		found = READS_OTHER;
	}
	return found;
}

static bool uses(const struct points_reader *r, const struct inst *in)
{
	for (uint32_t k = 0; k < in->nargs; k++) {
		struct ref ref = body_arg(r->body, in, k);
		if (ref_kind(ref) == REF_VALUE && (ref_index(ref) == ref_index(r->param) || member_at(r, ref)))
			return true;
	}
	return false;
}

static enum reads inst_reads(const struct points_reader *r, const struct inst *in)
{
	const struct inst *field = in->op == OP_load ? member_at(r, body_arg(r->body, in, 0)) : NULL;

	if (field)
		return member_tells(r, field);
	if (in->op == OP_call)
		return in->flags & INST_NORETURN ? READS_UNKNOWN : call_reads(r, in);
	if (in->op == OP_compare ||
	    (in->op == OP_field && !member_at(r, body_arg(r->body, in, 0)) && body_offset(r->body, in) >= 0))
		return READS_NOT_YET;
	return in->op == OP_ret || in->op == OP_unreachable || in->op == OP_resume || uses(r, in) ? READS_UNKNOWN : READS_NOT_YET;
}

/* All ways from the entry come to a read that tells, before anything else happens to the pointer. */
static bool all_ways_read(const struct points_reader *r)
{
	uint32_t todo[WAYS] = { 0 }, seen[WAYS], n = 1, nseen = 0, nto;

	while (n) {
		uint32_t block = todo[--n];
		const struct block *b = &r->body->block.at[block];
		enum reads reads = READS_NOT_YET;
		const uint32_t *to;
		bool again = false;
		for (uint32_t k = 0; k < nseen; k++)
			again |= seen[k] == block;
		if (again)
			continue;
		if (limit_full(LIMIT_points_ways, nseen))
			return false;
		seen[nseen++] = block;
		for (uint32_t i = b->inst; i < b->inst + b->ninsts && !reads; i++)
			reads = inst_reads(r, &r->body->inst.at[i]);
		if (reads == READS_UNKNOWN)
			return false;
		to = body_successors(r->body, block, &nto);
		for (uint32_t k = 0; !reads && k < nto; k++) {
			if (limit_full(LIMIT_points_ways, n))
				return false;
			todo[n++] = to[k];
		}
	}
	return true;
}

/* The most bytes in which a record, as which the function certainly reads what its parameter points to, is like this one;
 * UINT64_MAX: it may not read it, or as this one. A function that is asked about while it is being asked about reads nothing. */
static uint64_t reads_other(struct effective *e, struct fn_id fn, uint32_t param, struct type_id record, uint32_t depth)
{
	uint64_t key = map_pair(fn.i * ARGUMENTS + param, record.i), alike = 0;
	uint32_t known = map_get(&e->reads, key), here;
	struct arena arena;
	struct body body = { 0 };
	bool all;

	if (known)
		return known == UINT32_MAX ? UINT64_MAX : known - 1;
	if (fn.i > UINT32_MAX / ARGUMENTS - 1 || param >= e->b->info[fn.i].nparams ||
	    limit_full(LIMIT_points_arguments, param))
		return UINT64_MAX;
	map_put(e->arena, &e->reads, key, UINT32_MAX);
	arena_init(&arena, "points.effective");
	here = limit_in(fn.i);
	body_get(&arena, e->b->p, fn, &body);
	all = !body.param.at[param].by_value &&
	      all_ways_read(&(struct points_reader){ e, &body, ref_make(REF_VALUE, param + 1), record, depth, &alike });
	limit_in(here);
	arena_release(&arena);
	map_put(e->arena, &e->reads, key, all ? (uint32_t)alike + 1 : UINT32_MAX);
	return all ? alike : UINT64_MAX;
}

/* ---- the caller ---- */

/* What C declares a pointer to point to; none: no record, or not known. */
static struct type_id declared_as(const struct around *a, struct ref ref)
{
	const struct program *p = a->b->p;
	uint32_t i = body_inst_of(&a->body, ref), at;
	struct type_id type = { 0 };
	const struct type *t;

	if (ref_kind(ref) == REF_VALUE && i == UINT32_MAX && ref_index(ref) && !a->body.param.at[ref_index(ref) - 1].by_value)
		type = a->body.param.at[ref_index(ref) - 1].type;
	if (i != UINT32_MAX && a->body.inst.at[i].op == OP_load) {
		at = body_inst_of(&a->body, body_arg(&a->body, &a->body.inst.at[i], 0));
		if (at != UINT32_MAX && a->body.inst.at[at].op == OP_field)
			type = layout_of(p, a->body.inst.at[at].type, body_offset(&a->body, &a->body.inst.at[at])).leaf;
	}
	t = program_type(p, type_strip(p, type));
	type = t->kind == TYPE_POINTER ? type_strip(p, t->base) : (struct type_id){ 0 };
	return program_type(p, type)->kind == TYPE_STRUCT ? type : (struct type_id){ 0 };
}

/* The offset of the member of this record, by this pointer, that is accessed; UINT64_MAX: something else is. */
static uint64_t accessed(const struct around *a, const struct inst *in, struct ref pointer, struct type_id record)
{
	uint32_t i = in->op == OP_load || in->op == OP_store ? body_inst_of(&a->body, body_arg(&a->body, in, 0)) : UINT32_MAX;
	const struct inst *field = i == UINT32_MAX ? NULL : &a->body.inst.at[i];
	struct ref base = field && field->op == OP_field ? body_arg(&a->body, field, 0) : ref_make(REF_NONE, 0);

	if (ref_kind(base) != REF_VALUE || ref_index(base) != ref_index(pointer) ||
	    type_strip(a->b->p, field->type).i != record.i || body_offset(&a->body, field) < 0)
		return UINT64_MAX;
	return (uint64_t)body_offset(&a->body, field);
}

/* Is some member read between the last call or store and this call? */
static bool is_read_last(const struct around *a, struct ref pointer, struct type_id record)
{
	for (uint32_t i = a->call->inst; i-- > a->body.block.at[a->block].inst && around_is_quiet(NULL, &a->body.inst.at[i]);)
		if (a->body.inst.at[i].op == OP_load && accessed(a, &a->body.inst.at[i], pointer, record) != UINT64_MAX)
			return true;
	return false;
}

static void find_argument(struct effective *e, const struct around *a, uint32_t k)
{
	struct ref pointer = body_arg(&a->body, &a->body.inst.at[a->call->inst], k + 1);
	struct type_id record = ref_kind(pointer) == REF_VALUE ? declared_as(a, pointer) : (struct type_id){ 0 };

	e->arg[k].record = (struct type_id){ 0 };
	e->arg[k].beyond = 0;
	if (!record.i || !is_read_last(a, pointer, record))
		return;
	e->arg[k].record = record;
	for (uint32_t i = 0; i < a->body.inst.n; i++) {
		uint64_t offset = accessed(a, &a->body.inst.at[i], pointer, record);
		uint32_t block = offset == UINT64_MAX || offset < e->arg[k].beyond ? UINT32_MAX : block_of_inst(&a->body, i);
		if (block != UINT32_MAX && a->cfg.position[block] && cfg_dominates(&a->cfg, block, a->block) &&
		    (block != a->block || i < a->call->inst))
			e->arg[k].beyond = offset + 1;
	}
}

/* The caller's access must be where the target's record differs, too. */
bool effective_rules_out(struct effective *e, struct around *a, struct sym_id target)
{
	struct fn_id fn = program_sym(e->b->p, target)->fn;
	uint32_t nargs = a->body.inst.at[a->call->inst].nargs - 1;

	if (e->call != a->call)
		for (uint32_t k = 0; k < nargs && k < limit(LIMIT_points_arguments); k++)
			find_argument(e, a, k);
	e->call = a->call;
	if (!fn.i || e->b->r->row[target.i])
		return false;
	for (uint32_t k = 0; k < nargs && !limit_full(LIMIT_points_arguments, k); k++)
		if (e->arg[k].record.i && reads_other(e, fn, k, e->arg[k].record, 0) < e->arg[k].beyond)
			return true;
	return false;
}
