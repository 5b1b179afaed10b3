/* Functions of the C library on bytes and strings. */
#include <string.h>

#include "prove/execute/library_parts.h"

enum step do_memcpy(struct prove_job *j)
{
	struct value to, from, n;

	if (!job_need(j, 0, &to) || !job_need(j, 1, &from) || !job_need(j, 2, &n))
		return STEP_REFINE;
	return space_copy(&j->m->space, to.lo, from.lo, n.lo) ? job_gives(j, to) : execute_wrong(j->m);
}

enum step do_memset(struct prove_job *j)
{
	struct value to, byte = job_argument(j, 1), n;

	if (!job_need(j, 0, &to) || !job_need(j, 2, &n))
		return STEP_REFINE;
	byte = value_extract(&j->m->smt, byte, 0, 8);
	return space_fill(&j->m->space, to.lo, byte, n.lo) ? job_gives(j, to) : execute_wrong(j->m);
}

enum step do_bzero(struct prove_job *j)
{
	struct value to, n;

	if (!job_need(j, 0, &to) || !job_need(j, 1, &n))
		return STEP_REFINE;
	return space_fill(&j->m->space, to.lo, value_of_number(8, 0), n.lo) ? STEP_ON : execute_wrong(j->m);
}

/* A byte that must be known: symbolic ones are made known where they lie. */
static enum step byte_hoped(struct prove_job *j, uint64_t at, const value_wide *hope, uint8_t *out)
{
	struct value v, *place;

	if (!space_read(&j->m->space, at, 8, &v))
		return execute_wrong(j->m);
	*out = (uint8_t)v.lo;
	if (!v.ast)
		return STEP_ON;
	place = region_alloc(&j->m->region, sizeof *place);
	*place = v;
	j->m->refine_at = at;
	j->m->refine = place;
	j->m->hope = hope;
	return STEP_REFINE;
}

static enum step byte_at(struct prove_job *j, uint64_t at, uint8_t *out)
{
	return byte_hoped(j, at, NULL, out);
}

/* The hope that it is the same as another one, as far as that is known. */
static const value_wide *hope_for_byte(struct prove_job *j, uint64_t at)
{
	struct value v;

	if (!space_read(&j->m->space, at, 8, &v) || v.ast)
		return NULL;
	j->m->hoped = v.lo;
	return &j->m->hoped;
}

/* How many bytes stand in front of the 0, at most `max`. */
static enum step length(struct prove_job *j, uint64_t at, uint64_t max, uint64_t *n)
{
	enum step step;
	uint8_t byte;

	for (*n = 0; *n < max; ++*n) {
		step = byte_at(j, at + *n, &byte);
		if (step != STEP_ON)
			return step;
		if (!byte)
			break;
	}
	return STEP_ON;
}

enum step do_strlen(struct prove_job *j)
{
	struct value s, max = value_of_number(64, UINT64_MAX);
	uint64_t n;
	enum step step;

	if (!job_need(j, 0, &s) || (j->variant == LEN_BOUND && !job_need(j, 1, &max)))
		return STEP_REFINE;
	step = length(j, s.lo, max.lo, &n);
	return step == STEP_ON ? job_gives(j, value_of_number(64, n)) : step;
}

enum step do_strcpy(struct prove_job *j)
{
	bool bound = j->variant == COPY_BOUND || j->variant == COPY_APPEND_BOUND, append = j->variant >= COPY_APPEND;
	struct value to, from, max = value_of_number(64, UINT64_MAX);
	uint64_t n, at = 0;
	struct space *s = &j->m->space;
	enum step step;

