#include "prove/execute/library_parts.h"

#include <string.h>

bool job_need(struct prove_job *j, uint32_t k, struct value *v)
{
	return execute_need(j->m, body_arg(j->b, j->in, k + 1), v);
}

struct value job_argument(struct prove_job *j, uint32_t k)
{
	return execute_get(j->m, body_arg(j->b, j->in, k + 1));
}

enum step job_gives(struct prove_job *j, struct value v)
{
	uint32_t bits = execute_bits(execute_frame(j->m)->fn->p, j->in->type);

	if (bits && !v.bits)
		return execute_cannot(j->m, "a library function on values of this type");
	*j->result = bits && v.bits != bits ? value_cast(&j->m->smt, bits < v.bits ? CAST_trunc : CAST_zext, v, bits) : v;
	return STEP_ON;
}

enum step job_nothing(struct prove_job *j)
{
	return job_gives(j, value_of_number(64, 0));
}

/* It succeeds here, and may not. */
static enum step succeeds(struct prove_job *j)
{
	const struct seq_fn *f = execute_frame(j->m)->fn;

	if (f->used[body_value(j->b, j->inst)])
		execute_cut(j->m, CUT_RESULTS, "thread-specific values");
	return job_nothing(j);
}

/* A sleep ends when its time is over, unless a handler has run meanwhile; one for a time, or by a clock, that there is not
 * fails at once. The variant is the argument that is a struct timespec. */
enum { SLEEP_NUMBER = 16, SLEEP_CLOCK = 2, NANOSECONDS = 1000000000 };

static enum step do_sleep(struct prove_job *j)
{
	struct space *s = &j->m->space;
	struct value at, seconds, nanoseconds, clock = value_of_number(32, 0);

	if (!execute_frame(j->m)->fn->used[body_value(j->b, j->inst)])
		return job_nothing(j);
	execute_cut(j->m, CUT_RESULTS, "a sleep");
	if (j->variant == SLEEP_NUMBER)
		return job_nothing(j);
	if (!job_need(j, j->variant, &at) || (j->variant == SLEEP_CLOCK && !job_need(j, 0, &clock)))
		return STEP_REFINE;
	if (!space_read(s, at.lo, s->pointer * 8, &seconds) || !space_read(s, at.lo + s->pointer, s->pointer * 8, &nanoseconds))
		return execute_wrong(j->m);
	if (clock.lo > 1 || !value_known(seconds) || !value_known(nanoseconds) || value_signed(seconds) < 0 ||
	    value_signed(nanoseconds) < 0 || value_signed(nanoseconds) >= NANOSECONDS)
		return execute_cannot(j->m, "a sleep that may fail");
	return job_nothing(j);
}

/* pthread_setcancelstate and its like: what was so before is what every thread begins with. */
static enum step do_cancel_state(struct prove_job *j)
{
	struct value old;

	if (!job_need(j, 1, &old))
		return STEP_REFINE;
	if (!old.lo)
		return job_nothing(j);
	execute_cut(j->m, CUT_RESULTS, "the state of cancellation");
	return space_write(&j->m->space, old.lo, value_of_number(32, 0)) ? job_nothing(j) : execute_wrong(j->m);
}

static enum step do_cancel(struct prove_job *j)
{
	return execute_cannot(j->m, "the cancellation of a thread");
}

static enum step same(struct prove_job *j)
{
	return job_gives(j, job_argument(j, 0));
}

/* ---- signals: of a set the first eight bytes, as in glibc ---- */

enum { SET_NONE, SET_ALL, SET_ADD, SET_REMOVE };

static enum step do_signal_set(struct prove_job *j)
{
	struct value at, number = value_of_number(64, 1), set = value_of_number(64, 0);
	bool one = j->variant == SET_ADD || j->variant == SET_REMOVE;
	uint64_t bit;

