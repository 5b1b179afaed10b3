#include "lockset/names/name.h"

#include <stdlib.h>
#include <string.h>

enum { MERGE_FAR = 1 << 16 }; /* members of one record are nearer to each other */

void names_init(struct names *n, struct arena *a, const struct points *points)
{
	n->arena = a;
	n->points = points;
	intern_init(&n->known, a);
	*vec_add(a, &n->class) = 0;
	*vec_add(a, &n->depth) = 0;
}

struct name name_get(const struct names *n, uint32_t name)
{
	struct name x = { 0 };

	if (name)
		memcpy(&x, intern_get(&n->known, name), sizeof x);
	return x;
}

static bool is_record(const struct program *p, struct type_id t)
{
	return t.i && (program_type(p, t)->kind == TYPE_STRUCT || program_type(p, t)->kind == TYPE_UNION);
}

static bool is_step(uint32_t kind)
{
	return kind == NAME_FIELD || kind == NAME_INDEX || kind == NAME_LOAD;
}

uint32_t name_make(struct names *n, const struct name *x)
{
	uint32_t known = n->known.entry.n, id = intern_bytes(&n->known, x, sizeof *x);
	uint8_t depth = is_step(x->kind) ? (uint8_t)(n->depth.at[x->a] + 1) : 0;

	if (id >= known) {
		*vec_add(n->arena, &n->class) = x->kind == NAME_CLASS ? id : x->kind == NAME_OUTER ? x->a : 0;
		*vec_add(n->arena, &n->depth) = depth;
	}
	return id;
}

/* A record that is all lock, as spinlock_t and pthread_mutex_t are: its name tells nothing about which one. */
static bool is_bare(const struct program *p, const struct type *t)
{
	for (uint32_t i = 0; i < t->nfields; i++) {
		const struct field *f = &p->field.at[t->field + i];
		if (!f->offset && f->type.i && program_type(p, type_strip(p, f->type))->size == t->size)
			return true;
	}
	return !t->nfields;
}

static bool is_lock_type(const struct names *n, struct type_id t)
{
	uint32_t *bare = map_at(n->arena, (struct map *)(uintptr_t)&n->bare, t.i);

	if (!*bare)
		*bare = is_bare(n->points->p, program_type(n->points->p, t)) ? 2 : 1;
	return *bare == 2 || map_get(&n->lock_type, t.i) == LOCK_TYPE;
}

static uint32_t make_class(struct names *n, uint32_t record, int64_t k, uint32_t loads)
{
	if (record && is_lock_type(n, (struct type_id){ record }))
		return 0;
	return name_make(n, &(struct name){ .kind = NAME_CLASS, .a = record, .b = loads, .k = k });
}

static struct type_id record_of_sym(const struct names *n, uint32_t sym)
{
	const struct program *p = n->points->p;
	struct type_id t = type_strip(p, program_sym(p, (struct sym_id){ sym })->type);

	for (uint32_t i = 0; t.i && program_type(p, t)->kind == TYPE_ARRAY && !limit_full(LIMIT_lockset_nested, i); i++)
		t = type_strip(p, program_type(p, t)->base);
	return t.i && (program_type(p, t)->kind == TYPE_STRUCT || program_type(p, t)->kind == TYPE_UNION) ? t
													  : (struct type_id){ 0 };
}

void name_is_lock(struct names *n, uint32_t sym)
{
	struct type_id t = type_strip(n->points->p, program_sym(n->points->p, (struct sym_id){ sym })->type);
	uint32_t *first = t.i && is_record(n->points->p, t) ? map_at(n->arena, &n->lock_type, t.i) : NULL;

	if (first)
		*first = !*first || *first == sym ? sym : LOCK_TYPE;
}