	if (!job_need(j, 0, &to) || !job_need(j, 1, &from) || (bound && !job_need(j, 2, &max)))
		return STEP_REFINE;
	step = append ? length(j, to.lo, UINT64_MAX, &at) : STEP_ON;
	if (step == STEP_ON)
		step = length(j, from.lo, max.lo, &n);
	if (step != STEP_ON)
		return step;
	if (!space_copy(s, to.lo + at, from.lo, n))
		return execute_wrong(j->m);
	if (j->variant == COPY_BOUND ? !space_fill(s, to.lo + n, value_of_number(8, 0), max.lo - n) :
				       !space_write(s, to.lo + at + n, value_of_number(8, 0)))
		return execute_wrong(j->m);
	return job_gives(j, j->variant == COPY_END ? value_of_number(64, to.lo + n) : to);
}

static uint8_t small(uint8_t c)
{
	return c >= 'A' && c <= 'Z' ? (uint8_t)(c - 'A' + 'a') : c;
}

enum step do_compare(struct prove_job *j)
{
	bool fold = j->variant == COMPARE_FOLDED || j->variant == COMPARE_FOLDED_BOUND;
	bool bound = j->variant != COMPARE_STRING && j->variant != COMPARE_FOLDED;
	struct value a, b, max = value_of_number(64, UINT64_MAX);
	uint8_t x = 0, y = 0;
	enum step step;

	if (!job_need(j, 0, &a) || !job_need(j, 1, &b) || (bound && !job_need(j, 2, &max)))
		return STEP_REFINE;
	for (uint64_t i = 0; i < max.lo; i++) {
		step = byte_hoped(j, a.lo + i, hope_for_byte(j, b.lo + i), &x);
		if (step == STEP_ON)
			step = byte_hoped(j, b.lo + i, hope_for_byte(j, a.lo + i), &y);
		if (step != STEP_ON)
			return step;
		x = fold ? small(x) : x;
		y = fold ? small(y) : y;
		if (x != y || (j->variant != COMPARE_MEMORY && !x))
			break;
	}
	if (x != y && execute_frame(j->m)->fn->used[body_value(j->b, j->inst)] > USED_SIGN)
		execute_cut(j->m, CUT_RESULTS, "the difference of two strings"); /* any number of this sign */
	return job_gives(j, value_of_number(32, x == y ? 0 : x < y ? UINT32_MAX : 1));
}

enum step do_find(struct prove_job *j)
{
	struct value s, c, max = value_of_number(64, UINT64_MAX);
	uint64_t found = 0;
	uint8_t byte;

	if (!job_need(j, 0, &s) || !job_need(j, 1, &c) || (j->variant == FIND_MEMORY && !job_need(j, 2, &max)))
		return STEP_REFINE;
	for (uint64_t i = 0; i < max.lo; i++) {
		enum step step = byte_at(j, s.lo + i, &byte);
		if (step != STEP_ON)
			return step;
		if (byte == (uint8_t)c.lo)
			found = s.lo + i;
		if ((found && j->variant != FIND_LAST) || (!byte && j->variant != FIND_MEMORY))
			break;
	}
	return job_gives(j, value_of_number(64, found));
}

enum step do_strdup(struct prove_job *j)
{
	struct value s, max = value_of_number(64, UINT64_MAX);
	uint64_t n;
	enum step step;

	if (!job_need(j, 0, &s) || (j->variant == LEN_BOUND && !job_need(j, 1, &max)))
		return STEP_REFINE;
	step = length(j, s.lo, max.lo, &n);
	if (step == STEP_ON)
		step = job_allocate(j, n + 1, true);
	if (step != STEP_ON)
		return step;
	return space_copy(&j->m->space, j->result->lo, s.lo, n) ? STEP_ON : execute_wrong(j->m);
}

/* strstr. */
enum step do_search(struct prove_job *j)
{
	struct value s, what;
	uint64_t n, k;
	enum step step;
	uint8_t x, y;