	if (!job_need(j, 0, &at) || (one && !job_need(j, 1, &number)))
		return STEP_REFINE;
	if (number.lo - 1 > 63)
		return execute_cannot(j->m, "a signal that there is not");
	bit = (uint64_t)1 << ((number.lo - 1) & 63);
	if (one && (!space_read(&j->m->space, at.lo, 64, &set) || !value_known(set)))
		return execute_wrong(j->m);
	set.lo = j->variant == SET_ALL ? UINT64_MAX : j->variant == SET_ADD ? set.lo | bit : set.lo & ~bit;
	return space_write(&j->m->space, at.lo, set) ? job_nothing(j) : execute_wrong(j->m);
}

static enum step do_signal_mask(struct prove_job *j)
{
	enum { BLOCK, UNBLOCK };
	struct prove_thread *t = execute_thread(j->m);
	struct value how, at, old, set = { 0 };
	uint64_t mask = t->mask;

	if (!job_need(j, 0, &how) || !job_need(j, 1, &at) || !job_need(j, 2, &old))
		return STEP_REFINE;
	if (at.lo && (!space_read(&j->m->space, at.lo, 64, &set) || !value_known(set)))
		return execute_wrong(j->m);
	if (at.lo && how.lo > UNBLOCK + 1)
		return execute_cannot(j->m, "a change of a signal mask that there is not");
	region_save(&j->m->region, &t->mask, sizeof t->mask);
	if (at.lo)
		t->mask = how.lo == BLOCK ? mask | set.lo : how.lo == UNBLOCK ? mask & ~set.lo : set.lo;
	return !old.lo || space_write(&j->m->space, old.lo, value_of_number(64, mask)) ? job_nothing(j) : execute_wrong(j->m);
}

/* ---- the heap ---- */

enum step job_allocate(struct prove_job *j, uint64_t size, bool zeros)
{
	struct schedule_place here = { 0, j->b->fn, j->inst };
	uint64_t at;

	if (size >= SPACE_LARGEST)
		return execute_cannot(j->m, "an allocation of unbounded size");
	execute_cut(j->m, CUT_ALLOCATION, NULL);
	at = zeros ? space_new(&j->m->space, ROOM_HEAP, size) : space_new_unset(&j->m->space, ROOM_HEAP, size, here);
	return at ? job_gives(j, value_of_number(64, at)) : execute_wrong(j->m);
}

enum { SIZE_0, SIZE_1, SIZE_PRODUCT };

static enum step do_malloc(struct prove_job *j)
{
	struct value a, b = value_of_number(64, 1), align;

	if (j->variant == SIZE_1 && !job_need(j, 0, &align))
		return STEP_REFINE;
	if (j->variant == SIZE_1 && (!align.lo || align.lo & (align.lo - 1)))
		return execute_cannot(j->m, "an allocation with an alignment that there is not");
	if (!job_need(j, j->variant == SIZE_1, &a) || (j->variant == SIZE_PRODUCT && !job_need(j, 1, &b)))
		return STEP_REFINE;
	if (b.lo && a.lo > SPACE_LARGEST / b.lo)
		return execute_cannot(j->m, "an allocation of unbounded size");
	return job_allocate(j, a.lo * b.lo, j->variant == SIZE_PRODUCT);
}

static enum step do_free(struct prove_job *j)
{
	struct value at;
	const struct room *room;

	if (!job_need(j, 0, &at))
		return STEP_REFINE;
	if (!at.lo || schedule_is_stream(at.lo))
		return STEP_ON;
	room = space_any(&j->m->space, at.lo);
	if (!room || room->dead || space_offset(&j->m->space, at.lo) || (room->kind != ROOM_HEAP && room->kind != ROOM_INPUT))
		return execute_dead(j->m, "a free of memory that is not allocated");
	space_kill(&j->m->space, space_number(&j->m->space, at.lo));
	return STEP_ON;
}

static enum step do_realloc(struct prove_job *j)
{
	struct value old, n;
	const struct room *room;
	enum step step;

