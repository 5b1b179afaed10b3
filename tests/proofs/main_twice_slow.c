/* A lock that a thread takes twice. Main leads there, but not soon: what it does before cannot be left out. */
// PROVED: none
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

extern int input(void);

static void wait_for_input(void)
{
	for (int i = 0; i < 1000000; i++)
		while (input() != 5)
			continue;
}

static void add(void)
{
	pthread_mutex_lock(&m); // SELF-DEADLOCK
	n++;
	pthread_mutex_unlock(&m);
}

static void *worker(void *p)
{
	pthread_mutex_lock(&m);
	add();
	pthread_mutex_unlock(&m);
	return p;
}

int main(void)
{
	pthread_t t;

	wait_for_input();
	pthread_create(&t, 0, worker, 0);
	pthread_join(t, 0);
	return n;
}
