/* As once_two.c, but they share the once-control. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_once_t buffer_once = PTHREAD_ONCE_INIT;
static char *buffer;

static void make_buffer(void)
{
	char *made = malloc(64);

	if (!made)
		abort();
	made[0] = 'x';
	buffer = made; // NORACE
}

static void *reader(void *argument)
{
	pthread_once(&buffer_once, make_buffer);
	if (!buffer) // NORACE
		puts("no buffer");
	return argument;
}

static void *writer(void *argument)
{
	pthread_once(&buffer_once, make_buffer);
	if (!buffer) // NORACE
		puts("nowhere to write");
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, reader, NULL);
	pthread_create(&two, NULL, writer, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
