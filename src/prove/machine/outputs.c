/* What functions outside write, on the machine: any bytes, which the schedule gives as objects, one for each piece of memory that
 * a row says is written and whose length is known (schedule.h). Where the schedule gives none, memory stays as it is. */
#include <string.h>

#include "prove/machine/parts.h"

enum { MOST_PIECE = 4096 };

/* A piece of memory that is written. */
struct piece {
	uint64_t at, bytes;
	uint64_t most; /* so many bytes of it are data from outside the program, whatever they are */
};

/* The next piece. False: it is not of this length, so that the schedule is about another program. */
static bool put_piece(struct machine_call *call, struct piece p)
{
	const struct machine_object *o;
	const uint8_t *from;
	uint64_t offset;
	uint8_t *to;
	u128 value;

	if (!p.bytes || p.bytes > MOST_PIECE || !machine_peek(call->m, p.at, p.bytes) || !call_input(call, &value)) {
		machine_unwritten(call, p.at, p.bytes);
		return true;
	}
	o = machine_object_at(call->m, (uint64_t)value, &offset);
	if (!o || o->kind != MACHINE_GIVEN || offset || o->size != p.bytes)
		return machine_stop(call->m, MACHINE_UNKNOWN, "what a function outside writes is not what the schedule says");
	from = machine_bytes(call->m, (uint64_t)value, p.bytes, false);
	to = machine_bytes(call->m, p.at, p.bytes, true);
	if (!from || !to)
		return false;
	memmove(to, from, p.bytes);
	for (uint64_t i = call->reach; call->m->other && i < p.bytes; i++)
		to[i] = (uint8_t)~to[i];
	if (call->reach > p.most || (p.most < p.bytes && !call->reach))
		machine_assume_written(call, p.at, p.bytes, !call->reach);
	return true;
}

/* ---- formats ---- */

struct conversion {
	char letter, length; /* length: 'H' for hh, 'h', 'l', 'L', 0 */
	uint64_t width;
	bool stores;
};

/* The conversion that begins behind a '%'. */
static struct conversion read_conversion(const char **at, const char *end)
{
	struct conversion c = { .stores = true };

	for (; *at < end; ++*at) {
		char x = **at;
		if (x == '*')
			c.stores = false;
		else if (x >= '0' && x <= '9')
			c.width = c.width > MOST_PIECE ? c.width : c.width * 10 + (uint64_t)(x - '0');
		else if (x == 'h')
			c.length = c.length == 'h' ? 'H' : 'h';
		else if (x == 'l')
			c.length = c.length == 'l' ? 'q' : 'l';
		else if (strchr("Lqjzt", x))
			c.length = x;
		else
			break;
	}
	c.letter = *at < end ? *(*at)++ : 0;
	return c;
}

static uint64_t bytes_of(const struct conversion *c, uint64_t word)
{
	switch (c->letter) {
	case 'd':
	case 'i':
	case 'u':
	case 'o':
	case 'x':
	case 'X':
		return c->length == 'H' ? 1 : c->length == 'h' ? 2 : !c->length ? 4 : strchr("lzt", c->length) ? word : 8;
	case 'a':
	case 'e':
	case 'f':
	case 'g':
	case 'A':
	case 'E':
	case 'F':
	case 'G':
		return !c->length ? 4 : c->length == 'l' ? 8 : c->length == 'L' ? (word == 8 ? 16 : 12) : 0;
	case 'c':
		return c->length ? 0 : c->width ? c->width : 1;
	case 'p':
		return word;
	default:
		return 0;
	}
}

/* Whole numbers of any value, and characters: what a text can say. */
static bool is_any(const struct conversion *c)
{
	return c->letter == 'c' || (strchr("diuoxX", c->letter) && !c->width);
}

/* How many conversions of the format store, all of known length; UINT32_MAX: something else is among them. With `most`, so many
 * are stored; `input`: the text is from outside the program. */
