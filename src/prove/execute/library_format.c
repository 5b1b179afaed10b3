/* sprintf and its like, which put a text into memory. All that goes into it is made known first, so that what a program then
 * compares is what the replay sees.
 *
 *     snprintf(key, sizeof key, "user-%d", id)       the bytes of key, a path for each id that is possible
 *
 * Numbers, characters, strings and addresses, which are cuts; a format with anything else is left to the outside, and the replay
 * does not run it. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "prove/execute/library.h"

enum { TEXT_MOST = 4096, WIDEST = 512, SPEC = 40 };

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

/* One directive: "%-08.3" with the flags, and what follows. -1: there is none; STAR: an argument says it. */
enum { NONE = -1, STAR = -2 };
struct prove_directive {
	char flags[SPEC];
	int width, precision;
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

/* Digits or a star; what follows them. NULL: too large. */
static const char *read_size(const char *f, int *size)
{
	if (*f == '*') {
		*size = STAR;
		return f + 1;
	}
	for (; isdigit((unsigned char)*f); f++) {
		*size = (*size < 0 ? 0 : *size * 10) + (*f - '0');
		if (*size > WIDEST)
			return NULL;
	}
	return f;
}

/* The directive behind a %; its length, 0: none that is done here. */
static uint32_t read_directive(const char *from, struct prove_directive *d)
{
	const char *f = from;

	*d = (struct prove_directive){ .width = NONE, .precision = NONE };
	for (uint32_t n = 0; *f && strchr("-+ #0", *f); d->flags[n++] = *f++)
		if (n + 24 >= SPEC)
			return 0;
	f = read_size(f, &d->width);
	if (f && *f == '.') {
		d->precision = 0;
		f = read_size(f + 1, &d->precision);
	}
	if (!f)
		return 0;
	for (; *f && strchr("hlqjzt", *f); f++)
		d->longs += *f == 'h' ? -1 : *f == 'j' || *f == 'q' ? 2 : 1;
	d->letter = *f;
	return *f && strchr("diuxXocspfFeEgGaA", *f) && !(d->longs > 0 && strchr("cs", *f)) ? (uint32_t)(f + 1 - from) : 0;
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

/* "%-08.3" of a directive whose sizes are known. */
static size_t spell(const struct prove_directive *d, char spec[SPEC])
{
	int n = snprintf(spec, SPEC, "%%%s", d->flags);

	if (d->width >= 0)
		n += snprintf(spec + n, SPEC - (size_t)n, "%d", d->width);
	if (d->precision >= 0)
		n += snprintf(spec + n, SPEC - (size_t)n, ".%d", d->precision);
	return (size_t)n;
}

static void put_number(struct printing *p, const struct prove_directive *d, uint64_t v)
{
	char out[WIDEST * 2 + 512], spec[SPEC];
	size_t end = spell(d, spec);
	long long x = d->longs > 0 ? (long long)v : d->longs == -1 ? (short)v : d->longs < -1 ? (signed char)v : (int)v;
	unsigned long long u = d->longs > 0	? v
			       : d->longs == -1 ? (unsigned short)v
			       : d->longs < -1	? (unsigned char)v
						: (unsigned)v;
	bool whole = strchr("diuxXo", d->letter);
	double real;
	int n;

	memcpy(&real, &v, sizeof real);
	memcpy(spec + end, "ll", whole ? 2 : 0);
	end += whole ? 2 : 0;
	spec[end] = d->letter;
	spec[end + 1] = 0;
	n = !whole				    ? snprintf(out, sizeof out, spec, real)
	    : d->letter == 'd' || d->letter == 'i' ? snprintf(out, sizeof out, spec, x)
						    : snprintf(out, sizeof out, spec, u);
	put(p, out, n < 0 ? 0 : (size_t)n < sizeof out ? (size_t)n : sizeof out - 1);
}

/* %c, %s and %p, with a width. */
static enum step put_string(struct printing *p, const struct prove_directive *d, uint64_t at)
{
	char s[TEXT_MOST];
	uint32_t n = 0, width = d->width < 0 ? 0 : (uint32_t)d->width;
	bool left = strchr(d->flags, '-') != NULL;
	enum step step = STEP_ON;

	if (d->letter == 'c')
		s[n++] = (char)at;
	if (d->letter == 'p') {
		execute_note_number(p->m, value_of_number(p->m->space.pointer * 8, at));
		n = (uint32_t)snprintf(s, sizeof s, at ? "0x%llx" : "(nil)", (unsigned long long)at);
	}
	while (d->letter == 's' && n < TEXT_MOST && (d->precision < 0 || n < (uint32_t)d->precision)) {
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

/* The sizes that arguments say. */
static enum step fill_stars(struct printing *p, struct prove_directive *d)
{
	int *size[] = { &d->width, &d->precision };
	enum step step = STEP_ON;
	uint64_t v;

	for (uint32_t i = 0; i < 2 && step == STEP_ON; i++) {
		if (*size[i] != STAR)
			continue;
		step = next_argument(p, &v);
		if (step != STEP_ON)
			return step;
		if ((int)v > WIDEST || (int)v < -WIDEST)
			return execute_cannot(p->m, "a text of unbounded length");
		*size[i] = (int)v;
		if (!i && (int)v < 0) {
			d->flags[strlen(d->flags)] = '-';
			d->width = -(int)v;
		}
		if (i && (int)v < 0)
			d->precision = NONE;
	}
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
			if (d.longs == 1 && p->m->space.pointer == 4) /* a long is a word */
				d.longs = 0;
			step = fill_stars(p, &d);
			if (step == STEP_ON)
				step = next_argument(p, &v);
			if (step == STEP_ON && strchr("scp", d.letter))
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
