/* A callee writes to its own copy of a struct: the caller's stays as it was. */
// VERIFY: race
#include <pthread.h>

struct wide {
	int a;
	void *p;
	long l;
};
static struct wide given = { 1, 0, 3 };
static int shared;

static long use(struct wide w)
{
	w.a = 9;
	return w.l;
}

static void *work(void *unused)
{
	if (use(given) == 3 && given.a == 1)
		shared++;
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	shared++;
	pthread_join(t, 0);
	return 0;
}
