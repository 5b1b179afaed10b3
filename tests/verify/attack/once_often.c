/* What a once has made is there for everybody who has asked, a thousand times. */
// VERIFY: race-free
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int made;

static void make(void)
{
	made = 1;
}

static void *asks(void *argument)
{
	for (int i = 0; i < 1000; i++) {
		pthread_once(&once, make);
		if (!made)
			return NULL;
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, asks, NULL);
	pthread_create(&two, NULL, asks, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
