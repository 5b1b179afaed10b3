/* A function that ends an object, called too early. Main leads there. */
// PROVED: confirmed
#include <pthread.h>
#include <stdlib.h>

struct pool {
	int users;
};

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

	pthread_create(&t, 0, use, &pool);
	destroy(&pool);
	pthread_join(t, 0);
	return pool.users;
}