static uint32_t convert(struct machine_call *call, struct bytes format, uint32_t arg, uint32_t most, bool input)
{
	const char *at = format.at, *end = format.at + format.len;
	uint32_t n = 0;

	while (at < end) {
		struct conversion c;
		uint64_t bytes;
		if (*at++ != '%')
			continue;
		c = read_conversion(&at, end);
		if (c.letter == '%' || (c.letter && !c.stores))
			continue;
		bytes = bytes_of(&c, call->m->image->word);
		if (!bytes || arg + n >= call->nargs)
			return UINT32_MAX;
		if (n < most && !put_piece(call, (struct piece){ call->arg[arg + n], bytes, input && is_any(&c) ? UINT64_MAX : 0 }))
			return UINT32_MAX;
		n++;
	}
	return n;
}

static struct bytes format_of(struct machine_call *call, const struct model_row *r)
{
	uint64_t at = r->on.arg && r->on.arg <= call->nargs ? call->arg[r->on.arg - 1] : 0, n = machine_string(call->m, at, UINT64_MAX);

	return (struct bytes){ n == UINT64_MAX ? NULL : (const char *)machine_peek(call->m, at, n), n };
}

/* What a text can make of the format before its first piece is stored: it ends (the result is -1), or it does not match (0).
 * White space takes whatever comes, %c and %s all but the end (C17 7.21.6.2). Of too few characters for %5c, and of wide ones,
 * nothing is counted on. */
static void first_failures(struct bytes format, bool *ends, bool *mismatches)
{
	const char *at = format.at, *end = format.at + format.len;

	*ends = *mismatches = false;
	while (at < end) {
		struct conversion c;
		if (strchr(" \t\n\v\f\r", *at)) {
			at++;
			continue;
		}
		*ends = true;
		if (*at++ != '%') {
			*mismatches = true;
			continue;
		}
		c = read_conversion(&at, end);
		*mismatches |= !strchr("csCSn", c.letter);
		if (c.stores && c.letter != '%')
			break;
	}
}

bool machine_can_convert(struct machine_call *call, const struct model_row *r, int64_t result)
{
	struct bytes format = format_of(call, r);
	uint32_t n = format.at ? convert(call, format, r->on.arg, 0, false) : UINT32_MAX;
	bool ends, mismatches;

	if (!format.at)
		return false;
	if (result > 0)
		return n != UINT32_MAX && result <= (int64_t)n;
	first_failures(format, &ends, &mismatches);
	return result ? ends : mismatches || !n;
}

static void put_converted(struct machine_call *call, const struct model_row *r, int64_t result, bool input)
{
	struct bytes format = format_of(call, r);

	if (!format.at || convert(call, format, r->on.arg, 0, false) == UINT32_MAX) {
		for (uint32_t i = r->on.arg; i < call->nargs; i++)
			machine_unwritten(call, call->arg[i], 0);
	} else if (result > 0) {
		(void)convert(call, format, r->on.arg, result < UINT32_MAX ? (uint32_t)result : UINT32_MAX, input);
	}
}

/* ---- rows ---- */

static bool may_hold_pointers(const struct machine_call *call, uint32_t k)
{
	const struct program *p = call->m->image->p;
	const struct type *fn = program_type(p, type_strip(p, program_sym(p, call->callee)->type)), *to;

	if (fn->kind != TYPE_FUNCTION || k >= fn->nfields)
		return false;
	to = program_type(p, type_strip(p, p->field.at[fn->field + k].type));
	return to->kind == TYPE_POINTER && to->base.i && type_holds_pointer(p, to->base);
}

