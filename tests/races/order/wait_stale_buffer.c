/* Who has waited for room reads the buffer's address again: it may have been moved meanwhile. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t grown = PTHREAD_COND_INITIALIZER;
static char *buffer;
static size_t length, room = 16;

static void append(char c)
{
	char *to;

	pthread_mutex_lock(&lock);
	to = buffer; // NORACE
	while (length == room)
		pthread_cond_wait(&grown, &lock);
	to = buffer; // NORACE
	to[length++] = c; // NORACE
	pthread_mutex_unlock(&lock);
}

static void *writer(void *argument)
{
	for (int i = 0; i < 40; i++)
		append((char)('a' + i % 26));
	return argument;
}

static void *grower(void *argument)
{
	for (int i = 0; i < 3; i++) {
		char *larger;
		pthread_mutex_lock(&lock);
		larger = realloc(buffer, room * 2); // NORACE
		if (!larger)
			abort();
		buffer = larger; // NORACE
		room *= 2;
		pthread_cond_broadcast(&grown);
		pthread_mutex_unlock(&lock);
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	buffer = malloc(room);
	if (!buffer)
		abort();
	pthread_create(&one, NULL, writer, NULL);
	pthread_create(&two, NULL, grower, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%zu of %zu\n", length, room);
	return 0;
}
