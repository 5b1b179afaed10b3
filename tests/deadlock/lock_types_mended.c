/* Two functions get a lock by address, and take another one below it: which lock they get is not known, only that it is one. The type of locks says nothing about
 * which lock it is. The registry and the log are always locked in one order. */
// FLAGS: --rule deadlock --rule self-deadlock
#include "kernel.h"


struct slot {
	long number;
	struct mutex *guard;
};

static struct mutex registry, log, config;
static struct slot slots[4];
static long entries;

static void add_entry(struct slot *s)
{
	mutex_lock(s->guard);
	mutex_lock(&registry);
	entries += s->number;
	mutex_unlock(&registry);
	mutex_unlock(s->guard);
}

static void set_guard(struct slot *s, struct mutex *guard)
{
	mutex_lock(&registry);
	mutex_lock(&config);
	s->guard = guard;
	mutex_unlock(&config);
	mutex_unlock(&registry);
}

int open_slot(int i)
{
	static struct mutex own[4];

	set_guard(&slots[i], &own[i]);
	add_entry(&slots[i]);
	return 0;
}

void note(void)
{
	mutex_lock(&log);
	mutex_lock(&registry);
	entries++;
	mutex_unlock(&registry);
	mutex_unlock(&log);
}

void flush(void)
{
	mutex_lock(&log);
	mutex_lock(&registry);
	entries = 0;
	mutex_unlock(&registry);
	mutex_unlock(&log);
}
