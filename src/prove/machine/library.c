/* Functions of the C library that the machine executes itself, and the compiler's own (machine_intrinsic.c). Whoever is not here
 * and has no body answers with an input of the schedule, or zero. Time stands still, files are empty, the environment too. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "prove/machine/library.h"

#define ARG(k) ((k) < call->nargs ? call->arg[k] : 0)
#define FUNCTION(name) static bool run_##name(struct machine_call *call, uint64_t *result)

/* ---- allocation ---- */

static uint64_t allocate(struct machine_call *call, uint64_t bytes)
{
	uint32_t id = machine_new_object(call->m, (struct machine_object){ .kind = MACHINE_HEAP,
									   .size = bytes,
									   .thread = call->thread,
									   .fn = call->code->body.fn,
									   .inst = machine_top(call->m, call->thread)->inst });

	return id ? machine_address(call->m, id, 0) : 0;
}

FUNCTION(malloc)
{
	*result = allocate(call, ARG(0));
	return true;
}

FUNCTION(calloc)
{
	*result = ARG(0) && ARG(1) > MOST_BYTES / ARG(0) ? allocate(call, MOST_BYTES + 1ull) : allocate(call, ARG(0) * ARG(1));
	return true;
}

FUNCTION(aligned_alloc)
{
	*result = allocate(call, ARG(1));
	return true;
}

FUNCTION(posix_memalign)
{
	*result = 0;
	return machine_write_number(call->m, ARG(0), call->m->image->word, allocate(call, ARG(2)));
}

FUNCTION(realloc)
{
	uint64_t old = ARG(0), offset, to = allocate(call, ARG(1));
	const struct machine_object *o = machine_object_at(call->m, old, &offset);
	uint64_t n = o ? o->size < ARG(1) ? o->size : ARG(1) : 0;

	*result = to;
	if (!to)
		return false;
	if (old && n) {
		const uint8_t *from = machine_bytes(call->m, old, n, false);
		if (!from)
			return false;
		memcpy(machine_bytes(call->m, to, n, true), from, n);
	}
	machine_free(call->m, old, "realloc");
	return true;
}

FUNCTION(free)
{
	*result = 0;
	machine_free(call->m, ARG(0), "free");
	return true;
}

/* ---- memory and strings ---- */

static bool string_at(struct machine_call *call, uint64_t at, uint64_t most, const uint8_t **s, uint64_t *n)
{
	*n = machine_string(call->m, at, most);
	if (*n == UINT64_MAX)
		return machine_stop(call->m, MACHINE_UNDEFINED, "a string that is none");
	*s = machine_bytes(call->m, at, *n, false);
	return *s != NULL;
}

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

FUNCTION(memcpy)
{
	*result = ARG(0);
	return copy(call, ARG(0), ARG(1), ARG(2));
}

FUNCTION(memset)
{
	uint8_t *d = machine_bytes(call->m, ARG(0), ARG(2), true);

	*result = ARG(0);
	if (d && ARG(2))
		memset(d, (int)(ARG(1) & 255), ARG(2));
	return d != NULL;
}

FUNCTION(bzero)
{
	uint8_t *d = machine_bytes(call->m, ARG(0), ARG(1), true);

	*result = 0;
	if (d && ARG(1))
		memset(d, 0, ARG(1));
	return d != NULL;
}

/* C says no more of a difference. */
static uint64_t sign(int difference)
{
	return difference < 0 ? UINT64_MAX : difference > 0;
}

FUNCTION(memcmp)
{
	const uint8_t *a = machine_bytes(call->m, ARG(0), ARG(2), false), *b = machine_bytes(call->m, ARG(1), ARG(2), false);

	*result = a && b ? sign(memcmp(a, b, ARG(2))) : 0;
	return a && b;
}

FUNCTION(memchr)
{
	const uint8_t *a = machine_bytes(call->m, ARG(0), ARG(2), false),
		      *hit = a ? memchr(a, (int)(ARG(1) & 255), ARG(2)) : NULL;

	*result = hit ? ARG(0) + (uint64_t)(hit - a) : 0;
	return a != NULL;
}

FUNCTION(strlen)
{
	const uint8_t *s;

	return string_at(call, ARG(0), UINT64_MAX, &s, result);
}

FUNCTION(strnlen)
{
	const uint8_t *s;

	return string_at(call, ARG(0), ARG(1), &s, result);
}