static uint64_t pointed_bytes(const struct machine_call *call, uint32_t k)
{
	const struct program *p = call->m->image->p;
	const struct type *fn = program_type(p, type_strip(p, program_sym(p, call->callee)->type)), *to;

	if (fn->kind != TYPE_FUNCTION || k >= fn->nfields)
		return 0;
	to = program_type(p, type_strip(p, p->field.at[fn->field + k].type));
	if (to->kind != TYPE_POINTER || !to->base.i)
		return 0;
	to = program_type(p, type_strip(p, to->base));
	return to->size > 8 && to->kind != TYPE_FUNCTION ? to->size / 8 : 0;
}

static uint64_t piece_bytes(const struct machine_call *call, const struct model_row *r)
{
	uint64_t a = r->len.a < call->nargs ? call->arg[r->len.a] : 0, b = r->len.b < call->nargs ? call->arg[r->len.b] : 0;

	switch (r->len.kind) {
	case MODEL_LEN_CONSTANT:
		return (uint64_t)r->len.value;
	case MODEL_LEN_ARG:
		return a;
	case MODEL_LEN_PRODUCT:
		return a > MOST_PIECE || b > MOST_PIECE ? 0 : a * b;
	case MODEL_LEN_UNKNOWN:
	case MODEL_LEN_RESULT:
		return pointed_bytes(call, r->on.arg);
	default:
		return 0;
	}
}

/* Up to the result, if a row says that it is the number of bytes that were read. */
static uint64_t bytes_read(const struct machine_call *call, const struct model_row *w, int64_t result)
{
	for (const struct model_row *r = call->meaning->row; r; r = r->next)
		if (r->verb == MODEL_INPUT && r->len.kind == MODEL_LEN_ARG && w->len.kind == MODEL_LEN_ARG && r->len.a == w->len.a)
			return result > 0 ? (uint64_t)result : 0;
	return 0;
}

/* How many bytes behind a piece are of the same array, of elements of its length. */
static uint64_t rest_of_array(struct machine *m, struct piece p)
{
	const struct program *program = m->image->p;
	uint64_t offset;
	const struct machine_object *o = machine_object_at(m, p.at, &offset);
	struct type_id type = o ? o->type : (struct type_id){ 0 };

	if (!o || offset + p.bytes >= o->size)
		return 0;
	while (type.i) {
		const struct type *t = program_type(program, type_strip(program, type));
		uint64_t size = t->size / 8, element;
		uint32_t i = 0;
		if (t->kind == TYPE_ARRAY) {
			element = program_type(program, type_strip(program, t->base))->size / 8;
			if (!element || element == p.bytes)
				return offset + p.bytes < size ? size - offset - p.bytes : 0;
			offset %= element;
			type = t->base;
			continue;
		}
		if (t->kind != TYPE_STRUCT || offset >= size)
			return 0;
		while (i + 1 < t->nfields && program->field.at[t->field + i + 1].offset / 8 <= offset)
			i++;
		offset -= t->nfields ? program->field.at[t->field + i].offset / 8 : 0;
		type = t->nfields ? program->field.at[t->field + i].type : (struct type_id){ 0 };
	}
	return o->size - offset - p.bytes; /* bytes of no type */
}

static void put_row(struct machine_call *call, const struct model_row *r, int64_t result, bool input)
{
	struct piece p = { call_place(call, &r->on), 0, 0 };

	if (r->on.rest) {
		put_converted(call, r, result, input);
		return;
	}
	if (r->on.deref != 1 || may_hold_pointers(call, r->on.arg)) {
		machine_unwritten(call, p.at, 0);
		return;
	}
	p.at = call->arg[r->on.arg];
	p.bytes = piece_bytes(call, r);
	p.most = input ? bytes_read(call, r, result) : 0;
	if (!p.bytes && (r->len.kind == MODEL_LEN_ARG || r->len.kind == MODEL_LEN_PRODUCT))
		return;
	if (put_piece(call, p) && p.bytes && (r->len.kind == MODEL_LEN_UNKNOWN || r->len.kind == MODEL_LEN_RESULT) &&
	    rest_of_array(call->m, p))
		machine_unwritten(call, p.at + p.bytes, rest_of_array(call->m, p));
}

