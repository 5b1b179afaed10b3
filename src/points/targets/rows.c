/* Rows: members that are set together tell of each other.
 *
 *     static struct module web = { web_fill, FRONT | BACK },
 *                          tls = { tls_fill, FRONT | LISTENER };                         if (m->caps & LISTENER) m->fill(data);
 *     p->up = tree_up; p->weigh = tree_weigh;   ...   q->up = map_up; q->weigh = NULL;   if (!p->weigh) p->up(s);
 *     static struct parser parsers[] = { { skip_varint }, { skip_64 }, { skip_vlen } };  case 2: parsers[type].skip(in);
 *
 * Which record a call goes through is not known, but the tests on the way to it (known.c) ask other members of the same record. A
 * function whose every row answers otherwise is not called there. Three kinds of rows:
 *
 *     steady    the function's member is set by initialisers only, and so is the one that is asked: a row is a record in a
 *               variable
 *     paired    every store to either member, in the whole program, stands beside one store to the other, in one block, to one
 *               record: a row is such a pair of stores. Members may change, so nothing that stores to them may lie between the
 *               test and the call
 *     element   the record is the element of a variable whose index is asked, by `switch` or otherwise
 *
 * Zeroed or copied as a whole records stay rows; null is never called. Not known, and left alone: members whose address is handed
 * on, that are in unions, in records that functions outside know, that are set by parts of copies, or through a variable's own
 * name.
 *
 * misses  parts of records that are set through pointers to something else, as flow.c does */
#include <string.h>

#include "code/address.h"
#include "points/targets/narrow.h"

enum { UNSTEADY_STORED = 1, UNSTEADY_OTHER = 2 };
enum { ASKED = 8, REACHED = 64 }; /* sizes of arrays: the most that limits.def allows */

/* A member as stores and initialisers name it. */
struct points_slot {
	uint32_t record; /* flow_record */
	int64_t offset;
	int64_t start;   /* of that record, from the pointer that the instruction counts from */
	uint32_t location;
};

struct points_pair {
	struct sym_id first;  /* 0: null */
	struct fact second;
};

struct pairs {
	uint32_t at, n; /* rows.pair */
	bool valid;
};

enum points_calls { CALLS_OTHER, CALLS_STEADY, CALLS_PAIRED, CALLS_ELEMENT };

struct rows {
	struct build *b;
	struct arena *arena;
	const struct map *foreign;
	const uint32_t *first, *next;  /* the targets of a site in build.target, + 1 */
	struct map unsteady;           /* (record, offset): by bits */
	struct map known;              /* (location, location) -> rows.pairs + 1 */
	VEC(struct pairs) pairs;
	VEC(struct points_pair) pair;
	struct arena bodies;
	struct body body;              /* of a function that stores */
	const struct pending_call *call; /* what follows is about it */
	uint8_t calls;
	struct points_slot slot;              /* that the function stands in */
	struct {
		struct points_slot slot;
		uint32_t load;
	} asked[ASKED];
	uint32_t nasked;
};

/* ---- what is written where ---- */

static uint8_t use_of(const struct inst *in, uint32_t k)
{
	switch (in->op) {
	case OP_load:
	case OP_field:
	case OP_compare:
		return 0;
	case OP_store:
		return k == 0 ? UNSTEADY_STORED : UNSTEADY_OTHER;
	case OP_memcpy:
		return k == 1 ? 0 : UNSTEADY_OTHER;
	default:
		return UNSTEADY_OTHER;
	}
}

static void mark_member(struct build *b, struct arena *arena, struct map *map, const struct layout *l, uint8_t how)
{
	if (l->member.record.i && l->member.offset >= 0 && l->member.offset <= INT32_MAX)
		*map_at(arena, map, map_pair(flow_record(b, l->member.record), (uint32_t)l->member.offset)) |= how;
}

