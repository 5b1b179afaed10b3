/* As rwlock_read_copy.c, but the reader keeps the pointer after the release: the writer may have freed what it points to. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct config {
	int timeout;
};

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static struct config *current;

static struct config *config_new(int timeout)
{
	struct config *c = malloc(sizeof *c);

	if (!c)
		abort();
	c->timeout = timeout;
	return c;
}

static void *reader(void *argument)
{
	long sum = 0;

	for (int i = 0; i < 500; i++) {
		pthread_rwlock_rdlock(&lock);
		struct config *c = current; // NORACE
		pthread_rwlock_unlock(&lock);
		sum += c->timeout; // RACE 1
	}
	printf("%d\n", sum > 0);
	return argument;
}

static void *reloader(void *argument)
{
	for (int i = 0; i < 200; i++) {
		struct config *new = config_new(i + 1), *old;
		pthread_rwlock_wrlock(&lock);
		old = current; // NORACE
		current = new; // NORACE
		pthread_rwlock_unlock(&lock);
		free(old); // RACE 1
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	current = config_new(1);
	pthread_create(&one, NULL, reader, NULL);
	pthread_create(&two, NULL, reloader, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	free(current);
	return 0;
}