/* The class of base + offset: a member of the outermost record that is known. */
static uint32_t class_of_field(struct names *n, uint32_t base, int64_t offset, struct type_id record)
{
	struct name x = name_get(n, base);
	struct name c = name_get(n, n->class.at[base]);

	record = type_strip(n->points->p, record);
	if (x.kind == NAME_FIELD && x.k >= 0 && c.a && !c.b && offset >= 0)
		return make_class(n, c.a, c.k + offset, 0);
	if (x.kind == NAME_SYM) {
		struct type_id own = record_of_sym(n, x.a);
		return own.i ? make_class(n, own.i, offset, 0) : 0;
	}
	if (is_record(n->points->p, record))
		return make_class(n, record.i, offset, 0);
	return c.a && !c.b ? make_class(n, c.a, c.k + offset, 0) : 0;
}

void name_is_a(struct names *n, uint32_t name, struct type_id type)
{
	const struct program *p = n->points->p;

	type = type_strip(p, type);
	for (uint32_t i = 0; type.i && program_type(p, type)->kind == TYPE_ARRAY && !limit_full(LIMIT_lockset_nested, i); i++)
		type = type_strip(p, program_type(p, type)->base);
	if (name && !n->class.at[name] && is_record(p, type))
		n->class.at[name] = make_class(n, type.i, 0, 0);
}

/* The record that the pointer kept at a place leads to, by the type of the member or variable; none: not known. */
static struct type_id pointed_to(const struct names *n, uint32_t base)
{
	const struct program *p = n->points->p;
	struct name x = name_get(n, base), c = name_get(n, n->class.at[base]);
	struct type_id t = { 0 };

	if (x.kind == NAME_SYM)
		t = program_sym(p, (struct sym_id){ x.a })->type;
	else if (c.kind == NAME_CLASS && c.a && !c.b)
		t = type_at(p, (struct type_id){ c.a }, c.k);
	t = type_strip(p, t);
	for (uint32_t i = 0; t.i && program_type(p, t)->kind == TYPE_ARRAY && !limit_full(LIMIT_lockset_nested, i); i++)
		t = type_strip(p, program_type(p, t)->base);
	if (!t.i || program_type(p, t)->kind != TYPE_POINTER)
		return (struct type_id){ 0 };
	return program_type(p, t)->base;
}

uint32_t name_member(struct names *n, uint32_t base, int64_t offset, struct type_id record)
{
	struct name x = name_get(n, base);
	uint32_t id, class, depth = n->depth.at[base];

	if (!base || x.kind == NAME_CLASS || x.kind == NAME_OUTER)
		return 0;
	if (x.kind == NAME_SYM)
		name_is_a(n, base, program_sym(n->points->p, (struct sym_id){ x.a })->type);
	if (x.kind == NAME_SYM && !offset && (!record_of_sym(n, x.a).i || is_lock_type(n, record_of_sym(n, x.a))))
		return base; /* a lock that is a variable has one name */
	class = class_of_field(n, base, offset, record);
	if (x.kind == NAME_FIELD) {
		offset += x.k;
		base = x.a;
		depth--;
	}
	if (limit_full(LIMIT_lockset_names, depth))
		return class;
	id = name_make(n, &(struct name){ .kind = NAME_FIELD, .a = base, .k = offset });
	if (!n->class.at[id])
		n->class.at[id] = class;
	return id;
}

static const struct name_number some = { 0 };

uint32_t name_index(struct names *n, uint32_t base, struct name_number number)
{
	struct name x = name_get(n, base);
	uint32_t id;

	if (!base || x.kind == NAME_CLASS || x.kind == NAME_OUTER)
		return 0;
	if (x.kind == NAME_INDEX) { /* of an element: some element */
		base = x.a;
		number = some;
	}
	if (!number.value)
		number = some;
	if (limit_full(LIMIT_lockset_names, n->depth.at[base]))
		return n->class.at[base];
	id = name_make(n, &(struct name){ .kind = NAME_INDEX, .a = base, .b = number.value, .stride = number.stride,
					   .k = number.fn });
	n->class.at[id] = n->class.at[base];
	if (name_get(n, base).kind == NAME_SYM)
		name_is_a(n, id, program_sym(n->points->p, (struct sym_id){ name_get(n, base).a })->type);
	return id;
}

