/* Helpers that end the thread, without saying so: nothing comes behind a call of them. */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, k = PTHREAD_MUTEX_INITIALIZER;
static int n, ends;

static void give_up(void)
{
	pthread_exit(NULL);
}

static void count_and_give_up(void)
{
	int last;

	pthread_mutex_lock(&k);
	ends++; // NORACE
	last = ends > 9; // NORACE
	pthread_mutex_unlock(&k);
	if (last)
		give_up();
	pthread_exit(NULL);
}

static void *work(void *argument)
{
	pthread_mutex_lock(&m);
	if (n < 0) {
		pthread_mutex_unlock(&m);
		give_up();
	}
	n++; // NORACE
	pthread_mutex_unlock(&m); // NOUNLOCK-UNHELD
	return argument;
}

static void *count(void *argument)
{
	pthread_mutex_lock(&m);
	if (n < 7) {
		pthread_mutex_unlock(&m);
		count_and_give_up();
	}
	n--; // NORACE
	pthread_mutex_unlock(&m); // NOUNLOCK-UNHELD
	return argument;
}

static void *behind(void *argument)
{
	pthread_mutex_lock(&m);
	n = 0; // NORACE
	pthread_mutex_unlock(&m);
	give_up();
	pthread_mutex_unlock(&m); // NOUNLOCK-UNHELD: not reached
	return argument;
}

int main(void)
{
	pthread_t t[4];

	pthread_create(&t[0], NULL, work, NULL);
	pthread_create(&t[1], NULL, work, NULL);
	pthread_create(&t[2], NULL, count, NULL);
	pthread_create(&t[3], NULL, behind, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	return 0;
}
