/* As lock_by_double_pointer.c, but one zone's guard is that of another zone for who has not looked again. */
#include <pthread.h>
#include <stdio.h>

struct guard {
	pthread_mutex_t *mutex;
};

struct zone {
	struct guard *guard;
	long pages;
};

static pthread_mutex_t low_mutex = PTHREAD_MUTEX_INITIALIZER, high_mutex = PTHREAD_MUTEX_INITIALIZER;
static struct guard low_guard = { &low_mutex }, high_guard = { &high_mutex };
static struct zone low = { &low_guard, 0 }, high = { &high_guard, 0 };

static void acquire(pthread_mutex_t **mutex)
{
	pthread_mutex_lock(*mutex);
} // NOLOCK-LEAK

static void give(pthread_mutex_t **mutex)
{
	pthread_mutex_unlock(*mutex);
}

static void zone_add(struct zone *z, struct zone *as, long n)
{
	acquire(&as->guard->mutex);
	z->pages += n; // RACE 1
	give(&as->guard->mutex);
}

static void *filler(void *argument)
{
	for (int i = 0; i < 100; i++) {
		zone_add(&low, &low, 1);
		zone_add(&high, &low, 2);
	}
	return argument;
}

static void *drainer(void *argument)
{
	for (int i = 0; i < 100; i++)
		zone_add(&high, &high, -1);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, filler, NULL);
	pthread_create(&two, NULL, drainer, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%ld %ld\n", low.pages, high.pages);
	return 0;
}
