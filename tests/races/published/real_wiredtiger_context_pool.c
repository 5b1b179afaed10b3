/* WiredTiger, WT-17011, pull request 13413: zstd_get_context looked whether the pool's free list is empty before it took the
 * pool's lock, under which others change the list. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct context {
	struct context *next;
	int used;
};

struct context_pool {
	pthread_spinlock_t list_lock;
	struct context *free_ctx_list;
};

static struct context *zstd_get_context(struct context_pool *pool)
{
	struct context *context;

	if (pool->free_ctx_list == NULL) // RACE 1
		return NULL;
	pthread_spin_lock(&pool->list_lock);
	context = pool->free_ctx_list; // NORACE
	if (context)
		pool->free_ctx_list = context->next; // RACE 1
	pthread_spin_unlock(&pool->list_lock);
	return context;
}

static void zstd_release_context(struct context_pool *pool, struct context *context)
{
	pthread_spin_lock(&pool->list_lock);
	context->next = pool->free_ctx_list;
	pool->free_ctx_list = context; // RACE 1
	pthread_spin_unlock(&pool->list_lock);
}

static void *compress(void *argument)
{
	struct context_pool *pool = argument;

	for (int i = 0; i < 20; i++) {
		struct context *context = zstd_get_context(pool);

		if (context) {
			context->used++; // NORACE
			zstd_release_context(pool, context);
		}
	}
	return NULL;
}

int main(void)
{
	static struct context contexts[2];
	static struct context_pool pool;
	pthread_t threads[3];

	pthread_spin_init(&pool.list_lock, PTHREAD_PROCESS_PRIVATE);
	for (int i = 0; i < 2; i++)
		zstd_release_context(&pool, &contexts[i]);
	for (int i = 0; i < 3; i++)
		pthread_create(&threads[i], NULL, compress, &pool);
	for (int i = 0; i < 3; i++)
		pthread_join(threads[i], NULL);
	printf("%d\n", contexts[0].used + contexts[1].used);
	return 0;
}