static void mark_field(struct replay *r, const struct inst *field, uint8_t how)
{
	struct build *b = r->b;
	uint32_t konst = field->nwords > 3 ? r->body->word.at[field->word + 3] : 0;
	struct type_id record = declared_record(r, field);
	struct layout l;

	if (how == UNSTEADY_OTHER && field->nwords > 2 && r->body->word.at[field->word + 2] > 8)
		return; /* a record inside, which is handed on as such */
	if (konst && record.i == field->type.i) {
		b->unsteady[konst] |= how;
		return;
	}
	l = layout_of(b->p, record, body_offset(r->body, field));
	mark_member(b, b->scratch, &b->unsteady_at, &l, how);
}

/* The first member of a variable; a variable whose address is handed on is so as a whole. */
static void mark_variable(struct build *b, struct sym_id sym, uint8_t how)
{
	struct layout l;

	sym = sym_behind_alias(b->p, sym);
	if (how != UNSTEADY_STORED || program_sym(b->p, sym)->kind != SYM_VARIABLE)
		return;
	l = layout_of(b->p, program_sym(b->p, sym)->type, 0);
	mark_member(b, b->scratch, &b->unsteady_at, &l, UNSTEADY_OTHER);
}

static void mark_use(struct replay *r, struct ref ref, uint8_t how)
{
	uint32_t i = body_inst_of(r->body, ref);

	if (i != UINT32_MAX && r->body->inst.at[i].op == OP_field)
		mark_field(r, &r->body->inst.at[i], how);
	else if (ref_kind(ref) == REF_KONST)
		r->b->unsteady[ref_index(ref)] |= how;
	else if (ref_kind(ref) == REF_SYM)
		mark_variable(r->b, (struct sym_id){ ref_index(ref) }, how);
}

/* And so are the records inside of it. */
static void smear(struct build *b, struct type_id record)
{
	VEC(struct type_id) todo = { 0 };

	*vec_add(b->scratch, &todo) = record;
	while (todo.n) {
		struct type_id id = type_strip(b->p, todo.at[--todo.n]);
		const struct type *t;
		for (uint32_t k = 0; program_type(b->p, id)->kind == TYPE_ARRAY && !limit_full(LIMIT_points_arrays, k); k++)
			id = type_strip(b->p, program_type(b->p, id)->base);
		t = program_type(b->p, id);
		if ((t->kind != TYPE_STRUCT && t->kind != TYPE_UNION) || map_get(&b->smeared, flow_record(b, id)))
			continue;
		map_put(b->scratch, &b->smeared, flow_record(b, id), 1);
		for (uint32_t k = 0; k < t->nfields; k++)
			*vec_add(b->scratch, &todo) = b->p->field.at[t->field + k].type;
	}
}

/* Of values: the record that a `field` of the function counts in from there. Made when it is first asked for. */
static struct type_id used_as(struct replay *r, struct ref ref)
{
	struct build *b = r->b;
	uint32_t n = r->body->param.n + r->body->inst.n + 1;

	if (ref_kind(ref) != REF_VALUE)
		return (struct type_id){ 0 };
	for (uint32_t i = 0; b->used_in.i != r->body->fn.i && i < r->body->inst.n; i++) {
		const struct inst *in = &r->body->inst.at[i];
		struct ref base = in->op == OP_field ? body_arg(r->body, in, 0) : ref_make(REF_NONE, 0);
		if (!i) {
			b->used.n = 0;
			vec_reserve(b->scratch, &b->used, n);
			memset(b->used.at, 0, n * sizeof *b->used.at);
		}
		if (ref_kind(base) == REF_VALUE)
			b->used.at[ref_index(base)] = type_strip(b->p, in->type);
	}
	b->used_in = r->body->fn;
	return b->used.at[ref_index(ref)];
}

