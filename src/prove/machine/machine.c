/* The state of a machine: how it begins, is copied and compared, and how frames and threads come and go. */
#include <stdarg.h>
#include <string.h>

#include "base/store/hash.h"
#include "prove/machine/parts.h"

bool machine_stop(struct machine *m, enum machine_state state, const char *format, ...)
{
	char text[512];
	va_list ap;

	if (m->state != MACHINE_RUNS)
		return false; /* the first reason counts */
	va_start(ap, format);
	vsnprintf(text, sizeof text, format, ap);
	va_end(ap);
	m->state = (uint8_t)state;
	m->why = arena_string(&m->arena, text);
	return false;
}

/* ---- types ---- */

uint64_t machine_type_bytes(const struct program *p, struct type_id id)
{
	const struct type *t = program_type(p, type_strip(p, id));

	if (t->kind == TYPE_FLOAT && t->size == 80)
		return 16;
	if (t->kind == TYPE_POINTER)
		return p->unit.at[1].pointer_bytes;
	return (t->size + 7) / 8;
}

static struct number_type scalar(const struct program *p, const struct type *t)
{
	uint32_t bits = t->size <= UINT32_MAX ? (uint32_t)t->size : 0;

	switch (t->kind) {
	case TYPE_INT:
	case TYPE_ENUM:
		return (struct number_type){ bits && bits <= 128 ? NUMBER_INT : NUMBER_OTHER, bits, 1 };
	case TYPE_POINTER:
		return (struct number_type){ NUMBER_INT, p->unit.at[1].pointer_bytes * 8, 1 };
	case TYPE_FLOAT:
		if (bits == 80 || bits == 128)
			bits = 80;
		return (struct number_type){ bits == 32 || bits == 64 || bits == 80 ? NUMBER_FLOAT : NUMBER_OTHER, bits, 1 };
	case TYPE_VOID:
		return (struct number_type){ NUMBER_NONE, 0, 1 };
	default:
		return (struct number_type){ NUMBER_OTHER, bits, 1 };
	}
}

struct number_type machine_number_type(const struct program *p, struct type_id id)
{
	const struct type *t = program_type(p, type_strip(p, id));
	struct number_type n;

	if (t->kind != TYPE_VECTOR)
		return scalar(p, t);
	n = scalar(p, program_type(p, type_strip(p, t->base)));
	n.count = t->count <= 4096 ? (uint32_t)t->count : 0;
	return n;
}

static uint32_t slot_bytes(const struct program *p, struct type_id type, struct number_type n)
{
	uint64_t bytes = n.kind == NUMBER_NONE ? 0
			 : n.count > 1	       ? (uint64_t)n.count * machine_number_bytes(n.bits)
					       : machine_type_bytes(p, type);

	return bytes <= 1 << 20 ? (uint32_t)bytes : UINT32_MAX;
}

/* ---- code ---- */

/* The type of the value that an instruction yields: of those whose inst.type says something else, a pointer or nothing. */
static struct type_id result_type(const struct machine_image *image, const struct inst *in)
{
	switch (in->op) {
	case OP_alloca:
	case OP_field:
	case OP_index:
		return image->pointer;
	case OP_store:
	case OP_memcpy:
	case OP_memset:
	case OP_fence:
		return (struct type_id){ 0 };
	default:
		return op_is_terminator(in->op) && in->op != OP_asm_goto ? (struct type_id){ 0 } : in->type;
	}
}

static void set_slot(const struct machine_image *image, struct machine_code *c, uint32_t value, struct type_id type)
{
	struct machine_slot *s = &c->slot[value];

	s->type = type;
	s->number = type.i ? machine_number_type(image->p, type) : (struct number_type){ NUMBER_NONE, 0, 1 };
	s->bytes = type.i ? slot_bytes(image->p, type, s->number) : 0;
	s->at = c->size;
	if (s->bytes == UINT32_MAX || c->size > UINT32_MAX / 2) {
		s->bytes = 0;
		s->number.kind = NUMBER_OTHER;
		return;
	}
	c->size += (s->bytes + 15) / 16 * 16;
}

struct machine_code *machine_code(struct machine_image *image, struct fn_id fn)
{
	struct machine_code *c = image->code[fn.i];