static bool duplicate(struct machine_call *call, uint64_t most, uint64_t *result)
{
	const uint8_t *s;
	uint64_t n;

	if (!string_at(call, ARG(0), most, &s, &n) || !(*result = allocate(call, n + 1)))
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
	const uint8_t *s;
	uint64_t n;

	*result = ARG(0);
	return string_at(call, ARG(1), UINT64_MAX, &s, &n) && copy(call, ARG(0), ARG(1), n + 1);
}

FUNCTION(stpcpy)
{
	const uint8_t *s;
	uint64_t n;

	if (!string_at(call, ARG(1), UINT64_MAX, &s, &n))
		return false;
	*result = ARG(0) + n;
	return copy(call, ARG(0), ARG(1), n + 1);
}

FUNCTION(strncpy)
{
	const uint8_t *s;
	uint8_t *d = machine_bytes(call->m, ARG(0), ARG(2), true);
	uint64_t n;

	*result = ARG(0);
	if (!d || !string_at(call, ARG(1), ARG(2), &s, &n) || !copy(call, ARG(0), ARG(1), n))
		return false;
	if (n < ARG(2))
		memset(d + n, 0, ARG(2) - n);
	return true;
}

static bool append(struct machine_call *call, uint64_t most)
{
	const uint8_t *s;
	uint64_t n, at;

	if (!string_at(call, ARG(0), UINT64_MAX, &s, &at) || !string_at(call, ARG(1), most, &s, &n))
		return false;
	return copy(call, ARG(0) + at, ARG(1), n) && machine_write_number(call->m, ARG(0) + at + n, 1, 0);
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

static bool compare(struct machine_call *call, uint64_t most, bool fold, uint64_t *result)
{
	const uint8_t *a, *b;
	uint64_t n, k;
	char *x, *y;

	if (!string_at(call, ARG(0), most, &a, &n) || !string_at(call, ARG(1), most, &b, &k))
		return false;
	x = arena_copy(&call->m->arena, (const char *)a, n);
	y = arena_copy(&call->m->arena, (const char *)b, k);
	*result = sign(fold ? strcasecmp(x, y) : strcmp(x, y));
	return true;
}

FUNCTION(strcmp)
{
	return compare(call, UINT64_MAX, false, result);
}

FUNCTION(strncmp)
{
	return compare(call, ARG(2), false, result);
}

FUNCTION(strcasecmp)
{
	return compare(call, UINT64_MAX, true, result);
}

FUNCTION(strncasecmp)
{
	return compare(call, ARG(2), true, result);
}

static bool find_char(struct machine_call *call, bool last, uint64_t *result)
{
	const uint8_t *s;
	uint64_t n;
	uint8_t c = (uint8_t)ARG(1);

	*result = 0;
	if (!string_at(call, ARG(0), UINT64_MAX, &s, &n))
		return false;
	for (uint64_t i = 0; i <= n; i++)
		if ((i < n ? s[i] : 0) == c) {
			*result = ARG(0) + i;
			if (!last)
				break;
		}
	return true;
}

FUNCTION(strchr)
{
	return find_char(call, false, result);
}

FUNCTION(strrchr)
{
	return find_char(call, true, result);
}

FUNCTION(strstr)
{
	const uint8_t *s, *t, *hit;
	uint64_t n, k;

	if (!string_at(call, ARG(0), UINT64_MAX, &s, &n) || !string_at(call, ARG(1), UINT64_MAX, &t, &k))
		return false;
	hit = memmem(s, n, t, k);
	*result = hit ? ARG(0) + (uint64_t)(hit - s) : 0;
	return true;
}

/* ---- numbers ---- */

/* As the C library does it, in as many bits as the result has. */
static bool parse_number(struct machine_call *call, bool is_signed, uint64_t *result)
{
	const struct machine_frame *f = machine_top(call->m, call->thread);
	uint32_t bytes = call->code->slot[body_value(&call->code->body, f->inst)].bytes;
	const uint8_t *s;
	uint64_t n;
	char *text, *end;
	long long v;

	if (!string_at(call, ARG(0), UINT64_MAX, &s, &n))
		return false;
	if (ARG(2) == 1 || (uint32_t)ARG(2) > 36)
		return machine_stop(call->m, MACHINE_UNDEFINED, "a number of a base that there is not");
	text = arena_copy(&call->m->arena, (const char *)s, n);
	if (is_signed) {
		v = strtoll(text, &end, (int)ARG(2));
		*result = (uint64_t)(bytes == 4 && v > INT32_MAX ? INT32_MAX : bytes == 4 && v < INT32_MIN ? INT32_MIN : v);
	} else {
		*result = strtoull(text, &end, (int)ARG(2));
		if (bytes == 4 && !(*result <= UINT32_MAX || 0 - *result <= UINT32_MAX))
			*result = UINT32_MAX;
	}
	return !ARG(1) || machine_write_number(call->m, ARG(1), call->m->image->word, ARG(0) + (uint64_t)(end - text));
}

FUNCTION(atoi)
{
	const uint8_t *s;
	uint64_t n;

	if (!string_at(call, ARG(0), UINT64_MAX, &s, &n))
		return false;
	*result = (uint64_t)strtoll(arena_copy(&call->m->arena, (const char *)s, n), NULL, 10);
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

FUNCTION(abs)
{
	int64_t v = (int32_t)ARG(0);

	*result = (uint64_t)(v < 0 ? -v : v);
	return true;
}

FUNCTION(labs)
{
	*result = (int64_t)ARG(0) < 0 ? 0 - ARG(0) : ARG(0);
	return true;
}

/* ---- process and threads ---- */

FUNCTION(exit)
{
	(void)result;
	call->m->state = MACHINE_EXITED;
	return false;
}

FUNCTION(zero)
{
	(void)call;
	*result = 0;
	return true;
}

/* What was so before is what every thread begins with. */
FUNCTION(cancel_state)
{
	*result = 0;
	return !ARG(1) || machine_write_number(call->m, ARG(1), 4, 0);
}

FUNCTION(equal)
{
	*result = ARG(0) == ARG(1);
	return true;
}

uint64_t machine_errno(struct machine *m, uint32_t thread)
{
	uint32_t id;

	for (uint32_t i = m->image->p->sym.n; i < m->object.n; i++)
		if (m->object.at[i].kind == MACHINE_LOCAL && !m->object.at[i].sym.i && m->object.at[i].thread == thread)
			return machine_address(m, i, 0);
	id = machine_new_object(m, (struct machine_object){ .kind = MACHINE_LOCAL, .size = 4, .thread = thread });
	return id ? machine_address(m, id, 0) : 0;
}

FUNCTION(errno_location)
{
	*result = machine_errno(call->m, call->thread);
	return *result != 0;
}

FUNCTION(key_create)
{
	*result = 0;
	*vec_add(&call->m->arena, &call->m->destroys) = ARG(1);
	return machine_write_number(call->m, ARG(0), 4, call->m->keys++);
}

FUNCTION(getspecific)
{
	const struct machine_thread *t = machine_thread(call->m, call->thread);

	*result = (uint32_t)ARG(0) < t->specific.n ? t->specific.at[(uint32_t)ARG(0)] : 0;
	return true;
}

FUNCTION(setspecific)
{
	struct machine_thread *t = machine_thread(call->m, call->thread);
	uint32_t key = (uint32_t)ARG(0);

	*result = 0;
	if (key >= call->m->keys)
		return machine_stop(call->m, MACHINE_UNDEFINED, "a key that nobody has made");
	while (t->specific.n <= key)
		*vec_add(&call->m->arena, &t->specific) = 0;
	t->specific.at[key] = ARG(1);
	return true;
}

#define SIGNAL_SET(name, what)                                                                                                   \
	FUNCTION(name)                                                                                                           \
	{                                                                                                                        \
		*result = 0;                                                                                                     \
		return machine_signal_set(call, what);                                                                           \
	}
SIGNAL_SET(sigemptyset, SIGNALS_NONE)
SIGNAL_SET(sigfillset, SIGNALS_ALL)
SIGNAL_SET(sigaddset, SIGNALS_ADD)
SIGNAL_SET(sigdelset, SIGNALS_REMOVE)

FUNCTION(sigmask)
{
	*result = 0;
	return machine_signal_mask(call);
}

FUNCTION(not_done)
{
	(void)result;
	return machine_stop(call->m, MACHINE_UNKNOWN, "a call of %s",
			    program_str(call->m->image->p, program_sym(call->m->image->p, call->callee)->name));
}

FUNCTION(assume)
{
	*result = 0;
	return ARG(0) & UINT32_MAX ? true : machine_stop(call->m, MACHINE_UNKNOWN, "an assumption that does not hold");
}

#define ROW(name, run) { #name, run_##run, false, false }
#define OUTSIDE(name, run) { #name, run_##run, true, false }

static const struct library_function table[] = {
	ROW(malloc, malloc),
	ROW(calloc, calloc),
	ROW(realloc, realloc),
	ROW(free, free),
	ROW(cfree, free),
	ROW(aligned_alloc, aligned_alloc),
	ROW(memalign, aligned_alloc),
	ROW(posix_memalign, posix_memalign),
	ROW(valloc, malloc),
	ROW(memcpy, memcpy),
	ROW(memmove, memcpy),
	ROW(__memcpy_chk, memcpy),
	ROW(__memmove_chk, memcpy),
	ROW(memset, memset),
	ROW(__memset_chk, memset),
	ROW(bzero, bzero),
	ROW(explicit_bzero, bzero),
	ROW(memcmp, memcmp),
	ROW(bcmp, memcmp),
	ROW(memchr, memchr),
	ROW(strlen, strlen),
	ROW(strnlen, strnlen),
	ROW(strdup, strdup),
	ROW(__strdup, strdup),
	ROW(strndup, strndup),
	ROW(__strndup, strndup),
	ROW(strcpy, strcpy),
	ROW(__strcpy_chk, strcpy),
	ROW(stpcpy, stpcpy),
	ROW(strncpy, strncpy),
	ROW(__strncpy_chk, strncpy),
	ROW(strcat, strcat),
	ROW(__strcat_chk, strcat),
	ROW(strncat, strncat),
	ROW(__strncat_chk, strncat),
	ROW(strcmp, strcmp),
	ROW(strncmp, strncmp),
	ROW(strcasecmp, strcasecmp),
	ROW(strncasecmp, strncasecmp),
	ROW(strchr, strchr),
	ROW(index, strchr),
	ROW(strrchr, strrchr),
	ROW(rindex, strrchr),
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
	ROW(abs, abs),
	ROW(labs, labs),
	ROW(llabs, labs),
	ROW(exit, exit),
	ROW(_exit, exit),
	ROW(_Exit, exit),
	ROW(quick_exit, exit),
	ROW(abort, exit),
	ROW(__errno_location, errno_location),
	ROW(pthread_equal, equal),
	ROW(thrd_equal, equal),
	ROW(pthread_key_create, key_create),
	ROW(tss_create, key_create),
	ROW(pthread_getspecific, getspecific),
	ROW(tss_get, getspecific),
	ROW(pthread_setspecific, setspecific),
	ROW(tss_set, setspecific),
	ROW(pthread_key_delete, zero),
	ROW(tss_delete, zero),
	ROW(sigemptyset, sigemptyset),
	ROW(sigfillset, sigfillset),
	ROW(sigaddset, sigaddset),
	ROW(sigdelset, sigdelset),
	ROW(pthread_sigmask, sigmask),
	ROW(sigprocmask, sigmask),
	ROW(sched_yield, zero),
	ROW(pthread_yield, zero),
	ROW(thrd_yield, zero),
	ROW(sleep, zero),
	ROW(usleep, zero),
	ROW(nanosleep, zero),
	ROW(clock_nanosleep, zero),
	ROW(thrd_sleep, zero),
	OUTSIDE(pthread_setname_np, zero),
	ROW(pthread_testcancel, zero),
	ROW(pthread_setcancelstate, cancel_state),
	ROW(pthread_setcanceltype, cancel_state),
	ROW(atexit, zero),
	ROW(setjmp, zero),
	ROW(_setjmp, zero),
	ROW(sigsetjmp, zero),
	ROW(__sigsetjmp, zero),
	ROW(__pthread_register_cancel, zero),
	ROW(__pthread_unregister_cancel, zero),
	ROW(longjmp, not_done),
	ROW(siglongjmp, not_done),
	ROW(_longjmp, not_done),
	ROW(semop, not_done),
	ROW(semtimedop, not_done),
	ROW(fork, not_done),
	ROW(vfork, not_done),
	ROW(qsort, not_done),
	ROW(bsearch, not_done),
	ROW(__VERIFIER_assume, assume),
	OUTSIDE(fflush, zero),
	ROW(perror, zero),
	OUTSIDE(setvbuf, zero),
	ROW(setbuf, zero),
	ROW(srand, zero),
	ROW(srandom, zero),
};

bool machine_library_is_silent(const struct library_function *f)
{
	return f->run == run_zero;
}

const struct library_function *machine_library_find(const char *name)
{
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (!strcmp(table[i].name, name))
			return &table[i];
	return strncmp(name, "llvm.", 5) ? machine_format_find(name) : machine_intrinsic_find(name);
}
