/* Which locks one thread may take again: those initialised so, with attributes that may say so, or with bytes that say so
 * (ir/mutex.h). */
#include "ir/mutex.h"
#include "lockset/names/attributes.h"
#include "lockset/walk/engine.h"

struct lockset_reading {
	struct engine *e;
	const struct attributes *attributes;
	struct body b;
	struct arena *scratch;
	VEC(struct mutex_place) part; /* made odd, perhaps to be copied from there: `*p = (struct part){ .lock = ... }` */
	struct name_values v;
	struct builder t; /* for subject_constant */
};

/* The array of an element, or what the lock is a constant place in. */
static uint32_t around(const struct engine *e, uint32_t ground, bool *element)
{
	const struct terms *t = &e->out->names.terms;
	uint32_t thing = term_thing(t, ground);
	struct term x = term_get(t, thing);

	*element = x.kind == TERM_INDEX;
	return *element ? term_thing(t, x.base) : thing;
}

static void note_kind(struct lockset_reading *r, uint32_t name, uint32_t odd)
{
	struct engine *e = r->e;
	uint32_t ground = name ? name_ground(&e->out->names, name) : 0;
	struct map *m = odd ? &e->recursive : &e->plain;

	odd = odd ? odd : 1;
	if (ground)
		*map_at(&e->scratch, m, ground) |= odd;
	if (name_class(&e->out->names, name))
		*map_at(&e->scratch, m, name_class(&e->out->names, name)) |= odd;
	if (m == &e->recursive && ground) {
		bool element;
		uint32_t thing = around(e, ground, &element);
		*map_at(&e->scratch, element ? &e->odd_element : &e->odd_place, thing) |= odd;
	}
	if (m == &e->recursive && (!name || name_is_nameless(&e->out->names, ground)))
		*map_at(&e->scratch, m, UINT32_MAX) |= odd; /* whichever it is */
}

/* In engine.tokens: the number + 2; 1: another one at another place, or not known. */
static void note_tokens(struct engine *e, uint32_t ground, int64_t k)
{
	uint32_t *at = map_at(&e->scratch, &e->tokens, ground), says = k >= 0 && k < INT32_MAX ? (uint32_t)k + 2 : 1;

	*at = !*at || *at == says ? says : 1;
}

static void note_count(struct lockset_reading *r, uint32_t name, const struct inst *call, const struct model_row *row)
{
	struct engine *e = r->e;
	uint32_t ground = name_ground(&e->out->names, name);
	int64_t k;
	bool known = subject_constant(&r->t, event_value(&r->b, call, &row->count), &k), one = known && k == 1;

	map_put(&e->scratch, one ? &e->ones : &e->others, name_is_nameless(&e->out->names, ground) ? UINT32_MAX : ground, 1);
	if (name_class(&e->out->names, name))
		map_put(&e->scratch, one ? &e->ones : &e->others, name_class(&e->out->names, name), 1);
	if (!name_is_nameless(&e->out->names, ground))
		note_tokens(e, ground, known ? k : -1);
}

static void note_fair(struct lockset_reading *r, uint32_t name)
{
	if (!name)
		return;
	map_put(&r->e->scratch, &r->e->fair, name_ground(&r->e->out->names, name), 1);
	if (name_class(&r->e->out->names, name))
		map_put(&r->e->scratch, &r->e->fair, name_class(&r->e->out->names, name), 1);
}

static void note_init(struct lockset_reading *r, const struct inst *call, const struct model_row *row)
{
	uint32_t name = name_of_ref(&r->v, event_argument(&r->b, call, &row->on));

	if (event_says(&row->count)) {
		note_count(r, name, call, row);
		return;
	}
	note_kind(r, name, attributes_of_init(r->attributes, &r->b, call, row));
	if (attributes_of_event(r->attributes, &r->b, call, row) & ATTRIBUTE_FAIR)
		note_fair(r, name);
}

static void read_call(struct lockset_reading *r, uint32_t inst)
{
	const struct inst *call = &r->b.inst.at[inst];
	struct sym_id callee = body_callee(r->e->out->points->p, &r->b, call);

	for (const struct model_row *row = callee.i ? r->e->out->points->row[callee.i] : NULL; row; row = row->next)
		if (event_is(row, EVENT_INIT) && event_argument_number(&row->on) &&
		    (!event_says(&row->attr) || !attributes_are_handed(r->attributes, r->b.fn, inst)))
			note_init(r, call, row);
}