void machine_outputs(struct machine_call *call, int64_t result, bool input)
{
	bool defined = program_sym(call->m->image->p, call->callee)->fn.i != 0;

	for (const struct model_row *r = call->meaning->row; r; r = model_skip(r->next, defined)) {
		if (r->on.base != MODEL_ARGUMENT || !r->on.deref || r->on.arg >= call->nargs)
			continue;
		if (r->verb == MODEL_WRITES)
			put_row(call, r, result, input);
		else if ((r->verb == MODEL_COPIES && r->from.base != MODEL_NAMED) || r->verb == MODEL_ALLOC)
			machine_unwritten(call, call_place(call, &r->on), 0);
		if (call->m->state != MACHINE_RUNS)
			return;
	}
}

/* ---- all that they do ---- */

static bool is_simple(const struct machine_call *call, const struct model_row *r)
{
	switch (r->verb) {
	case MODEL_READS:
	case MODEL_WRITES:
		return true;
	case MODEL_COPIES:
		return r->from.base != MODEL_NAMED;
	case MODEL_ALLOC: /* the result, or a pointer that is written */
		return r->on.base == MODEL_RESULT ? !r->on.deref : r->on.deref == 1;
	case MODEL_FREE: /* of what this program has not made itself */
		return r->on.base == MODEL_ARGUMENT && !r->on.deref && r->on.arg < call->nargs && !call->arg[r->on.arg];
	case MODEL_INPUT:
	case MODEL_BOUNDS:
	case MODEL_FEEDS:
	case MODEL_BLOCK:
	case MODEL_NONE:
	case MODEL_RETURNS:
	case MODEL_PRIVATE:
		return true;
	case MODEL_UNFOLLOWED:
		return !call_condition(call, &r->when);
	default:
		return false;
	}
}

static bool names(const struct model_place *place, uint32_t k)
{
	return place->base == MODEL_ARGUMENT && (place->rest ? k >= place->arg : k == place->arg);
}

/* Some row says what becomes of what the argument points to. */
static bool speaks_of(const struct machine_call *call, uint32_t k)
{
	for (const struct model_row *r = call->meaning->row; r; r = r->next)
		if (names(&r->on, k) || names(&r->from, k))
			return true;
	return false;
}

/* What only the C library looks into. */
static bool is_handle(const struct program *p, struct type_id type)
{
	static const char *const handles[] = { "_IO_FILE", "__dirstream" };
	const struct type *t = program_type(p, type_strip(p, type));

	t = t->kind == TYPE_POINTER && t->base.i ? program_type(p, type_strip(p, t->base)) : NULL;
	for (size_t i = 0; t && i < sizeof handles / sizeof *handles; i++)
		if (!strcmp(program_str(p, t->name), handles[i]))
			return true;
	return false;
}

/* All pointers that it gets are spoken of, those behind `...` too: it has no other way to memory, and keeps none. */
static bool speaks_of_all(const struct machine_call *call)
{
	const struct program *p = call->m->image->p;
	const struct type *f = program_type(p, type_strip(p, program_sym(p, call->callee)->type));
	uint64_t offset;

	if (f->kind != TYPE_FUNCTION)
		return false;
	for (uint32_t k = 0; k < call->nargs; k++) {
		struct type_id type = k < f->nfields ? p->field.at[f->field + k].type : (struct type_id){ 0 };
		bool pointer = type.i ? program_type(p, type_strip(p, type))->kind == TYPE_POINTER
				      : machine_object_at(call->m, call->arg[k], &offset) != NULL;
		if (pointer && !speaks_of(call, k) && !(type.i && is_handle(p, type)))
			return false;
	}
	return true;
}

bool machine_outside_is_described(const struct machine_call *call)
{
	const struct model_row *r = call->meaning->row;

	if (!r || call->meaning->library || call->in->flags & INST_NORETURN)
		return false;
	for (; r; r = r->next)
		if (!is_simple(call, r))
			return false;
	return speaks_of_all(call);
}