	if (c)
		return c;
	image->code[fn.i] = c = arena_new(image->arena, struct machine_code);
	body_get(image->arena, image->p, fn, &c->body);
	c->slot = arena_array(image->arena, c->body.param.n + c->body.inst.n + 1, sizeof *c->slot);
	c->block = arena_array(image->arena, c->body.inst.n + 1, sizeof *c->block);
	for (uint32_t i = 0; i < c->body.param.n; i++) {
		const struct param *param = &c->body.param.at[i];
		set_slot(image, c, i + 1, param->by_value || param->result ? image->pointer : param->type);
	}
	for (uint32_t i = 0; i < c->body.inst.n; i++)
		set_slot(image, c, body_value(&c->body, i), result_type(image, &c->body.inst.at[i]));
	c->used = arena_array(image->arena, c->body.param.n + c->body.inst.n + 1, sizeof *c->used);
	for (uint32_t i = 0; i < c->body.arg.n; i++)
		if (ref_kind(c->body.arg.at[i]) == REF_VALUE)
			c->used[ref_index(c->body.arg.at[i])] = true;
	for (uint32_t b = 0; b < c->body.block.n; b++)
		for (uint32_t i = 0; i < c->body.block.at[b].ninsts; i++)
			c->block[c->body.block.at[b].inst + i] = b;
	return c;
}

bool machine_fails(const char *name)
{
	static const char *const fails[] = { "__assert_fail",	     "__assert",    "__assert_rtn",
					     "__assert_perror_fail", "reach_error", "__VERIFIER_error" };

	for (size_t i = 0; i < sizeof fails / sizeof *fails; i++)
		if (!strcmp(name, fails[i]))
			return true;
	return false;
}

const struct machine_meaning *machine_meaning(struct machine_image *image, struct sym_id sym)
{
	struct machine_meaning *x = &image->meaning[sym.i];
	const struct sym *s = program_sym(image->p, sym);
	const char *name = program_str(image->p, s->name);

	if (x->known)
		return x;
	x->known = true;
	x->row = model_skip(model_find(image->models, name), s->fn.i != 0);
	x->fails = machine_fails(name);
	if (!s->fn.i)
		x->library = machine_library_find(name);
	return x;
}

/* Where glibc keeps the type of a mutex, for those that an initialiser makes recursive or checking. */
static void find_mutex_kind(struct machine_image *image)
{
	const struct program *p = image->p;

	for (uint32_t i = 1; i < p->type.n; i++) {
		const struct type *t = &p->type.at[i];
		if (t->kind != TYPE_STRUCT || strcmp(program_str(p, t->name), "__pthread_mutex_s") != 0)
			continue;
		for (uint32_t k = 0; k < t->nfields; k++)
			if (!strcmp(program_str(p, p->field.at[t->field + k].name), "__kind"))
				image->mutex_kind = p->field.at[t->field + k].offset / 8;
	}
}

struct machine_image *machine_image(struct arena *a, const struct program *p, const struct models *models)
{
	struct machine_image *image = arena_new(a, struct machine_image);

	*image = (struct machine_image){ .arena = a, .p = p, .models = models, .word = p->unit.at[1].pointer_bytes };
	image->code = arena_array(a, p->fn.n + 1, sizeof *image->code);
	image->meaning = arena_array(a, p->sym.n + 1, sizeof *image->meaning);
	intern_init(&image->named, a);
	for (uint32_t i = 1; i < p->type.n && !image->pointer.i; i++)
		if (p->type.at[i].kind == TYPE_POINTER && p->type.at[i].size == image->word * 8)
			image->pointer.i = i;
	find_mutex_kind(image);
	return image;
}

/* ---- frames and threads ---- */

bool machine_push(struct machine *m, uint32_t thread, struct fn_id fn)
{
	const struct machine_code *c = machine_code(m->image, fn);
	struct machine_thread *t = machine_thread(m, thread);
	struct machine_frame *f;
	uint32_t at = t->values.n;

	if (t->frame.n >= MOST_FRAMES)
		return machine_stop(m, MACHINE_UNKNOWN, "more than %d calls on a stack", (int)MOST_FRAMES);
	vec_reserve(&m->arena, &t->values, c->size + 16);
	memset(t->values.at + at, 0, c->size + 16);
	t->values.n += c->size;
	f = vec_add(&m->arena, &t->frame);
	*f = (struct machine_frame){ .kind = FRAME_CODE, .fn = fn, .values = at, .locals = t->local.n };
	return true;
}

