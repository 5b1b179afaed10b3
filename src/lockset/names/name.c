#include "lockset/names/name.h"

#include "term/value.h"

#include <stdlib.h>
#include <string.h>

enum { MERGE_FAR = 1 << 16 }; /* members of one record are nearer to each other */

static void cover_terms(struct names *n)
{
	while (n->class.n < n->terms.row.n) {
		uint32_t name = n->class.n;
		struct term k = term_get(&n->terms, name);
		*vec_add(n->arena, &n->class) = term_is_class(k.kind) ? name : k.kind == TERM_ABOVE ? k.base : 0;
	}
}

void names_init(struct names *n, struct arena *a, const struct points *points)
{
	n->arena = a;
	n->points = points;
	terms_init(&n->terms, a);
	n->terms.longest = LIMIT_lockset_names;
	cover_terms(n);
}

struct type_id name_element(const struct program *p, struct type_id t)
{
	t = t.i ? type_strip(p, t) : t;
	for (uint32_t i = 0; t.i && program_type(p, t)->kind == TYPE_ARRAY && !limit_full(LIMIT_lockset_nested, i); i++)
		t = type_strip(p, program_type(p, t)->base);
	return t;
}

static bool is_record(const struct program *p, struct type_id t)
{
	return t.i && (program_type(p, t)->kind == TYPE_STRUCT || program_type(p, t)->kind == TYPE_UNION);
}

uint32_t name_make(struct names *n, const struct term *x)
{
	uint32_t known = n->terms.row.n, id = term_make(&n->terms, x);

	cover_terms(n);
	if (id >= known && x->kind == TERM_SYM)
		name_is_a(n, id, program_sym(n->points->p, (struct sym_id){ x->a })->type);
	return id;
}

uint32_t name_of_value(struct names *n, struct fn_id fn, uint32_t value)
{
	uint32_t params = n->points->nparams[fn.i];

	return name_make(n, value <= params ? &(struct term){ .kind = TERM_PARAM, .a = fn.i, .b = value - 1 }
					    : &(struct term){ .kind = TERM_RESULT, .a = fn.i, .b = value - params - 1 });
}

