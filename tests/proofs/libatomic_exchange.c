/* libatomic: sizes and places are arguments, the old value goes to memory, and only one of two finds 0 there. */
#include <pthread.h>
#include <stddef.h>

extern void __atomic_exchange_by(size_t, void *, void *, void *, int) __asm__("__atomic_exchange");

static int state, x;

static void *work(void *unused)
{
	int mine = 1, old = 7;

	__atomic_exchange_by(sizeof state, &state, &mine, &old, __ATOMIC_SEQ_CST);
	if (old == 0)
		x++; // NORACE reported
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return x;
}
