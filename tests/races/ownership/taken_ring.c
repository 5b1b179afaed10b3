/* A ring of pointers with an index modulo its size, under a lock; whoever takes an item out owns it. */
#include <pthread.h>
#include <stdlib.h>
#define SIZE 16
struct item { int n; };
static struct item *ring[SIZE];
static unsigned head, tail;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t some = PTHREAD_COND_INITIALIZER, room = PTHREAD_COND_INITIALIZER;
static void push(struct item *it)
{
	pthread_mutex_lock(&lock);
	while (head - tail == SIZE)
		pthread_cond_wait(&room, &lock);
	ring[head % SIZE] = it;
	head++;
	pthread_cond_signal(&some);
	pthread_mutex_unlock(&lock);
}
static struct item *pop(void)
{
	struct item *it;

	pthread_mutex_lock(&lock);
	while (head == tail)
		pthread_cond_wait(&some, &lock);
	it = ring[tail % SIZE];
	tail++;
	pthread_cond_signal(&room);
	pthread_mutex_unlock(&lock);
	return it;
}
static void *worker(void *a)
{
	for (;;) {
		struct item *it = pop();

		if (!it)
			return a;
		it->n++; // NORACE
	}
}
int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 100; i++) {
		struct item *it = calloc(1, sizeof *it);

		push(it);
	}
	for (int i = 0; i < 2; i++)
		push(NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
