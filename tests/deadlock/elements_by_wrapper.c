/* Which element a helper locks is told by who calls it: constants, or numbers in order. */
#include <pthread.h>

static pthread_mutex_t m[4] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
				PTHREAD_MUTEX_INITIALIZER };
static pthread_mutex_t safe[4] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER,
				   PTHREAD_MUTEX_INITIALIZER };
static _Atomic int n;
static int verbose;

static void take(unsigned i)
{
	pthread_mutex_lock(&m[i]);
}

static void give(unsigned i)
{
	pthread_mutex_unlock(&m[i]);
}

/* Not straight: walked into. */
static void safe_take(unsigned i)
{
	if (verbose)
		n++;
	pthread_mutex_lock(&safe[i]);
}

static void safe_give(unsigned i)
{
	pthread_mutex_unlock(&safe[i]);
	if (verbose > 1)
		n++;
}

static void *forth(void *a)
{
	take(0);
	take(1); // DEADLOCK 1
	give(1);
	give(0);
	safe_take(0);
	safe_take(1);
	safe_give(1);
	safe_give(0);
	return a;
}

static void *back(void *a)
{
	take(1);
	take(0); // DEADLOCK 1
	give(0);
	give(1);
	safe_take(0);
	safe_take(2);
	safe_give(2);
	safe_give(0);
	return a;
}

static pthread_mutex_t sorted[16];

static void sorted_take(unsigned i)
{
	pthread_mutex_lock(&sorted[i]);
}

static void pair(unsigned i, unsigned j)
{
	if (i < j) {
		sorted_take(i);
		sorted_take(j);
	} else {
		sorted_take(j);
		sorted_take(i);
	}
	pthread_mutex_unlock(&sorted[i]);
	pthread_mutex_unlock(&sorted[j]);
}

static pthread_mutex_t wild[16];

static void wild_take(unsigned i)
{
	pthread_mutex_lock(&wild[i]);
}

static void any_pair(unsigned i, unsigned j)
{
	if (i < j) {
		wild_take(j);
		wild_take(i); // DEADLOCK 2
	} else {
		wild_take(j);
		wild_take(i); // DEADLOCK 2
	}
	pthread_mutex_unlock(&wild[i]);
	pthread_mutex_unlock(&wild[j]);
}

static void *pairs(void *a)
{
	unsigned *k = a;

	if (k[0] != k[1]) {
		pair(k[0], k[1]);
		any_pair(k[0], k[1]);
	}
	return a;
}

int main(void)
{
	static unsigned one[2] = { 3, 5 }, two[2] = { 5, 3 };
	pthread_t t[4];

	pthread_create(&t[0], NULL, forth, NULL);
	pthread_create(&t[1], NULL, back, NULL);
	pthread_create(&t[2], NULL, pairs, one);
	pthread_create(&t[3], NULL, pairs, two);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	return 0;
}
