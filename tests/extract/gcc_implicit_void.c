/* Functions that are used before they are defined as void: gcc warns of other types, clang has no switch for it. */
#include <pthread.h>

static int hits, safe;
static pthread_mutex_t lock;

static void *worker(void *arg)
{
	count(1);
	guarded();
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, worker, 0);
	count(2);
	guarded();
	pthread_join(t, 0);
	finish();
	return 0;
}

void count(int by)
{
	hits += by; // RACE 1
}

void guarded()
{
	pthread_mutex_lock(&lock);
	safe++; // NORACE
	pthread_mutex_unlock(&lock);
}

void finish(void)
{
	hits = safe; // NORACE
}
