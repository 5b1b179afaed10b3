/* Functions of the C library on bytes and strings. Each touches what the C library must touch, byte by byte where it stops by
 * itself, so that a run that is taken back says which bytes these are (machine_touches). */
#include <stdlib.h>
#include <errno.h>
#include <string.h>

#include "prove/machine/library.h"

#define ARG(k) ((k) < call->nargs ? call->arg[k] : 0)
#define FUNCTION(name) static bool text_##name(struct machine_call *call, uint64_t *result)

/* ---- blocks ---- */

static bool copy(struct machine_call *call, uint64_t to, uint64_t from, uint64_t n)
{
	const uint8_t *s = machine_bytes(call->m, from, n, false);
	uint8_t *d = machine_bytes(call->m, to, n, true);

	if (!s || !d)
		return false;
	if (n)
		memmove(d, s, n);
	return true;
}

static bool fill(struct machine_call *call, uint64_t to, uint8_t byte, uint64_t n)
{
	uint8_t *d = machine_bytes(call->m, to, n, true);

	if (d && n)
		memset(d, byte, n);
	return d != NULL;
}

FUNCTION(memcpy)
{
	*result = ARG(0);
	return copy(call, ARG(0), ARG(1), ARG(2));
}

FUNCTION(mempcpy)
{
	*result = ARG(0) + ARG(2);
	return copy(call, ARG(0), ARG(1), ARG(2));
}

FUNCTION(bcopy)
{
	*result = 0;
	return copy(call, ARG(1), ARG(0), ARG(2));
}

FUNCTION(memset)
{
	*result = ARG(0);
	return fill(call, ARG(0), (uint8_t)ARG(1), ARG(2));
}

FUNCTION(bzero)
{
	*result = 0;
	return fill(call, ARG(0), 0, ARG(1));
}

/* ---- byte by byte ---- */

static bool byte_at(struct machine_call *call, uint64_t at, uint8_t *c)
{
	const uint8_t *b = machine_bytes(call->m, at, 1, false);

	*c = b ? *b : 0;
	return b != NULL;
}

static bool put_byte(struct machine_call *call, uint64_t at, uint8_t c)
{
	return machine_write_number(call->m, at, 1, c);
}

/* How many bytes stand before the 0, at most `most`; the 0 is read. */
static bool length_of(struct machine_call *call, uint64_t at, uint64_t most, uint64_t *n)
{
	uint8_t c;

	for (*n = 0; *n < most; ++*n) {
		if (!byte_at(call, at + *n, &c))
			return false;
		if (!c)
			break;
	}
	return true;
}

enum { FOR_EVER = 0, AT_ZERO = 1 };

/* The first byte with this value; UINT64_MAX: there is none. */
static bool find_byte(struct machine_call *call, uint64_t at, uint8_t wanted, uint64_t most, int stop, uint64_t *where)
{
	uint8_t c;

	for (uint64_t i = 0; i < most; i++) {
		if (!byte_at(call, at + i, &c))
			return false;
		*where = i;
		if (c == wanted)
			return true;
		if (!c && stop == AT_ZERO)
			break;
	}
	*where = UINT64_MAX;
	return true;
}

FUNCTION(memchr)
{
	uint64_t where;

	if (!find_byte(call, ARG(0), (uint8_t)ARG(1), ARG(2), FOR_EVER, &where))
		return false;
	*result = where == UINT64_MAX ? 0 : ARG(0) + where;
	return true;
}

FUNCTION(rawmemchr)
{
	uint64_t where;

	if (!find_byte(call, ARG(0), (uint8_t)ARG(1), UINT64_MAX, FOR_EVER, &where))
		return false;
	*result = ARG(0) + where;
	return true;
}

FUNCTION(memrchr)
{
	uint8_t c;

	*result = 0;
	for (uint64_t i = ARG(2); i-- > 0 && !*result;) {
		if (!byte_at(call, ARG(0) + i, &c))
			return false;
		if (c == (uint8_t)ARG(1))
			*result = ARG(0) + i;
	}
	return true;
}

FUNCTION(strchr)
{
	uint64_t where;

	if (!find_byte(call, ARG(0), (uint8_t)ARG(1), UINT64_MAX, AT_ZERO, &where))
		return false;
	*result = where == UINT64_MAX ? 0 : ARG(0) + where;
	return true;
}

FUNCTION(strchrnul)
{
	uint64_t where;

	if (!find_byte(call, ARG(0), (uint8_t)ARG(1), UINT64_MAX, AT_ZERO, &where))
		return false;
	if (where == UINT64_MAX && !length_of(call, ARG(0), UINT64_MAX, &where))
		return false;
	*result = ARG(0) + where;
	return true;
}

