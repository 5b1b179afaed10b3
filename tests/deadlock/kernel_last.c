/* As kernel_last_mended.c, but the lock is taken as long as there are others. */
// FLAGS: --rule deadlock
#include "kernel.h"

typedef struct {
	int refs;
} refcount_t;

_Bool refcount_dec_and_test(refcount_t *);

struct state {
	refcount_t count;
	spinlock_t lock;
	int owned;
};

struct task {
	spinlock_t lock;
	struct state *state;
};

static void put_state(struct state *s)
{
	if (refcount_dec_and_test(&s->count))
		return;
	spin_lock(&s->lock); // DEADLOCK 1
	s->owned = 0;
	spin_unlock(&s->lock);
}

int __x64_sys_leave(struct task *t)
{
	spin_lock(&t->lock);
	put_state(t->state);
	t->state = NULL;
	spin_unlock(&t->lock);
	return 0;
}

int __x64_sys_own(struct state *s, struct task *t)
{
	spin_lock(&s->lock);
	spin_lock(&t->lock); // DEADLOCK 1
	s->owned++;
	t->state = s;
	spin_unlock(&t->lock);
	spin_unlock(&s->lock);
	return 0;
}
