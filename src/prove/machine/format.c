/* The printf family: what it would print, into memory or nowhere, and how long that is. Directives are handed to the C library
 * one by one, with the flags, width and precision that were checked before; what is written to files is not looked at. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "prove/machine/library.h"

enum { LONGEST = 64 << 10, WIDEST = 512, SPEC = 40 };

/* Where the next argument comes from: the call itself, or a va_list. */
struct arguments {
	struct machine_call *call;
	uint32_t next;
	uint64_t list; /* address of the va_list; 0: the call's own */
};

struct prove_text {
	struct arena *arena;
	VEC(char) out;
};

static uint64_t next_argument(struct arguments *a, bool wide)
{
	uint64_t at, v = 0;

	if (!a->list)
		return a->next < a->call->nargs ? a->call->arg[a->next++] : 0;
	if (!machine_read_number(a->call->m, a->list + 8, 8, &at))
		return 0;
	at = wide ? (at + 15) & ~15ull : at;
	if (!machine_read_number(a->call->m, at, 8, &v) ||
	    !machine_write_number(a->call->m, a->list + 8, 8, at + (wide ? 16 : 8)))
		return 0;
	return v;
}

static void add(struct prove_text *t, const char *s, size_t n)
{
	for (size_t i = 0; i < n && t->out.n < LONGEST; i++)
		*vec_add(t->arena, &t->out) = s[i];
}

/* Of "%-8.3": 3; UINT64_MAX: there is none, or a negative one, which is none. */
static uint64_t precision_of(const char *spec)
{
	const char *dot = strchr(spec, '.');

	return dot && dot[1] != '-' ? strtoull(dot + 1, NULL, 10) : UINT64_MAX;
}

static void add_padded(struct prove_text *t, const char *spec, const char *s, size_t n)
{
	size_t width = strtoul(spec + strspn(spec, "%-+ #0"), NULL, 10), blank = width > n ? width - n : 0;
	bool left = strchr(spec, '-') && (!strchr(spec, '.') || strchr(spec, '-') < strchr(spec, '.'));

	for (size_t i = 0; !left && i < blank; i++)
		add(t, " ", 1);
	add(t, s, n);
	for (size_t i = 0; left && i < blank; i++)
		add(t, " ", 1);
}

/* One directive: "%-08.3l" and its letter. */
static bool format_one(struct arguments *a, struct prove_text *t, const char *spec, char letter, int longs)
{
	char out[WIDEST + 64], form[64];
	struct machine *m = a->call->m;
	uint64_t v = next_argument(a, false), n;
	const uint8_t *s;
	double d;
	int len;

	switch (letter) {
	case 'd':
	case 'i':
		snprintf(form, sizeof form, "%s%s", spec, "lld");
		len = snprintf(out, sizeof out, form,
			       longs > 0     ? (long long)v
			       : longs == -1 ? (long long)(short)v
			       : longs == -2 ? (long long)(signed char)v
					     : (long long)(int)v);
		break;
	case 'u':
	case 'x':
	case 'X':
	case 'o':
		snprintf(form, sizeof form, "%sll%c", spec, letter);
		len = snprintf(out, sizeof out, form,
			       (unsigned long long)(longs > 0	  ? v
						    : longs == -1 ? (unsigned short)v
						    : longs == -2 ? (unsigned char)v
								  : (unsigned)v));
		break;
	case 'c':
		out[0] = (char)v;
		add_padded(t, spec, out, 1);
		return true;
	case 'p':
		len = snprintf(out, sizeof out, v ? "0x%llx" : "(nil)", (unsigned long long)v);
		add_padded(t, spec, out, (size_t)len);
		return true;
	case 's':
		n = machine_string(m, v, precision_of(spec));
		if (n == UINT64_MAX)
			return machine_stop(m, MACHINE_UNDEFINED, "something that is not a string");
		s = machine_bytes(m, v, n, false);
		if (s)
			add_padded(t, spec, (const char *)s, n);
		return s != NULL;
	default:
		memcpy(&d, &v, sizeof d);
		snprintf(form, sizeof form, "%s%c", spec, letter);
		len = snprintf(out, sizeof out, form, d);
	}
	if (len > 0)
		add(t, out, (size_t)len < sizeof out ? (size_t)len : sizeof out - 1);
	return true;
}