static void mark_bytes(struct replay *r, struct ref to, uint64_t bytes, uint32_t depth)
{
	const struct program *p = r->b->p;
	uint32_t i = body_inst_of(r->body, to);
	const struct inst *in = i == UINT32_MAX ? NULL : &r->body->inst.at[i];
	const struct inst *field = in && in->op == OP_field ? in : NULL;
	struct type_id record = field ? type_strip(p, declared_record(r, field)) : declared_pointee(r, to);
	bool choice = in && (in->op == OP_select || in->op == OP_phi) && !limit_full(LIMIT_points_choices, depth);
	uint64_t size;

	for (uint32_t k = choice && in->op == OP_select; choice && k < in->nargs; k++)
		mark_bytes(r, body_arg(r->body, in, k), bytes, depth + 1);
	for (uint32_t k = 0; program_type(p, record)->kind == TYPE_ARRAY && !limit_full(LIMIT_points_arrays, k); k++)
		record = type_strip(p, program_type(p, record)->base);
	if (!field && program_type(p, record)->kind != TYPE_STRUCT)
		record = used_as(r, to);
	size = field ? (field->nwords > 2 ? r->body->word.at[field->word + 2] : 0) : program_type(p, record)->size / 8;
	if (record.i && (field ? !bytes || bytes > size : !size || bytes < size || bytes % size))
		smear(r->b, record);
}

/* A record that is written by other than whole ones: bytes from a member on, with its neighbours, or the first bytes only. */
static void mark_range(struct replay *r, const struct inst *in)
{
	struct ref len = body_arg(r->body, in, 2);
	const struct konst *k = program_konst_of(r->b->p, len);

	mark_bytes(r, body_arg(r->body, in, 0), k && k->kind == KONST_INT ? k->lo : 0, 0);
}

static bool is_function_pointer(const struct program *p, struct type_id id)
{
	const struct type *t = program_type(p, type_strip(p, id));

	return t->kind == TYPE_POINTER && program_type(p, type_strip(p, t->base))->kind == TYPE_FUNCTION;
}

static void note_store(struct replay *r, uint32_t i)
{
	struct ref at = body_arg(r->body, &r->body->inst.at[i], 0);
	uint32_t def = body_inst_of(r->body, at), location = def == UINT32_MAX ? 0 : r->location[ref_index(at)];
	const struct inst *field = location ? &r->body->inst.at[def] : NULL;
	struct build *b = r->b;

	if (!field || field->op != OP_field ||
	    !is_function_pointer(b->p, layout_of(b->p, declared_record(r, field), body_offset(r->body, field)).leaf))
		return;
	*vec_add(b->scratch, &b->fn_store) = (struct fn_store){ location, r->body->fn, i, map_get(&b->fn_store_of, location) };
	map_put(b->scratch, &b->fn_store_of, location, b->fn_store.n);
}

void rows_replay(struct replay *r, uint32_t i)
{
	const struct inst *in = &r->body->inst.at[i];

	if (!r->b->r->main)
		return;
	for (uint32_t k = 0; k < in->nargs; k++) {
		uint8_t how = use_of(in, k);
		if (how)
			mark_use(r, body_arg(r->body, in, k), how);
	}
	if (in->op == OP_memset || in->op == OP_memcpy)
		mark_range(r, in);
	if (in->op == OP_store)
		note_store(r, i);
}

/* ---- what is known of members ---- */

static void find_unsteady(struct rows *r)
{
	struct build *b = r->b;

	for (uint32_t i = 1; i < b->p->konst.n; i++) {
		const struct konst *k = &b->p->konst.at[i];
		struct type_id type = k->kind == KONST_MEMBER ? k->type
				      : k->kind == KONST_ADDR ? program_sym(b->p, sym_behind_alias(b->p, k->sym))->type
							      : (struct type_id){ 0 };
		struct layout l;
		if (!b->unsteady[i] || !type.i)
			continue;
		l = layout_of(b->p, type, (int64_t)k->lo);
		if (k->kind == KONST_MEMBER)
			mark_member(b, r->arena, &r->unsteady, &l, b->unsteady[i]);
		else if (l.member.offset || b->unsteady[i] & UNSTEADY_STORED)
			mark_member(b, r->arena, &r->unsteady, &l, UNSTEADY_OTHER);
	}
	for (uint32_t i = 1; i < b->p->reloc.n; i++) {
		const struct reloc *reloc = &b->p->reloc.at[i];
		const struct sym *s = program_sym(b->p, sym_behind_alias(b->p, reloc->sym));
		struct layout l =
			s->kind == SYM_VARIABLE && reloc->addend ? layout_of(b->p, s->type, reloc->addend) : (struct layout){ 0 };
		if (l.member.offset)
			mark_member(b, r->arena, &r->unsteady, &l, UNSTEADY_OTHER);
	}
}

