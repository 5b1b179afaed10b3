/* Double-checked locking with a plain pointer: the first look takes no lock, and races with the store. What it finds may not
 * even be filled in yet. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct settings {
	int level;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct settings *instance;

static struct settings *settings_load(void)
{
	struct settings *s = malloc(sizeof *s);

	if (!s)
		abort();
	s->level = 3; // RACE 2
	return s;
}

static struct settings *settings_get(void)
{
	if (!instance) { // RACE 1
		pthread_mutex_lock(&lock);
		if (!instance) // NORACE
			instance = settings_load(); // RACE 1
		pthread_mutex_unlock(&lock);
	}
	return instance; // RACE 1
}

static void *user(void *argument)
{
	long sum = 0;

	for (int i = 0; i < 50; i++)
		sum += settings_get()->level; // RACE 2
	printf("%ld\n", sum);
	return argument;
}

int main(void)
{
	pthread_t threads[4];

	for (int i = 0; i < 4; i++)
		pthread_create(&threads[i], NULL, user, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
