/* As flag_bits.c, but a field of width zero parts them. */
#include <pthread.h>
#include <stdio.h>

struct link {
	unsigned up : 1;
	unsigned : 0;
	unsigned speed : 10;
};

static pthread_mutex_t up_lock = PTHREAD_MUTEX_INITIALIZER, speed_lock = PTHREAD_MUTEX_INITIALIZER;
static struct link port;

static void *carrier(void *argument)
{
	for (unsigned i = 0; i < 500; i++) {
		pthread_mutex_lock(&up_lock);
		port.up = i & 1; // NORACE-BITFIELD
		pthread_mutex_unlock(&up_lock);
	}
	return argument;
}

static void *negotiate(void *argument)
{
	for (unsigned i = 0; i < 500; i++) {
		pthread_mutex_lock(&speed_lock);
		port.speed = i; // NORACE-BITFIELD
		pthread_mutex_unlock(&speed_lock);
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, carrier, NULL);
	pthread_create(&two, NULL, negotiate, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%u %u\n", port.up, port.speed);
	return 0;
}
