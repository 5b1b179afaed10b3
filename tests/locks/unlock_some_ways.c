// FLAGS: --rule unlock-unheld --rule lock-leak --rule self-deadlock
/* A lock that nobody else keeps, taken on some ways and released on all. */
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, kept = PTHREAD_MUTEX_INITIALIZER,
		       flagged = PTHREAD_MUTEX_INITIALIZER;
static int n;

void some(int x)
{
	if (x)
		pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m); // UNLOCK-UNHELD
}

int tried_in_vain(void)
{
	if (pthread_mutex_trylock(&m))
		n--;
	n++;
	pthread_mutex_unlock(&m); // UNLOCK-UNHELD
	return n;
}

void remembered(int x)
{
	int locked = 0;

	if (x) {
		pthread_mutex_lock(&flagged);
		locked = 1;
	}
	n++;
	if (locked)
		pthread_mutex_unlock(&flagged); // NOUNLOCK-UNHELD
}

int tried_again(void)
{
	if (pthread_mutex_trylock(&flagged))
		pthread_mutex_lock(&flagged);
	n++;
	pthread_mutex_unlock(&flagged); // NOUNLOCK-UNHELD
	return n;
}

int tried_until(void)
{
	while (pthread_mutex_trylock(&flagged))
		n--;
	n++;
	pthread_mutex_unlock(&flagged); // NOUNLOCK-UNHELD
	return n;
}

/* Who calls it says whether he holds it. */
static void finish(int held)
{
	if (!held)
		pthread_mutex_lock(&kept);
	n++;
	pthread_mutex_unlock(&kept); // NOUNLOCK-UNHELD
}

void begin(void)
{
	pthread_mutex_lock(&kept);
	n = 0;
	finish(1);
}

void end(void)
{
	finish(0);
}
