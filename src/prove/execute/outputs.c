/* outputs: what functions outside write behind their arguments, as far as model rows say it (`writes *1 len=2`, `writes *1..` of
 * scanf): any bytes. Each piece of memory that a call writes is an object of the schedule with as many bytes, and an input of the
 * call, behind its result; the replay finds by itself where it is written.
 *
 *     scanf("%d %ld", &a, &b)        result 2: an object of 4 bytes, one of 8;    result 1: the first;    result 0 or -1: none
 *     read(0, buffer, 16)            the result, any number; an object of 16 bytes
 *
 * How much is written: what the row says, else the type that the parameter is declared to point to, and the conversions of a
 * format of scanf's that is known.
 *
 * misses  pieces of unknown length (char *, void *, %s without all that, %n, allocating conversions), with pointers in them,
 *         which bytes cannot name, of more than MOST_PIECE bytes, or that run out of their object, which stay as they are; that
 *         a call which fails writes less */
#include <string.h>

#include "prove/search/execute.h"

enum { MOST_PIECE = 4096 };

struct finding_outputs {
	struct execution *m;
	const struct body *b;
	const struct inst *in;
	struct outputs *out;
};

static bool need_argument(struct finding_outputs *f, uint32_t k, struct value *v)
{
	*v = value_of_number(64, 0);
	return k + 1 >= f->in->nargs || execute_need(f->m, body_arg(f->b, f->in, k + 1), v);
}

static void add_piece(struct finding_outputs *f, uint64_t at, uint64_t len)
{
	if (len && len <= MOST_PIECE && f->out->n < MOST_OUTPUTS && space_room(&f->m->space, at, len))
		f->out->at[f->out->n++] = (struct prove_output){ at, len };
	else if (len)
		execute_cut(f->m, CUT_OUTSIDE, NULL); /* what it writes there is left out */
}

/* ---- formats ---- */

static char format_at(struct finding_outputs *f, uint64_t at)
{
	struct value byte;

	return space_room(&f->m->space, at, 1) && space_read(&f->m->space, at, 8, &byte) && value_known(byte) ? (char)byte.lo : 0;
}

/* Bytes of an object of this conversion: `size` is its h, l or L, twice for hh and ll. 0: not known. */
static uint64_t conversion_bytes(char letter, const char *size, uint64_t width, uint64_t word)
{
	bool two = size[0] && size[0] == size[1];

	if (strchr("diuoxX", letter))
		return !size[0] ? 4 : size[0] == 'h' ? (two ? 1 : 2) : two || strchr("qjL", size[0]) ? 8 : word;
	if (strchr("aefgAEFG", letter))
		return !size[0] ? 4 : size[0] == 'l' ? 8 : size[0] == 'L' ? (word == 8 ? 16 : 12) : 0;
	if (letter == 'c' && !size[0])
		return width ? width : 1;
	return letter == 'p' ? word : 0;
}

/* What it writes is not known; of its result is what was read of the format so far. */
static bool not_followed(struct outputs *out)
{
	*out = (struct outputs){ .never_none = out->never_none };
	return true;
}

/* False: an address has to be known first. */
static bool find_conversions(struct finding_outputs *f, uint64_t format, uint32_t arg)
{
	struct outputs *out = f->out;
	bool mismatches = false;
	struct value at;
	uint32_t n;

	out->counted = out->never_ends = true;
	for (char c; (c = format_at(f, format++)) != 0;) {
		uint64_t width = 0, bytes;
		char size[3] = "";
		bool skipped = false;
		if (strchr(" \t\n\v\f\r", c))
			continue;
		out->never_ends = false;
		if (c != '%') {
			mismatches |= !out->n; /* behind the first piece it is no longer 0 */
			continue;
		}
		for (c = format_at(f, format++); c && strchr("*0123456789hlLqjzt", c); c = format_at(f, format++)) {
			skipped |= c == '*';
			if (c >= '0' && c <= '9')
				width = width * 10 + (uint64_t)(c - '0');
			else if (c != '*' && !size[1])
				size[size[0] ? 1 : 0] = c;
			if (width > MOST_PIECE)
				break;
		}
		mismatches |= !out->n && c && (!strchr("csn", c) || size[0] || (c == 'c' && width > 1));
		if (c == '%' || skipped)
			continue;
		out->never_none = !mismatches;
		bytes = c ? conversion_bytes(c, size, width, f->m->space.pointer) : 0;
		if (!bytes || out->n == MOST_OUTPUTS)
			return not_followed(out);
		if (!need_argument(f, arg++, &at))
			return false;
		n = out->n;
		add_piece(f, at.lo, bytes);
		if (out->n == n)
			return not_followed(out);
	}
	return true;
}

