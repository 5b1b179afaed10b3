/* What one instruction does to memory. */
#include "ir/format.h"
#include "summary/census/ground.h"

static struct place place_of_ref(struct ref r)
{
	return (struct place){ .known = true, .base = r };
}

static uint32_t bytes_of(const struct program *p, struct type_id t)
{
	uint64_t bits = t.i ? program_type(p, type_strip(p, t))->size : 0;

	return bits / 8 > UINT32_MAX ? 0 : (uint32_t)((bits + 7) / 8);
}

static uint32_t word_of(const struct program *p, const struct body *b)
{
	return p->unit.at[program_fn(p, b->fn)->unit.i].pointer_bytes;
}

static uint32_t constant_bytes(const struct program *p, struct ref r)
{
	const struct konst *k = program_konst_of(p, r);

	return k && k->kind == KONST_INT && k->lo <= UINT32_MAX ? (uint32_t)k->lo : 0;
}

static uint32_t first_bytes(const struct program *p, struct type_id pair)
{
	const struct type *t = pair.i ? program_type(p, type_strip(p, pair)) : NULL;

	return t && t->kind == TYPE_STRUCT && t->nfields ? bytes_of(p, p->field.at[t->field].type) : 0;
}

enum { BIT_FIELD_STORE = 8 }; /* instructions from the load of the neighbours to the store */

/* A bit-field is stored together with the bits around it, which are read just before: the store stands for both. */
static bool is_neighbours(const struct body *b, uint32_t inst)
{
	const struct inst *load = &b->inst.at[inst];

	if (load->nwords >= 2)
		return false;
	for (uint32_t i = inst + 1; i < b->inst.n && i <= inst + BIT_FIELD_STORE; i++) {
		const struct inst *in = &b->inst.at[i];
		if (in->op == OP_store && in->nwords >= 2)
			return body_arg(b, in, 0).bits == body_arg(b, load, 0).bits && in->type.i == load->type.i;
		if (in->op == OP_call || in->op == OP_store || op_is_terminator(in->op))
			return false;
	}
	return false;
}

static const struct type *type_of_variable(const struct program *p, struct ref r)
{
	struct type_id type = program_sym(p, sym_behind_alias(p, (struct sym_id){ ref_index(r) }))->type;

	return type.i ? program_type(p, type_strip(p, type)) : NULL;
}

/* The record that the reference is the address of, by the declaration of a variable, of a parameter, or of the variable that the
 * address is read from; NULL: not known to be one. A complex number is a record of two. */
static const struct type *record_at(const struct program *p, const struct body *b, struct ref r)
{
	uint32_t inst = ref_kind(r) == REF_VALUE ? body_inst(b, ref_index(r)) : UINT32_MAX;
	const struct type *t = NULL;

	if (ref_kind(r) == REF_SYM) {
		t = type_of_variable(p, r);
	} else if (inst != UINT32_MAX && b->inst.at[inst].op == OP_load) {
		struct ref from = body_arg(b, &b->inst.at[inst], 0);
		t = ref_kind(from) == REF_SYM ? type_of_variable(p, from) : NULL;
	} else if (ref_kind(r) == REF_VALUE && ref_index(r) && ref_index(r) <= b->param.n) {
		t = program_type(p, type_strip(p, b->param.at[ref_index(r) - 1].type));
	}
	if (t && ref_kind(r) != REF_SYM)
		t = t->kind == TYPE_POINTER && t->base.i ? program_type(p, type_strip(p, t->base)) : NULL;
	return t && (t->kind == TYPE_STRUCT || t->kind == TYPE_COMPLEX) ? t : NULL;
}

/* Is there an array of such elements at the beginning of the record? */
static bool begins_with_array(const struct program *p, const struct type *t, uint64_t step)
{
	while (t && (t->kind == TYPE_STRUCT || t->kind == TYPE_ARRAY)) {
		if (t->kind == TYPE_ARRAY && t->base.i && program_type(p, type_strip(p, t->base))->size == step * 8)
			return true;
		if (t->kind == TYPE_STRUCT && !t->nfields)
			return false;
		t = program_type(p, type_strip(p, t->kind == TYPE_ARRAY ? t->base : p->field.at[t->field].type));
	}
	return t && t->kind == TYPE_UNION;
}

