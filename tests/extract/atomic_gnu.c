/* GCC's __atomic and __sync: the same operations. __sync is sequentially consistent as clang compiles it, but the
 * release of its lock pair is a release. */
int word;
long big;
int *pointer;

int gnu(int v)
{
	__atomic_store_n(&word, v, __ATOMIC_RELEASE);
	__atomic_fetch_or(&word, 4, __ATOMIC_ACQ_REL);
	__atomic_exchange_n(&word, 9, __ATOMIC_RELAXED);
	return __atomic_load_n(&word, __ATOMIC_CONSUME);
}

int *gnu_exchange(int *p, int *expected)
{
	__atomic_compare_exchange_n(&pointer, &expected, p, 0, __ATOMIC_SEQ_CST, __ATOMIC_ACQUIRE);
	return expected;
}

long sync(void)
{
	__sync_fetch_and_add(&big, 2);
	__sync_nand_and_fetch(&big, 3);
	__sync_bool_compare_and_swap(&big, 1, 2);
	__sync_lock_test_and_set(&big, 1);
	__sync_lock_release(&big);
	return __sync_fetch_and_umax((unsigned *)&word, 8u);
}

/* dump-has ir:gnu
   store i32 @word, %v.1 release
   rmw or i32 @word, 4 acq_rel
   rmw xchg i32 @word, 9 relaxed
   load i32 @word acquire
*/

/* dump-has ir:gnu_exchange
   cmpxchg ... @pointer, ... seq_cst acquire
*/

/* dump-lacks ir:gnu_exchange
   weak
*/

/* dump-has ir:sync
   rmw add i64 @big, 2 seq_cst
   rmw nand i64 @big, 3 seq_cst
   cmpxchg ... @big, 1, 2 seq_cst seq_cst
   rmw xchg i64 @big, 1 seq_cst
   store i64 @big, 0 release
   rmw umax i32 @word, 8 seq_cst
*/