/* Flags, width and precision, with stars replaced; false: not a directive that is done here. */
static bool read_spec(struct arguments *a, const char **f, char spec[SPEC + 16], int *longs)
{
	uint32_t n = 0;
	const char *s = *f;

	spec[n++] = '%';
	for (; *s && n < SPEC && (strchr("-+ #0123456789.", *s) || *s == '*'); s++) {
		int star = *s == '*' ? (int)next_argument(a, false) : 0;
		if (star > WIDEST || star < -WIDEST)
			return false;
		if (*s == '*' && star < 0 && spec[n - 1] == '.')
			n--; /* as if there were none */
		else if (*s == '*')
			n += (uint32_t)snprintf(spec + n, 8, "%d", star);
		else
			spec[n++] = *s;
	}
	spec[n] = 0;
	for (*longs = 0; *s && strchr("hlqjzt", *s); s++) /* a long is a word, intmax_t and long long are 64 bits */
		*longs += *s == 'h' ? -1 : strchr("jq", *s) ? 2 : 1;
	*longs = *longs == 1 && a->call->m->image->word == 4 ? 0 : *longs;
	*f = s;
	for (const char *digit = spec; *digit; digit++)
		if (isdigit((unsigned char)*digit) && atoi(digit) > WIDEST)
			return false;
	return n < SPEC && *s && strchr("diuxXocspfFeEgGaA", *s) && !(s[-1] == 'l' && strchr("cs", *s));
}

/* `nowhere`: what it reads is of interest, and the text is not. */
static bool format(struct arguments *a, uint64_t at, struct prove_text *t, bool nowhere)
{
	struct machine *m = a->call->m;
	uint64_t n = machine_string(m, at, UINT64_MAX);
	const char *f;
	char spec[SPEC + 16];
	int longs;

	if (n == UINT64_MAX)
		return machine_stop(m, MACHINE_UNDEFINED, "a format that is not a string");
	f = arena_copy(&m->arena, (const char *)machine_bytes(m, at, n, false), n);
	while (*f) {
		size_t plain = strcspn(f, "%");
		add(t, f, plain);
		f += plain;
		if (!*f)
			break;
		if (*++f == '%') {
			add(t, f++, 1);
			continue;
		}
		if (*f == 'm' && nowhere) { /* what strerror says */
			f++;
			continue;
		}
		if (!read_spec(a, &f, spec, &longs))
			return machine_stop(m, MACHINE_UNKNOWN, "a format with %%%c", *f ? *f : ' ');
		if (!format_one(a, t, spec, *f++, longs))
			return false;
	}
	return m->state == MACHINE_RUNS;
}

/* Where the parts of a function of the family are among its arguments; -1: it has none. */
struct prove_member {
	const char *name;
	int8_t format, to, size, list; /* list: first variable argument, or the va_list */
	bool va_list;
	bool allocates; /* `to` is where a pointer to it goes */
};

static const struct prove_member family[] = {
	{ "printf", 0, -1, -1, 1, 0, 0 },	{ "vprintf", 0, -1, -1, 1, 1, 0 },	{ "fprintf", 1, -1, -1, 2, 0, 0 },
	{ "vfprintf", 1, -1, -1, 2, 1, 0 },	{ "dprintf", 1, -1, -1, 2, 0, 0 },	{ "vdprintf", 1, -1, -1, 2, 1, 0 },
	{ "syslog", 1, -1, -1, 2, 0, 0 },	{ "sprintf", 1, 0, -1, 2, 0, 0 },	{ "vsprintf", 1, 0, -1, 2, 1, 0 },
	{ "snprintf", 2, 0, 1, 3, 0, 0 },	{ "vsnprintf", 2, 0, 1, 3, 1, 0 },	{ "asprintf", 1, 0, -1, 2, 0, 1 },
	{ "vasprintf", 1, 0, -1, 2, 1, 1 },	{ "__printf_chk", 1, -1, -1, 2, 0, 0 }, { "__fprintf_chk", 2, -1, -1, 3, 0, 0 },
	{ "__sprintf_chk", 3, 0, -1, 4, 0, 0 }, { "__snprintf_chk", 4, 0, 1, 5, 0, 0 }, { "__vsnprintf_chk", 4, 0, 1, 5, 1, 0 },
};

