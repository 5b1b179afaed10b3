/* Every return of such a function ends its section, the early one, too; what follows is outside. */
#include <pthread.h>

static int x, y, full;

static int __VERIFIER_atomic_add(void)
{
	if (full)
		return 0;
	x++; // NORACE
	full = x > 3;
	return 1;
}

static void *work(void *unused)
{
	if (!__VERIFIER_atomic_add())
		return unused;
	y++; // RACE
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