/* The objects of the frame are gone with it. */
void machine_pop(struct machine *m, uint32_t thread)
{
	struct machine_thread *t = machine_thread(m, thread);
	const struct machine_frame *f = machine_top(m, thread);

	for (uint32_t i = f->locals; i < t->local.n; i++)
		m->object.at[t->local.at[i]].dead = true;
	t->local.n = f->locals;
	t->values.n = f->values;
	t->frame.n--;
	while (t->jump.n && t->jump.at[t->jump.n - 1].frame >= t->frame.n)
		t->jump.n--;
}

uint32_t machine_new_thread(struct machine *m, struct fn_id fn, const uint64_t *arg, uint32_t nargs)
{
	const struct machine_code *c = machine_code(m->image, fn);
	uint32_t id = m->thread.n;
	struct machine_thread *t = vec_add(&m->arena, &m->thread);

	*t = (struct machine_thread){ .start = fn };
	if (!machine_push(m, id, fn))
		return UINT32_MAX;
	t = machine_thread(m, id);
	for (uint32_t i = 0; i < nargs && i < c->body.param.n; i++) {
		const struct machine_slot *s = &c->slot[i + 1];
		memcpy(t->values.at + machine_top(m, id)->values + s->at, &arg[i], s->bytes < 8 ? s->bytes : 8);
	}
	return id;
}

void machine_end_thread(struct machine *m, uint32_t thread, uint64_t result)
{
	if (!m->whole)
		machine_assume_destroyed(m, thread);
	while (machine_thread(m, thread)->frame.n)
		machine_pop(m, thread);
	machine_thread(m, thread)->ended = true;
	machine_thread(m, thread)->result = result;
	for (uint32_t i = 1; i < m->object.n; i++)
		if (m->object.at[i].kind == MACHINE_LOCAL && m->object.at[i].thread == thread)
			m->object.at[i].dead = true;
}

/* ---- the start ---- */

/* One object a symbol. Bytes are made when somebody looks. */
static void add_symbols(struct machine *m)
{
	const struct program *p = m->image->p;

	vec_reserve(&m->arena, &m->object, p->sym.n + 64);
	m->object.n = p->sym.n;
	memset(m->object.at, 0, p->sym.n * sizeof *m->object.at);
	for (uint32_t i = 1; i < p->sym.n; i++) {
		const struct sym *s = &p->sym.at[i];
		struct machine_object *o = &m->object.at[i];
		o->sym.i = i;
		o->type = s->type;
		o->kind = s->kind == SYM_VARIABLE ? MACHINE_VARIABLE : MACHINE_FUNCTION;
		o->size = s->kind != SYM_VARIABLE ? 0 : s->size ? s->size : machine_type_bytes(p, s->type);
		if (!machine_place(m, i))
			return;
	}
}

static bool add_given(struct machine *m)
{
	for (uint32_t i = 0; i < m->schedule->object.n; i++) {
		const struct schedule_object *x = &m->schedule->object.at[i];
		uint32_t id = x->sym.i;
		if (!id)
			id = machine_new_object(
			    m, (struct machine_object){ .kind = MACHINE_GIVEN, .size = x->size, .type = x->type });
		else if (id >= m->image->p->sym.n || !machine_peek(m, machine_symbol(m, 0, x->sym), x->size))
			return machine_stop(m, MACHINE_UNKNOWN, "the schedule gives a variable that is not there");
		if (!id)
			return false;
		if (x->size)
			memcpy(m->object.at[id].bytes, x->bytes, x->size);
		*vec_add(&m->arena, &m->given) = id;
	}
	for (uint32_t i = 0; i < m->schedule->object.n; i++) {
		const struct schedule_object *x = &m->schedule->object.at[i];
		for (uint32_t k = 0; k < x->pointer.n; k++) {
			uint64_t to = machine_value(m, &x->pointer.at[k].value, NULL), at = x->pointer.at[k].at;
			if (at > x->size || x->size - at < m->image->word)
				return machine_stop(m, MACHINE_UNKNOWN, "the schedule gives a pointer outside its object");
			memcpy(m->object.at[m->given.at[i]].bytes + at, &to, m->image->word);
		}
	}
	return true;
}

static bool add_root(struct machine *m, const struct schedule_root *r)
{
	uint64_t arg[MOST_ARGUMENTS];
	uint32_t n = r->arg.n < MOST_ARGUMENTS ? r->arg.n : MOST_ARGUMENTS;

	if (!r->fn.i || r->fn.i >= m->image->p->fn.n)
		return machine_stop(m, MACHINE_UNKNOWN, "the schedule starts a function that is not there");
	for (uint32_t i = 0; i < n; i++)
		arg[i] = machine_value(m, &r->arg.at[i], NULL);
	return machine_new_thread(m, r->fn, arg, n) != UINT32_MAX;
}