struct rows *rows_open(struct build *b, struct arena *arena, const struct map *foreign, const uint32_t *first,
		       const uint32_t *next)
{
	struct rows *r = arena_new(arena, struct rows);

	*r = (struct rows){ .b = b, .arena = arena, .foreign = foreign, .first = first, .next = next };
	arena_init(&r->bodies, "points.rows");
	find_unsteady(r);
	return r;
}

void rows_close(struct rows *r)
{
	arena_release(&r->bodies);
}

static uint8_t bits_of(const struct rows *r, const struct points_slot *s)
{
	uint64_t key = map_pair(s->record, (uint32_t)s->offset);

	return (uint8_t)(map_get(&r->unsteady, key) | map_get(&r->b->unsteady_at, key));
}

/* The member that a `field` names; false: none that is told apart from others. */
static bool slot_of(struct rows *r, const struct body *body, const struct inst *field, struct points_slot *s)
{
	struct build *b = r->b;
	int64_t offset = body_offset(body, field);
	struct layout l = layout_of(b->p, field->type, offset);

	if (!l.member.record.i || program_type(b->p, l.member.record)->kind != TYPE_STRUCT || l.offset != offset ||
	    l.member.offset < 0)
		return false;
	*s = (struct points_slot){ flow_record(b, l.member.record), l.member.offset, offset - l.member.offset, flow_member(b, &l) };
	return !map_get(r->foreign, s->record) && !map_get(&b->smeared, s->record);
}

static bool is_steady(const struct rows *r, const struct points_slot *s)
{
	return !bits_of(r, s) && !map_get(&r->b->open, s->location) && !map_get(&r->b->copied, s->record);
}

/* ---- steady rows ---- */

/* What stands in a variable; nothing: that is not known. */
static struct fact value_in(const struct program *p, struct sym_id id, int64_t offset, uint32_t bits)
{
	const struct sym *s = program_sym(p, id);
	struct bytes data = program_bytes(p, s->data);
	uint64_t number = 0;
	uint32_t size = bits / 8;

	if (offset < 0 || offset > INT32_MAX || !size || size > 8 || bits % 8 || (uint64_t)offset + size > s->size)
		return fact_any(0);
	for (uint32_t k = 0; k < s->nrelocs; k++) {
		const struct reloc *reloc = &p->reloc.at[s->reloc + k];
		if (reloc->offset + reloc->size <= (uint64_t)offset || reloc->offset >= (uint64_t)offset + size)
			continue;
		if (reloc->kind == RELOC_ADDRESS && reloc->offset == (uint64_t)offset && size == 8 &&
		    program_sym(p, reloc->sym)->linkage != LINK_WEAK)
			return fact_not_null(0);
		return fact_any(0);
	}
	for (uint32_t k = size; k-- > 0;)
		number = number << 8 | ((uint64_t)offset + k < data.len ? (unsigned char)data.at[(size_t)offset + k] : 0u);
	return known_number(number, bits);
}

struct points_row {
	struct rows *rows;
	const struct around *at;
	struct table_row in;     /* steady */
	uint32_t asked;          /* paired: which member, and */
	struct fact is;         /* what is in it */
};

static struct fact load_steady(void *with, uint32_t inst)
{
	const struct points_row *row = with;
	const struct rows *r = row->rows;
	const struct program *p = r->b->p;