/* A parameter that is declared to point to memory of any kind? */
static bool is_untyped(const struct program *p, const struct body *b, struct ref r)
{
	const struct type *t = ref_kind(r) == REF_VALUE && ref_index(r) && ref_index(r) <= b->param.n
				       ? program_type(p, type_strip(p, b->param.at[ref_index(r) - 1].type)) : NULL;

	return t && t->kind == TYPE_POINTER && (!t->base.i || program_type(p, type_strip(p, t->base))->kind == TYPE_VOID);
}

/* A record that is read as an array of numbers, (&r.x)[1]: the bytes that a constant index says. */
static void shift_view(const struct program *p, const struct body *b, const struct inst *in, struct touch *t)
{
	int64_t step = body_offset(b, in), bytes = step * constant_bytes(p, body_arg(b, in, 1));

	if (bytes > 0 && bytes <= INT32_MAX) {
		t->place = place_of_ref(body_arg(b, in, 0));
		t->place.offset = bytes;
	}
}

enum { CELLS_VIEWED = 16 }; /* the most that limits.def allows */

/* Does some caller pass a record that is no array of such numbers? A checksum goes over it by two or four bytes. */
static bool leads_to_record(const struct points *pt, const struct body *b, struct ref r, uint64_t step)
{
	struct cell cell[CELLS_VIEWED];
	uint32_t n = points_cells(pt, b->fn, r, cell, limit(LIMIT_summary_cells)), nobjects;

	for (uint32_t i = 0; i < n && !limit_full(LIMIT_summary_cells, i); i++) {
		const uint32_t *object = points_objects(pt, cell[i].class, &nobjects);
		for (uint32_t k = 0; k < nobjects && !limit_full(LIMIT_summary_starts, k); k++) {
			const struct object *o = &pt->object.at[object[k]];
			const struct type *t = o->kind == OBJECT_VARIABLE && o->cell.offset == cell[i].offset
						       ? type_of_variable(pt->p, ref_make(REF_SYM, o->sym.i)) : NULL;
			if (t && t->kind == TYPE_STRUCT && t->size > step * 8 && !begins_with_array(pt->p, t, step))
				return true;
		}
	}
	return false;
}

/* Bytes of a record by their number, ((char *)&r)[i]: any of them. Behind a `void *` the bytes are those of something that only
 * callers know: as many as a memset of unknown length; larger numbers are so only where a caller passes a record. */
static void widen_view(const struct points *pt, const struct body *b, struct touch *t)
{
	const struct inst *in = body_made_by(b, t->place.base);
	int64_t step = in && in->op == OP_index ? body_offset(b, in) : 0;
	const struct type *record = step > 0 ? record_at(pt->p, b, body_arg(b, in, 0)) : NULL;

	if (step > 0 && ref_kind(body_arg(b, in, 1)) == REF_VALUE && is_untyped(pt->p, b, body_arg(b, in, 0)) &&
	    (step == 1 || (t->size == step && leads_to_record(pt, b, body_arg(b, in, 0), (uint64_t)step)))) {
		t->place = place_of_ref(body_arg(b, in, 0));
		t->size = 0;
		t->bulk = true;
		return;
	}
	if (!record || (uint64_t)step * 8 >= record->size || record->size / 8 > UINT32_MAX ||
	    begins_with_array(pt->p, record, (uint64_t)step))
		return;
	if (ref_kind(body_arg(b, in, 1)) != REF_VALUE) {
		shift_view(pt->p, b, in, t);
		return;
	}
	t->place = place_of_ref(body_arg(b, in, 0));
	t->size = (uint32_t)(record->size / 8);
	t->bulk = true;
}

static struct touch plain(const struct points *pt, const struct body *b, const struct inst *in, uint8_t flags)
{
	struct touch t = {
		.place = place_of_ref(body_arg(b, in, 0)), .size = bytes_of(pt->p, in->type), .flags = flags, .order = in->order
	};

