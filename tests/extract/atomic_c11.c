/* C11 atomics with their orders; an operator on an _Atomic object is sequentially consistent. */
#include <stdatomic.h>

struct ring {
	_Atomic unsigned head;
	atomic_int users;
	_Atomic(void *) top;
	atomic_flag busy;
};

unsigned publish(struct ring *r, unsigned n)
{
	atomic_store_explicit(&r->head, n, memory_order_release);
	return atomic_load_explicit(&r->head, memory_order_acquire);
}

void ref(struct ring *r)
{
	atomic_fetch_add_explicit(&r->users, 1, memory_order_relaxed);
	r->users++;
	r->users = 5;
}

_Bool push(struct ring *r, void *old, void *new)
{
	return atomic_compare_exchange_weak_explicit(&r->top, &old, new, memory_order_acq_rel, memory_order_relaxed);
}

_Bool push_strong(struct ring *r, void *old, void *new)
{
	return atomic_compare_exchange_strong(&r->top, &old, new);
}

_Bool take(struct ring *r)
{
	return atomic_flag_test_and_set_explicit(&r->busy, memory_order_acquire);
}

void give(struct ring *r)
{
	atomic_flag_clear_explicit(&r->busy, memory_order_release);
}