	if (!job_need(j, 0, &old) || !job_need(j, 1, &n))
		return STEP_REFINE;
	room = space_any(&j->m->space, old.lo);
	if (old.lo && (!room || room->dead || room->kind != ROOM_HEAP))
		return execute_dead(j->m, "a realloc of memory that is not allocated");
	step = job_allocate(j, n.lo, false);
	if (step != STEP_ON || !old.lo)
		return step;
	if (!space_copy(&j->m->space, j->result->lo, old.lo, n.lo < room->size ? n.lo : room->size))
		return execute_wrong(j->m);
	space_kill(&j->m->space, space_number(&j->m->space, old.lo));
	return STEP_ON;
}

/* int posix_memalign(void **, size_t alignment, size_t) */
static enum step do_memalign(struct prove_job *j)
{
	struct value to, align, n;
	uint64_t at;

	if (!job_need(j, 0, &to) || !job_need(j, 1, &align) || !job_need(j, 2, &n))
		return STEP_REFINE;
	if (!align.lo || align.lo & (align.lo - 1) || align.lo % j->m->space.pointer)
		return execute_cannot(j->m, "an allocation with an alignment that there is not");
	if (n.lo >= SPACE_LARGEST)
		return execute_cannot(j->m, "an allocation of unbounded size");
	execute_cut(j->m, CUT_ALLOCATION, NULL);
	at = space_new_unset(&j->m->space, ROOM_HEAP, n.lo, (struct schedule_place){ 0, j->b->fn, j->inst });
	if (!at || !space_write(&j->m->space, to.lo, space_pointer(&j->m->space, at)))
		return execute_wrong(j->m);
	return job_nothing(j);
}

/* ---- arithmetic of the compiler's intrinsics ---- */

static enum step do_abs(struct prove_job *j)
{
	struct smt *s = &j->m->smt;
	struct value v = job_argument(j, 0), negative;
	bool bad;

	negative = value_binary(s, BINARY_sub, value_of_number(v.bits, 0), v, &bad);
	return job_gives(j, value_select(s, value_compare(s, COMPARE_slt, v, value_of_number(v.bits, 0)), negative, v));
}

static enum step do_extreme(struct prove_job *j)
{
	struct value a = job_argument(j, 0), b = job_argument(j, 1);

	return job_gives(j, value_select(&j->m->smt, value_compare(&j->m->smt, (uint8_t)j->variant, a, b), a, b));
}

/* {sum, overflow}: computed in twice the width. */
static enum step do_overflow(struct prove_job *j)
{
	struct smt *s = &j->m->smt;
	uint8_t widen = j->variant >> 8 ? CAST_sext : CAST_zext;
	struct value a = job_argument(j, 0), b = job_argument(j, 1), wide, narrow, whole, flag;
	const struct program *p = execute_frame(j->m)->fn->p;
	const struct type *t = program_type(p, type_strip(p, j->in->type));
	uint32_t n = a.bits;
	bool bad;

	if (!n || n > 64 || t->kind != TYPE_STRUCT || t->nfields != 2 || t->size > VALUE_MOST)
		return execute_cannot(j->m, "a check for overflow of this width");
	wide = value_binary(s, (uint8_t)j->variant, value_cast(s, widen, a, 2 * n), value_cast(s, widen, b, 2 * n), &bad);
	narrow = value_cast(s, CAST_trunc, wide, n);
	flag = value_compare(s, COMPARE_ne, wide, value_cast(s, widen, narrow, 2 * n));
	whole = value_insert(s, value_of_number((uint32_t)t->size, 0), 0, narrow);
	return job_gives(j, value_insert(s, whole, (uint32_t)p->field.at[t->field + 1].offset, flag));
}

enum { COUNT_ONES, COUNT_LEADING, COUNT_TRAILING, SWAP_BYTES };

static enum step do_bits(struct prove_job *j)
{
	struct value v;
	value_wide x, r = 0;

