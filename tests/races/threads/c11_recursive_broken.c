/* As c11_recursive.c, but the outer function writes when it has released it as well. */
#include <stdio.h>
#include <threads.h>

struct store {
	mtx_t lock;
	int keys, bytes;
};

static struct store store;

static void store_key(struct store *s)
{
	mtx_lock(&s->lock);
	s->keys++; // NORACE
	mtx_unlock(&s->lock);
}

static void store_pair(struct store *s, int size)
{
	mtx_lock(&s->lock);
	store_key(s);
	mtx_unlock(&s->lock);
	s->bytes += size; // RACE 1
}

static int client(void *argument)
{
	for (int i = 0; i < 2000; i++)
		store_pair(argument, i);
	return 0;
}

int main(void)
{
	thrd_t one, two;

	mtx_init(&store.lock, mtx_plain | mtx_recursive);
	thrd_create(&one, client, &store);
	thrd_create(&two, client, &store);
	thrd_join(one, NULL);
	thrd_join(two, NULL);
	printf("%d %d\n", store.keys, store.bytes);
	return 0;
}