uint32_t name_load(struct names *n, uint32_t base)
{
	struct name x = name_get(n, base), c;
	uint32_t id, class = 0;

	if (!base || x.kind == NAME_CLASS || x.kind == NAME_OUTER)
		return 0;
	c = name_get(n, n->class.at[base]);
	if (c.a && c.b < 3)
		class = make_class(n, c.a, c.k, c.b + 1);
	if (limit_full(LIMIT_lockset_names, n->depth.at[base]))
		return class;
	id = name_make(n, &(struct name){ .kind = NAME_LOAD, .a = base });
	name_is_a(n, id, pointed_to(n, base));
	if (!n->class.at[id])
		n->class.at[id] = class;
	return id;
}

uint32_t name_root(const struct names *n, uint32_t name)
{
	for (struct name x = name_get(n, name); is_step(x.kind); x = name_get(n, name))
		name = x.a;
	return name;
}

uint32_t name_class(const struct names *n, uint32_t name)
{
	return name ? n->class.at[name] : 0;
}

uint32_t name_loads(const struct names *n, uint32_t name)
{
	uint32_t loads = 0;

	for (struct name x = name_get(n, name); is_step(x.kind); x = name_get(n, x.a))
		loads += x.kind == NAME_LOAD;
	return loads;
}

bool name_is_ground(const struct names *n, uint32_t name)
{
	uint32_t kind = name_get(n, name_root(n, name)).kind;

	return kind != NAME_PARAM && kind != NAME_OUTER && kind != NAME_VALUE;
}

bool name_is_global(const struct names *n, uint32_t name)
{
	uint32_t kind = name_get(n, name_root(n, name)).kind;

	return kind == NAME_NAMED || (kind == NAME_SYM && !name_loads(n, name));
}

bool name_is_nameless(const struct names *n, uint32_t name)
{
	struct name x = name_get(n, name);

	return x.kind == NAME_CLASS && !x.a;
}

bool name_is_exact(const struct names *n, uint32_t name)
{
	for (;; ) {
		struct name x = name_get(n, name);
		if (x.kind == NAME_CLASS || x.kind == NAME_OUTER || (x.kind == NAME_INDEX && !x.b))
			return false;
		if (!is_step(x.kind))
			return true;
		name = x.a;
	}
}

/* ---- ground ---- */

struct cell name_cell(const struct names *n, uint32_t name, uint32_t instance)
{
	uint32_t path[NAME_DEPTH + 2], depth = 0;
	struct cell at[2] = { 0 };
	struct name x = name_get(n, name);

	for (; is_step(x.kind) && depth < NAME_DEPTH + 2; x = name_get(n, name)) {
		path[depth++] = name;
		name = x.a;
	}
	if (x.kind == NAME_PARAM && instance)
		at[0] = points_value(n->points, instance, ref_make(REF_VALUE, x.a + 1));
	else if (x.kind == NAME_SYM)
		at[0] = points_sym(n->points, (struct sym_id){ x.a });
	else if (x.kind == NAME_PARAM && x.a < n->points->nparams[x.b] &&
		 points_cells(n->points, (struct fn_id){ x.b }, ref_make(REF_VALUE, x.a + 1), at, 2) != 1)
		return (struct cell){ 0 };
	else if ((x.kind == NAME_VALUE || x.kind == NAME_LOCAL) &&
		 points_cells(n->points, (struct fn_id){ x.a },
			      ref_make(REF_VALUE, x.kind == NAME_VALUE ? x.b : n->points->nparams[x.a] + 1 + x.b), at, 2) != 1)
		return (struct cell){ 0 };
	while (depth-- && at[0].class) {
		x = name_get(n, path[depth]);
		if (x.kind == NAME_FIELD)
			at[0] = points_at(n->points, at[0], x.k);
		else if (x.kind == NAME_LOAD)
			at[0] = points_load(n->points, at[0]);
	}
	return at[0];
}