uint32_t name_value(const struct names *n, uint32_t name, struct fn_id fn)
{
	struct term k = term_get(&n->terms, name);

	if ((k.kind != TERM_PARAM && k.kind != TERM_RESULT) || k.a != fn.i)
		return 0;
	return k.kind == TERM_PARAM ? k.b + 1 : n->points->nparams[fn.i] + 1 + k.b;
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

static uint32_t make_class(struct names *n, uint32_t record, int64_t offset, uint32_t loads)
{
	if (is_lock_type(n, (struct type_id){ record }))
		return 0;
	return name_make(n, &(struct term){ .kind = TERM_MEMBER, .a = record, .b = loads, .offset = offset });
}

/* Of a lock of which no type is known. */
static uint32_t make_nameless(struct names *n, struct cell c)
{
	return name_make(n, &(struct term){ .kind = TERM_CLASS, .a = c.class, .offset = c.offset });
}

static struct type_id record_of_sym(const struct names *n, uint32_t sym)
{
	const struct program *p = n->points->p;
	struct type_id t = name_element(p, program_sym(p, (struct sym_id){ sym })->type);

	return is_record(p, t) ? t : (struct type_id){ 0 };
}

void name_is_lock(struct names *n, uint32_t sym)
{
	struct type_id t = type_strip(n->points->p, program_sym(n->points->p, (struct sym_id){ sym })->type);
	uint32_t *first = t.i && is_record(n->points->p, t) ? map_at(n->arena, &n->lock_type, t.i) : NULL;

	if (first)
		*first = !*first || *first == sym ? sym : LOCK_TYPE;
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

/* The class of base + offset: a member of the outermost record that is known, unless that is an array of records. */
static uint32_t class_of_field(struct names *n, uint32_t base, int64_t offset, struct type_id record)
{
	struct term x = term_get(&n->terms, base);
	struct term c = term_get(&n->terms, n->class.at[base]);
	bool known = c.kind == TERM_MEMBER && !c.b;

	record = type_strip(n->points->p, record);
	known &= x.kind != TERM_FIELD || x.offset >= 0;
	if (known && x.kind != TERM_INDEX && x.kind != TERM_SYM && offset >= 0 &&
	    (x.kind == TERM_FIELD || record_holds(n->points->p, c.a, c.offset, record.i)))
		return make_class(n, c.a, c.offset + offset, 0);
	if (x.kind == TERM_SYM) {
		struct type_id own = record_of_sym(n, x.a);
		return own.i ? make_class(n, own.i, offset, 0) : 0;
	}
	if (is_record(n->points->p, record))
		return make_class(n, record.i, offset, 0);
	return known ? make_class(n, c.a, c.offset + offset, 0) : 0;
}

void name_is_a(struct names *n, uint32_t name, struct type_id type)
{
	const struct program *p = n->points->p;
	uint32_t class;

	type = name_element(p, type);
	class = name && !n->class.at[name] && is_record(p, type) ? make_class(n, type.i, 0, 0) : 0;
	if (class)
		n->class.at[name] = class; /* the table may have grown */
}

/* The record that the pointer kept at a place leads to, by the type of the member or variable; none: not known. */
static struct type_id pointed_to(const struct names *n, uint32_t base)
{
	const struct program *p = n->points->p;
	struct term x = term_get(&n->terms, base), c = term_get(&n->terms, n->class.at[base]);
	struct type_id t = { 0 };

	if (x.kind == TERM_SYM)
		t = program_sym(p, (struct sym_id){ x.a })->type;
	else if (c.kind == TERM_MEMBER && !c.b)
		t = type_at(p, (struct type_id){ c.a }, c.offset);
	t = name_element(p, t);
	if (!t.i || program_type(p, t)->kind != TYPE_POINTER)
		return (struct type_id){ 0 };
	return program_type(p, t)->base;
}

/* There is nothing behind what is only known by its class. */
static bool is_closed(const struct names *n, uint32_t name)
{
	struct term k = term_get(&n->terms, name);

	return !name || term_is_class(k.kind) || k.kind == TERM_ABOVE;
}

/* A class, if there is none yet, or only one that says which pointer leads there: of a void *, the record that it is used as. */
static uint32_t learn_class(struct names *n, uint32_t name, uint32_t class)
{
	struct term old = term_get(&n->terms, n->class.at[name]), now = term_get(&n->terms, class);
	bool vague = !n->class.at[name] || (old.kind == TERM_MEMBER && old.b && now.kind == TERM_MEMBER && !now.b);

	if (class && vague && !is_closed(n, name))
		n->class.at[name] = class;
	return name;
}

uint32_t name_member(struct names *n, uint32_t base, int64_t offset, struct type_id record)
{
	struct term x = term_get(&n->terms, base);
	uint32_t id, class;

	if (is_closed(n, base))
		return 0;
	class = class_of_field(n, base, offset, record);
	if (!offset && x.kind == TERM_INDEX && class && record.i)
		n->class.at[base] = class;
	if (!offset)
		return learn_class(n, base, class);
	if (limit_full(LIMIT_lockset_names, term_row(&n->terms, term_thing(&n->terms, base))->steps))
		return class;
	id = name_make(n, &(struct term){ .kind = TERM_FIELD, .base = base, .offset = offset });
	if (!n->class.at[id])
		n->class.at[id] = class;
	return id;
}

uint32_t name_index(struct names *n, uint32_t base, uint32_t index, uint32_t stride)
{
	struct term x = term_get(&n->terms, base);
	uint32_t id;

	if (is_closed(n, base))
		return 0;
	if (x.kind == TERM_INDEX) { /* of an element: some element */
		base = x.base;
		index = 0;
	}
	if (limit_full(LIMIT_lockset_names, term_row(&n->terms, base)->steps))
		return n->class.at[base];
	id = name_make(n, &(struct term){ .kind = TERM_INDEX, .base = base, .a = index, .offset = index ? stride : 0 });
	n->class.at[id] = n->class.at[base];
	return id;
}

uint32_t name_load(struct names *n, uint32_t base)
{
	struct term c;
	uint32_t id, class = 0;

	if (is_closed(n, base))
		return 0;
	if (map_get(&n->content, base))
		return map_get(&n->content, base);
	c = term_get(&n->terms, n->class.at[base]);
	if (c.kind == TERM_MEMBER && c.b < 3)
		class = make_class(n, c.a, c.offset, c.b + 1);
	if (limit_full(LIMIT_lockset_names, term_row(&n->terms, base)->steps))
		return class;
	id = name_make(n, &(struct term){ .kind = TERM_LOAD, .base = base });
	name_is_a(n, id, pointed_to(n, base));
	if (!n->class.at[id])
		n->class.at[id] = class;
	return id;
}

uint32_t name_class(const struct names *n, uint32_t name)
{
	return name ? n->class.at[name] : 0;
}

bool name_is_ground(const struct names *n, uint32_t name)
{
	uint32_t kind = term_root_of(&n->terms, name).kind;

	return kind != TERM_PARAM && kind != TERM_ABOVE && kind != TERM_RESULT;
}

bool name_is_global(const struct names *n, uint32_t name)
{
	uint32_t kind = term_root_of(&n->terms, name).kind;

	return kind == TERM_NAMED || (kind == TERM_SYM && !term_loads(&n->terms, name));
}

bool name_is_nameless(const struct names *n, uint32_t name)
{
	return term_get(&n->terms, name).kind == TERM_CLASS;
}

bool name_is_exact(const struct names *n, uint32_t name)
{
	for (;; ) {
		struct term x = term_get(&n->terms, name);
		if (is_closed(n, name) || (x.kind == TERM_INDEX && !x.a))
			return false;
		if (!term_is_step(x.kind))
			return true;
		name = x.base;
	}
}

/* ---- ground ---- */

struct cell name_cell(const struct names *n, uint32_t name, uint32_t instance)
{
	struct cell at[2] = { 0 };
	struct term x = term_root_of(&n->terms, name);
	bool value = x.kind == TERM_PARAM ? x.b < n->points->nparams[x.a] : x.kind == TERM_RESULT || x.kind == TERM_STACK;

	if (x.kind == TERM_SYM)
		at[0] = points_sym(n->points, (struct sym_id){ x.a });
	else if (x.kind == TERM_PARAM && instance)
		at[0] = points_value(n->points, instance, ref_make(REF_VALUE, x.b + 1));
	else if (value && points_cells(n->points, (struct fn_id){ x.a },
				       ref_make(REF_VALUE, x.b + 1 + (x.kind == TERM_PARAM ? 0 : n->points->nparams[x.a])), at,
				       2) != 1)
		return (struct cell){ 0 };
	return term_follow(n->points, &n->terms, name, at[0]);
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
		base = name_make(n, &(struct term){ .kind = TERM_SYM, .a = o->sym.i });
		if (s->type.i && program_type(p, type_strip(p, s->type))->kind == TYPE_ARRAY)
			base = name_index(n, base, 0, 0);
	} else if (o->kind == OBJECT_STACK && !(o->inst & POINTS_PARAM)) {
		base = name_make(n, &(struct term){ .kind = TERM_STACK, .a = o->fn.i, .b = o->inst });
	} else {
		return 0;
	}
	return c.offset == o->cell.offset ? base : name_member(n, base, c.offset - o->cell.offset, (struct type_id){ 0 });
}

/* The names that a name was made of, the last one first, without the root. */
struct name_path {
	uint32_t at[TERM_MOST_STEPS], n;
};

static void add_step(struct name_path *path, uint32_t name)
{
	CHECK(path->n < TERM_MOST_STEPS, "name %u has more steps than lockset-names allows", name);
	path->at[path->n++] = name;
}

typedef uint32_t element_across(struct names *, uint32_t base, const struct term *, const struct name_call *);

/* The same steps from another root; elements as `element` says. */
static uint32_t rebuild(struct names *n, struct name_path path, uint32_t to, element_across *element,
			const struct name_call *call)
{
	while (path.n-- && to) {
		struct term x = term_get(&n->terms, path.at[path.n]);
		struct term c = term_get(&n->terms, n->class.at[path.at[path.n]]);
		bool member = c.kind == TERM_MEMBER && c.offset == x.offset && !c.b;
		to = x.kind == TERM_INDEX   ? element(n, to, &x, call)
		     : x.kind == TERM_FIELD ? name_member(n, to, x.offset, (struct type_id){ member ? c.a : 0 })
					    : name_load(n, to);
	}
	return to;
}

/* What a name was known to be a member of, it is under another name as well. */
static uint32_t keep_class(struct names *n, uint32_t to, uint32_t name)
{
	return to ? learn_class(n, to, n->class.at[name]) : 0;
}

static uint32_t some_element(struct names *n, uint32_t base, const struct term *x, const struct name_call *call)
{
	(void)x, (void)call;
	return name_index(n, base, 0, 0);
}

/* The same with whichever elements. */
static uint32_t some_elements(struct names *n, uint32_t name)
{
	struct name_path path = { .n = 0 };
	uint32_t at = name, to;

	for (; term_is_step(term_get(&n->terms, at).kind); at = term_get(&n->terms, at).base)
		add_step(&path, at);
	to = keep_class(n, rebuild(n, path, at, some_element, NULL), name);
	return to ? to : name;
}

static uint32_t make_ground(struct names *n, uint32_t name)
{
	struct term x = term_root_of(&n->terms, name);
	struct cell cell;
	uint32_t found;

	if (x.kind == TERM_ABOVE)
		return x.base;
	if (term_is_class(x.kind) || x.kind == TERM_NAMED ||
	    ((x.kind == TERM_SYM || x.kind == TERM_STACK) && !term_loads(&n->terms, name)))
		return some_elements(n, name);
	cell = name_cell(n, name, 0);
	found = name_of_cell(n, cell);
	if (found)
		return found;
	found = name_class(n, name);
	if (found)
		return found;
	if (x.kind == TERM_SYM)
		return some_elements(n, name);
	return make_nameless(n, cell);
}

uint32_t name_ground(struct names *n, uint32_t name)
{
	uint32_t found = map_get(&n->ground, name);

	if (!name)
		return make_nameless(n, (struct cell){ 0 });
	if (!found) {
		found = make_ground(n, name);
		map_put(n->arena, &n->ground, name, found);
	}
	return found;
}

bool name_may_alias(struct names *n, uint32_t a, uint32_t b)
{
	struct term x = term_get(&n->terms, a), y = term_get(&n->terms, b);

	if (a == b)
		return x.kind != TERM_CLASS || x.a;
	if (!term_is_class(x.kind) && !term_is_class(y.kind))
		return false;
	return n->class.at[a] == n->class.at[b] && term_get(&n->terms, n->class.at[a]).kind == TERM_MEMBER;
}

/* The same member of elements of one array. */
static bool are_elements(const struct names *n, uint32_t a, uint32_t b)
{
	struct term x = term_get(&n->terms, term_thing(&n->terms, a)), y = term_get(&n->terms, term_thing(&n->terms, b));

	return x.kind == TERM_INDEX && y.kind == TERM_INDEX && x.base == y.base &&
	       term_offset(&n->terms, a) == term_offset(&n->terms, b);
}

bool name_may_be_element(const struct names *n, uint32_t element, uint32_t lock)
{
	struct term x = term_get(&n->terms, term_thing(&n->terms, element));

	return x.kind == TERM_INDEX && term_thing(&n->terms, lock) == x.base &&
	       term_offset(&n->terms, lock) >= term_offset(&n->terms, element);
}

/* The same member, once seen from the record that it is in, once from a larger one around that: `e->lock` and
 * `msg->entry.lock`. */
static bool is_inside(const struct names *n, uint32_t a, uint32_t b)
{
	struct term x = term_get(&n->terms, a), y = term_get(&n->terms, b);

	if (x.kind != TERM_MEMBER || y.kind != TERM_MEMBER || x.a == y.a || x.b || y.b)
		return false;
	return (x.offset >= y.offset && record_holds(n->points->p, x.a, x.offset - y.offset, y.a)) ||
	       (y.offset >= x.offset && record_holds(n->points->p, y.a, y.offset - x.offset, x.a));
}

bool name_is_like(const struct names *n, uint32_t a, uint32_t b)
{
	uint32_t class = name_class(n, a);
	uint32_t x = term_root_of(&n->terms, a).kind, y = term_root_of(&n->terms, b).kind;
	bool object = (x == TERM_SYM || x == TERM_STACK) && !term_loads(&n->terms, a),
	     other = (y == TERM_SYM || y == TERM_STACK) && !term_loads(&n->terms, b);

	if (a == b)
		return true;
	if (are_elements(n, a, b))
		return true;
	if (!class || (class != name_class(n, b) && !is_inside(n, class, name_class(n, b))))
		return false;
	return !object || !other || !name_is_exact(n, a) || !name_is_exact(n, b) || term_root(&n->terms, a) == term_root(&n->terms, b);
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
		struct type_id inner = f ? name_element(p, f->type) : (struct type_id){ 0 };
		if (!inner.i)
			return 0;
		if (program_type(p, inner)->kind == TYPE_POINTER)
			return name_make(n, &(struct term){ .kind = TERM_MEMBER, .a = t.i, .offset = (int64_t)(f->offset / 8) });
		at -= f->offset;
		if (program_type(p, inner)->size)
			at %= program_type(p, inner)->size;
		t = inner;
	}
	return 0;
}

