/* The barrier, without the second wait: a thread may go on to write its value while the other still reads it. */
// VERIFY: race
#include <pthread.h>

enum { THREADS = 2, ROUNDS = 2 };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int here, round_number;
static int value[THREADS], sum[THREADS];

static void wait_for_all(void)
{
	int mine;

	pthread_mutex_lock(&m);
	mine = round_number;
	if (++here == THREADS) {
		here = 0;
		round_number++;
		pthread_cond_broadcast(&c);
	}
	while (mine == round_number)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
}

static void work(int me)
{
	for (int i = 0; i < ROUNDS; i++) {
		value[me]++;
		wait_for_all();
		for (int k = 0; k < THREADS; k++)
			sum[me] += value[k];
	}
}

static void *one(void *unused)
{
	work(0);
	return unused;
}

static void *two(void *unused)
{
	work(1);
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, one, NULL);
	pthread_create(&b, NULL, two, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