/* The one variable or stack slot that the cell can be in; 0: several, or on the heap. */
static uint32_t name_of_cell(struct names *n, struct cell c)
{
	uint32_t nobjects = 0, base;
	const uint32_t *object =
		c.class && !points_fold(n->points, c.class) ? points_objects(n->points, c.class, &nobjects) : NULL;
	const struct object *o;
	const struct program *p = n->points->p;

	if (nobjects != 1)
		return 0;
	o = &n->points->object.at[object[0]];
	if (o->kind == OBJECT_VARIABLE) {
		const struct sym *s = program_sym(p, o->sym);
		base = name_make(n, &(struct name){ .kind = NAME_SYM, .a = o->sym.i });
		if (s->type.i && program_type(p, type_strip(p, s->type))->kind == TYPE_ARRAY)
			base = name_index(n, base, some);
	} else if (o->kind == OBJECT_STACK && !(o->inst & POINTS_PARAM)) {
		base = name_make(n, &(struct name){ .kind = NAME_LOCAL, .a = o->fn.i, .b = o->inst });
	} else {
		return 0;
	}
	return c.offset == o->cell.offset ? base : name_member(n, base, c.offset - o->cell.offset, (struct type_id){ 0 });
}

/* The same with whichever elements. */
static uint32_t some_elements(struct names *n, uint32_t name)
{
	uint32_t path[NAME_DEPTH + 2], depth = 0, at = name, to;

	for (struct name x = name_get(n, at); is_step(x.kind) && depth < NAME_DEPTH + 2; x = name_get(n, at)) {
		path[depth++] = at;
		at = x.a;
	}
	to = at;
	while (depth-- && to) {
		struct name x = name_get(n, path[depth]);
		uint32_t class = n->class.at[path[depth]];
		to = x.kind == NAME_INDEX   ? name_index(n, to, some)
		     : x.kind == NAME_FIELD ? name_member(n, to, x.k, (struct type_id){ 0 })
					    : name_load(n, to);
		if (to && !n->class.at[to])
			n->class.at[to] = class;
	}
	return to ? to : name;
}

/* A lock at the start of a variable has two names; the one with a member is for records that are more than a lock. */
uint32_t name_at_start(struct names *n, uint32_t name)
{
	struct name x = name_get(n, name);
	uint32_t base = x.kind == NAME_FIELD && !x.k ? x.a : x.kind == NAME_FIELD ? 0 : name;
	struct name root = name_get(n, name_root(n, base));
	struct type_id record =
		base && root.kind == NAME_SYM && !name_loads(n, base) ? record_of_sym(n, root.a) : (struct type_id){ 0 };

	if (!base || root.kind != NAME_SYM)
		return name;
	return record.i && !is_lock_type(n, record) ? name_member(n, base, 0, record) : base;
}

static uint32_t make_ground(struct names *n, uint32_t name)
{
	struct name x = name_get(n, name_root(n, name));
	struct cell cell;
	uint32_t found;

	if (x.kind == NAME_OUTER)
		return x.a;
	if (x.kind == NAME_CLASS || x.kind == NAME_NAMED ||
	    ((x.kind == NAME_SYM || x.kind == NAME_LOCAL) && !name_loads(n, name)))
		return name_at_start(n, some_elements(n, name));
	cell = name_cell(n, name, 0);
	found = name_of_cell(n, cell);
	if (found)
		return name_at_start(n, found);
	found = name_class(n, name);
	if (found)
		return found;
	if (x.kind == NAME_SYM)
		return some_elements(n, name);
	return make_class(n, 0, cell.offset, cell.class);
}

uint32_t name_ground(struct names *n, uint32_t name)
{
	uint32_t found = map_get(&n->ground, name);

	if (!name)
		return make_class(n, 0, 0, 0);
	if (!found) {
		found = make_ground(n, name);
		map_put(n->arena, &n->ground, name, found);
	}
	return found;
}