uint32_t name_holder(struct names *n, uint32_t place)
{
	struct term c = term_get(&n->terms, n->class.at[place]);

	return c.kind == TERM_MEMBER && !c.b ? make_holder(n, (struct type_id){ c.a }, c.offset) : 0;
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
	struct term x = term_get(&n->terms, holder);
	struct type_id t = type_strip(p, type_at(p, (struct type_id){ x.a }, x.offset));

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
static uint32_t element_above(struct names *n, uint32_t base, const struct term *x, const struct name_call *call)
{
	struct term index = term_get(&n->terms, x->a);
	bool handed = index.kind == TERM_PARAM && index.a == call->callee.i && index.b < call->nargs;
	uint32_t number = handed ? call->arg[index.b].number : 0;
	struct term k = term_get(&n->terms, number);

	if (k.kind == TERM_INT && x->offset && k.offset >= 0 && k.offset < 1 << 20)
		return k.offset ? name_member(n, base, k.offset * x->offset, (struct type_id){ 0 }) : base;
	return name_index(n, base, k.kind == TERM_INT ? 0 : number, (uint32_t)x->offset);
}

/* An element that the caller counts by what it hands over. Numbers of an earlier run of the callee are not those of this one. */
static uint32_t element_below(struct names *n, uint32_t base, const struct term *x, const struct name_call *call)
{
	struct term index = term_get(&n->terms, x->a);

	for (uint32_t k = 0; x->a && k < call->nargs; k++)
		if (call->arg[k].number == x->a && k < n->points->nparams[call->callee.i])
			return name_index(n, base, name_of_value(n, call->callee, k + 1), (uint32_t)x->offset);
	return name_index(n, base, index.a == call->callee.i ? 0 : x->a, (uint32_t)x->offset);
}

static uint32_t argument_at(const struct names *n, uint32_t name, const struct name_call *call, int64_t *offset)
{
	*offset = 0;
	for (uint32_t k = 0; k < call->nargs; k++)
		if (call->arg[k].name && call->arg[k].name == name)
			return k + 1;
	for (uint32_t k = 0; k < call->nargs; k++) {
		uint32_t arg = call->arg[k].name;
		*offset = term_offset(&n->terms, name) - term_offset(&n->terms, arg);
		if (term_offset(&n->terms, arg) && term_thing(&n->terms, arg) == term_thing(&n->terms, name) &&
		    llabs(*offset) < MERGE_FAR)
			return k + 1;
	}
	return 0;
}

uint32_t name_enter(struct names *n, uint32_t name, const struct name_call *call)
{
	struct name_path path = { .n = 0 };
	uint32_t at = name, to, k;
	int64_t offset;
	struct term root = term_root_of(&n->terms, name);
	bool same = root.kind == TERM_NAMED || term_is_class(root.kind) ||
		    (root.kind == TERM_SYM && !term_loads(&n->terms, name));

	for (;; at = term_get(&n->terms, at).base) {
		k = same ? 0 : argument_at(n, at, call, &offset);
		if (k || !term_is_step(term_get(&n->terms, at).kind))
			break;
		add_step(&path, at);
	}
	if (!k)
		return same || root.kind == TERM_SYM ? keep_class(n, rebuild(n, path, at, element_below, call), name) : 0;
	to = name_of_value(n, call->callee, k);
	to = keep_class(n, name_member(n, to, offset, (struct type_id){ 0 }), at);
	return keep_class(n, rebuild(n, path, to, element_below, call), name);
}

uint32_t name_leave(struct names *n, uint32_t name, const struct name_call *call)
{
	struct name_path path = { .n = 0 };
	uint32_t at = name, to = 0;
	struct term x;

	for (;; at = x.base) {
		x = term_get(&n->terms, at);
		to = call->returned && at == call->returned ? call->result : 0;
		if (to || !term_is_step(x.kind))
			break;
		add_step(&path, at);
	}
	if (!to && (x.kind == TERM_NAMED || term_is_class(x.kind)))
		return name;
	if (!to && x.kind == TERM_SYM)
		to = at;
	if (!to && x.kind == TERM_PARAM && x.b < call->nargs)
		to = call->arg[x.b].name;
	to = keep_class(n, to, at);
	return keep_class(n, rebuild(n, path, to, element_above, call), name);
}
