/* A wait that looks at the flag before it and not again behind it: a wakeup that nobody has sent tells nothing. */
#include <pthread.h>
#include <stdio.h>

#include "snag_ask.h"

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int data, sum, ready;

static void prepare(void)
{
	data = 1; // RACE 1
}

static void use(void)
{
	sum = data; // RACE 1
}

static void *maker(void *x)
{
	prepare();
	pthread_mutex_lock(&m);
	ready = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return x;
}

static void *user(void *x)
{
	pthread_mutex_lock(&m);
	if (!ready)
		pthread_cond_wait(&c, &m);
	pthread_mutex_unlock(&m);
	use();
	return x;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, maker, NULL);
	pthread_create(&b, NULL, user, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	snag_parallel(prepare, use); // ANSWER: yes
	return 0;
}
