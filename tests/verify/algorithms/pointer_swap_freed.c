/* What was there before is freed at once, while the reader may still use it. */
// VERIFY: race
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>

struct settings {
	int a, b;
};
static struct settings *_Atomic now;

static struct settings *make(int n)
{
	struct settings *s = malloc(sizeof *s);

	s->a = n;
	s->b = n;
	return s;
}

static void *reader(void *unused)
{
	for (int i = 0; i < 2; i++) {
		struct settings *s = atomic_load_explicit(&now, memory_order_acquire);

		if (s->a != s->b)
			return NULL;
	}
	return unused;
}

int main(void)
{
	pthread_t id;
	struct settings *old = make(1), *next;

	atomic_store_explicit(&now, old, memory_order_relaxed);
	pthread_create(&id, NULL, reader, NULL);
	next = make(2);
	atomic_store_explicit(&now, next, memory_order_release);
	free(old);
	pthread_join(id, NULL);
	free(next);
	return 0;
}