static struct fn_id find_main(const struct program *p)
{
	for (uint32_t i = 1; i < p->sym.n; i++)
		if (p->sym.at[i].fn.i && p->sym.at[i].linkage != LINK_STATIC &&
		    !strcmp(program_str(p, p->sym.at[i].name), "main"))
			return p->sym.at[i].fn;
	return (struct fn_id){ 0 };
}

/* main with argc = 1 and the name of the program. */
static bool start_main(struct machine *m)
{
	struct fn_id fn = find_main(m->image->p);
	uint32_t argv, name;
	uint64_t to, arg[3] = { 1 }, word = m->image->word;

	if (!fn.i)
		return machine_stop(m, MACHINE_UNKNOWN, "there is no main");
	name = machine_new_object(m, (struct machine_object){ .kind = MACHINE_GIVEN, .size = 2 });
	argv = machine_new_object(m, (struct machine_object){ .kind = MACHINE_GIVEN, .size = 3 * word });
	m->object.at[name].bytes[0] = 'a';
	to = machine_address(m, name, 0);
	memcpy(m->object.at[argv].bytes, &to, word);
	arg[1] = machine_address(m, argv, 0);
	arg[2] = machine_address(m, argv, 2 * word);
	return machine_new_thread(m, fn, arg, 3) != UINT32_MAX;
}

static bool start(struct machine *m, struct machine_image *image, const struct schedule *s, uint8_t moved)
{
	*m = (struct machine){ .image = image, .schedule = s, .moved = moved, .strict = s != NULL, .whole = s && s->whole };
	arena_init(&m->arena, "machine");
	add_symbols(m);
	if (!m->whole && (!s || s->start == START_MAIN))
		machine_assume_startup(m);
	if (!s || !s->root.n)
		return start_main(m) && (!m->whole || machine_begin_whole(m));
	if (!add_given(m))
		return false;
	for (uint32_t i = 0; i < s->root.n; i++)
		if (!add_root(m, &s->root.at[i]))
			return false;
	return true;
}

bool machine_start(struct machine *m, struct machine_image *image, const struct schedule *s)
{
	return start(m, image, s, 0);
}

bool machine_start_whole(struct machine *m, struct machine_image *image)
{
	static const struct schedule whole = { .start = START_MAIN, .whole = true };
	bool ok = start(m, image, &whole, 0);

	m->schedule = NULL;
	m->strict = false;
	return ok;
}

bool machine_start_moved(struct machine *m, struct machine_image *image, const struct schedule *s, uint8_t layout)
{
	return start(m, image, s, layout);
}

void machine_release(struct machine *m)
{
	arena_release(&m->arena);
}

/* ---- copies ---- */

#define COPY_VEC(arena, to, from)                                                                                                \
	((to)->at = copy_array((arena), (from)->at, (from)->n, sizeof *(from)->at), (to)->n = (to)->cap = (from)->n)

static void *copy_array(struct arena *a, const void *from, uint32_t n, size_t size)
{
	return n ? memcpy(arena_array(a, n, size), from, n * size) : NULL;
}

static void copy_thread(struct arena *a, struct machine_thread *to, const struct machine_thread *from)
{
	COPY_VEC(a, &to->frame, &from->frame);
	COPY_VEC(a, &to->values, &from->values);
	COPY_VEC(a, &to->local, &from->local);
	COPY_VEC(a, &to->specific, &from->specific);
	COPY_VEC(a, &to->cleanup, &from->cleanup);
	COPY_VEC(a, &to->jump, &from->jump);
	for (uint32_t i = 0; i < to->jump.n; i++)
		COPY_VEC(a, &to->jump.at[i].values, &from->jump.at[i].values);
}

