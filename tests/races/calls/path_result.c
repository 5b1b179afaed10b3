/* begin() returns 0 with the lock held, or -1 without it when the store is closed. Its callers look at the result. */
#include <pthread.h>
#include <stdio.h>

struct store {
	pthread_mutex_t lock;
	int closed, rows, refused;
};

static struct store store = { PTHREAD_MUTEX_INITIALIZER, 0, 0, 0 };

static int begin(struct store *s)
{
	pthread_mutex_lock(&s->lock);
	if (s->closed) { // NORACE
		pthread_mutex_unlock(&s->lock);
		return -1;
	}
	return 0;
}

static void end(struct store *s)
{
	pthread_mutex_unlock(&s->lock);
}

static void *insert(void *argument)
{
	for (int i = 0; i < 1000; i++) {
		if (begin(&store)) {
			continue;
		}
		store.rows++; // NORACE
		end(&store);
	}
	return argument;
}

static void *shut(void *argument)
{
	if (begin(&store))
		return argument;
	store.closed = 1; // NORACE
	end(&store);
	return argument;
}

int main(void)
{
	pthread_t one, two, three;

	pthread_create(&one, NULL, shut, NULL);
	pthread_create(&two, NULL, insert, NULL);
	pthread_create(&three, NULL, insert, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	pthread_join(three, NULL);
	printf("%d %d\n", store.rows, store.refused);
	return 0;
}