bool name_may_alias(struct names *n, uint32_t a, uint32_t b)
{
	struct name x = name_get(n, a), y = name_get(n, b);

	if (a == b)
		return x.kind != NAME_CLASS || x.a || x.b;
	if (x.kind != NAME_CLASS && y.kind != NAME_CLASS)
		return false;
	return n->class.at[a] && n->class.at[a] == n->class.at[b] && name_get(n, n->class.at[a]).a;
}

/* The same member of elements of one array. */
static bool are_elements(const struct names *n, uint32_t a, uint32_t b)
{
	struct name x = name_get(n, a), y = name_get(n, b);
	int64_t at = x.kind == NAME_FIELD ? x.k : 0, other = y.kind == NAME_FIELD ? y.k : 0;

	x = x.kind == NAME_FIELD ? name_get(n, x.a) : x;
	y = y.kind == NAME_FIELD ? name_get(n, y.a) : y;
	return x.kind == NAME_INDEX && y.kind == NAME_INDEX && x.a == y.a && at == other;
}

static const struct field *member_at(const struct program *p, const struct type *record, uint64_t at)
{
	for (uint32_t i = 0; i < record->nfields; i++) {
		const struct field *f = &p->field.at[record->field + i];
		if (f->type.i && f->offset <= at && at - f->offset < program_type(p, type_strip(p, f->type))->size)
			return f;
	}
	return NULL;
}

/* Is there a record of type `inner` at this offset of an `outer`, however deep? */
static bool record_holds(const struct program *p, uint32_t outer, int64_t offset, uint32_t inner)
{
	struct type_id t = { outer };
	uint64_t at = (uint64_t)offset * 8;

	for (uint32_t depth = 0; !limit_full(LIMIT_lockset_records, depth); depth++) {
		const struct type *x = program_type(p, t);
		const struct field *f;
		if (!at && t.i == inner)
			return true;
		if (x->kind == TYPE_ARRAY && x->base.i && program_type(p, type_strip(p, x->base))->size) {
			t = type_strip(p, x->base);
			at %= program_type(p, t)->size;
			continue;
		}
		f = x->kind == TYPE_STRUCT || x->kind == TYPE_UNION ? member_at(p, x, at) : NULL;
		if (!f)
			return false;
		t = type_strip(p, f->type);
		at -= f->offset;
	}
	return false;
}

/* The same member, once seen from the record that it is in, once from a larger one around that: `e->lock` and
 * `msg->entry.lock`. */
static bool is_inside(const struct names *n, uint32_t a, uint32_t b)
{
	struct name x = name_get(n, a), y = name_get(n, b);

	if (x.kind != NAME_CLASS || y.kind != NAME_CLASS || !x.a || !y.a || x.a == y.a || x.b || y.b)
		return false;
	return (x.k >= y.k && record_holds(n->points->p, x.a, x.k - y.k, y.a)) ||
	       (y.k >= x.k && record_holds(n->points->p, y.a, y.k - x.k, x.a));
}

bool name_is_like(const struct names *n, uint32_t a, uint32_t b)
{
	uint32_t class = name_class(n, a);
	uint32_t x = name_get(n, name_root(n, a)).kind, y = name_get(n, name_root(n, b)).kind;
	bool object = (x == NAME_SYM || x == NAME_LOCAL) && !name_loads(n, a),
	     other = (y == NAME_SYM || y == NAME_LOCAL) && !name_loads(n, b);

	if (a == b)
		return true;
	if (are_elements(n, a, b))
		return true;
	if (!class || (class != name_class(n, b) && !is_inside(n, class, name_class(n, b))))
		return false;
	return !object || !other || !name_is_exact(n, a) || !name_is_exact(n, b) || name_root(n, a) == name_root(n, b);
}

/* ---- holders ---- */

/* A pointer in a record, by the innermost record that it is in: `worker->env.cache` is one of struct env. 0: that is not
 * known. */
