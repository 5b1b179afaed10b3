/* Functions of the C library that the machine executes itself, and the compiler's own (machine_intrinsic.c). Whoever is not here
 * and has no body answers with an input of the schedule, or zero. Time stands still, files are empty, the environment too. */
#include <stdlib.h>
#include <string.h>

#include "prove/machine/library.h"

#define ARG(k) ((k) < call->nargs ? call->arg[k] : 0)
#define FUNCTION(name) static bool run_##name(struct machine_call *call, uint64_t *result)

/* ---- allocation ---- */

uint64_t machine_allocate(struct machine_call *call, uint64_t bytes)
{
	uint32_t id = call->m->touched ? 0 : machine_new_object(call->m, (struct machine_object){ .kind = MACHINE_HEAP,
									   .size = bytes,
									   .thread = call->thread,
									   .fn = call->code->body.fn,
									   .inst = machine_top(call->m, call->thread)->inst });

	return id ? machine_address(call->m, id, 0) : 0;
}

FUNCTION(malloc)
{
	*result = machine_allocate(call, ARG(0));
	return true;
}

FUNCTION(calloc)
{
	*result = machine_allocate(call, ARG(0) && ARG(1) > MOST_BYTES / ARG(0) ? MOST_BYTES + 1ull : ARG(0) * ARG(1));
	return true;
}

FUNCTION(aligned_alloc)
{
	if (!ARG(0) || ARG(0) & (ARG(0) - 1))
		return machine_stop(call->m, MACHINE_UNKNOWN, "an allocation with an alignment that there is not");
	*result = machine_allocate(call, ARG(1));
	return true;
}

FUNCTION(posix_memalign)
{
	if (!ARG(1) || ARG(1) & (ARG(1) - 1) || ARG(1) % call->m->image->word)
		return machine_stop(call->m, MACHINE_UNKNOWN, "an allocation with an alignment that there is not");
	*result = 0;
	return machine_write_number(call->m, ARG(0), call->m->image->word, machine_allocate(call, ARG(2)));
}

FUNCTION(realloc)
{
	uint64_t old = ARG(0), offset, to = machine_allocate(call, ARG(1));
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
	machine_exit(call->m, call->thread);
	return false;
}

FUNCTION(exit_at_once)
{
	(void)result;
	call->m->state = MACHINE_EXITED;
	return false;
}

FUNCTION(atexit)
{
	*result = 0;
	if (call->m->whole)
		*vec_add(&call->m->arena, &call->m->handler) = ARG(0);
	return true;
}

FUNCTION(zero)
{
	(void)call;
	*result = 0;
	return true;
}

/* 0, where somebody asks, of a time that there is: nothing interrupts it here. */
static bool sleeps(struct machine_call *call, uint64_t clock, uint64_t at)
{
	uint32_t word = call->m->image->word, unused = 64 - word * 8;
	uint64_t seconds, nanoseconds;

	if (!machine_is_used(call))
		return true;
	if (!machine_read_number(call->m, at, word, &seconds) || !machine_read_number(call->m, at + word, word, &nanoseconds))
		return false;
	return (clock <= 1 && (int64_t)(seconds << unused) >= 0 && nanoseconds < 1000000000) ||
	       machine_stop(call->m, MACHINE_UNKNOWN, "a sleep that may fail");
}

FUNCTION(sleep_for)
{
	*result = 0;
	return sleeps(call, 0, ARG(0));
}

FUNCTION(sleep_by_clock)
{
	*result = 0;
	return sleeps(call, ARG(0) & UINT32_MAX, ARG(2));
}

FUNCTION(cancel_state)
{
	struct machine_thread *t = machine_thread(call->m, call->thread);
	bool before = t->deaf;

	*result = 0;
	t->deaf = (uint32_t)ARG(0) == 1; /* PTHREAD_CANCEL_DISABLE */
	return !ARG(1) || machine_write_number(call->m, ARG(1), 4, before);
}

/* What was so before is what every thread begins with. */
FUNCTION(cancel_type)
{
	*result = 0;
	if (call->m->whole && (uint32_t)ARG(0) == 1) /* PTHREAD_CANCEL_ASYNCHRONOUS */
		return machine_stop(call->m, MACHINE_UNKNOWN, "a thread that may be cancelled anywhere");
	return !ARG(1) || machine_write_number(call->m, ARG(1), 4, 0);
}

FUNCTION(register_cancel)
{
	*result = 0;
	if (call->m->whole)
		*vec_add(&call->m->arena, &machine_thread(call->m, call->thread)->cleanup) = ARG(0);
	return true;
}

FUNCTION(unregister_cancel)
{
	struct machine_thread *t = machine_thread(call->m, call->thread);

	*result = 0;
	t->cleanup.n -= t->cleanup.n != 0;
	return true;
}

