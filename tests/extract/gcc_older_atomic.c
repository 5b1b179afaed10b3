/* gcc's older operations take _Atomic objects, clang's do not: each is the operation on the object, atomic and in its order. */
static _Atomic int count;
static _Atomic(long *) top;

int up(void)
{
	return __sync_fetch_and_add(&count, 1) + __atomic_load_n(&count, __ATOMIC_ACQUIRE);
}

int swap(long *to)
{
	return __sync_bool_compare_and_swap(&top, 0, to);
}

/* dump-has ir:up
   rmw add i32 @count, 1 seq_cst
   load i32 @count acquire
*/
/* dump-has ir:swap
   cmpxchg ... @top, 0, ... seq_cst seq_cst
*/