/* The mutex inside what a pointer leads to. One that is all of it has the name of the whole. */
static void note_part(struct lockset_reading *r, struct ref object, const struct mutex_place *part)
{
	uint32_t name = name_of_ref(&r->v, object);
	const struct program *p = r->e->out->points->p;

	if (part->offset || program_type(p, type_strip(p, part->record))->size > MUTEX_BYTES * 8)
		name = name_member(&r->e->out->names, name, part->offset, part->record);
	note_kind(r, name, part->kind);
}

static void read_store(struct lockset_reading *r, const struct inst *in)
{
	struct mutex_place part;

	if (!mutex_store_is_odd(r->e->out->points->p, &r->b, in, &part))
		return;
	*vec_add(r->scratch, &r->part) = part;
	note_part(r, part.object, &part);
}

/* A variable that is a lock, or a copy of one, by what it starts with or was made. */
static void read_copy(struct lockset_reading *r, const struct inst *in)
{
	struct ref from = body_arg(&r->b, in, 1);
	const struct program *p = r->e->out->points->p;
	struct sym_id s = { ref_kind(from) == REF_SYM ? ref_index(from) : 0 };

	if (s.i && program_sym(p, s)->size == MUTEX_BYTES && mutex_starts_odd(p, s, 0, 0))
		note_kind(r, name_of_ref(&r->v, body_arg(&r->b, in, 0)), mutex_starts_odd(p, s, 0, 0));
	for (uint32_t i = 0; i < r->part.n; i++)
		if (r->part.at[i].object.bits == from.bits)
			note_part(r, body_arg(&r->b, in, 0), &r->part.at[i]);
}

/* Bytes of an element of a variable that is an array; 0: it is none. */
static uint64_t stride_of(const struct program *p, struct sym_id s)
{
	struct type_id t = type_strip(p, program_sym(p, s)->type);
	bool array = program_type(p, t)->kind == TYPE_ARRAY;

	return array ? program_type(p, name_element(p, t))->size / 8 : 0;
}

uint32_t kinds_is_recursive(const struct engine *e, uint32_t ground)
{
	const struct program *p = e->out->points->p;
	const struct terms *t = &e->out->names.terms;
	struct term x = term_get(t, term_thing(t, ground));
	uint64_t stride;
	uint32_t thing, odd;
	bool element; /* some element: may be any */

	if (!ground)
		return 0;
	if (map_get(&e->recursive, ground))
		return map_get(&e->recursive, ground);
	thing = around(e, ground, &element);
	odd = map_get(&e->odd_element, thing) | (element ? map_get(&e->odd_place, thing) : 0);
	if (odd && !map_get(&e->plain, ground))
		return odd;
	if (map_get(&e->recursive, UINT32_MAX) && !map_get(&e->plain, ground))
		return MUTEX_ODD;
	if (element)
		x = term_get(t, x.base);
	if (x.kind != TERM_SYM)
		return 0;
	stride = element ? stride_of(p, (struct sym_id){ x.a }) : 0;
	return !element || stride ? mutex_starts_odd(p, (struct sym_id){ x.a }, term_offset(t, ground), stride) : 0;
}

uint32_t kinds_may_be(struct engine *e, uint32_t name)
{
	struct names *n = &e->out->names;

	return kinds_is_recursive(e, name_ground(n, name)) | kinds_is_recursive(e, name_class(n, name));
}

bool kinds_is_one(const struct engine *e, uint32_t ground)
{
	const struct terms *t = &e->out->names.terms;
	struct term x = term_get(t, term_thing(t, ground));
	int64_t count;

	if (!ground || map_get(&e->others, ground) || map_get(&e->others, UINT32_MAX))
		return false;
	if (map_get(&e->ones, ground))
		return true;
	return x.kind == TERM_SYM &&
	       semaphore_starts(e->out->points->p, (struct sym_id){ x.a }, term_offset(t, ground), &count) && count == 1;
}

bool lockset_is_counting(const struct lockset *l, uint32_t name)
{
	const struct engine *e = l->engine;
	const struct terms *t = &l->names.terms;
	struct term x = term_get(t, term_thing(t, name));
	int64_t count;

	if (map_get(&e->others, name) || map_get(&e->others, UINT32_MAX) ||
	    (!map_get(&e->ones, name) && map_get(&e->others, name_class(&l->names, name))))
		return true;
	return x.kind == TERM_SYM && semaphore_starts(l->points->p, (struct sym_id){ x.a }, term_offset(t, name), &count) && count != 1;
}