FUNCTION(unwind_next)
{
	struct machine *m = call->m;

	(void)result;
	if (m->whole && machine_thread(m, call->thread)->leaving)
		machine_leave(m, call->thread, machine_thread(m, call->thread)->result);
	else
		m->state = MACHINE_EXITED;
	return false;
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

/* Which number a key has, and which key has a number. */
enum { MOVED_KEYS = 900, MORE_KEYS = 5 };

static uint64_t key_number(const struct machine *m, uint32_t key)
{
	return m->moved > 1 ? key + MORE_KEYS : m->moved ? MOVED_KEYS - key : key;
}

static uint32_t key_of(const struct machine *m, uint64_t number) /* UINT32_MAX: none that was made */
{
	uint32_t n = (uint32_t)number, key = m->moved > 1 ? n - MORE_KEYS : m->moved ? MOVED_KEYS - n : n;

	return key < m->keys ? key : UINT32_MAX;
}

FUNCTION(key_create)
{
	*result = 0;
	*vec_add(&call->m->arena, &call->m->destroys) = ARG(1);
	return machine_write_number(call->m, ARG(0), 4, key_number(call->m, call->m->keys++));
}

FUNCTION(getspecific)
{
	const struct machine_thread *t = machine_thread(call->m, call->thread);

	*result = key_of(call->m, ARG(0)) < t->specific.n ? t->specific.at[key_of(call->m, ARG(0))] : 0;
	return true;
}

FUNCTION(setspecific)
{
	struct machine_thread *t = machine_thread(call->m, call->thread);
	uint32_t key = key_of(call->m, ARG(0));

	*result = 0;
	if (key == UINT32_MAX)
		return machine_stop(call->m, MACHINE_UNDEFINED, "a key that was never created");
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

/* The frame of a setjmp may be left by a jump until its function returns (machine_pop). */
static bool note_jump(struct machine_call *call, bool masks)
{
	struct machine *m = call->m;
	struct machine_thread *t = machine_thread(m, call->thread);
	const struct machine_frame *f = machine_top(m, call->thread);
	struct machine_jump *j = NULL;

	if (!machine_bytes(m, ARG(0), m->image->word, true))
		return false;
	for (uint32_t i = 0; i < t->jump.n; i++)
		if (t->jump.at[i].env == ARG(0)) {
			memmove(&t->jump.at[i], &t->jump.at[i + 1], (t->jump.n - i - 1) * sizeof *j);
			t->jump.n--;
			break;
		}
	j = vec_add(&m->arena, &t->jump);
	*j = (struct machine_jump){ .env = ARG(0), .frame = t->frame.n - 1, .fn = f->fn.i, .inst = f->inst, .block = f->block,
				    .masks = masks, .mask = t->mask };
	if (call->code->size) {
		vec_reserve(&m->arena, &j->values, call->code->size);
		memcpy(j->values.at, t->values.at + f->values, call->code->size);
		j->values.n = call->code->size;
	}
	return true;
}

FUNCTION(setjmp)
{
	*result = 0;
	return note_jump(call, false);
}

FUNCTION(sigsetjmp)
{
	*result = 0;
	return note_jump(call, ARG(1) & UINT32_MAX);
}

/* Local variables have the values that they had at setjmp: C17 says nothing of those that were changed since (7.13.2.1p3), unless
 * they are volatile, and then they are in memory. */
void machine_jump(struct machine *m, uint32_t thread, uint64_t env, uint64_t value)
{
	struct machine_thread *t = machine_thread(m, thread);
	struct machine_frame *f;
	const struct machine_jump *j = NULL;

	for (uint32_t i = 0; i < t->jump.n; i++)
		if (t->jump.at[i].env == env)
			j = &t->jump.at[i];
	if (!j) {
		(void)machine_stop(m, MACHINE_UNKNOWN, "a jump to where no setjmp is known that has not returned");
		return;
	}
	while (t->frame.n > j->frame + 1) {
		if (machine_top(m, thread)->kind != FRAME_CODE) {
			(void)machine_stop(m, MACHINE_UNKNOWN, "a jump out of a function that is run once");
			return;
		}
		machine_pop(m, thread);
	}
	f = machine_top(m, thread);
	f->inst = j->inst;
	f->block = j->block;
	f->phase = 0;
	if (j->values.n)
		memcpy(t->values.at + f->values, j->values.at, j->values.n);
	if (j->masks)
		t->mask = j->mask;
	machine_result(m, thread, value ? value : 1);
}

FUNCTION(longjmp)
{
	(void)result;
	if (machine_bytes(call->m, ARG(0), call->m->image->word, false))
		machine_jump(call->m, call->thread, ARG(0), ARG(1) & UINT32_MAX);
	return false;
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

#define ROW(name, run) { #name, run_##run, false, false, false }
#define OUTSIDE(name, run) { #name, run_##run, true, false, false }

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
	ROW(abs, abs),
	ROW(labs, labs),
	ROW(llabs, labs),
	ROW(exit, exit),
	ROW(_exit, exit_at_once),
	ROW(_Exit, exit_at_once),
	ROW(quick_exit, exit_at_once),
	ROW(abort, exit_at_once),
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
	ROW(nanosleep, sleep_for),
	ROW(clock_nanosleep, sleep_by_clock),
	ROW(thrd_sleep, sleep_for),
	OUTSIDE(pthread_setname_np, zero),
	ROW(pthread_testcancel, zero),
	ROW(pthread_setcancelstate, cancel_state),
	ROW(pthread_setcanceltype, cancel_type),
	ROW(atexit, atexit),
	ROW(setjmp, setjmp),
	ROW(_setjmp, setjmp),
	ROW(sigsetjmp, sigsetjmp),
	ROW(__sigsetjmp, sigsetjmp),
	ROW(__pthread_register_cancel, register_cancel),
	ROW(__pthread_unregister_cancel, unregister_cancel),
	ROW(__pthread_unwind_next, unwind_next),
	ROW(longjmp, longjmp),
	ROW(siglongjmp, longjmp),
	ROW(_longjmp, longjmp),
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
	return f->run == run_zero || f->run == run_sleep_for || f->run == run_sleep_by_clock;
}

const struct library_function *machine_library_find(const char *name)
{
	for (size_t i = 0; i < sizeof table / sizeof *table; i++)
		if (!strcmp(table[i].name, name))
			return &table[i];
	if (!strncmp(name, "llvm.", 5))
		return machine_intrinsic_find(name);
	return machine_text_find(name) ? machine_text_find(name) : machine_format_find(name);
}
