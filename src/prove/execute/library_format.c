/* sprintf and its like, which put a text into memory. All that goes into it is made known first, so that what a program then
 * compares is what the replay sees.
 *
 *     snprintf(key, sizeof key, "user-%d", id)       the bytes of key, a path for each id that is possible
 *
 * Whole numbers, characters and strings; a format with anything else is left to the outside, and then nothing is written. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "prove/execute/library.h"

enum { TEXT_MOST = 4096, WIDEST = 512, SPEC = 24 };

/* Where the parts of a call are among its arguments; size -1: there is none. */
struct prove_printer {
	const char *name;
	int8_t to, size, format, first;
	bool list;      /* `first` is a va_list */
	bool allocates; /* `to` is where a pointer to the text goes */
};

static const struct prove_printer printers[] = {
	{ "sprintf", 0, -1, 1, 2, false, false },	  { "snprintf", 0, 1, 2, 3, false, false },
	{ "__sprintf_chk", 0, -1, 3, 4, false, false },	  { "__snprintf_chk", 0, 1, 4, 5, false, false },
	{ "vsprintf", 0, -1, 1, 2, true, false },	  { "vsnprintf", 0, 1, 2, 3, true, false },
	{ "__vsnprintf_chk", 0, 1, 4, 5, true, false }, { "asprintf", 0, -1, 1, 2, false, true },
	{ "vasprintf", 0, -1, 1, 2, true, true },
};

struct printing {
	struct execution *m;
	const struct body *b;
	const struct inst *in;
	uint32_t next; /* argument */
	uint64_t list; /* 0, or where the next one lies */
	char text[TEXT_MOST];
	uint32_t n;
};

/* One directive, without stars: "%-08.3", and what follows. */
struct prove_directive {
	char spec[SPEC];
	int64_t precision; /* -1: none */
	int longs;
	char letter;
};

static enum step known(struct printing *p, uint32_t k, uint64_t *v)
{
	struct value x;

	if (k + 1u >= p->in->nargs)
		return STEP_DEAD;
	if (!execute_need(p->m, body_arg(p->b, p->in, k + 1u), &x))
		return STEP_REFINE;
	*v = x.lo;
	return STEP_ON;
}

/* The next of the arguments that are printed. */
static enum step next_argument(struct printing *p, uint64_t *v)
{
	struct value x, *place;

	if (!p->list)
		return known(p, p->next++, v);
	library_touch(p->m, p->list, 8, false);
	if (!space_read(&p->m->space, p->list, 64, &x))
		return execute_wrong(p->m);
	*v = x.lo;
	if (x.ast) {
		place = region_alloc(&p->m->region, sizeof *place);
		*place = x;
		p->m->refine_at = p->list;
		p->m->refine = place;
		p->m->hope = NULL;
		return STEP_REFINE;
	}
	p->list += 8;
	return STEP_ON;
}

static enum step byte_at(struct printing *p, uint64_t at, char *c)
{
	struct value v, *place;

	library_touch(p->m, at, 1, false);
	if (!space_read(&p->m->space, at, 8, &v))
		return execute_wrong(p->m);
	*c = (char)v.lo;
	if (!v.ast)
		return STEP_ON;
	place = region_alloc(&p->m->region, sizeof *place);
	*place = v;
	p->m->refine_at = at;
	p->m->refine = place;
	p->m->hope = NULL;
	return STEP_REFINE;
}

/* The directive behind a %; its length, 0: none that is done here. */
static uint32_t read_directive(const char *f, struct prove_directive *d)
{
	uint32_t i = 0, number = 0;

	*d = (struct prove_directive){ .spec = "%", .precision = -1 };
	for (; f[i] && strchr("-+ #0123456789.", f[i]); i++) {
		if (i + 2 >= SPEC - 4) /* "lld" follows */
			return 0;
		d->spec[i + 1] = f[i];
		number = isdigit((unsigned char)f[i]) ? number * 10 + (uint32_t)(f[i] - '0') : 0;
		if (number > WIDEST)
			return 0;
		if (f[i] == '.')
			d->precision = 0;
		else if (d->precision >= 0)
			d->precision = number;
	}
	for (; f[i] && strchr("hlqjzt", f[i]); i++)
		d->longs += f[i] == 'h' ? -1 : 1;
	d->letter = f[i];
	return f[i] && strchr("diuxXocs", f[i]) && (d->letter != 's' || !d->longs) ? i + 1 : 0;
}