bool machine_outside_looks_at(const struct machine_call *call, uint32_t k)
{
	for (const struct model_row *r = call->meaning->row; r; r = r->next) {
		bool length = r->len.kind == MODEL_LEN_ARG || r->len.kind == MODEL_LEN_PRODUCT;
		if ((names(&r->on, k) && r->verb != MODEL_FREE) || names(&r->from, k))
			return true;
		if (r->verb == MODEL_UNFOLLOWED && r->when.test != MODEL_ALWAYS && r->when.base == MODEL_ARGUMENT && r->when.arg == k)
			return true;
		if (length && (r->len.a == k || (r->len.kind == MODEL_LEN_PRODUCT && r->len.b == k)))
			return true;
	}
	return false;
}

/* Only where all rows that write say how much, and the function cannot fail, is it sure that it writes. */
bool machine_outside_surely_writes(struct machine_call *call)
{
	for (const struct model_row *r = call->meaning->row; r; r = r->next)
		if (r->verb == MODEL_ALLOC || r->verb == MODEL_COPIES ||
		    (r->verb == MODEL_WRITES && r->on.base == MODEL_ARGUMENT &&
		     (r->len.most || r->on.rest || r->on.deref != 1 || machine_call_does(call, r, 1) != CALL_DOES)))
			return false;
	return true;
}

/* ---- what is read ---- */

/* How many bytes a row reads at most. */
static void set_length(struct machine_call *call, const struct model_row *r, struct machine_outside_read *x)
{
	uint64_t a = r->len.a < call->nargs ? call->arg[r->len.a] : 0, b = r->len.b < call->nargs ? call->arg[r->len.b] : 0, n;
	uint64_t offset;
	const struct machine_object *o = machine_object_at(call->m, x->at, &offset);

	x->rest = o && !o->dead && offset < o->size ? o->size - offset : 0;
	x->bytes = x->rest;
	x->sure = !r->len.most;
	x->string = r->len.kind == MODEL_LEN_STRING;
	switch (r->len.kind) {
	case MODEL_LEN_ARG: n = a; break;
	case MODEL_LEN_PRODUCT: n = b && a > x->rest / b ? x->rest : a * b; break;
	case MODEL_LEN_CONSTANT: n = r->len.value; break;
	case MODEL_LEN_STRING:
		n = machine_string(call->m, x->at, UINT64_MAX);
		n += n != UINT64_MAX;
		break;
	default: n = UINT64_MAX;
	}
	x->sure &= n != UINT64_MAX;
	x->bytes = n < x->rest ? n : x->rest;
}

static void tell_read(struct machine_call *call, const struct model_row *r, uint64_t at, machine_outside_each *each, void *with)
{
	struct machine_outside_read x = { .at = at };

	set_length(call, r, &x);
	if (at && x.bytes)
		each(with, &x);
}

void machine_outside_reads(struct machine_call *call, machine_outside_each *each, void *with)
{
	for (const struct model_row *r = call->meaning->row; r; r = r->next) {
		bool named = r->on.base == MODEL_NAMED;
		if (r->verb == MODEL_COPIES)
			tell_read(call, r, call_place(call, &r->from), each, with);
		if (named && (r->verb == MODEL_READS || r->verb == MODEL_WRITES))
			each(with, &(struct machine_outside_read){ .at = call_place(call, &r->on), .bytes = 1, .sure = true,
								   .write = r->verb == MODEL_WRITES });
		if (named || r->verb != MODEL_READS)
			continue;
		for (uint32_t k = r->on.arg; r->on.rest && k < call->nargs; k++)
			tell_read(call, r, call->arg[k], each, with);
		if (!r->on.rest && r->on.deref)
			tell_read(call, r, call_place(call, &r->on), each, with);
	}
}
