#include "ir/format.h"

#include <ctype.h>
#include <string.h>

bool format_text(const struct program *p, struct ref r, struct bytes *text)
{
	const struct sym *s = ref_kind(r) == REF_SYM ? program_sym(p, (struct sym_id){ ref_index(r) }) : NULL;
	struct bytes data;
	const char *end;

	if (!s || s->kind != SYM_VARIABLE || !(s->flags & SYM_CONSTANT) || !(s->flags & SYM_DEFINED))
		return false;
	data = program_bytes(p, s->data);
	end = data.len ? memchr(data.at, 0, data.len) : NULL;
	*text = (struct bytes){ data.at, end ? (size_t)(end - data.at) : data.len };
	return text->len + 1 == s->size; /* a 0 elsewhere: perhaps wide characters */
}

/* What stands between % and the letter. */
struct directive {
	bool skipped, allocates; /* scanf: %*d, %ms */
	bool counted;		 /* printf: the precision is an argument */
	bool limited;		 /* there is a width (scanf) or a precision (printf) */
	uint32_t limit;
	uint32_t size; /* of a number, by its length */
	bool long_one; /* l, L: of floating numbers and characters */
};

struct ir_reading {
	const char *at, *end;
	struct format_use *use;
	uint32_t n;
	uint32_t word; /* struct format_of */
};

static unsigned char peek(const struct ir_reading *r)
{
	return r->at < r->end ? (unsigned char)*r->at : 0;
}

static bool take(struct ir_reading *r, const char *any)
{
	if (!peek(r) || !strchr(any, peek(r)))
		return false;
	r->at++;
	return true;
}

static bool add(struct ir_reading *r, enum format_does does, uint32_t size)
{
	if (r->n == FORMAT_ARGUMENTS)
		return false;
	r->use[r->n++] = (struct format_use){ .does = (uint8_t)does, .size = size };
	return true;
}

/* A number; false: too large to be one of a format. */
static bool number(struct ir_reading *r, uint32_t *value)
{
	for (*value = 0; isdigit(peek(r)); r->at++) {
		if (*value > 1u << 20)
			return false;
		*value = *value * 10 + (uint32_t)(peek(r) - '0');
	}
	return true;
}

enum { LONGEST = 8 }; /* bytes of a long long, and of intmax_t */

static void length(struct ir_reading *r, struct directive *d)
{
	d->size = sizeof(int);
	if (take(r, "h"))
		d->size = take(r, "h") ? 1 : sizeof(short);
	else if (take(r, "qjL")) {
		d->size = LONGEST;
		d->long_one = true;
	} else if (take(r, "lzt")) {
		d->size = take(r, "l") ? LONGEST : r->word;
		d->long_one = true;
	}
}

/* ---- printf ---- */

static bool print_limits(struct ir_reading *r, struct directive *d)
{
	uint32_t width;

	while (take(r, "-+ #0'"))
		;
	if (take(r, "*")) {
		if (!add(r, FORMAT_NOTHING, 0))
			return false;
	} else if (!number(r, &width)) {
		return false;
	}
	if (!take(r, "."))
		return true;
	d->limited = true;
	if (!take(r, "*"))
		return number(r, &d->limit);
	d->counted = true;
	return add(r, FORMAT_NOTHING, 0);
}

static bool print_string(struct ir_reading *r, const struct directive *d)
{
	if (d->limited && !d->counted && !d->limit)
		return add(r, FORMAT_NOTHING, 0);
	if (!add(r, FORMAT_READS, d->limited && !d->long_one ? d->limit : 0))
		return false;
	r->use[r->n - 1].counted = d->counted && !d->long_one;
	return true;
}

static bool print_one(struct ir_reading *r)
{
	struct directive d = { 0 };

	if (!print_limits(r, &d))
		return false;
	length(r, &d);
	if (take(r, "diouxXeEfFgGaAc"))
		return add(r, FORMAT_NOTHING, 0);
	if (take(r, "s"))
		return print_string(r, &d);
	if (take(r, "n"))
		return add(r, FORMAT_WRITES, d.size);
	if (take(r, "p"))
		return add(r, isalnum(peek(r)) ? FORMAT_READS : FORMAT_NOTHING, 0);
	return take(r, "m%"); /* errno; a percent sign */
}

/* ---- scanf ---- */

/* Behind "%[": up to the bracket that ends it. */
static bool set(struct ir_reading *r)
{
	take(r, "^");
	take(r, "]");
	while (peek(r) && peek(r) != ']')
		r->at++;
	return take(r, "]");
}

static bool scan_text(struct ir_reading *r, const struct directive *d, uint32_t zero)
{
	if (d->skipped)
		return true;
	if (d->allocates)
		return add(r, FORMAT_WRITES, r->word);
	return add(r, FORMAT_WRITES, d->limited && d->limit && !d->long_one ? d->limit + zero : 0);
}

static bool scan_one(struct ir_reading *r)
{
	struct directive d = { 0 };

	d.skipped = take(r, "*");
	d.limited = isdigit(peek(r));
	if (!number(r, &d.limit))
		return false;
	d.allocates = take(r, "m");
	length(r, &d);
	if (take(r, "%"))
		return true;
	if (take(r, "diouxXn"))
		return d.skipped || add(r, FORMAT_WRITES, d.size);
	if (take(r, "eEfFgGaA")) /* "%as" may be one that allocates */
		return peek(r) != 's' && peek(r) != '[' &&
		       (d.skipped || add(r, FORMAT_WRITES, d.long_one ? sizeof(long double) : sizeof(float)));
	if (take(r, "p"))
		return d.skipped || add(r, FORMAT_WRITES, r->word);
	if (take(r, "s"))
		return scan_text(r, &d, 1);
	if (take(r, "["))
		return set(r) && scan_text(r, &d, 1);
	if (!take(r, "c"))
		return false;
	d.limit = d.limited ? d.limit : 1;
	d.limited = true;
	return scan_text(r, &d, 0);
}

bool format_uses(struct bytes text, struct format_of of, struct format_use use[FORMAT_ARGUMENTS], uint32_t *n)
{
	struct ir_reading r = { text.at, text.at + text.len, use, 0, of.word };

	while (r.at < r.end)
		if (*r.at++ == '%' && !(of.scan ? scan_one(&r) : print_one(&r)))
			return false;
	*n = r.n;
	return true;
}