	widen_view(pt, b, &t);
	if (in->order && !(in->flags & INST_SINGLE))
		t.flags |= ACCESS_ATOMIC;
	if (in->flags & INST_VOLATILE)
		t.flags |= ACCESS_VOLATILE;
	if ((in->op == OP_load || in->op == OP_store) && in->nwords >= 2) {
		t.bit = (uint16_t)b->word.at[in->word];
		t.nbits = (uint16_t)b->word.at[in->word + 1];
	}
	return t;
}

static struct touch block(const struct points *pt, const struct body *b, const struct inst *in, uint32_t arg, uint8_t flags)
{
	struct touch t = { .place = place_of_ref(body_arg(b, in, arg)), .flags = flags, .bulk = true };

	t.size = constant_bytes(pt->p, body_arg(b, in, 2));
	if (in->flags & INST_VOLATILE)
		t.flags |= ACCESS_VOLATILE;
	return t;
}

/* "*1..": what the format in front of them asks for, if it is a constant; else the row holds of all. */
static void add_rest(const struct points *pt, const struct body *b, const struct inst *call, const struct model_place *on,
		     struct touch of, struct touch *out, uint32_t *n)
{
	struct format_use use[FORMAT_ARGUMENTS];
	struct bytes text;
	uint32_t nuse = 0;
	bool known = on->arg && format_text(pt->p, body_arg(b, call, on->arg), &text) &&
		     format_uses(text, (struct format_of){ of.flags & ACCESS_WRITE, word_of(pt->p, b) }, use, &nuse);

	for (uint32_t k = on->arg + 1u, i = 0; k < call->nargs && (i < nuse || !known); k++, i++) {
		struct touch t = of;
		if (known && use[i].does == FORMAT_NOTHING)
			continue;
		if (known && use[i].does == FORMAT_WRITES)
			t.flags |= ACCESS_WRITE;
		if (known)
			t.size = use[i].counted ? constant_bytes(pt->p, body_arg(b, call, k - 1)) : use[i].size;
		t.place.base = body_arg(b, call, k);
		if (*n < limit(LIMIT_summary_touches))
			out[(*n)++] = t;
	}
}

/* A pointer to the first byte that is meant; a row that names a value speaks of no memory, one that has a name of its own
 * ("@strtok") of what the library keeps. */
static void add_row(const struct points *pt, const struct body *b, uint32_t inst, const struct model_row *row,
		    const struct model_place *on, uint8_t flags, struct touch *out, uint32_t *n)
{
	struct place place = event_place(pt->p, pt->models, b, inst, on);
	struct touch t = { .place = place, .flags = flags | ACCESS_LIBRARY, .bulk = true };
	uint64_t bytes = event_bytes(pt->p, b, &b->inst.at[inst], row);

	if (!place.known || (place.value && !place.name && !(flags & ACCESS_FREE)))
		return;
	t.size = bytes <= UINT32_MAX ? (uint32_t)bytes : 0;
	if (place.rest)
		add_rest(pt, b, &b->inst.at[inst], on, t, out, n);
	else if (*n < limit(LIMIT_summary_touches))
		out[(*n)++] = t;
}

/* What is allocated is stored to a variable of the caller's. */
static void add_pointer(const struct points *pt, const struct body *b, uint32_t inst, const struct model_row *row,
			struct touch *out, uint32_t *n)
{
	uint32_t before = *n;

	if (!event_stores_made(row))
		return;
	add_row(pt, b, inst, row, &row->on, ACCESS_WRITE, out, n);
	for (uint32_t i = before; i < *n; i++)
		out[i].size = word_of(pt->p, b);
}

enum { ATOMIC_LEAST = 4 }; /* bytes of an atomic that no row tells the size of: at least */

static void add_atomic(const struct points *pt, const struct body *b, uint32_t inst, const struct model_row *row,
		       struct touch *out, uint32_t *n)
{
	const struct model_place *place[MODEL_WRITTEN];
	uint32_t before = *n, written;
	uint8_t flags = ACCESS_ATOMIC | (row->flags & MODEL_LOAD ? 0 : ACCESS_WRITE);

