/* Two modules make sure that the same buffer exists, each with a once-control of its own: it is made twice. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_once_t reader_once = PTHREAD_ONCE_INIT, writer_once = PTHREAD_ONCE_INIT;
static char *buffer;

static void make_buffer(void)
{
	char *made = malloc(64);

	if (!made)
		abort();
	made[0] = 'x';
	buffer = made; // RACE 1
}

static void *reader(void *argument)
{
	pthread_once(&reader_once, make_buffer);
	if (!buffer) // RACE 1
		puts("no buffer");
	return argument;
}

static void *writer(void *argument)
{
	pthread_once(&writer_once, make_buffer);
	if (!buffer) // RACE 1
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