static const struct prove_member *member_of(const char *name)
{
	for (size_t i = 0; i < sizeof family / sizeof *family; i++)
		if (!strcmp(family[i].name, name))
			return &family[i];
	return NULL;
}

static bool put_text(struct machine_call *call, const struct prove_member *f, const struct prove_text *t)
{
	struct machine *m = call->m;
	uint64_t size = f->size < 0 ? t->out.n + 1u : call->arg[f->size], to = call->arg[f->to], n = t->out.n;
	uint8_t *b;

	if (f->allocates && m->touched)
		return machine_write_number(m, to, m->image->word, 0);
	if (f->allocates) {
		uint32_t id = machine_new_object(m, (struct machine_object){ .kind = MACHINE_HEAP,
									     .size = n + 1,
									     .thread = call->thread,
									     .fn = call->code->body.fn,
									     .inst = machine_top(m, call->thread)->inst });
		if (!id || !machine_write_number(m, to, m->image->word, machine_address(m, id, 0)))
			return false;
		to = machine_address(m, id, 0);
	}
	if (!size)
		return true;
	n = n < size ? n : size - 1;
	b = machine_bytes(m, to, n + 1, true);
	if (!b)
		return false;
	if (n)
		memcpy(b, t->out.at, n);
	b[n] = 0;
	return true;
}

static bool run_format(struct machine_call *call, uint64_t *result)
{
	const struct prove_member *f = member_of(program_str(call->m->image->p, program_sym(call->m->image->p, call->callee)->name));
	struct arguments a = { call, f ? (uint32_t)f->list : 0, 0 };
	struct prove_text t = { .arena = &call->m->arena };

	*result = 1;
	if (!f)
		return true;
	if ((uint32_t)f->format >= call->nargs || (f->to >= 0 && (uint32_t)f->to >= call->nargs) ||
	    (f->size >= 0 && (uint32_t)f->size >= call->nargs))
		return machine_stop(call->m, MACHINE_UNDEFINED, "a call of printf's family with too few arguments");
	if (f->va_list && call->m->image->word != 8)
		return machine_stop(call->m, MACHINE_UNKNOWN, "a list of arguments where pointers have four bytes");
	if (f->va_list && (uint32_t)f->list < call->nargs)
		a.list = call->arg[f->list];
	if (!format(&a, call->arg[f->format], &t, f->to < 0))
		return false;
	*result = t.out.n;
	if (f->to < 0 && !call->m->touched)
		machine_order_outside(call->m, call->thread);
	return f->to < 0 || put_text(call, f, &t);
}

/* Of a function that is not in the family but prints, as a row says. */
bool machine_format_reads(struct machine_call *call, uint64_t *result)
{
	const struct model_row *r = call->meaning->row;
	struct arguments a = { call, 0, 0 };
	struct prove_text t = { .arena = &call->m->arena };

	*result = 0;
	while (r && !(r->verb == MODEL_READS && r->on.rest))
		r = r->next;
	a.next = r ? r->on.arg : 0;
	return a.next && a.next <= call->nargs && format(&a, call->arg[a.next - 1], &t, true);
}

const struct library_function *machine_format_find(const char *name)
{
	static const struct library_function printing = { "printf", run_format, true, false, true },
					     writing = { "sprintf", run_format, false, false, true };
	const struct prove_member *f = member_of(name);

	return !f ? NULL : f->to < 0 ? &printing : &writing;
}