static uint32_t make_holder(struct names *n, struct type_id record, int64_t offset)
{
	const struct program *p = n->points->p;
	struct type_id t = type_strip(p, record);
	uint64_t at = (uint64_t)offset * 8;

	for (uint32_t depth = 0; is_record(p, t) && offset >= 0 && !limit_full(LIMIT_lockset_records, depth); depth++) {
		const struct field *f = member_at(p, program_type(p, t), at);
		struct type_id inner = f ? type_strip(p, f->type) : (struct type_id){ 0 };
		for (uint32_t i = 0; inner.i && program_type(p, inner)->kind == TYPE_ARRAY && !limit_full(LIMIT_lockset_nested, i); i++)
			inner = type_strip(p, program_type(p, inner)->base);
		if (!inner.i)
			return 0;
		if (program_type(p, inner)->kind == TYPE_POINTER)
			return name_make(n, &(struct name){ .kind = NAME_CLASS, .a = t.i, .k = (int64_t)(f->offset / 8) });
		at -= f->offset;
		if (program_type(p, inner)->size)
			at %= program_type(p, inner)->size;
		t = inner;
	}
	return 0;
}

uint32_t name_holder(struct names *n, uint32_t place)
{
	struct name c = name_get(n, n->class.at[place]);

	return c.kind == NAME_CLASS && c.a && !c.b ? make_holder(n, (struct type_id){ c.a }, c.k) : 0;
}

uint32_t name_holder_at(struct names *n, const struct body *b, struct ref address)
{
	const struct inst *in = body_made_by(b, address);

	return in && in->op == OP_field ? make_holder(n, in->type, body_offset(b, in)) : 0;
}

/* The record behind a holder. */
static struct type_id held_record(const struct names *n, uint32_t holder)
{
	const struct program *p = n->points->p;
	struct name x = name_get(n, holder);
	struct type_id t = type_strip(p, type_at(p, (struct type_id){ x.a }, x.k));

	for (uint32_t i = 0; t.i && (program_type(p, t)->kind == TYPE_ARRAY || program_type(p, t)->kind == TYPE_POINTER) &&
			     !limit_full(LIMIT_lockset_nested, i);
	     i++)
		t = type_strip(p, program_type(p, t)->base);
	return t;
}

bool name_holders_match(const struct names *n, uint32_t a, uint32_t b)
{
	const struct program *p = n->points->p;
	struct type_id x = held_record(n, a), y = held_record(n, b);

	if (!is_record(p, x) || !is_record(p, y))
		return false;
	return x.i == y.i || record_holds(p, x.i, 0, y.i) || record_holds(p, y.i, 0, x.i);
}

/* ---- across calls ---- */

/* An element that the callee counts by a parameter, in words of the caller; elsewhere the callee's numbers say nothing to him. */
static uint32_t element_above(struct names *n, uint32_t base, const struct name *x, const struct name_call *call)
{
	const struct name_arg *a = x->b && x->k == call->callee.i && x->b <= n->points->nparams[call->callee.i] &&
						   x->b <= call->nargs
					   ? &call->arg[x->b - 1]
					   : NULL;

	if (a && a->constant && x->stride && a->k >= 0 && a->k < 1 << 20)
		return a->k ? name_member(n, base, a->k * x->stride, (struct type_id){ 0 }) : base;
	if (a && a->value && !a->constant)
		return name_index(n, base, (struct name_number){ call->caller.i, a->value, x->stride });
	return name_index(n, base, some);
}

/* An element that the caller counts by what it hands over. Numbers of an earlier run of the callee are not those of this one. */
static uint32_t element_below(struct names *n, uint32_t base, const struct name *x, const struct name_call *call)
{
	for (uint32_t k = 0; x->b && x->k == call->caller.i && k < call->nargs; k++)
		if (call->arg[k].value == x->b && k < n->points->nparams[call->callee.i])
			return name_index(n, base, (struct name_number){ call->callee.i, k + 1, x->stride });
	return name_index(n, base,
			  x->k == call->callee.i ? some : (struct name_number){ (uint32_t)x->k, x->b, x->stride });
}

