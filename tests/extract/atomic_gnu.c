/* GCC's __atomic and __sync: the same operations; __sync is sequentially consistent except the lock pair. */
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