static bool is_done_here(const char *format)
{
	struct prove_directive d;

	for (const char *f = strchr(format, '%'); f; f = strchr(f, '%')) {
		uint32_t n = f[1] == '%' ? 1 : read_directive(f + 1, &d);
		if (!n)
			return false;
		f += 1 + n;
	}
	return true;
}

static void put(struct printing *p, const char *s, size_t n)
{
	for (size_t i = 0; i < n && p->n < TEXT_MOST; i++)
		p->text[p->n++] = s[i];
}

static void put_number(struct printing *p, struct prove_directive *d, uint64_t v)
{
	char out[WIDEST * 2 + 64];
	bool sign = d->letter == 'd' || d->letter == 'i';
	long long x = d->longs > 0 ? (long long)v : d->longs == -1 ? (short)v : d->longs < -1 ? (signed char)v : (int)v;
	unsigned long long u = d->longs > 0	? v
			       : d->longs == -1 ? (unsigned short)v
			       : d->longs < -1	? (unsigned char)v
						: (unsigned)v;
	size_t end = strlen(d->spec);
	int n;

	memcpy(d->spec + end, "ll", 2);
	d->spec[end + 2] = d->letter;
	d->spec[end + 3] = 0;
	n = sign ? snprintf(out, sizeof out, d->spec, x) : snprintf(out, sizeof out, d->spec, u);
	put(p, out, n < 0 ? 0 : (size_t)n);
}

/* %c and %s, with a width. */
static enum step put_string(struct printing *p, const struct prove_directive *d, uint64_t at)
{
	char s[TEXT_MOST];
	uint32_t n = 0, width = 0;
	bool left = strchr(d->spec, '-') != NULL;
	enum step step = STEP_ON;

	for (const char *c = d->spec + 1; *c && *c != '.'; c++)
		width = isdigit((unsigned char)*c) ? width * 10 + (uint32_t)(*c - '0') : width;
	if (d->letter == 'c')
		s[n++] = (char)at;
	while (d->letter == 's' && n < TEXT_MOST && (d->precision < 0 || n < d->precision)) {
		step = byte_at(p, at + n, &s[n]);
		if (step != STEP_ON || !s[n])
			break;
		n++;
	}
	for (uint32_t i = n; !left && i < width; i++)
		put(p, " ", 1);
	put(p, s, n);
	for (uint32_t i = n; left && i < width; i++)
		put(p, " ", 1);
	return step;
}

static enum step print(struct printing *p, const char *format)
{
	struct prove_directive d;
	enum step step;
	uint64_t v;

	for (const char *f = format; *f;) {
		size_t plain = strcspn(f, "%");
		put(p, f, plain);
		f += plain;
		if (*f && f[1] == '%') {
			put(p, f, 1);
			f += 2;
		} else if (*f) {
			f += 1 + read_directive(f + 1, &d);
			step = next_argument(p, &v);
			if (step == STEP_ON && (d.letter == 's' || d.letter == 'c'))
				step = put_string(p, &d, v);
			else if (step == STEP_ON) {
				execute_note_number(p->m, value_of_number(d.longs > 0 ? 64 : 32, v));
				put_number(p, &d, v);
			}
			if (step != STEP_ON)
				return step;
		}
	}
	return STEP_ON;
}

static enum step store(struct printing *p, uint64_t to, uint64_t size)
{
	uint64_t n = p->n < size ? p->n : size ? size - 1 : 0;

	library_touch(p->m, to, size ? n + 1 : 0, true);
	for (uint64_t i = 0; i < n; i++)
		if (!space_write(&p->m->space, to + i, value_of_number(8, (unsigned char)p->text[i])))
			return execute_wrong(p->m);
	return !size || space_write(&p->m->space, to + n, value_of_number(8, 0)) ? STEP_ON : execute_wrong(p->m);
}