/* ---- rows ---- */

/* Bytes cannot name an object. */
static bool points_to_pointers(const struct program *p, struct sym_id sym, uint32_t k)
{
	const struct type *fn = program_type(p, type_strip(p, program_sym(p, sym)->type)), *t;

	if (fn->kind != TYPE_FUNCTION || k >= fn->nfields)
		return false;
	t = program_type(p, type_strip(p, p->field.at[fn->field + k].type));
	return t->kind == TYPE_POINTER && t->base.i && type_holds_pointer(p, t->base);
}

static uint64_t declared_bytes(const struct program *p, struct sym_id sym, uint32_t k)
{
	const struct type *fn = program_type(p, type_strip(p, program_sym(p, sym)->type)), *t;

	if (fn->kind != TYPE_FUNCTION || k >= fn->nfields)
		return 0;
	t = program_type(p, type_strip(p, p->field.at[fn->field + k].type));
	if (t->kind != TYPE_POINTER || !t->base.i)
		return 0;
	t = program_type(p, type_strip(p, t->base));
	return t->kind == TYPE_FUNCTION || t->size <= 8 ? 0 : t->size / 8;
}

static bool find_piece(struct finding_outputs *f, struct sym_id sym, const struct model_row *r)
{
	struct value at, a = value_of_number(64, r->len.value), b = value_of_number(64, 1);

	if (!need_argument(f, r->on.arg, &at))
		return false;
	if (points_to_pointers(f->m->seq->p, sym, r->on.arg)) {
		execute_cut(f->m, CUT_OUTSIDE, NULL);
		return true;
	}
	if (r->len.kind == MODEL_LEN_ARG || r->len.kind == MODEL_LEN_PRODUCT) {
		if (!need_argument(f, r->len.a, &a) || (r->len.kind == MODEL_LEN_PRODUCT && !need_argument(f, r->len.b, &b)))
			return false;
	} else if (r->len.kind != MODEL_LEN_CONSTANT) {
		a = value_of_number(64, r->len.kind == MODEL_LEN_UNKNOWN || r->len.kind == MODEL_LEN_RESULT ?
						declared_bytes(f->m->seq->p, sym, r->on.arg) :
						0);
	}
	if (a.lo <= MOST_PIECE && b.lo <= MOST_PIECE && (a.lo || r->len.kind == MODEL_LEN_ARG || r->len.kind == MODEL_LEN_PRODUCT))
		add_piece(f, at.lo, a.lo * b.lo);
	else
		execute_cut(f->m, CUT_OUTSIDE, NULL);
	return true;
}

bool outputs_find(struct execution *m, uint32_t inst, struct sym_id sym, struct outputs *out)
{
	const struct body *b = &execute_frame(m)->fn->body;
	struct finding_outputs f = { m, b, &b->inst.at[inst], out };
	bool defined = program_sym(m->seq->p, sym)->flags & SYM_DEFINED;
	struct value format;

	*out = (struct outputs){ .n = 0 };
	for (const struct model_row *r = m->seq->points->row[sym.i]; r; r = model_skip(r->next, defined)) {
		if (!event_is(r, EVENT_WRITES) || !event_argument_number(&r->on) || r->on.deref != 1)
			continue;
		if (!r->on.rest) {
			if (!find_piece(&f, sym, r))
				return false;
			continue;
		}
		if (!r->on.arg)
			continue;
		if (!need_argument(&f, r->on.arg - 1u, &format) || !find_conversions(&f, format.lo, r->on.arg))
			return false;
	}
	return true;
}

bool outputs_make(struct execution *m, uint32_t inst, const struct outputs *out, uint32_t n)
{
	for (uint32_t i = 0; i < n; i++) {
		uint64_t from = space_new(&m->space, ROOM_INPUT, out->at[i].len);
		if (!from || !execute_input(m, inst, space_pointer(&m->space, from)))
			return false;
		m->input[m->core.ninputs - 1].written = true;
		space_any(&m->space, from)->lazy = true; /* any bytes */
		if (!space_copy(&m->space, out->at[i].at, from, out->at[i].len))
			return false;
	}
	return true;
}
