/* The flag is volatile, not atomic: it orders nothing, and is a race by itself. */
// VERIFY: race
#include <pthread.h>

static int data;
static volatile int plain;

static void *one(void *unused)
{
	data = 1;
	plain = 1;
	return unused;
}

static void *two(void *unused)
{
	if (plain)
		data++;
	return unused;
}

int main(void)
{
	pthread_t id[2];

	pthread_create(&id[0], NULL, one, NULL);
	pthread_create(&id[1], NULL, two, NULL);
	pthread_join(id[0], NULL);
	pthread_join(id[1], NULL);
	return 0;
}