FUNCTION(strrchr)
{
	uint64_t n;
	uint8_t c;

	*result = 0;
	if (!length_of(call, ARG(0), UINT64_MAX, &n))
		return false;
	for (uint64_t i = n + 1; i-- > 0 && !*result;) {
		if (!byte_at(call, ARG(0) + i, &c))
			return false;
		if (c == (uint8_t)ARG(1))
			*result = ARG(0) + i;
	}
	return true;
}

FUNCTION(strlen)
{
	return length_of(call, ARG(0), UINT64_MAX, result);
}

FUNCTION(strnlen)
{
	return length_of(call, ARG(0), ARG(1), result);
}

/* ---- comparisons ---- */

static uint8_t folded(uint8_t c)
{
	return c >= 'A' && c <= 'Z' ? (uint8_t)(c + ('a' - 'A')) : c;
}

/* Up to the first difference; C says no more of it than its sign. */
static bool compare(struct machine_call *call, uint64_t most, bool fold, bool strings, uint64_t *result)
{
	uint8_t x, y;

	*result = 0;
	for (uint64_t i = 0; i < most; i++) {
		if (!byte_at(call, ARG(0) + i, &x) || !byte_at(call, ARG(1) + i, &y))
			return false;
		x = fold ? folded(x) : x;
		y = fold ? folded(y) : y;
		if (x != y) {
			*result = x < y ? UINT64_MAX : 1;
			return true;
		}
		if (strings && !x)
			break;
	}
	return true;
}

/* All of both must be there, though what is behind a difference need not be read. */
FUNCTION(memcmp)
{
	if (ARG(2) && (!machine_peek(call->m, ARG(0), ARG(2)) || !machine_peek(call->m, ARG(1), ARG(2))))
		return machine_stop(call->m, MACHINE_UNDEFINED, "a comparison of more bytes than there are");
	return compare(call, ARG(2), false, false, result);
}

FUNCTION(strcmp)
{
	return compare(call, UINT64_MAX, false, true, result);
}

FUNCTION(strncmp)
{
	return compare(call, ARG(2), false, true, result);
}

FUNCTION(strcasecmp)
{
	return compare(call, UINT64_MAX, true, true, result);
}

FUNCTION(strncasecmp)
{
	return compare(call, ARG(2), true, true, result);
}

/* ---- copies of strings ---- */

static bool duplicate(struct machine_call *call, uint64_t most, uint64_t *result)
{
	uint64_t n;

	if (!length_of(call, ARG(0), most, &n) || !(*result = machine_allocate(call, n + 1)))
		return false;
	return copy(call, *result, ARG(0), n);
}

FUNCTION(strdup)
{
	return duplicate(call, UINT64_MAX, result);
}

FUNCTION(strndup)
{
	return duplicate(call, ARG(1), result);
}

FUNCTION(strcpy)
{
	uint64_t n;

	*result = ARG(0);
	return length_of(call, ARG(1), UINT64_MAX, &n) && copy(call, ARG(0), ARG(1), n + 1);
}

FUNCTION(stpcpy)
{
	uint64_t n;

	if (!length_of(call, ARG(1), UINT64_MAX, &n))
		return false;
	*result = ARG(0) + n;
	return copy(call, ARG(0), ARG(1), n + 1);
}

static bool copy_padded(struct machine_call *call, uint64_t *n)
{
	return length_of(call, ARG(1), ARG(2), n) && copy(call, ARG(0), ARG(1), *n) &&
	       (*n == ARG(2) || fill(call, ARG(0) + *n, 0, ARG(2) - *n));
}

FUNCTION(strncpy)
{
	uint64_t n;

	*result = ARG(0);
	return copy_padded(call, &n);
}

FUNCTION(stpncpy)
{
	uint64_t n;

	if (!copy_padded(call, &n))
		return false;
	*result = ARG(0) + n;
	return true;
}

static bool append(struct machine_call *call, uint64_t most)
{
	uint64_t n, at;

	if (!length_of(call, ARG(0), UINT64_MAX, &at) || !length_of(call, ARG(1), most, &n))
		return false;
	return copy(call, ARG(0) + at, ARG(1), n) && put_byte(call, ARG(0) + at + n, 0);
}

FUNCTION(strcat)
{
	*result = ARG(0);
	return append(call, UINT64_MAX);
}

FUNCTION(strncat)
{
	*result = ARG(0);
	return append(call, ARG(2));
}

