/* A function that ends an object, called too early. Main leads there, but not soon: what it does before cannot be left out. */
// PROVED: none
#include <pthread.h>
#include <stdlib.h>

struct pool {
	int users;
};

extern int input(void);

static void wait_for_input(void)
{
	for (int i = 0; i < 1000000; i++)
		while (input() != 5)
			continue;
}

static void *use(void *p)
{
	struct pool *pool = p;

	pool->users++; // RACE 1
	return p;
}

static void destroy(struct pool *pool)
{
	pool->users = -1; // RACE 1
}

int main(void)
{
	struct pool pool = { 0 };
	pthread_t t;

	wait_for_input();
	pthread_create(&t, 0, use, &pool);
	destroy(&pool);
	pthread_join(t, 0);
	return pool.users;
}
