/* A thread keeps what it has put back in memory of its own: the object of the round before is not its own any more. */
#include <pthread.h>
#include <stdlib.h>

struct block {
	struct block *next;
	long size;
};

static struct block *todo;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void *worker(void *argument)
{
	struct block **last = calloc(1, sizeof *last);

	for (int i = 0; i < 8; i++) {
		struct block *b;

		pthread_mutex_lock(&lock);
		b = todo;
		todo = b->next;
		pthread_mutex_unlock(&lock);
		if (*last)
			(*last)->size++; // RACE 1
		*last = b;
		b->size++; // RACE 1
		pthread_mutex_lock(&lock);
		b->next = todo;
		todo = b;
		pthread_mutex_unlock(&lock);
	}
	free(last);
	return argument;
}

int main(void)
{
	pthread_t t[4];

	for (unsigned i = 0; i < 8; i++) {
		struct block *b = calloc(1, sizeof *b);

		b->next = todo;
		todo = b;
	}
	for (unsigned i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (unsigned i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	return 0;
}