FUNCTION(strlcpy)
{
	uint64_t n, kept;

	if (!length_of(call, ARG(1), UINT64_MAX, &n))
		return false;
	*result = n;
	if (!ARG(2))
		return true;
	kept = n < ARG(2) ? n : ARG(2) - 1;
	return copy(call, ARG(0), ARG(1), kept) && put_byte(call, ARG(0) + kept, 0);
}

FUNCTION(strlcat)
{
	uint64_t at, n, kept;

	if (!length_of(call, ARG(0), ARG(2), &at) || !length_of(call, ARG(1), UINT64_MAX, &n))
		return false;
	*result = at + n;
	if (at == ARG(2))
		return true;
	kept = n < ARG(2) - at ? n : ARG(2) - at - 1;
	return copy(call, ARG(0) + at, ARG(1), kept) && put_byte(call, ARG(0) + at + kept, 0);
}

/* Up to the byte and with it, which is where the copy ends. */
FUNCTION(memccpy)
{
	uint64_t where;

	if (!find_byte(call, ARG(1), (uint8_t)ARG(2), ARG(3), FOR_EVER, &where))
		return false;
	*result = where == UINT64_MAX ? 0 : ARG(0) + where + 1;
	return copy(call, ARG(0), ARG(1), where == UINT64_MAX ? ARG(3) : where + 1);
}

/* ---- searches ---- */

/* A set of bytes. */
static bool set_of(struct machine_call *call, uint64_t at, bool in[256])
{
	uint64_t n;
	uint8_t c;

	memset(in, 0, 256 * sizeof *in);
	if (!length_of(call, at, UINT64_MAX, &n))
		return false;
	for (uint64_t i = 0; i < n; i++) {
		if (!byte_at(call, at + i, &c))
			return false;
		in[c] = true;
	}
	return true;
}

/* How many bytes of the string are in the set, or are not. Who finds no byte need not have read the set, so it is read unseen. */
static bool span(struct machine_call *call, bool inside, uint64_t *n)
{
	struct machine_touched *touched = call->m->touched;
	uint64_t from = ARG(1);
	bool in[256], ok;
	uint8_t c;

	call->m->touched = touched ? &(struct machine_touched){ .ignore = true } : NULL;
	ok = set_of(call, from, in);
	call->m->touched = touched;
	for (*n = 0; ok; ++*n) {
		ok = byte_at(call, ARG(0) + *n, &c);
		if (!c || in[c] != inside)
			break;
	}
	return ok;
}

FUNCTION(strspn)
{
	return span(call, true, result);
}

FUNCTION(strcspn)
{
	return span(call, false, result);
}

FUNCTION(strpbrk)
{
	uint64_t n;
	uint8_t c;

	if (!span(call, false, &n) || !byte_at(call, ARG(0) + n, &c))
		return false;
	*result = c ? ARG(0) + n : 0;
	return true;
}

/* Of what is searched for the part that was found, and the byte behind it, must be read. */
FUNCTION(strstr)
{
	uint8_t x, y;

	for (uint64_t i = 0;; i++)
		for (uint64_t k = 0;; k++) {
			if (!byte_at(call, ARG(1) + k, &y))
				return false;
			if (!y) {
				*result = ARG(0) + i;
				return true;
			}
			if (!byte_at(call, ARG(0) + i + k, &x))
				return false;
			if (!x) {
				*result = 0;
				return true;
			}
			if (x != y)
				break;
		}
}

/* ---- numbers ---- */

/* The text of a number: spaces, a sign, letters and digits, and what comes behind. */
static bool numeral(struct machine_call *call, int base, char **text)
{
	struct machine *m = call->m;
	struct machine_touched *touched = m->touched;
	uint64_t n = 0, read;
	bool ok = true;
	uint8_t c;
	char *end;

	m->touched = touched ? &(struct machine_touched){ .ignore = true } : NULL;
	do
		ok = byte_at(call, ARG(0) + n++, &c);
	while (ok && (c == ' ' || (c >= 9 && c <= 13)));
	if (ok && (c == '+' || c == '-'))
		ok = byte_at(call, ARG(0) + n++, &c);
	while (ok && ((c >= '0' && c <= '9') || (folded(c) >= 'a' && folded(c) <= 'z')))
		ok = byte_at(call, ARG(0) + n++, &c);
	m->touched = touched;
	if (!ok)
		return false;
	*text = arena_copy(&m->arena, (const char *)machine_peek(m, ARG(0), n - 1), n - 1);
	(void)strtoll(*text, &end, base);
	read = end > *text ? (uint64_t)(end - *text) : strspn(*text, " \t\n\v\f\r");
	return machine_bytes(m, ARG(0), read + 1, false) != NULL;
}

