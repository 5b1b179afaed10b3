/* What a once has made is there for everybody who has asked; what was done before asking is nobody else's. */
// VERIFY: race
#include <pthread.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int made, early;

static void make(void)
{
	made = 1;
}

static void *asks(void *argument)
{
	early++;
	pthread_once(&once, make);
	return made ? argument : NULL;
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