	if (!job_need(j, 0, &v))
		return STEP_REFINE;
	x = value_get(v);
	switch (j->variant) {
	case COUNT_ONES:
		for (; x; x &= x - 1)
			r++;
		break;
	case COUNT_LEADING:
		while (r < v.bits && !(x >> (v.bits - 1 - r) & 1))
			r++;
		break;
	case COUNT_TRAILING:
		while (r < v.bits && !(x >> r & 1))
			r++;
		break;
	default:
		for (uint32_t i = 0; i < v.bits; i += 8)
			r |= (x >> i & 0xff) << (v.bits - 8 - i);
		break;
	}
	return job_gives(j, value_number_wide(v.bits, r));
}

/* fshl(a, b, n): the upper half of a:b, shifted. */
static enum step do_funnel(struct prove_job *j)
{
	struct value a, b, n;
	value_wide x;
	uint32_t shift;

	if (!job_need(j, 0, &a) || !job_need(j, 1, &b) || !job_need(j, 2, &n))
		return STEP_REFINE;
	if (a.bits > 64)
		return execute_cannot(j->m, "a rotation of this width");
	x = value_get(a) << a.bits | value_get(b);
	shift = (uint32_t)(n.lo % a.bits);
	return job_gives(j, value_number_wide(a.bits, j->variant ? x >> shift : x << shift >> a.bits));
}

/* ---- threads' own values ---- */

static enum step do_key_create(struct prove_job *j)
{
	struct value at;
	uint32_t key = j->m->core.nkeys;

	if (!job_need(j, 0, &at))
		return STEP_REFINE;
	if (key == MOST_KEYS)
		return execute_cannot(j->m, "more than 32 thread-specific keys");
	j->m->core.nkeys++;
	execute_cut(j->m, CUT_KEYS, NULL);
	return space_write(&j->m->space, at.lo, value_of_number(32, key)) ? succeeds(j) : execute_wrong(j->m);
}

static enum step do_key_get(struct prove_job *j)
{
	struct value key;
	struct value v;

	if (!job_need(j, 0, &key))
		return STEP_REFINE;
	v = key.lo < MOST_KEYS ? execute_thread(j->m)->key[key.lo] : (struct value){ 0 };
	return job_gives(j, v.bits ? v : value_of_number(64, 0));
}

static enum step do_key_set(struct prove_job *j)
{
	struct value key;
	struct prove_thread *t = execute_thread(j->m);

	if (!job_need(j, 0, &key))
		return STEP_REFINE;
	if (key.lo >= j->m->core.nkeys)
		return execute_dead(j->m, "a key that was never created");
	region_save(&j->m->region, &t->key[key.lo], sizeof *t->key);
	t->key[key.lo] = job_argument(j, 1);
	return succeeds(j);
}

static enum step do_system_v(struct prove_job *j)
{
	return execute_cannot(j->m, "a semaphore of System V, whose operations stand in memory,");
}

uint64_t job_errno(struct prove_job *j)
{
	struct prove_thread *t = execute_thread(j->m);
	uint64_t at = t->errno_at ? t->errno_at : space_new(&j->m->space, ROOM_STACK, 4);

	if (!t->errno_at) {
		region_save(&j->m->region, &t->errno_at, sizeof t->errno_at);
		t->errno_at = at;
	}
	return at;
}

/* What functions outside put there nobody knows. */
static enum step do_errno(struct prove_job *j)
{
	uint64_t at = job_errno(j);

	execute_cut(j->m, CUT_VARIABLES, "errno");
	return at ? job_gives(j, space_pointer(&j->m->space, at)) : execute_wrong(j->m);
}

static enum step do_equal(struct prove_job *j)
{
	struct value v = value_compare(&j->m->smt, COMPARE_eq, job_argument(j, 0), job_argument(j, 1));

	return job_gives(j, v);
}

static enum step do_fabs(struct prove_job *j)
{
	struct value v = job_argument(j, 0);
	bool bad;

	if (v.bits != 32 && v.bits != 64)
		return execute_cannot(j->m, "the absolute value of a number of this type");
	return job_gives(
	    j, value_binary(&j->m->smt, BINARY_and, v, value_of_number(v.bits, v.bits == 32 ? INT32_MAX : INT64_MAX), &bad));
}