/* As the C library does it, in as many bits as the result has. */
static bool parse_number(struct machine_call *call, bool is_signed, uint64_t *result)
{
	const struct machine_frame *f = machine_top(call->m, call->thread);
	uint32_t bytes = call->code->slot[body_value(&call->code->body, f->inst)].bytes;
	enum { OUT_OF_RANGE = 34 };
	char *text, *end;
	bool fits = true;
	long long v;

	if (ARG(2) == 1 || (uint32_t)ARG(2) > 36)
		return machine_stop(call->m, MACHINE_UNDEFINED, "a number in a base that does not exist");
	if (!numeral(call, (int)ARG(2), &text))
		return false;
	errno = 0;
	if (is_signed) {
		v = strtoll(text, &end, (int)ARG(2));
		fits = !errno && (bytes != 4 || (v <= INT32_MAX && v >= INT32_MIN));
		*result = (uint64_t)(bytes == 4 && v > INT32_MAX ? INT32_MAX : bytes == 4 && v < INT32_MIN ? INT32_MIN : v);
	} else {
		*result = strtoull(text, &end, (int)ARG(2));
		fits = !errno && (bytes != 4 || *result <= UINT32_MAX || 0 - *result <= UINT32_MAX);
		if (bytes == 4 && !fits)
			*result = UINT32_MAX;
	}
	if (!fits && !machine_write_number(call->m, machine_errno(call->m, call->thread), 4, OUT_OF_RANGE))
		return false;
	return !ARG(1) || machine_write_number(call->m, ARG(1), call->m->image->word, ARG(0) + (uint64_t)(end - text));
}

FUNCTION(atoi)
{
	char *text;

	if (!numeral(call, 10, &text))
		return false;
	*result = (uint64_t)strtoll(text, NULL, 10);
	return true;
}

FUNCTION(strtol)
{
	return parse_number(call, true, result);
}

FUNCTION(strtoul)
{
	return parse_number(call, false, result);
}

/* ---- the table ---- */

#define ROW(name, run) { #name, text_##run, false, false, true }

static const struct library_function table[] = {
	ROW(memcpy, memcpy),
	ROW(memmove, memcpy),
	ROW(__memcpy_chk, memcpy),
	ROW(__memmove_chk, memcpy),
	ROW(mempcpy, mempcpy),
	ROW(__mempcpy_chk, mempcpy),
	ROW(bcopy, bcopy),
	ROW(memset, memset),
	ROW(__memset_chk, memset),
	ROW(bzero, bzero),
	ROW(explicit_bzero, bzero),
	ROW(memcmp, memcmp),
	ROW(bcmp, memcmp),
	ROW(memchr, memchr),
	ROW(rawmemchr, rawmemchr),
	ROW(memrchr, memrchr),
	ROW(memccpy, memccpy),
	ROW(strlen, strlen),
	ROW(strnlen, strnlen),
	ROW(strdup, strdup),
	ROW(__strdup, strdup),
	ROW(strndup, strndup),
	ROW(__strndup, strndup),
	ROW(strcpy, strcpy),
	ROW(__strcpy_chk, strcpy),
	ROW(stpcpy, stpcpy),
	ROW(__stpcpy_chk, stpcpy),
	ROW(strncpy, strncpy),
	ROW(__strncpy_chk, strncpy),
	ROW(stpncpy, stpncpy),
	ROW(__stpncpy_chk, stpncpy),
	ROW(strcat, strcat),
	ROW(__strcat_chk, strcat),
	ROW(strncat, strncat),
	ROW(__strncat_chk, strncat),
	ROW(strlcpy, strlcpy),
	ROW(strlcat, strlcat),
	ROW(strcmp, strcmp),
	ROW(strncmp, strncmp),
	ROW(strcasecmp, strcasecmp),
	ROW(strncasecmp, strncasecmp),
	ROW(strchr, strchr),
	ROW(index, strchr),
	ROW(strrchr, strrchr),
	ROW(rindex, strrchr),
	ROW(strchrnul, strchrnul),
	ROW(strspn, strspn),
	ROW(strcspn, strcspn),
	ROW(strpbrk, strpbrk),
	ROW(strstr, strstr),
	ROW(atoi, atoi),
	ROW(atol, atoi),
	ROW(atoll, atoi),
	ROW(strtol, strtol),
	ROW(strtoll, strtol),
	ROW(strtoul, strtoul),
	ROW(strtoull, strtoul),
	ROW(__isoc23_strtol, strtol),
	ROW(__isoc23_strtoll, strtol),
	ROW(__isoc23_strtoul, strtoul),
	ROW(__isoc23_strtoull, strtoul),
};

const struct library_function *machine_text_find(const char *name)
{
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (!strcmp(table[i].name, name))
			return &table[i];
	return NULL;
}