void machine_copy(struct machine *to, const struct machine *from)
{
	struct arena *a = &to->arena;

	*to = *from;
	to->tell = NULL;
	to->listener = NULL;
	arena_init(a, "machine");
	COPY_VEC(a, &to->object, &from->object);
	COPY_VEC(a, &to->thread, &from->thread);
	COPY_VEC(a, &to->sync, &from->sync);
	COPY_VEC(a, &to->given, &from->given);
	COPY_VEC(a, &to->handler, &from->handler);
	COPY_VEC(a, &to->assumed, &from->assumed);
	COPY_VEC(a, &to->foreign, &from->foreign);
	COPY_VEC(a, &to->fed, &from->fed);
	COPY_VEC(a, &to->destroys, &from->destroys);
	COPY_VEC(a, &to->feeding, &from->feeding);
	COPY_VEC(a, &to->watched, &from->watched);
	COPY_VEC(a, &to->known, &from->known);
	COPY_VEC(a, &to->atomic, &from->atomic);
	for (uint32_t i = 0; i < to->atomic.n; i++)
		COPY_VEC(a, &to->atomic.at[i].effect, &from->atomic.at[i].effect);
	for (uint32_t i = 1; i < to->object.n; i++)
		if (to->object.at[i].bytes && to->object.at[i].size)
			to->object.at[i].bytes =
			    memcpy(arena_alloc(a, to->object.at[i].size), from->object.at[i].bytes, to->object.at[i].size);
	for (uint32_t i = 0; i < to->thread.n; i++)
		copy_thread(a, &to->thread.at[i], &from->thread.at[i]);
	for (uint32_t i = 0; i < to->sync.n; i++) {
		COPY_VEC(a, &to->sync.at[i].reader, &from->sync.at[i].reader);
		COPY_VEC(a, &to->sync.at[i].waiter, &from->sync.at[i].waiter);
	}
	if (from->why)
		to->why = arena_string(a, from->why);
}

/* ---- equality ---- */

static uint64_t mix(uint64_t h, const void *bytes, size_t n)
{
	return n ? hash_much(bytes, n, h) : h * 31 + 7;
}

static uint64_t mix_number(uint64_t h, uint64_t n)
{
	return hash_much(&n, sizeof n, h);
}

/* A frame's values behind the instruction may be of an earlier turn of a loop: they are part of the state, though nobody reads
 * them. */
static uint64_t hash_thread(const struct machine_thread *t, uint64_t h)
{
	h = mix_number(h, t->frame.n);
	for (uint32_t i = 0; i < t->frame.n; i++) {
		const struct machine_frame *f = &t->frame.at[i];
		h = mix_number(h, (uint64_t)f->fn.i << 32 | f->inst);
		h = mix_number(h, (uint64_t)f->kind << 40 | (uint64_t)f->phase << 32 | f->block);
		h = mix_number(h, f->varargs ^ f->sync);
	}
	h = mix(h, t->values.at, t->values.n);
	h = mix(h, t->specific.at, t->specific.n * sizeof(uint64_t));
	h = mix(h, t->cleanup.at, t->cleanup.n * sizeof(uint64_t));
	for (uint32_t i = 0; i < t->jump.n; i++) {
		h = mix_number(h, t->jump.at[i].env ^ (uint64_t)t->jump.at[i].frame << 32 ^ t->jump.at[i].inst);
		h = mix(h, t->jump.at[i].values.at, t->jump.at[i].values.n);
	}
	h = mix_number(h, t->result);
	h = mix_number(h, t->mask ^ t->signal);
	h = mix_number(h, (uint64_t)t->input << 32 | t->generation);
	return mix_number(h, t->ended | t->joined << 1 | t->detached << 2 | t->signalled << 3);
}

static uint64_t hash_sync(const struct machine_sync *s, uint64_t h)
{
	h = mix_number(h, s->at);
	h = mix_number(h, s->part);
	h = mix_number(h, (uint64_t)s->owner << 32 | s->count);
	h = mix_number(h, (uint64_t)s->value);
	h = mix_number(h, (uint64_t)s->arrived << 32 | s->generation);
	h = mix_number(h, (uint64_t)(s->kind | s->robust << 4 | s->done << 5 | s->running << 6));
	h = mix(h, s->reader.at, s->reader.n * sizeof(uint32_t));
	return mix(h, s->waiter.at, s->waiter.n * sizeof(uint32_t));
}

uint64_t machine_hash(const struct machine *m)
{
	uint64_t h = m->state;

	for (uint32_t i = 1; i < m->object.n; i++) {
		const struct machine_object *o = &m->object.at[i];
		if (!o->bytes || o->kind == MACHINE_FUNCTION)
			continue;
		h = mix_number(h, (uint64_t)i << 1 | o->dead);
		if (!o->dead)
			h = mix(h, o->bytes, o->size);
	}
	for (uint32_t i = 0; i < m->thread.n; i++)
		h = hash_thread(&m->thread.at[i], h);
	for (uint32_t i = 0; i < m->sync.n; i++)
		h = hash_sync(&m->sync.at[i], h);
	return mix_number(h, (uint64_t)m->object.n << 32 | m->keys);
}
