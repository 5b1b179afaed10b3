/* libunwind, pull request 320, fixed as there: the last read of the entry stands in front of the unlock. */
#include <pthread.h>
#include <stdio.h>

struct reg_state {
	unsigned long ip;
	int cfa_offset;
	int reuse;
};

struct rs_cache {
	pthread_mutex_t lock;
	struct reg_state entries[8];
};

static struct rs_cache cache = { .lock = PTHREAD_MUTEX_INITIALIZER };

static struct rs_cache *get_rs_cache(void)
{
	pthread_mutex_lock(&cache.lock);
	return &cache;
}

static void put_rs_cache(struct rs_cache *c)
{
	pthread_mutex_unlock(&c->lock);
}

static struct reg_state *rs_new(struct rs_cache *c, unsigned long ip)
{
	struct reg_state *rs = &c->entries[ip % 8];

	rs->ip = ip;
	rs->cfa_offset = (int)(ip / 2);
	rs->reuse = ip % 2 == 0; // NORACE
	return rs;
}

static int find_reg_state(unsigned long ip)
{
	struct rs_cache *c = get_rs_cache();
	struct reg_state *rs = &c->entries[ip % 8];
	int offset;

	if (rs->ip != ip)
		rs = rs_new(c, ip);
	offset = rs->cfa_offset;
	if (rs->reuse) // NORACE
		offset = -offset;
	put_rs_cache(c);
	return offset;
}

static void *unwind(void *argument)
{
	unsigned long start = *(unsigned long *)argument;
	int sum = 0;

	for (unsigned long ip = start; ip < start + 20; ip++)
		sum += find_reg_state(ip);
	printf("%d\n", sum);
	return NULL;
}

int main(void)
{
	unsigned long starts[2] = { 100, 204 };
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, unwind, &starts[i]);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