/* How large an object may be: nobody knows. */
static enum step do_object_size(struct prove_job *j)
{
	struct value least;

	if (!job_need(j, 1, &least))
		return STEP_REFINE;
	return job_gives(j, value_of_number(64, least.lo & 1 ? 0 : UINT64_MAX));
}

static enum step do_calls_back(struct prove_job *j)
{
	return execute_cannot(j->m, "a function that sorts or searches by another one");
}

static enum step do_fork(struct prove_job *j)
{
	return execute_cannot(j->m, "a second process");
}

static enum step do_longjmp(struct prove_job *j)
{
	return execute_cannot(j->m, "a jump out of functions (longjmp)");
}

/* ---- the table ---- */

enum { SIGNED_RESULT = 1 << 8 };
enum touches { NOTHING, AS_ROWS_SAY, EXACTLY };

static const struct {
	const char *name; /* a last * stands for any ending: intrinsics carry their types */
	handler *run;
	uint32_t variant;
	uint8_t touches; /* enum touches */
} table[] = {
	{ 0 },
	{ "malloc", do_malloc, SIZE_0, NOTHING },
	{ "valloc", do_malloc, SIZE_0, NOTHING },
	{ "aligned_alloc", do_malloc, SIZE_1, NOTHING },
	{ "memalign", do_malloc, SIZE_1, NOTHING },
	{ "calloc", do_malloc, SIZE_PRODUCT, NOTHING },
	{ "realloc", do_realloc, 0, AS_ROWS_SAY },
	{ "posix_memalign", do_memalign, 0, AS_ROWS_SAY },
	{ "free", do_free, 0, AS_ROWS_SAY },
	{ "cfree", do_free, 0, AS_ROWS_SAY },
	{ "memcpy", do_memcpy, BLOCK_PLAIN, EXACTLY },
	{ "memmove", do_memcpy, BLOCK_PLAIN, EXACTLY },
	{ "__memcpy_chk", do_memcpy, BLOCK_PLAIN, EXACTLY },
	{ "__memmove_chk", do_memcpy, BLOCK_PLAIN, EXACTLY },
	{ "mempcpy", do_memcpy, BLOCK_END, EXACTLY },
	{ "__mempcpy_chk", do_memcpy, BLOCK_END, EXACTLY },
	{ "bcopy", do_memcpy, BLOCK_BACK, EXACTLY },
	{ "memccpy", do_memccpy, 0, EXACTLY },
	{ "memset", do_memset, 0, EXACTLY },
	{ "__memset_chk", do_memset, 0, EXACTLY },
	{ "bzero", do_bzero, 0, EXACTLY },
	{ "explicit_bzero", do_bzero, 0, EXACTLY },
	{ "memcmp", do_compare, COMPARE_MEMORY, EXACTLY },
	{ "bcmp", do_compare, COMPARE_MEMORY, EXACTLY },
	{ "strcmp", do_compare, COMPARE_STRING, EXACTLY },
	{ "strncmp", do_compare, COMPARE_STRING_BOUND, EXACTLY },
	{ "strlen", do_strlen, LEN_STRING, EXACTLY },
	{ "strnlen", do_strlen, LEN_BOUND, EXACTLY },
	{ "strcpy", do_strcpy, COPY_PLAIN, EXACTLY },
	{ "__strcpy_chk", do_strcpy, COPY_PLAIN, EXACTLY },
	{ "stpcpy", do_strcpy, COPY_END, EXACTLY },
	{ "__stpcpy_chk", do_strcpy, COPY_END, EXACTLY },
	{ "stpncpy", do_strcpy, COPY_BOUND_END, EXACTLY },
	{ "__stpncpy_chk", do_strcpy, COPY_BOUND_END, EXACTLY },
	{ "strlcpy", do_strlcpy, COPY_PLAIN, EXACTLY },
	{ "strlcat", do_strlcpy, COPY_APPEND, EXACTLY },
	{ "strspn", do_span, SPAN_INSIDE, EXACTLY },
	{ "strcspn", do_span, SPAN_OUTSIDE, EXACTLY },
	{ "strpbrk", do_span, SPAN_FIND, EXACTLY },
	{ "strncpy", do_strcpy, COPY_BOUND, EXACTLY },
	{ "strcat", do_strcpy, COPY_APPEND, EXACTLY },
	{ "strncat", do_strcpy, COPY_APPEND_BOUND, EXACTLY },
	{ "__strncpy_chk", do_strcpy, COPY_BOUND, EXACTLY },
	{ "__strcat_chk", do_strcpy, COPY_APPEND, EXACTLY },
	{ "__strncat_chk", do_strcpy, COPY_APPEND_BOUND, EXACTLY },
	{ "strcasecmp", do_compare, COMPARE_FOLDED, EXACTLY },
	{ "strncasecmp", do_compare, COMPARE_FOLDED_BOUND, EXACTLY },
	{ "strstr", do_search, 0, EXACTLY },
	{ "strtol", do_number, NUMBER_SIGNED, EXACTLY },
	{ "strtoll", do_number, NUMBER_SIGNED, EXACTLY },
	{ "strtoul", do_number, NUMBER_UNSIGNED, EXACTLY },
	{ "strtoull", do_number, NUMBER_UNSIGNED, EXACTLY },
	{ "__isoc23_strtol", do_number, NUMBER_SIGNED, EXACTLY },
	{ "__isoc23_strtoll", do_number, NUMBER_SIGNED, EXACTLY },
	{ "__isoc23_strtoul", do_number, NUMBER_UNSIGNED, EXACTLY },
	{ "__isoc23_strtoull", do_number, NUMBER_UNSIGNED, EXACTLY },
	{ "__errno_location", do_errno, 0, NOTHING },
	{ "pthread_equal", do_equal, 0, NOTHING },
	{ "thrd_equal", do_equal, 0, NOTHING },
	{ "qsort", do_calls_back, 0, NOTHING },
	{ "bsearch", do_calls_back, 0, NOTHING },
	{ "fork", do_fork, 0, NOTHING },
	{ "vfork", do_fork, 0, NOTHING },
	{ "strchr", do_find, FIND_FIRST, EXACTLY },
	{ "index", do_find, FIND_FIRST, EXACTLY },
	{ "strrchr", do_find, FIND_LAST, EXACTLY },
	{ "rindex", do_find, FIND_LAST, EXACTLY },
	{ "memchr", do_find, FIND_MEMORY, EXACTLY },
	{ "rawmemchr", do_find, FIND_RAW, EXACTLY },
	{ "strchrnul", do_find, FIND_END, EXACTLY },
	{ "memrchr", do_find_back, 0, EXACTLY },
	{ "strdup", do_strdup, LEN_STRING, EXACTLY },
	{ "__strdup", do_strdup, LEN_STRING, EXACTLY },
	{ "strndup", do_strdup, LEN_BOUND, EXACTLY },
	{ "__strndup", do_strdup, LEN_BOUND, EXACTLY },
	{ "atoi", do_atoi, 0, EXACTLY },
	{ "atol", do_atoi, 0, EXACTLY },
	{ "atoll", do_atoi, 0, EXACTLY },
	{ "abs", do_abs, 0, NOTHING },
	{ "labs", do_abs, 0, NOTHING },
	{ "llabs", do_abs, 0, NOTHING },
	{ "sched_yield", job_nothing, 0, NOTHING },
	{ "sigemptyset", do_signal_set, SET_NONE, AS_ROWS_SAY },
	{ "sigfillset", do_signal_set, SET_ALL, AS_ROWS_SAY },
	{ "sigaddset", do_signal_set, SET_ADD, AS_ROWS_SAY },
	{ "sigdelset", do_signal_set, SET_REMOVE, AS_ROWS_SAY },
	{ "pthread_sigmask", do_signal_mask, 0, AS_ROWS_SAY },
	{ "sigprocmask", do_signal_mask, 0, AS_ROWS_SAY },
	{ "thrd_yield", job_nothing, 0, NOTHING },
	{ "pthread_yield", job_nothing, 0, NOTHING },
	{ "clock_nanosleep", do_sleep, SLEEP_CLOCK, NOTHING },
	{ "usleep", do_sleep, SLEEP_NUMBER, NOTHING },
	{ "sleep", do_sleep, SLEEP_NUMBER, NOTHING },
	{ "nanosleep", do_sleep, 0, NOTHING },
	{ "thrd_sleep", do_sleep, 0, NOTHING },
	{ "atexit", job_nothing, 0, NOTHING },
	{ "semop", do_system_v, 0, NOTHING },
	{ "semtimedop", do_system_v, 0, NOTHING },
	{ "longjmp", do_longjmp, 0, NOTHING },
	{ "_longjmp", do_longjmp, 0, NOTHING },
	{ "siglongjmp", do_longjmp, 0, NOTHING },
	{ "__longjmp_chk", do_longjmp, 0, NOTHING },
	{ "pthread_key_create", do_key_create, 0, AS_ROWS_SAY },
	{ "tss_create", do_key_create, 0, AS_ROWS_SAY },
	{ "pthread_key_delete", job_nothing, 0, NOTHING },
	{ "tss_delete", job_nothing, 0, NOTHING },
	{ "pthread_getspecific", do_key_get, 0, NOTHING },
	{ "tss_get", do_key_get, 0, NOTHING },
	{ "pthread_setspecific", do_key_set, 0, NOTHING },
	{ "tss_set", do_key_set, 0, NOTHING },
	{ "pthread_cancel", do_cancel, 0, NOTHING },
	{ "pthread_setcancelstate", do_cancel_state, 0, AS_ROWS_SAY },
	{ "pthread_setcanceltype", do_cancel_state, 0, AS_ROWS_SAY },
	{ "pthread_testcancel", job_nothing, 0, NOTHING },
	{ "llvm.abs.*", do_abs, 0, NOTHING },
	{ "llvm.smax.*", do_extreme, COMPARE_sgt, NOTHING },
	{ "llvm.smin.*", do_extreme, COMPARE_slt, NOTHING },
	{ "llvm.umax.*", do_extreme, COMPARE_ugt, NOTHING },
	{ "llvm.umin.*", do_extreme, COMPARE_ult, NOTHING },
	{ "llvm.sadd.with.overflow.*", do_overflow, BINARY_add | SIGNED_RESULT, NOTHING },
	{ "llvm.ssub.with.overflow.*", do_overflow, BINARY_sub | SIGNED_RESULT, NOTHING },
	{ "llvm.smul.with.overflow.*", do_overflow, BINARY_mul | SIGNED_RESULT, NOTHING },
	{ "llvm.uadd.with.overflow.*", do_overflow, BINARY_add, NOTHING },
	{ "llvm.usub.with.overflow.*", do_overflow, BINARY_sub, NOTHING },
	{ "llvm.umul.with.overflow.*", do_overflow, BINARY_mul, NOTHING },
	{ "llvm.ctpop.*", do_bits, COUNT_ONES, NOTHING },
	{ "llvm.ctlz.*", do_bits, COUNT_LEADING, NOTHING },
	{ "llvm.cttz.*", do_bits, COUNT_TRAILING, NOTHING },
	{ "llvm.bswap.*", do_bits, SWAP_BYTES, NOTHING },
	{ "llvm.fshl.*", do_funnel, 0, NOTHING },
	{ "llvm.fshr.*", do_funnel, 1, NOTHING },
	{ "llvm.fabs.*", do_fabs, 0, NOTHING },
	{ "llvm.objectsize.*", do_object_size, 0, NOTHING },
	{ "llvm.x86.sse2.pause", job_nothing, 0, NOTHING },
	{ "llvm.debugtrap", job_nothing, 0, NOTHING },
	{ "llvm.expect.*", same, 0, NOTHING },
	{ "llvm.is.constant.*", job_nothing, 0, NOTHING },
	{ "llvm.lifetime.*", job_nothing, 0, NOTHING },
	{ "llvm.dbg.*", job_nothing, 0, NOTHING },
	{ "llvm.assume", job_nothing, 0, NOTHING },
	{ "llvm.prefetch*", job_nothing, 0, NOTHING },
	{ "llvm.stacksave*", job_nothing, 0, NOTHING },
	{ "llvm.stackrestore*", job_nothing, 0, NOTHING },
	{ "llvm.threadlocal.address*", same, 0, NOTHING },
	{ "llvm.launder.invariant.group*", same, 0, NOTHING },
};

