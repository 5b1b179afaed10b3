/* An atomic record and a plain access to it. */
// VERIFY: race
#include <pthread.h>
#include <stdatomic.h>

struct pair {
	int a, b;
};
static _Atomic struct pair s;

static void *other(void *unused)
{
	atomic_store(&s, ((struct pair){ 1, 2 }));
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, other, NULL);
	((struct pair *)(void *)&s)->b = 3;
	pthread_join(t, NULL);
	return 0;
}
