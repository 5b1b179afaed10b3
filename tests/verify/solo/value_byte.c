/* One byte of a word is written, and the word decides. */
// VERIFY: race
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static union { int whole; unsigned char byte[4]; } n_of;
static int n, x;

static void *one(void *arg)
{
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&a);
		n_of.byte[2] = (unsigned char)i;
		pthread_mutex_unlock(&a);
	}
	x++;
	return arg;
}

static void *two(void *arg)
{
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&a);
		int seen = n_of.whole;
		pthread_mutex_unlock(&a);
		if (seen > 0x700000)
			x++;
	}
	return arg;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, one, NULL);
	pthread_create(&t[1], NULL, two, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return n > 5;
}
