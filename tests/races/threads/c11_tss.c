/* Thread-specific storage of C11: each thread's arena is its own, and its destructor gives the numbers back under the mutex. */
#include <stdio.h>
#include <stdlib.h>
#include <threads.h>

struct arena {
	int used;
};

static tss_t key;
static mtx_t lock;
static int total;

static void give_back(void *value)
{
	struct arena *a = value;

	mtx_lock(&lock);
	total += a->used; // NORACE
	mtx_unlock(&lock);
	free(a); // NORACE
}

static struct arena *arena(void)
{
	struct arena *a = tss_get(key);

	if (!a) {
		a = calloc(1, sizeof *a);
		if (!a)
			abort();
		tss_set(key, a);
	}
	return a;
}

static int user(void *argument)
{
	(void)argument;
	for (int i = 0; i < 1000; i++)
		arena()->used++; // NORACE
	thrd_exit(0);
}

int main(void)
{
	thrd_t one, two;

	mtx_init(&lock, mtx_plain);
	tss_create(&key, give_back);
	thrd_create(&one, user, NULL);
	thrd_create(&two, user, NULL);
	thrd_join(one, NULL);
	thrd_join(two, NULL);
	printf("%d\n", total);
	tss_delete(key);
	return 0;
}
