/* The last bytes of a long double are padding: whoever stores one does not touch them. */
// PROVED: none
#include <pthread.h>

static union {
	long double number;
	char byte[sizeof(long double)];
} both;

static void *work(void *unused)
{
	both.number = 1; // NORACE
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	both.byte[sizeof both - 1] = 1; // NORACE
	pthread_join(t, 0);
	return 0;
}