static bool read_format(struct printing *p, uint64_t at, char out[TEXT_MOST])
{
	struct value v;

	for (uint32_t i = 0; i < TEXT_MOST; i++) {
		library_touch(p->m, at + i, 1, false);
		if (!space_read(&p->m->space, at + i, 8, &v) || v.ast)
			return false;
		out[i] = (char)v.lo;
		if (!out[i])
			return true;
	}
	return false;
}

/* The va_list at this address: where its next argument lies. */
static enum step open_list(struct printing *p, uint64_t at)
{
	struct value v;

	if (p->m->space.pointer != 8)
		return execute_cannot(p->m, "a list of arguments where pointers have four bytes");
	if (!space_read(&p->m->space, at + 8, 64, &v) || v.ast)
		return execute_wrong(p->m);
	p->list = v.lo;
	return STEP_ON;
}

/* Memory for the text; where it lies goes where the call says. */
static enum step make_room(struct printing *p, uint64_t *to)
{
	struct schedule_place here = { 0, p->b->fn, (uint32_t)(p->in - p->b->inst.at) };
	uint64_t at;

	execute_cut(p->m, CUT_ALLOCATION, NULL);
	library_touch(p->m, *to, p->m->space.pointer, true);
	at = space_new_unset(&p->m->space, ROOM_HEAP, p->n + 1u, here);
	if (!at || !space_write(&p->m->space, *to, space_pointer(&p->m->space, at)))
		return execute_wrong(p->m);
	*to = at;
	return STEP_ON;
}

static enum step run(struct printing *p, const struct prove_printer *f, const char *format)
{
	uint32_t inst = (uint32_t)(p->in - p->b->inst.at), bits = execute_bits(execute_frame(p->m)->fn->p, p->in->type);
	uint64_t to, list = 0, size = UINT64_MAX;
	enum step step = known(p, (uint32_t)f->to, &to);

	if (step == STEP_ON && f->size >= 0)
		step = known(p, (uint32_t)f->size, &size);
	if (step == STEP_ON && f->list)
		step = known(p, (uint32_t)f->first, &list);
	if (step == STEP_ON && f->list)
		step = open_list(p, list);
	if (step == STEP_ON)
		step = print(p, format);
	if (step == STEP_ON && p->n == TEXT_MOST)
		return execute_cannot(p->m, "a text of unbounded length");
	if (step == STEP_ON && f->allocates)
		step = make_room(p, &to);
	if (step == STEP_ON && list && !space_write(&p->m->space, list + 8, value_of_number(64, p->list)))
		return execute_wrong(p->m);
	if (step == STEP_ON)
		step = store(p, to, size);
	if (step != STEP_ON)
		return step;
	if (bits)
		execute_set(p->m, inst, value_of_number(bits, p->n));
	execute_count(p->m);
	execute_next(p->m);
	return STEP_ON;
}

static const struct prove_printer *printer_of(const struct execution *m, struct sym_id sym)
{
	const char *name = program_str(m->seq->p, program_sym(m->seq->p, sym)->name);

	for (size_t i = 0; i < sizeof printers / sizeof *printers; i++)
		if (!strcmp(printers[i].name, name))
			return &printers[i];
	return NULL;
}

bool library_prints(const struct execution *m, struct sym_id sym)
{
	return printer_of(m, sym) && seq_meaning(m->seq, sym) == SEQ_OUTSIDE;
}

bool library_formats(struct execution *m, uint32_t inst, struct sym_id sym, enum step *step)
{
	const struct body *b = &execute_frame(m)->fn->body;
	struct printing p = { .m = m, .b = b, .in = &b->inst.at[inst] };
	const struct prove_printer *f = printer_of(m, sym);
	char format[TEXT_MOST];
	uint64_t at;

	if (!f || known(&p, (uint32_t)f->format, &at) != STEP_ON || !read_format(&p, at, format) || !is_done_here(format))
		return false;
	p.next = (uint32_t)f->first;
	*step = run(&p, f, format);
	return true;
}