enum { ROWS = sizeof table / sizeof *table };

uint32_t library_find(const char *name)
{
	for (uint32_t i = 1; i < ROWS; i++) {
		size_t n = strlen(table[i].name);
		if (table[i].name[n - 1] == '*' ? !strncmp(name, table[i].name, n - 1) : !strcmp(name, table[i].name))
			return i;
	}
	return 0;
}

bool library_touches(uint32_t row)
{
	return table[row].touches;
}

bool library_is_exact(uint32_t row)
{
	return table[row].touches == EXACTLY;
}

enum step library_run(struct execution *m, uint32_t row, uint32_t inst, struct value *result)
{
	const struct body *b = &execute_frame(m)->fn->body;
	struct prove_job j = { m, inst, b, &b->inst.at[inst], table[row].variant, result };

	return table[row].run(&j);
}

/* ---- by the models ---- */

static const struct model_row *row_of(const struct execution *m, struct sym_id sym, enum event_kind kind)
{
	return events_find(m->seq->points->row[sym.i], kind);
}

bool library_size(struct execution *m, uint32_t inst, const struct model_length *l, uint64_t *n)
{
	const struct body *body = &execute_frame(m)->fn->body;
	const struct inst *in = &body->inst.at[inst];
	struct value a = value_of_number(64, 0), b = value_of_number(64, 1);

	*n = UINT64_MAX;
	switch (l->kind) {
	case MODEL_LEN_CONSTANT:
		*n = l->value;
		return true;
	case MODEL_LEN_PRODUCT:
		if (!execute_need(m, body_arg(body, in, l->b + 1u), &b))
			return false;
		__attribute__((fallthrough));
	case MODEL_LEN_ARG:
		if (!execute_need(m, body_arg(body, in, l->a + 1u), &a))
			return false;
		*n = b.lo && a.lo > UINT64_MAX / b.lo ? UINT64_MAX : a.lo * b.lo;
		return true;
	default:
		return true;
	}
}