	for (uint32_t i = 0; i < r->nasked; i++)
		if (r->asked[i].load == inst && is_steady(r, &r->asked[i].slot))
			return value_in(p, row->in.variable,
					row->in.offset > INT32_MAX ? -1 : row->in.offset + r->asked[i].slot.offset,
					(uint32_t)program_type(p, type_strip(p, row->at->body.inst.at[inst].type))->size);
	return fact_any(0);
}

static bool is_no_steady_row(struct rows *r, const struct around *a, struct sym_id target)
{
	uint32_t at = map_get(&r->b->table_first, map_pair(r->slot.location, target.i));

	if (!at)
		return false;
	for (; at; at = r->b->table.at[at - 1].next) {
		struct points_row row = { .rows = r, .at = a, .in = r->b->row_at.at[r->b->table.at[at - 1].row - 1] };
		struct supposed s = { .at = a, .load = load_steady, .with = &row };
		if (!known_refutes(&s))
			return false;
	}
	return true;
}

/* ---- pairs of stores ---- */

struct stored {
	struct ref base;
	int64_t start;
	uint32_t block;
	struct fact is;
	struct sym_id sym;
};

static void read_value(const struct rows *r, struct ref value, struct stored *s)
{
	const struct program *p = r->b->p;
	const struct konst *k = program_konst_of(p, value);
	struct sym_id sym = { ref_kind(value) == REF_SYM	     ? ref_index(value)
			      : k && k->kind == KONST_ADDR && !k->lo ? k->sym.i
								     : 0 };

	if (k && k->kind == KONST_NULL)
		s->is = fact_exact(0, 0);
	if (!sym.i)
		return;
	sym = sym_behind_alias(p, sym);
	if (program_sym(p, sym)->kind != SYM_FUNCTION || program_sym(p, sym)->linkage == LINK_WEAK)
		return;
	s->is = fact_not_null(0);
	s->sym = sym;
}

/* False: the function is another one than the last. */
static void read_store(struct rows *r, const struct fn_store *f, struct stored *s)
{
	const struct inst *in, *field;
	struct layout l;

	if (r->body.fn.i != f->fn.i) {
		arena_release(&r->bodies);
		r->body = (struct body){ 0 };
		body_get(&r->bodies, r->b->p, f->fn, &r->body);
	}
	in = &r->body.inst.at[f->inst];
	field = &r->body.inst.at[body_inst_of(&r->body, body_arg(&r->body, in, 0))];
	l = layout_of(r->b->p, field->type, body_offset(&r->body, field));
	*s = (struct stored){ .base = body_arg(&r->body, field, 0), .start = body_offset(&r->body, field) - l.member.offset,
			       .is = fact_any(0) };
	while (s->block + 1 < r->body.block.n && r->body.block.at[s->block + 1].inst <= f->inst)
		s->block++;
	read_value(r, body_arg(&r->body, in, 1), s);
}

static bool is_beside(const struct stored *a, const struct stored *b)
{
	return ref_kind(a->base) == ref_kind(b->base) && ref_index(a->base) == ref_index(b->base) && a->start == b->start &&
	       a->block == b->block;
}

static bool is_calm_between(const struct body *body, uint32_t a, uint32_t b)
{
	for (uint32_t i = (a < b ? a : b) + 1; i < (a < b ? b : a); i++)
		if (body->inst.at[i].op != OP_store && !around_is_quiet(NULL, &body->inst.at[i]))
			return false;
	return true;
}

/* The one store to the other member that stands beside this one; 0: there is none, or another. `same`: of the member itself. */
static uint32_t find_other(struct rows *r, const struct fn_store *one, const struct stored *s, uint32_t other)
{
	uint32_t found = 0;

	for (uint32_t i = other; i; i = r->b->fn_store.at[i - 1].next) {
		const struct fn_store *f = &r->b->fn_store.at[i - 1];
		struct stored t;
		if (f->fn.i != one->fn.i || f == one)
			continue;
		read_store(r, f, &t);
		if (!is_beside(s, &t))
			continue;
		if (found || !is_calm_between(&r->body, one->inst, f->inst))
			return 0;
		found = i;
	}
	return found;
}

