/* Who puts a job in the ring asks a number that nobody moves. */
#include <pthread.h>
#include <stdlib.h>

struct job {
	int n;
};

static struct job *at[8];
static unsigned head, tail, others;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void give(struct job *j)
{
	pthread_mutex_lock(&lock);
	if (head - others < 8) {
		at[head % 8] = j;
		head++;
	}
	pthread_mutex_unlock(&lock);
}

static struct job *take(void)
{
	struct job *j = NULL;

	pthread_mutex_lock(&lock);
	if (head != tail) {
		j = at[tail % 8];
		tail++;
	}
	pthread_mutex_unlock(&lock);
	return j;
}

static void *worker(void *unused)
{
	struct job *j;

	while ((j = take()))
		j->n++; // RACE 1
	return unused;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 16; i++)
		give(calloc(1, sizeof(struct job)));

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return (int)others;
}
