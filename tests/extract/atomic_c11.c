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

/* dump-has ir:publish
   $h = field %r.1 + 0 : struct ring.head
   store i32 $h, ... release
   load i32 ... acquire
*/

/* dump-has ir:ref
   $u = field %r.1 + 4 : struct ring.users
   rmw add i32 $u, ... relaxed
   rmw add i32 ..., 1 seq_cst
   store i32 ..., 5 seq_cst
*/

/* dump-has ir:push
   $t = field %r.1 + 8 : struct ring.top
   cmpxchg ... $t, ... acq_rel relaxed weak
*/

/* dump-has ir:push_strong
   cmpxchg ... seq_cst seq_cst
*/

/* dump-lacks ir:push_strong
   weak
*/

/* dump-has ir:take
   : struct ring.busy
   rmw xchg i8 ..., 1 acquire
*/

/* dump-has ir:give
   store i8 ..., 0 release
*/