static uint32_t count_stores(const struct build *b, uint32_t location)
{
	uint32_t n = 0;

	for (uint32_t i = map_get(&b->fn_store_of, location); i && n <= limit(LIMIT_points_stores); i = b->fn_store.at[i - 1].next)
		n++;
	return n;
}

/* One store to each member for one to the other: as many, each with one beside it, and no two of a member side by side. */
static bool find_pairs(struct rows *r, uint32_t one, uint32_t other)
{
	uint32_t first = map_get(&r->b->fn_store_of, one), second = map_get(&r->b->fn_store_of, other),
		 n = count_stores(r->b, one);

	if (!n || limit_over(LIMIT_points_stores, n) || count_stores(r->b, other) != n)
		return false;
	for (uint32_t i = first; i; i = r->b->fn_store.at[i - 1].next) {
		const struct fn_store *f = &r->b->fn_store.at[i - 1];
		struct stored s, t;
		uint32_t k;
		read_store(r, f, &s);
		k = find_other(r, f, &s, second);
		if (!k || fact_says_nothing(&s.is) || find_other(r, f, &s, first))
			return false;
		read_store(r, &r->b->fn_store.at[k - 1], &t);
		if (find_other(r, &r->b->fn_store.at[k - 1], &t, second))
			return false;
		*vec_add(r->arena, &r->pair) = (struct points_pair){ s.sym, t.is };
	}
	return true;
}

static const struct pairs *pairs_of(struct rows *r, uint32_t one, uint32_t other)
{
	uint32_t at = map_get(&r->known, map_pair(one, other));
	struct pairs pairs = { .at = r->pair.n };

	if (!at) {
		pairs.valid = find_pairs(r, one, other);
		pairs.n = r->pair.n - pairs.at;
		*vec_add(r->arena, &r->pairs) = pairs;
		at = r->pairs.n;
		map_put(r->arena, &r->known, map_pair(one, other), at);
	}
	return &r->pairs.at[at - 1];
}

static bool is_storer(const struct build *b, uint32_t location, struct fn_id fn)
{
	for (uint32_t i = map_get(&b->fn_store_of, location); i; i = b->fn_store.at[i - 1].next)
		if (b->fn_store.at[i - 1].fn.i == fn.i)
			return true;
	return false;
}

/* ---- from the test to the call ---- */

struct calm {
	const struct rows *rows;
	const struct body *body;
	uint32_t one, other; /* locations */
};

/* Adds a function to those that may run; false: it stores to the members, or there are too many. */
static bool add_reached(const struct calm *c, struct fn_id *reached, uint32_t *n, struct fn_id fn)
{
	for (uint32_t i = 0; i < *n; i++)
		if (reached[i].i == fn.i)
			return true;
	if (is_storer(c->rows->b, c->one, fn) || is_storer(c->rows->b, c->other, fn) || limit_full(LIMIT_points_reached, *n))
		return false;
	reached[(*n)++] = fn;
	return true;
}

static bool add_targets(const struct calm *c, struct fn_id *reached, uint32_t *n, uint32_t site)
{
	const struct build *b = c->rows->b;
	const struct site *s = &b->r->site.at[site];

	if (!c->rows->first[site] && s->method != METHOD_DIRECT && !s->nothing)
		return false;
	for (uint32_t i = c->rows->first[site]; i; i = c->rows->next[i - 1]) {
		struct fn_id fn = program_sym(b->p, b->target.at[i - 1].sym)->fn;
		if (fn.i && !add_reached(c, reached, n, fn))
			return false;
	}
	return true;
}

