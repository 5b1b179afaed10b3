// search: race @last @last : not within
// search: race @any @any : found
// search: race @first @first : not within
/* Atomic operations that only model rows describe: bits beyond the first word, counts, exchanges by memory. */
#include <pthread.h>
#include <stddef.h>

extern long InterlockedDecrement(volatile long *);
extern unsigned char InterlockedBitTestAndSet(volatile long *, long);
extern int g_atomic_int_add(volatile int *, int);
extern int g_atomic_int_compare_and_exchange(volatile int *, int, int);

static volatile long left = 2, flags[3];
static int sum, state, x, y, z;

static void *work(void *unused)
{
	int before = g_atomic_int_add(&sum, 3);

	if (InterlockedDecrement(&left) == 0)
		x++; // @last
	if (before + left < 100)
		y++; // @any
	if (!InterlockedBitTestAndSet(flags, 69) && g_atomic_int_compare_and_exchange(&state, 0, 1) && flags[2] == 32)
		z++; // @first
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, work, NULL);
	work(NULL);
	pthread_join(t, NULL);
	return 0;
}
