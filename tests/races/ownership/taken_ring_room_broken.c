/* The ring has eight places, and who puts something there asks whether sixteen are taken: eight items are overwritten by others that
 * come round, and each of those is found twice. */
#include <pthread.h>
#include <stdlib.h>

struct item {
	int n;
};

static struct item *ring[8];
static unsigned head, tail;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void push(struct item *it)
{
	pthread_mutex_lock(&lock);
	if (head - tail == 16) { // more than there are
		pthread_mutex_unlock(&lock);
		return;
	}
	ring[head % 8] = it;
	head++;
	pthread_mutex_unlock(&lock);
}

static struct item *pop(void)
{
	struct item *it = NULL;

	pthread_mutex_lock(&lock);
	if (head != tail) {
		it = ring[tail & 7];
		tail++;
	}
	pthread_mutex_unlock(&lock);
	return it;
}

static void *worker(void *a)
{
	struct item *it = pop();

	while (it) {
		it->n++; // RACE 1
		it = pop();
	}
	return a;
}

int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 16; i++)
		push(calloc(1, sizeof(struct item)));
	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