typedef uint32_t element_across(struct names *, uint32_t base, const struct name *, const struct name_call *);

/* A name that was taken apart, put upon another base. */
struct lockset_parts {
	const uint32_t *path; /* the last one first */
	uint32_t depth;
	element_across *element;
	const struct name_call *call;
};

static uint32_t rebuild(struct names *n, struct lockset_parts p, uint32_t to, int64_t offset)
{
	uint32_t class = p.depth ? n->class.at[p.path[0]] : 0;

	if (offset)
		to = name_member(n, to, offset, (struct type_id){ 0 });
	while (p.depth-- && to) {
		struct name x = name_get(n, p.path[p.depth]), c = name_get(n, n->class.at[p.path[p.depth]]);
		if (x.kind == NAME_FIELD)
			to = name_member(n, to, x.k, c.k == x.k && !c.b ? (struct type_id){ c.a } : (struct type_id){ 0 });
		else if (x.kind == NAME_INDEX)
			to = p.element(n, to, &x, p.call);
		else
			to = name_load(n, to);
	}
	if (to && !n->class.at[to])
		n->class.at[to] = class;
	return to;
}

static uint32_t argument_at(const struct names *n, uint32_t name, const struct name_call *call, int64_t *offset)
{
	struct name x = name_get(n, name);

	*offset = 0;
	for (uint32_t k = 0; k < call->nargs; k++)
		if (call->arg[k].name && call->arg[k].name == name)
			return k + 1;
	if (x.kind != NAME_FIELD)
		return 0;
	for (uint32_t k = 0; k < call->nargs; k++) {
		struct name y = name_get(n, call->arg[k].name);
		if (y.kind == NAME_FIELD && y.a == x.a && llabs(x.k - y.k) < MERGE_FAR) {
			*offset = x.k - y.k;
			return k + 1;
		}
	}
	return 0;
}

uint32_t name_enter(struct names *n, uint32_t name, const struct name_call *call)
{
	uint32_t path[NAME_DEPTH + 2], depth = 0, at = name, k;
	int64_t offset;
	struct name root = name_get(n, name_root(n, name));
	bool same = root.kind == NAME_NAMED || root.kind == NAME_CLASS || (root.kind == NAME_SYM && !name_loads(n, name));

	for (;;) {
		struct name x = name_get(n, at);
		k = same ? 0 : argument_at(n, at, call, &offset);
		if (k) {
			uint32_t to = rebuild(n, (struct lockset_parts){ path, depth, element_below, call },
					      name_make(n, &(struct name){ .kind = NAME_PARAM, .a = k - 1, .b = call->callee.i }),
					      offset);
			if (to && !n->class.at[to])
				n->class.at[to] = n->class.at[name];
			return to;
		}
		if (!is_step(x.kind) || depth >= NAME_DEPTH + 2)
			break;
		path[depth++] = at;
		at = x.a;
	}
	if (!same && root.kind != NAME_SYM)
		return 0;
	return is_step(name_get(n, at).kind) ? name : rebuild(n, (struct lockset_parts){ path, depth, element_below, call }, at, 0);
}

uint32_t name_leave(struct names *n, uint32_t name, const struct name_call *call)
{
	uint32_t path[NAME_DEPTH + 2], depth = 0, at = name, to = 0;
	struct name x = name_get(n, at);

	for (;;) {
		if (call->returned && at == call->returned && call->result) {
			to = call->result;
			break;
		}
		if (!is_step(x.kind) || depth >= NAME_DEPTH + 2)
			break;
		path[depth++] = at;
		at = x.a;
		x = name_get(n, at);
	}
	if (!to && (x.kind == NAME_NAMED || x.kind == NAME_CLASS))
		return name;
	if (!to && x.kind == NAME_SYM)
		to = at;
	if (!to && x.kind == NAME_PARAM && x.a < call->nargs)
		to = call->arg[x.a].name;
	return to ? rebuild(n, (struct lockset_parts){ path, depth, element_above, call }, to, 0) : 0;
}
