/* Functions of the C library on bytes and strings. */
#include <string.h>

#include "prove/execute/library_parts.h"

/* ---- accesses, each of which is told (library_accesses.c) ---- */

static bool copy(struct prove_job *j, uint64_t to, uint64_t from, uint64_t n)
{
	library_touch(j->m, from, n, false);
	library_touch(j->m, to, n, true);
	return space_copy(&j->m->space, to, from, n);
}

static bool fill(struct prove_job *j, uint64_t to, struct value byte, uint64_t n)
{
	library_touch(j->m, to, n, true);
	return space_fill(&j->m->space, to, byte, n);
}

static bool put_zero(struct prove_job *j, uint64_t at)
{
	library_touch(j->m, at, 1, true);
	return space_write(&j->m->space, at, value_of_number(8, 0));
}

/* ---- blocks ---- */

enum step do_memcpy(struct prove_job *j)
{
	bool back = j->variant == BLOCK_BACK;
	struct value to, from, n;

	if (!job_need(j, back, &to) || !job_need(j, !back, &from) || !job_need(j, 2, &n))
		return STEP_REFINE;
	if (!copy(j, to.lo, from.lo, n.lo))
		return execute_wrong(j->m);
	return back ? STEP_ON : job_gives(j, j->variant == BLOCK_END ? value_of_number(64, to.lo + n.lo) : to);
}

enum step do_memset(struct prove_job *j)
{
	struct value to, byte = job_argument(j, 1), n;

	if (!job_need(j, 0, &to) || !job_need(j, 2, &n))
		return STEP_REFINE;
	byte = value_extract(&j->m->smt, byte, 0, 8);
	return fill(j, to.lo, byte, n.lo) ? job_gives(j, to) : execute_wrong(j->m);
}

enum step do_bzero(struct prove_job *j)
{
	struct value to, n;

	if (!job_need(j, 0, &to) || !job_need(j, 1, &n))
		return STEP_REFINE;
	return fill(j, to.lo, value_of_number(8, 0), n.lo) ? STEP_ON : execute_wrong(j->m);
}

/* A byte that must be known: symbolic ones are made known where they lie. */
static enum step byte_hoped(struct prove_job *j, uint64_t at, const value_wide *hope, uint8_t *out)
{
	struct value v, *place;

	library_touch(j->m, at, 1, false);
	if (!space_read(&j->m->space, at, 8, &v))
		return execute_wrong(j->m);
	execute_note_read(j->m, at, 1);
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
	bool padded = j->variant == COPY_BOUND || j->variant == COPY_BOUND_END, append = j->variant >= COPY_APPEND;
	bool bound = padded || j->variant == COPY_APPEND_BOUND;
	struct value to, from, max = value_of_number(64, UINT64_MAX);
	uint64_t n, at = 0;
	enum step step;

	if (!job_need(j, 0, &to) || !job_need(j, 1, &from) || (bound && !job_need(j, 2, &max)))
		return STEP_REFINE;
	step = append ? length(j, to.lo, UINT64_MAX, &at) : STEP_ON;
	if (step == STEP_ON)
		step = length(j, from.lo, max.lo, &n);
	if (step != STEP_ON)
		return step;
	if (!copy(j, to.lo + at, from.lo, n))
		return execute_wrong(j->m);
	if (padded ? !fill(j, to.lo + n, value_of_number(8, 0), max.lo - n) : !put_zero(j, to.lo + at + n))
		return execute_wrong(j->m);
	return job_gives(j, j->variant == COPY_END || j->variant == COPY_BOUND_END ? value_of_number(64, to.lo + n) : to);
}

/* strlcpy, strlcat: the result is how long it would have been. */
enum step do_strlcpy(struct prove_job *j)
{
	struct value to, from, max;
	uint64_t n, at = 0, kept;
	enum step step = STEP_ON;

	if (!job_need(j, 0, &to) || !job_need(j, 1, &from) || !job_need(j, 2, &max))
		return STEP_REFINE;
	if (j->variant == COPY_APPEND)
		step = length(j, to.lo, max.lo, &at);
	if (step == STEP_ON)
		step = length(j, from.lo, UINT64_MAX, &n);
	if (step != STEP_ON)
		return step;
	if (at < max.lo) {
		kept = n < max.lo - at ? n : max.lo - at - 1;
		if (!copy(j, to.lo + at, from.lo, kept) || !put_zero(j, to.lo + at + kept))
			return execute_wrong(j->m);
	}
	return job_gives(j, value_of_number(64, at + n));
}

enum step do_memccpy(struct prove_job *j)
{
	struct value to, from, c, max;
	uint64_t n = 0;
	bool found = false;
	uint8_t byte;

	if (!job_need(j, 0, &to) || !job_need(j, 1, &from) || !job_need(j, 2, &c) || !job_need(j, 3, &max))
		return STEP_REFINE;
	while (n < max.lo && !found) {
		enum step step = byte_at(j, from.lo + n++, &byte);
		if (step != STEP_ON)
			return step;
		found = byte == (uint8_t)c.lo;
	}
	return copy(j, to.lo, from.lo, n) ? job_gives(j, value_of_number(64, found ? to.lo + n : 0)) : execute_wrong(j->m);
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
	if (j->variant == COMPARE_MEMORY && max.lo && /* all must be there, though not all is read */
	    (!space_room(&j->m->space, a.lo, max.lo) || !space_room(&j->m->space, b.lo, max.lo)))
		return execute_wrong(j->m);
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
	if (x != y && j->variant == COMPARE_MEMORY)
		library_touch_more(j->m);
	if (x != y && execute_frame(j->m)->fn->used[body_value(j->b, j->inst)] > USED_SIGN)
		execute_cut(j->m, CUT_RESULTS, "the difference of two strings"); /* any number of this sign */
	return job_gives(j, value_of_number(32, x == y ? 0 : x < y ? UINT32_MAX : 1));
}