bool lockset_tokens(const struct lockset *l, uint32_t name, int64_t *count)
{
	const struct engine *e = l->engine;
	const struct terms *t = &l->names.terms;
	struct term x = term_get(t, term_thing(t, name));
	uint32_t known = map_get(&e->tokens, name);

	*count = known > 1 ? known - 2 : 0;
	if (known || map_get(&e->others, UINT32_MAX) || map_get(&e->ones, UINT32_MAX) ||
	    map_get(&e->others, name_class(&l->names, name)))
		return known > 1;
	return x.kind == TERM_SYM && semaphore_starts(l->points->p, (struct sym_id){ x.a }, term_offset(t, name), count);
}

bool lockset_is_given_back(const struct lockset *l, uint32_t name)
{
	uint32_t at = map_get(&l->engine->usage_of, name);

	return at && !l->engine->usage.at[at - 1].errors && !map_get(&l->engine->unsure, name);
}

bool kinds_is_fair(const struct engine *e, uint32_t ground)
{
	const struct program *p = e->out->points->p;
	const struct terms *t = &e->out->names.terms;
	struct term x = term_get(t, term_thing(t, ground));

	if (!ground || map_get(&e->fair, ground))
		return ground != 0;
	return x.kind == TERM_SYM && rwlock_starts_fair(p, (struct sym_id){ x.a }, term_offset(t, ground));
}

struct name_values lockset_values(struct lockset *l, struct arena *scratch, const struct body *b)
{
	return (struct name_values){ .names = &l->names, .b = b, .returned = outlines_returned, .with = &l->engine->o,
				     .of = arena_array(scratch, b->param.n + b->inst.n + 2u, sizeof(uint32_t)) };
}

uint32_t lockset_is_recursive(struct lockset *l, uint32_t name, bool semaphore)
{
	struct engine *e = l->engine;
	bool any = !name || name_is_nameless(&l->names, name_ground(&l->names, name)); /* it may be any lock */

	if (semaphore)
		return semaphore_is_lock(e, name) ? 0 : MUTEX_DEEP;
	return any && e->recursive.n ? MUTEX_ODD : kinds_may_be(e, name);
}

bool lockset_is_paired(struct lockset *l, uint32_t name)
{
	uint32_t ground = name_ground(&l->names, name);

	return lockset_is_given_back(l, ground) && !lockset_is_counting(l, ground);
}

static void begin(struct lockset_reading *r, struct fn_id fn)
{
	const struct program *p = r->e->out->points->p;

	arena_init(r->scratch, "kinds");
	body_get(r->scratch, p, fn, &r->b);
	r->v = lockset_values(r->e->out, r->scratch, &r->b);
	r->t = (struct builder){ .o = &r->e->o, .p = p, .b = &r->b };
}

/* Locks that functions of the program make for their callers. */
static void read_made(struct engine *e, const struct attributes *attributes)
{
	for (uint32_t i = 0; i < attributes->made.n; i++) {
		const struct made_lock *made = &attributes->made.at[i];
		struct arena scratch;
		struct lockset_reading r = { .e = e, .attributes = attributes, .scratch = &scratch };
		uint32_t name;
		if (made->row || attributes_are_handed(attributes, made->fn, made->inst))
			continue;
		begin(&r, made->fn);
		name = name_of_ref(&r.v, body_arg(&r.b, &r.b.inst.at[made->inst], made->arg));
		note_kind(&r, name, made->said & ATTRIBUTE_ODD);
		if (made->said & ATTRIBUTE_FAIR)
			note_fair(&r, name);
		arena_release(&scratch);
	}
}

void kinds_find(struct engine *e)
{
	const struct program *p = e->out->points->p;
	struct attributes attributes;

	attributes_find(&attributes, &e->scratch, p, e->out->points->row);
	read_made(e, &attributes);
	for (uint32_t f = 1; f < p->fn.n; f++) {
		struct arena scratch;
		struct lockset_reading r = { .e = e, .attributes = &attributes, .scratch = &scratch };
		if (!e->o.inits[f])
			continue;
		begin(&r, (struct fn_id){ f });
		for (uint32_t i = 0; i < r.b.inst.n; i++) {
			if (r.b.inst.at[i].op == OP_call)
				read_call(&r, i);
			else if (r.b.inst.at[i].op == OP_memcpy)
				read_copy(&r, &r.b.inst.at[i]);
			else if (r.b.inst.at[i].op == OP_store)
				read_store(&r, &r.b.inst.at[i]);
		}
		arena_release(&scratch);
	}
}