	if (row->flags & MODEL_FENCE)
		return;
	add_row(pt, b, inst, row, &row->on, flags, out, n);
	for (uint32_t i = before; i < *n; i++) {
		out[i].bulk = false;
		out[i].flags &= (uint8_t)~ACCESS_LIBRARY;
		out[i].order = ORDER_RELAXED;
		if (!out[i].size && !(row->flags & MODEL_BIT))
			out[i].size = ATOMIC_LEAST;
	}
	written = model_written(row, place);
	for (uint32_t i = 0; i < written; i++) /* where the old value goes, which is no atomic access */
		if (place[i] != &row->on)
			add_row(pt, b, inst, row, place[i], ACCESS_WRITE, out, n);
}

enum { OBJECT_LEAST = 4 }; /* bytes of an object that the prototype does not tell the size of: at least */

/* Bytes of what the argument points to, by the prototype. */
static uint32_t pointee_bytes(const struct points *pt, struct sym_id callee, uint32_t arg)
{
	const struct type *f = program_type(pt->p, type_strip(pt->p, program_sym(pt->p, callee)->type));
	const struct type *t = f->kind == TYPE_FUNCTION && arg < f->nfields
				       ? program_type(pt->p, type_strip(pt->p, pt->p->field.at[f->field + arg].type)) : NULL;
	uint32_t bytes = t && t->kind == TYPE_POINTER ? bytes_of(pt->p, t->base) : 0;

	return bytes ? bytes : OBJECT_LEAST;
}

/* An object of the library that the program keeps: a lock, a condition, a thread's id. Objects that calls return are the
 * library's own business, and so is what lies behind a handle. */
static void add_object(const struct points *pt, const struct body *b, uint32_t inst, const struct model_row *row,
		       const struct model_place *on, uint8_t flags, struct touch *out, uint32_t *n)
{
	struct sym_id callee = body_callee(pt->p, b, &b->inst.at[inst]);
	uint32_t before = *n;

	if (!event_argument_number(on) || on->deref != 1 || on->rest || on->key || row->flags & MODEL_PART)
		return;
	add_row(pt, b, inst, row, on, flags, out, n);
	for (uint32_t i = before; i < *n; i++) {
		out[i].bulk = false;
		out[i].size = on->name ? OBJECT_LEAST : pointee_bytes(pt, callee, on->arg);
		out[i].order = access_is_object(out[i].flags) ? ORDER_RELAXED : 0;
	}
}

/* Rows name the argument that points to the attribute; null is none. */
static void add_attribute(const struct points *pt, const struct body *b, uint32_t inst, const struct model_row *row,
			  struct touch *out, uint32_t *n)
{
	struct model_place on = row->attr;
	const struct konst *k = program_konst_of(pt->p, event_argument(b, &b->inst.at[inst], &on));

	on.deref = 1;
	if (!k || k->kind != KONST_NULL)
		add_object(pt, b, inst, row, &on, ACCESS_OBJECT, out, n);
}

/* Who makes an object or ends it writes it; who locks, waits or signals uses it. An attribute is used by who makes an object with
 * it. A thread's id is a plain number that the call stores. Who releases a lock has taken it before, and the next one who gets it
 * may end it right away (POSIX says so of mutexes), so that a release counts only where nobody need have it: of a semaphore. */
