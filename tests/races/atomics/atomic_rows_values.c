/* What atomic operations that only a model row describes leave in memory decides who goes where: a number that one of them has
 * put there is not the number that the variable was initialised with. */
#include <pthread.h>
#include <stddef.h>

extern long InterlockedIncrement(volatile long *);
extern long InterlockedExchange(volatile long *, long);
extern void exchange(size_t, void *, void *, void *, int) __asm__("__atomic_exchange");

static long counted, exchanged, never;
static int x, y, z, u;

static void *work(void *unused)
{
	int mine = 1, old = 7;

	if (counted == 1)
		x++; // RACE
	if (exchanged == 5)
		y++; // RACE
	exchange(sizeof z, &z, &mine, &old, __ATOMIC_SEQ_CST);
	if (old < 7)
		u++; // RACE
	if (never == 1)
		u--; // NORACE
	return unused;
}

int main(void)
{
	pthread_t a, b;

	InterlockedIncrement(&counted);
	InterlockedExchange(&exchanged, 5);
	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