bool library_by_rows(struct execution *m, uint32_t inst, struct sym_id sym, enum step *step)
{
	const struct body *b = &execute_frame(m)->fn->body;
	struct value v = { 0 };
	struct prove_job j = { m, inst, b, &b->inst.at[inst], 0, &v };
	const struct model_row *row = row_of(m, sym, EVENT_ALLOC);
	uint64_t size;

	if (row && event_is_result(&row->on) && row->on.deref <= 1) {
		if (!library_size(m, inst, &row->size, &size)) {
			*step = STEP_REFINE;
			return true;
		}
		if (size == UINT64_MAX)
			return false;
		m->space.zeros = true; /* no row says whether they are */
		*step = job_allocate(&j, size, true);
	} else if ((row = row_of(m, sym, EVENT_FREE)) && event_argument_number(&row->on) && row->on.arg == 0 &&
		   row->on.deref == 1) {
		*step = do_free(&j);
	} else if ((row = row_of(m, sym, EVENT_RETURNS)) && event_argument_number(&row->on) && !row->on.deref) {
		*step = job_gives(&j, job_argument(&j, row->on.arg));
	} else {
		return false;
	}
	if (*step != STEP_ON)
		return true;
	if (v.bits)
		execute_set(m, inst, v);
	execute_count(m);
	execute_next(m);
	return true;
}
