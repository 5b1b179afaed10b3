/* What synchronisation means, as sequential code (kiss, section 3): each body is atomic, and __VERIFIER_assume is what blocks. A
 * body looks first and writes last: where it blocks it has changed nothing.
 *
 * The state of a primitive lies over its own memory, so that zeros and static initialisers mean what they mean; what a row of the
 * models says a function does decides which body stands for it. This text is compiled by the prover and is part of the C that it
 * prints.
 *
 *     lock        int 0: 0 free; > 0 held, the owner in the lower 16 bits, how often again in the upper; < 0: so many readers
 *                 int KIND: its kind, where locks have kinds, as glibc has it: 0 normal, 1 recursive, 2 error-checking, 3
 *                 adaptive
 *     bit         one bit of a word of the program's: set while it is held, whoever has set it
 *     semaphore   int 0: its value
 *     condition   int 0: threads that wait and have not been signalled; int 1: those that have been
 *     event       int 0: how often it may be passed (a completion); EVENT_OPEN: for ever
 *     barrier     int 0: how many must come; int 1: how many are here; int 2: how often they have gone on
 *     once        int 0: 0 not yet, 1 somebody is at it, 2 done */
extern void __VERIFIER_assume(int);

enum { OWNER = 0xffff, AGAIN = 0x10000, RECURSIVE = 1, CHECKING = 2, EVENT_OPEN = 0x7fffffff };
enum { KIND = sizeof(void *) == 8 ? 4 : 3 };
enum { NOT_OWNER = 1, DEADLOCK = 35, TIMED_OUT = 110 };

/* `self` is a thread's number from 1. */
int snag_acquire(int *lock, int self, int kind)
{
	if ((*lock & OWNER) == self && *lock > 0) {
		if (kind == CHECKING)
			return DEADLOCK;
		if (kind == RECURSIVE) {
			*lock += AGAIN;
			return 0;
		}
	}
	__VERIFIER_assume(*lock == 0);
	*lock = self;
	return 0;
}

/* `busy`: what to return of one that another thread has. With a limit of time a checking one says more of one's own. */
int snag_acquire_try(int *lock, int self, int kind, int busy)
{
	if (*lock > 0 && (*lock & OWNER) == self && kind == RECURSIVE) {
		*lock += AGAIN;
		return 0;
	}
	if (*lock > 0 && (*lock & OWNER) == self && kind == CHECKING && busy == TIMED_OUT)
		return DEADLOCK;
	if (*lock != 0)
		return busy;
	*lock = self;
	return 0;
}

int snag_acquire_shared(int *lock)
{
	__VERIFIER_assume(*lock <= 0);
	*lock -= 1;
	return 0;
}

int snag_acquire_shared_try(int *lock, int busy)
{
	if (*lock > 0)
		return busy;
	*lock -= 1;
	return 0;
}

int snag_release(int *lock, int self, int kind)
{
	if (*lock < 0) {
		*lock += 1;
		return 0;
	}
	if (kind == CHECKING && (*lock & OWNER) != self)
		return NOT_OWNER;
	__VERIFIER_assume((*lock & OWNER) == self); /* what follows an unlock of another one's lock is anybody's guess */
	*lock = *lock >= AGAIN ? *lock - AGAIN : 0;
	return 0;
}

/* `bit` is a mask. Others may look at it, or change it, as a part of the word. */
int snag_bit_acquire(unsigned char *byte, int bit)
{
	__VERIFIER_assume(!(*byte & bit));
	*byte = (unsigned char)(*byte | bit);
	return 0;
}

int snag_bit_acquire_try(unsigned char *byte, int bit, int busy)
{
	if (*byte & bit)
		return busy;
	*byte = (unsigned char)(*byte | bit);
	return 0;
}

int snag_bit_release(unsigned char *byte, int bit)
{
	__VERIFIER_assume(*byte & bit);
	*byte = (unsigned char)(*byte & ~bit);
	return 0;
}

int snag_down(int *semaphore)
{
	__VERIFIER_assume(*semaphore > 0);
	*semaphore -= 1;
	return 0;
}

int snag_down_try(int *semaphore, int busy)
{
	if (*semaphore <= 0)
		return busy;
	*semaphore -= 1;
	return 0;
}

int snag_up(int *semaphore)
{
	*semaphore += 1;
	return 0;
}

int snag_init(int *object, int value)
{
	object[0] = value;
	return 0;
}

int snag_init_kind(int *lock, int kind)
{
	lock[0] = 0;
	lock[KIND] = kind;
	return 0;
}

int snag_init_condition(int *condition)
{
	condition[0] = 0;
	condition[1] = 0;
	return 0;
}

int snag_init_barrier(int *barrier, int count)
{
	barrier[0] = count;
	barrier[1] = 0;
	barrier[2] = 0;
	return 0;
}

int snag_wait_begin(int *condition, int *lock, int self)
{
	__VERIFIER_assume(*lock > 0 && (*lock & OWNER) == self); /* to wait without the lock is undefined */
	condition[0] += 1;
	*lock = *lock == self ? 0 : *lock;
	return 0;
}

/* `signalled`: this thread is one that a signal has woken; who that is, the scheduler knows. C lets a wait return without a
 * signal, and a timed one returns some day: `wakes`. */
int snag_wait_end(int *condition, int *lock, int self, int signalled, int wakes, int timed)
{
	__VERIFIER_assume(*lock == 0 && (signalled || wakes));
	*lock = self;
	if (signalled) {
		condition[1] -= 1;
		return 0;
	}
	if (condition[0] > 0)
		condition[0] -= 1;
	return timed ? TIMED_OUT : 0;
}

int snag_signal(int *condition)
{
	if (condition[0] > 0) {
		condition[0] -= 1;
		condition[1] += 1;
	}
	return 0;
}

int snag_broadcast(int *condition)
{
	condition[1] += condition[0];
	condition[0] = 0;
	return 0;
}

int snag_event_wait(int *event)
{
	__VERIFIER_assume(*event > 0);
	if (*event != EVENT_OPEN)
		*event -= 1;
	return 0;
}

int snag_event_try(int *event, int busy)
{
	if (*event <= 0)
		return busy;
	if (*event != EVENT_OPEN)
		*event -= 1;
	return 0;
}

int snag_event_signal(int *event)
{
	if (*event != EVENT_OPEN)
		*event += 1;
	return 0;
}

int snag_event_open(int *event)
{
	*event = EVENT_OPEN;
	return 0;
}

/* The ticket: how often the barrier had opened before, doubled, and whether this thread came last. */
int snag_arrive(int *barrier)
{
	int ticket = barrier[2] * 2;

	__VERIFIER_assume(barrier[0] > 0); /* nobody has initialised it */
	barrier[1] += 1;
	if (barrier[1] < barrier[0])
		return ticket;
	barrier[1] = 0;
	barrier[2] += 1;
	return ticket + 1;
}

int snag_leave(int *barrier, int ticket)
{
	__VERIFIER_assume(barrier[2] != ticket / 2);
	return ticket % 2 ? -1 : 0;
}

/* 1: the caller is the one who does it. */
int snag_once_begin(int *once)
{
	__VERIFIER_assume(*once != 1);
	if (*once == 2)
		return 0;
	*once = 1;
	return 1;
}

int snag_once_end(int *once)
{
	*once = 2;
	return 0;
}

int snag_join(int finished)
{
	__VERIFIER_assume(finished);
	return 0;
}
