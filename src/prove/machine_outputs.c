/* What functions outside write, on the machine: any bytes, which the schedule gives as objects, one for each piece of memory that
 * a row says is written and whose length is known (schedule.h). Where the schedule gives none, memory stays as it is. */
#include <string.h>

#include "prove/machine_parts.h"

enum { MOST_PIECE = 4096 };

/* The next piece is `bytes` long. False: it is not of this length, so that the schedule is about another program. */
static bool put_piece(struct machine_call *call, uint64_t at, uint64_t bytes)
{
	const struct machine_object *o;
	const uint8_t *from;
	uint64_t offset;
	uint8_t *to;
	u128 value;

	if (!bytes || bytes > MOST_PIECE || !machine_peek(call->m, at, bytes) || !call_input(call, &value))
		return true;
	o = machine_object_at(call->m, (uint64_t)value, &offset);
	if (!o || o->kind != MACHINE_GIVEN || offset || o->size != bytes)
		return machine_stop(call->m, MACHINE_UNKNOWN, "what a function outside writes is not what the schedule says");
	from = machine_bytes(call->m, (uint64_t)value, bytes, false);
	to = machine_bytes(call->m, at, bytes, true);
	if (!from || !to)
		return false;
	memmove(to, from, bytes);
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

static uint64_t bytes_of(const struct conversion *c)
{
	switch (c->letter) {
	case 'd':
	case 'i':
	case 'u':
	case 'o':
	case 'x':
	case 'X':
		return c->length == 'H' ? 1 : c->length == 'h' ? 2 : c->length ? 8 : 4;
	case 'a':
	case 'e':
	case 'f':
	case 'g':
	case 'A':
	case 'E':
	case 'F':
	case 'G':
		return !c->length ? 4 : c->length == 'l' ? 8 : c->length == 'L' ? 16 : 0;
	case 'c':
		return c->length ? 0 : c->width ? c->width : 1;
	case 'p':
		return 8;
	default:
		return 0;
	}
}

/* How many conversions of the format store, all of known length; UINT32_MAX: something else is among them. With `most`, so many
 * are stored. */
static uint32_t convert(struct machine_call *call, struct bytes format, uint32_t arg, uint32_t most)
{
	const char *at = format.at, *end = format.at + format.len;
	uint32_t n = 0;

	while (at < end) {
		struct conversion c;
		if (*at++ != '%')
			continue;
		c = read_conversion(&at, end);
		if (c.letter == '%' || (c.letter && !c.stores))
			continue;
		if (!bytes_of(&c) || arg + n >= call->nargs)
			return UINT32_MAX;
		if (n < most && !put_piece(call, call->arg[arg + n], bytes_of(&c)))
			return UINT32_MAX;
		n++;
	}
	return n;
}

static void put_converted(struct machine_call *call, const struct model_row *r, int64_t result)
{
	uint64_t at = call->arg[r->on.arg - 1], n = machine_string(call->m, at, UINT64_MAX);
	struct bytes format = { n == UINT64_MAX ? NULL : (const char *)machine_peek(call->m, at, n), n };

	if (format.at && convert(call, format, r->on.arg, 0) != UINT32_MAX && result > 0)
		(void)convert(call, format, r->on.arg, result < UINT32_MAX ? (uint32_t)result : UINT32_MAX);
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
		return pointed_bytes(call, r->on.arg);
	default:
		return 0;
	}
}

void machine_outputs(struct machine_call *call, int64_t result)
{
	bool defined = program_sym(call->m->image->p, call->callee)->fn.i != 0;

	for (const struct model_row *r = call->meaning->row; r; r = model_skip(r->next, defined)) {
		if (r->verb != MODEL_WRITES || r->on.base != MODEL_ARGUMENT || r->on.deref != 1 || r->on.arg >= call->nargs)
			continue;
		if (r->on.rest && r->on.arg)
			put_converted(call, r, result);
		else if (!r->on.rest && !may_hold_pointers(call, r->on.arg))
			(void)put_piece(call, call->arg[r->on.arg], piece_bytes(call, r));
		if (call->m->state != MACHINE_RUNS)
			return;
	}
}