	if (!job_need(j, 0, &s) || !job_need(j, 1, &what))
		return STEP_REFINE;
	step = length(j, s.lo, UINT64_MAX, &n);
	if (step == STEP_ON)
		step = length(j, what.lo, UINT64_MAX, &k);
	if (step != STEP_ON)
		return step;
	for (uint64_t i = 0; k <= n && i <= n - k; i++) {
		uint64_t same = 0;
		while (same < k && byte_at(j, s.lo + i + same, &x) == STEP_ON && byte_at(j, what.lo + same, &y) == STEP_ON && x == y)
			same++;
		if (same == k)
			return job_gives(j, value_of_number(64, s.lo + i));
	}
	return job_gives(j, value_of_number(64, 0));
}

/* ---- numbers ---- */

/* A number as strtol reads it: how far it goes, its absolute value, and whether that is more than 64 bits. */
struct numeral {
	uint64_t end; /* 0: there is none */
	uint64_t value;
	bool negative, too_large;
};

static uint32_t digit(uint8_t c)
{
	c = small(c);
	return c >= '0' && c <= '9' ? c - (uint32_t)'0' : c >= 'a' && c <= 'z' ? c - (uint32_t)'a' + 10 : UINT32_MAX;
}

static enum step read_number(struct prove_job *j, uint64_t at, uint32_t base, struct numeral *x)
{
	enum step step;
	uint8_t c[3];
	uint64_t i = 0;

	*x = (struct numeral){ 0 };
	while ((step = byte_at(j, at + i, c)) == STEP_ON && (*c == ' ' || (*c >= 9 && *c <= 13)))
		i++;
	if (step == STEP_ON && (*c == '+' || *c == '-')) {
		x->negative = *c == '-';
		step = byte_at(j, at + ++i, c);
	}
	if (step == STEP_ON && *c == '0' && (!base || base == 16)) {
		step = byte_at(j, at + i + 1, c + 1);
		if (step == STEP_ON && small(c[1]) == 'x')
			step = byte_at(j, at + i + 2, c + 2);
		if (step == STEP_ON && small(c[1]) == 'x' && digit(c[2]) < 16) {
			base = 16;
			i += 2;
		}
		base = base ? base : 8;
	}
	base = base ? base : 10;
	for (; step == STEP_ON && (step = byte_at(j, at + i, c)) == STEP_ON && digit(*c) < base; i++) {
		x->too_large |= x->value > (UINT64_MAX - digit(*c)) / base;
		x->value = x->value * base + digit(*c);
		x->end = i + 1;
	}
	return step;
}

/* What a number of so many bits is at most. */
static uint64_t clamp(const struct numeral *x, uint32_t bits, bool is_signed)
{
	uint64_t most = bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;

	if (!is_signed)
		return x->too_large || x->value > most ? most : x->negative ? 0 - x->value : x->value;
	most /= 2;
	if (x->too_large || x->value > most + x->negative)
		return x->negative ? 0 - (most + 1) : most;
	return x->negative ? 0 - x->value : x->value;
}

/* atoi and its like: what does not fit is undefined. */
enum step do_atoi(struct prove_job *j)
{
	struct value s;
	struct numeral x;
	enum step step;

	if (!job_need(j, 0, &s))
		return STEP_REFINE;
	step = read_number(j, s.lo, 10, &x);
	return step == STEP_ON ? job_gives(j, value_of_number(64, clamp(&x, 64, true))) : step;
}

enum step do_number(struct prove_job *j)
{
	struct value s, end, base;
	struct numeral x;
	enum step step;

	if (!job_need(j, 0, &s) || !job_need(j, 1, &end) || !job_need(j, 2, &base))
		return STEP_REFINE;
	if ((uint32_t)base.lo == 1 || (uint32_t)base.lo > 36)
		return execute_dead(j->m, "a number of a base that there is not");
	step = read_number(j, s.lo, (uint32_t)base.lo, &x);
	if (step != STEP_ON)
		return step;
	if (end.lo && !space_write(&j->m->space, end.lo, space_pointer(&j->m->space, s.lo + x.end)))
		return execute_wrong(j->m);
	return job_gives(j, value_of_number(64, clamp(&x, execute_bits(execute_frame(j->m)->fn->p, j->in->type),
						      j->variant == NUMBER_SIGNED)));
}