/* Nothing that this call runs stores to the two members. */
static bool is_calm_call(const struct calm *c, const struct inst *in)
{
	const struct build *b = c->rows->b;
	struct sym_id callee = body_callee(b->p, c->body, in);
	struct fn_id reached[REACHED];
	uint32_t n = 0;

	if (!callee.i || !program_sym(b->p, callee)->fn.i || !add_reached(c, reached, &n, program_sym(b->p, callee)->fn))
		return false;
	for (uint32_t i = 0; i < n; i++)
		for (uint32_t site = b->r->first_site[reached[i].i]; site < b->r->first_site[reached[i].i + 1]; site++)
			if (!add_targets(c, reached, &n, site))
				return false;
	return true;
}

static bool is_calm(void *with, const struct inst *in)
{
	return in->op == OP_store || around_is_quiet(NULL, in) || (in->op == OP_call && is_calm_call(with, in));
}

static struct fact load_paired(void *with, uint32_t inst)
{
	const struct points_row *row = with;
	struct calm calm = { row->rows, &row->at->body, row->rows->slot.location, row->rows->asked[row->asked].slot.location };

	for (uint32_t i = 0; i < row->rows->nasked; i++)
		if (row->rows->asked[i].load == inst && row->rows->asked[i].slot.location == calm.other)
			return around_straight(row->at, inst, row->at->load, is_calm, &calm) ? row->is : fact_any(0);
	return fact_any(0);
}

static bool may_be_paired(const struct rows *r, const struct points_slot *s)
{
	return s->location && bits_of(r, s) == UNSTEADY_STORED && !map_get(&r->b->open, s->location);
}

static bool is_no_pair(struct rows *r, const struct around *a, uint32_t asked, struct sym_id target)
{
	const struct points_slot *other = &r->asked[asked].slot;
	const struct pairs *pairs;
	uint32_t rows = 0;

	if (!may_be_paired(r, other) || is_storer(r->b, r->slot.location, a->body.fn) ||
	    is_storer(r->b, other->location, a->body.fn))
		return false;
	pairs = pairs_of(r, r->slot.location, other->location);
	for (uint32_t i = pairs->at; pairs->valid && i < pairs->at + pairs->n; i++) {
		struct points_row row = { .rows = r, .at = a, .asked = asked, .is = r->pair.at[i].second };
		struct supposed s = { .at = a, .load = load_paired, .with = &row };
		if (r->pair.at[i].first.i != target.i)
			continue;
		rows++;
		if (!known_refutes(&s))
			return false;
	}
	return rows > 0;
}

/* ---- elements ---- */

/* The variable that a `field` is in an element of; none: it is something else. */
static struct sym_id element_variable(const struct rows *r, const struct around *a, const struct inst **index)
{
	uint32_t i = body_inst_of(&a->body, body_arg(&a->body, &a->body.inst.at[a->field], 0));
	const struct program *p = r->b->p;
	struct sym_id sym = { 0 };
	const struct type *t;
	struct ref base;

	*index = i == UINT32_MAX ? NULL : &a->body.inst.at[i];
	if (!*index || (*index)->op != OP_index)
		return sym;
	base = body_arg(&a->body, *index, 0);
	sym.i = ref_kind(base) == REF_SYM ? sym_behind_alias(p, (struct sym_id){ ref_index(base) }).i : 0;
	t = program_type(p, type_strip(p, program_sym(p, sym)->type));
	if (program_sym(p, sym)->kind != SYM_VARIABLE || !(program_sym(p, sym)->flags & SYM_DEFINED) || t->kind != TYPE_ARRAY)
		return (struct sym_id){ 0 };
	t = program_type(p, type_strip(p, t->base));
	return t->kind == TYPE_STRUCT && t->size >= 8 && (int64_t)(t->size / 8) == body_offset(&a->body, *index)
		       ? sym
		       : (struct sym_id){ 0 };
}