enum step do_find(struct prove_job *j)
{
	struct value s, c, max = value_of_number(64, UINT64_MAX);
	bool strings = j->variant != FIND_MEMORY && j->variant != FIND_RAW;
	uint64_t found = 0;
	uint8_t byte;

	if (!job_need(j, 0, &s) || !job_need(j, 1, &c) || (j->variant == FIND_MEMORY && !job_need(j, 2, &max)))
		return STEP_REFINE;
	for (uint64_t i = 0; i < max.lo; i++) {
		enum step step = byte_at(j, s.lo + i, &byte);
		if (step != STEP_ON)
			return step;
		if (byte == (uint8_t)c.lo || (!byte && j->variant == FIND_END))
			found = s.lo + i;
		if ((found && j->variant != FIND_LAST) || (!byte && strings))
			break;
	}
	return job_gives(j, value_of_number(64, found));
}

/* memrchr. */
enum step do_find_back(struct prove_job *j)
{
	struct value s, c, n;
	uint8_t byte;

	if (!job_need(j, 0, &s) || !job_need(j, 1, &c) || !job_need(j, 2, &n))
		return STEP_REFINE;
	for (uint64_t i = n.lo; i-- > 0;) {
		enum step step = byte_at(j, s.lo + i, &byte);
		if (step != STEP_ON)
			return step;
		if (byte == (uint8_t)c.lo)
			return job_gives(j, value_of_number(64, s.lo + i));
	}
	return job_nothing(j);
}

/* strspn, strcspn, strpbrk: how far the string is of these bytes, or of others. Nobody says how much of the set is read. */
enum step do_span(struct prove_job *j)
{
	struct touching *touching = j->m->touching;
	struct value s, set;
	bool in[256] = { false };
	uint64_t n, i;
	enum step step;
	uint8_t byte = 0;

	if (!job_need(j, 0, &s) || !job_need(j, 1, &set))
		return STEP_REFINE;
	library_touch_more(j->m);
	j->m->touching = NULL;
	step = length(j, set.lo, UINT64_MAX, &n);
	for (i = 0; step == STEP_ON && i < n; i++) {
		step = byte_at(j, set.lo + i, &byte);
		in[byte] = true;
	}
	j->m->touching = touching;
	for (i = 0; step == STEP_ON; i++) {
		step = byte_at(j, s.lo + i, &byte);
		if (!byte || in[byte] != (j->variant == SPAN_INSIDE))
			break;
	}
	if (step != STEP_ON)
		return step;
	return job_gives(j, value_of_number(64, j->variant != SPAN_FIND ? i : byte ? s.lo + i : 0));
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
	return copy(j, j->result->lo, s.lo, n) ? STEP_ON : execute_wrong(j->m);
}

/* strstr. */
enum step do_search(struct prove_job *j)
{
	struct value s, what;
	enum step step;
	uint8_t x, y;

	if (!job_need(j, 0, &s) || !job_need(j, 1, &what))
		return STEP_REFINE;
	library_touch_more(j->m); /* it may read the two to their ends */
	for (uint64_t i = 0;; i++)
		for (uint64_t k = 0;; k++) {
			step = byte_at(j, what.lo + k, &y);
			if (step != STEP_ON)
				return step;
			if (!y)
				return job_gives(j, value_of_number(64, s.lo + i));
			step = byte_at(j, s.lo + i + k, &x);
			if (step != STEP_ON)
				return step;
			if (!x)
				return job_nothing(j);
			if (x != y)
				break;
		}
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

/* A number of so many bits; `fits`, if asked for: it is one. */
static uint64_t clamp(const struct numeral *x, uint32_t bits, bool is_signed, bool *fits)
{
	uint64_t most = bits >= 64 ? UINT64_MAX : ((uint64_t)1 << bits) - 1;
	bool over;

	most = is_signed ? most / 2 : most;
	over = x->too_large || x->value > most + (is_signed && x->negative ? 1 : 0);
	if (is_signed && x->negative)
		most = 0 - (most + 1);
	if (fits)
		*fits = !over;
	return over ? most : x->negative ? 0 - x->value : x->value;
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
	return step == STEP_ON ? job_gives(j, value_of_number(64, clamp(&x, 64, true, NULL))) : step;
}

enum { OUT_OF_RANGE = 34 }; /* ERANGE */

enum step do_number(struct prove_job *j)
{
	struct value s, end, base;
	struct numeral x;
	uint64_t number, at;
	enum step step;
	bool fits;

	if (!job_need(j, 0, &s) || !job_need(j, 1, &end) || !job_need(j, 2, &base))
		return STEP_REFINE;
	if ((uint32_t)base.lo == 1 || (uint32_t)base.lo > 36)
		return execute_dead(j->m, "a number in a base that does not exist");
	step = read_number(j, s.lo, (uint32_t)base.lo, &x);
	if (step != STEP_ON)
		return step;
	if (end.lo)
		library_touch(j->m, end.lo, j->m->space.pointer, true);
	if (end.lo && !space_write(&j->m->space, end.lo, space_pointer(&j->m->space, s.lo + x.end)))
		return execute_wrong(j->m);
	number = clamp(&x, execute_bits(execute_frame(j->m)->fn->p, j->in->type), j->variant == NUMBER_SIGNED, &fits);
	at = fits ? 0 : job_errno(j);
	if (!fits && !(at && space_write(&j->m->space, at, value_of_number(32, OUT_OF_RANGE))))
		return execute_wrong(j->m);
	return job_gives(j, value_of_number(64, number));
}
