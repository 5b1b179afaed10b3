/* Who drops the last reference is alone with the thing: nobody else has its lock, or waits for it. */
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
	if (!refcount_dec_and_test(&s->count))
		return;
	spin_lock(&s->lock); // NODEADLOCK
	s->owned = 0;
	spin_unlock(&s->lock);
	kfree(s);
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
	spin_lock(&t->lock); // NODEADLOCK
	s->owned++;
	t->state = s;
	spin_unlock(&t->lock);
	spin_unlock(&s->lock);
	return 0;
}