static bool is_no_element(const struct rows *r, const struct around *a, struct sym_id target)
{
	const struct program *p = r->b->p;
	const struct inst *index;
	const struct sym *s = program_sym(p, element_variable(r, a, &index));
	uint64_t stride = (uint64_t)body_offset(&a->body, index),
		 in = (uint64_t)body_offset(&a->body, &a->body.inst.at[a->field]);
	struct supposed what = { .at = a, .bound = peel_base(&a->body, body_arg(&a->body, index, 1), PEEL_WIDEN) };

	for (uint32_t k = 0; k < s->nrelocs; k++) {
		const struct reloc *reloc = &p->reloc.at[s->reloc + k];
		if (sym_behind_alias(p, reloc->sym).i != target.i || reloc->kind != RELOC_ADDRESS || reloc->offset < in ||
		    (reloc->offset - in) % stride)
			continue;
		what.is = fact_exact(0, (int64_t)((reloc->offset - in) / stride));
		if (!known_refutes(&what))
			return false;
	}
	return true;
}

/* ---- one call ---- */

/* Notes which members of the record that is called through are asked on the way. */
static struct fact note_asked(void *with, uint32_t inst)
{
	struct points_row *row = with;
	struct rows *r = row->rows;
	const struct around *a = row->at;
	const struct inst *load = &a->body.inst.at[inst];
	uint32_t i = body_inst_of(&a->body, body_arg(&a->body, load, 0));
	const struct inst *field = i == UINT32_MAX ? NULL : &a->body.inst.at[i], *own = &a->body.inst.at[a->field];
	struct points_slot s;

	if (!field || field->op != OP_field || load->nwords || load->order || load->flags & INST_VOLATILE)
		return fact_any(0);
	if (!slot_of(r, &a->body, field, &s) || s.record != r->slot.record || s.start != r->slot.start ||
	    s.offset == r->slot.offset)
		return fact_any(0);
	if (!around_same(a, body_arg(&a->body, field, 0), body_arg(&a->body, own, 0)))
		return fact_any(0);
	for (uint32_t k = 0; k < r->nasked; k++)
		if (r->asked[k].load == inst)
			return fact_any(0);
	if (limit_full(LIMIT_points_asked, r->nasked))
		return fact_any(0);
	r->asked[r->nasked].slot = s;
	r->asked[r->nasked++].load = inst;
	return fact_any(0);
}

static uint8_t what_calls(struct rows *r, const struct around *a)
{
	struct points_row row = { .rows = r, .at = a };
	struct supposed s = { .at = a, .load = note_asked, .with = &row };
	const struct inst *index;
	struct sym_id variable;
	bool steady;

	if (a->field == UINT32_MAX || !slot_of(r, &a->body, &a->body.inst.at[a->field], &r->slot) ||
	    r->slot.location != a->call->slot_at)
		return CALLS_OTHER;
	steady = is_steady(r, &r->slot);
	variable = element_variable(r, a, &index);
	if (variable.i)
		return steady || program_sym(r->b->p, variable)->flags & SYM_CONSTANT ? CALLS_ELEMENT : CALLS_OTHER;
	(void)known_refutes(&s);
	if (!r->nasked)
		return CALLS_OTHER;
	return steady ? CALLS_STEADY : may_be_paired(r, &r->slot) ? CALLS_PAIRED : CALLS_OTHER;
}

bool rows_rule_out(struct rows *r, struct around *a, struct sym_id target)
{
	if (r->call != a->call) {
		r->call = a->call;
		r->nasked = 0;
		r->calls = what_calls(r, a);
	}
	switch (r->calls) {
	case CALLS_STEADY:
		return is_no_steady_row(r, a, target);
	case CALLS_ELEMENT:
		return is_no_element(r, a, target);
	case CALLS_PAIRED:
		if (map_get(&r->b->table_first, map_pair(r->slot.location, target.i)))
			return false;
		for (uint32_t i = 0; i < r->nasked; i++)
			if (is_no_pair(r, a, i, target))
				return true;
		return false;
	default:
		return false;
	}
}
