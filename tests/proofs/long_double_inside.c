/* ... the others are its own. */
// PROVED: confirmed
#include <pthread.h>

static union {
	long double number;
	char byte[sizeof(long double)];
} both;

static void *work(void *unused)
{
	both.number = 1; // RACE 1
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	both.byte[9] = 1; // RACE 1
	pthread_join(t, 0);
	return 0;
}
