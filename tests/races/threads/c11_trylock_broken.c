/* As c11_trylock.c, but the busy case falls through to the one that has the mutex. */
#include <stdio.h>
#include <threads.h>

static mtx_t lock;
static long balance;

static int deposit(long amount)
{
	int held = 0;

	switch (mtx_trylock(&lock)) {
	case thrd_busy:
		held = -1;
		/* fall through */
	case thrd_success:
		balance += amount; // RACE 1
		held++;
		break;
	default:
		return -1;
	}
	if (held == 1)
		mtx_unlock(&lock);
	return 1;
}

static int client(void *argument)
{
	(void)argument;
	for (int i = 0; i < 5000; i++)
		deposit(i);
	return 0;
}

int main(void)
{
	thrd_t one, two;

	mtx_init(&lock, mtx_plain);
	thrd_create(&one, client, NULL);
	thrd_create(&two, client, NULL);
	thrd_join(one, NULL);
	thrd_join(two, NULL);
	printf("%ld\n", balance);
	return 0;
}
