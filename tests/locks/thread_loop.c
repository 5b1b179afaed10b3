/* The main loop of a worker: waits, drops the lock for the work, leaves through a break. */
#include <pthread.h>
#include <stdlib.h>

struct job {
	struct job *next;
	int kind;
};

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static struct job *head;
static int stop;
void work(int kind);

void *worker(void *arg)
{
	pthread_mutex_lock(&m);
	for (;;) {
		struct job *j;
		while (!head && !stop) // RACE 1
			pthread_cond_wait(&c, &m);
		if (stop)
			break;
		j = head; // RACE 1
		head = j->next; // RACE 1
		pthread_mutex_unlock(&m); // NOUNLOCK-UNHELD
		work(j->kind);
		free(j); // RACE 2
		pthread_mutex_lock(&m); // NOSELF-DEADLOCK
	}
	pthread_mutex_unlock(&m); // NOUNLOCK-UNHELD
	return arg;               // NOLOCK-LEAK
}

void *worker_continues(void *arg)
{
	pthread_mutex_lock(&m);
	for (;;) {
		struct job *j;
		while (!head && !stop) // RACE 1
			pthread_cond_wait(&c, &m);
		if (stop)
			break;
		j = head; // RACE 1
		head = j->next; // RACE 1; RACE 2
		pthread_mutex_unlock(&m); // UNLOCK-UNHELD
		if (j->kind < 0) // RACE 2
			continue;
		work(j->kind); // RACE 2
		pthread_mutex_lock(&m);
	}
	pthread_mutex_unlock(&m); // UNLOCK-UNHELD
	return arg;
}
