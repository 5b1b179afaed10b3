/* A lock that is a bit of a word is seen in the word, beside the other bits: who holds it finds it set. */
#include <pthread.h>

void g_bit_lock(volatile int *, int);
void g_bit_unlock(volatile int *, int);

static volatile int word = 1 << 5;
static int shared;

static void *work(void *unused)
{
	g_bit_lock(&word, 3);
	if (word == (1 << 5 | 1 << 3))
		shared++; // RACE 1
	g_bit_unlock(&word, 3);
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	shared++; // RACE 1
	pthread_join(t, 0);
	return shared;
}
