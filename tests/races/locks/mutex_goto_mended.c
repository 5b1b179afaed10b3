/* As mutex_goto.c, but the count stands above the release, at a label that is reached with the lock only; the early error
 * returns at once. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int stored, failed;
static char *slots[8];

static int store(const char *key, int slot)
{
	char *copy;

	if (slot < 0)
		return -1;
	copy = malloc(4);
	if (!copy)
		abort();
	snprintf(copy, 4, "%s", key);
	pthread_mutex_lock(&lock);
	if (slots[slot % 8])
		goto fail;
	slots[slot % 8] = copy; // NORACE
	stored++; // NORACE
	pthread_mutex_unlock(&lock);
	return 0;
fail:
	failed++; // NORACE
	pthread_mutex_unlock(&lock);
	free(copy);
	return -1;
}

static void *client(void *argument)
{
	for (int i = -50; i < 200; i++)
		store("key", i);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, client, NULL);
	pthread_create(&two, NULL, client, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d %d\n", stored, failed);
	return 0;
}