static void add_objects(const struct points *pt, const struct body *b, uint32_t inst, const struct model_row *row,
			struct touch *out, uint32_t *n)
{
	switch (event_kind(row)) {
	case EVENT_INIT:
		add_attribute(pt, b, inst, row, out, n);
		add_object(pt, b, inst, row, &row->on, ACCESS_OBJECT | ACCESS_WRITE, out, n);
		break;
	case EVENT_SETTYPE:
		add_object(pt, b, inst, row, &row->on, ACCESS_OBJECT | ACCESS_WRITE, out, n);
		break;
	case EVENT_DESTROY:
		add_object(pt, b, inst, row, &row->on, ACCESS_OBJECT | ACCESS_WRITE | ACCESS_LAST, out, n);
		break;
	case EVENT_SPAWN:
		add_attribute(pt, b, inst, row, out, n);
		add_object(pt, b, inst, row, &row->id, ACCESS_WRITE, out, n);
		break;
	case EVENT_RELEASE:
		if (row->flags & MODEL_SEMAPHORE)
			add_object(pt, b, inst, row, &row->on, ACCESS_OBJECT, out, n);
		break;
	case EVENT_SIGNAL:
	case EVENT_BROADCAST:
		add_object(pt, b, inst, row, &row->on, ACCESS_OBJECT | ACCESS_LAST, out, n);
		break;
	case EVENT_ACQUIRE:
	case EVENT_UPGRADE:
	case EVENT_DOWNGRADE:
	case EVENT_WAIT:
	case EVENT_BARRIER:
	case EVENT_ONCE:
		add_object(pt, b, inst, row, &row->on, ACCESS_OBJECT, out, n);
		add_object(pt, b, inst, row, &row->with, ACCESS_OBJECT, out, n);
		break;
	default:
		break;
	}
}

static void add_rows(const struct points *pt, const struct body *b, uint32_t inst, struct touch *out, uint32_t *n)
{
	const struct inst *call = &b->inst.at[inst];
	const struct model_row *first = points_rows_at(pt, b, call);

	for (const struct model_row *row = first; row; row = row->next) {
		if (event_condition(pt->p, b, call, &row->when) == EVENT_NO)
			continue;
		switch (event_kind(row)) {
		case EVENT_READS:
			add_row(pt, b, inst, row, &row->on, 0, out, n);
			break;
		case EVENT_WRITES:
			if (!event_fills_made(row, first))
				add_row(pt, b, inst, row, &row->on, ACCESS_WRITE, out, n);
			break;
		case EVENT_COPIES:
			if (!event_accesses(row))
				break;
			add_row(pt, b, inst, row, &row->from, 0, out, n);
			if (!event_fills_made(row, first))
				add_row(pt, b, inst, row, &row->on, ACCESS_WRITE, out, n);
			break;
		case EVENT_FREE:
		case EVENT_REALLOC:
			add_row(pt, b, inst, row, &row->on, row->flags & MODEL_RCU ? 0 : ACCESS_WRITE | ACCESS_FREE, out, n);
			break;
		case EVENT_ALLOC:
			add_pointer(pt, b, inst, row, out, n);
			break;
		case EVENT_ATOMIC:
			add_atomic(pt, b, inst, row, out, n);
			break;
		default:
			add_objects(pt, b, inst, row, out, n);
			break;
		}
	}
}

uint32_t touches_of(const struct points *pt, const struct body *b, uint32_t inst, struct touch out[TOUCHES_MOST])
{
	const struct inst *in = &b->inst.at[inst];
	uint32_t n = 0;

	switch (in->op) {
	case OP_load:
		if (!is_neighbours(b, inst))
			out[n++] = plain(pt, b, in, 0);
		break;
	case OP_store:
		if (!(in->flags & INST_INIT))
			out[n++] = plain(pt, b, in, ACCESS_WRITE);
		break;
	case OP_rmw:
		out[n++] = plain(pt, b, in, ACCESS_WRITE);
		break;
	case OP_cmpxchg:
		out[n] = plain(pt, b, in, ACCESS_WRITE);
		out[n++].size = first_bytes(pt->p, in->type); /* the type is that of the pair it gives: value, success */
		break;
	case OP_memcpy:
		out[n++] = block(pt, b, in, 1, 0);
		out[n++] = block(pt, b, in, 0, ACCESS_WRITE);
		break;
	case OP_memset:
		out[n++] = block(pt, b, in, 0, ACCESS_WRITE);
		break;
	case OP_call:
		add_rows(pt, b, inst, out, &n);
		break;
	default:
		break;
	}
	return n;
}
