/* A worker is started first. It needs the setting for jobs only, and there is no job before the setting is made. */
#include <pthread.h>
#include <stdlib.h>
struct job { struct job *next; int n; };
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static struct job *head;
static int scale, total;
static void put(int n)
{
	struct job *j = malloc(sizeof *j);

	j->n = n;
	pthread_mutex_lock(&m);
	j->next = head;
	head = j;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
}
static void *worker(void *a)
{
	for (;;) {
		pthread_mutex_lock(&m);
		while (!head)
			pthread_cond_wait(&c, &m);
		struct job *j = head;
		head = j->next;
		pthread_mutex_unlock(&m);
		if (j->n < 0)
			return a;
		total += j->n * scale;
		free(j);
	}
}
int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	scale = 3; // NORACE
	put(1);
	put(2);
	put(-1);
	pthread_join(t, NULL);
	return total;
}
