/* Workers in an array meet at a barrier that counts the main thread, too, which does not come. */
#include <pthread.h>
#include <stdlib.h>

#define WORKERS 3

struct phase {
	pthread_barrier_t met;
	int sum[WORKERS];
};

struct slot {
	struct phase *phase;
	int number;
};

static void *work(void *arg)
{
	struct slot *s = arg;

	s->phase->sum[s->number]++;
	pthread_barrier_wait(&s->phase->met); // DEADLOCK
	return NULL;
}

int main(void)
{
	static struct phase phase;
	static struct slot slot[WORKERS];
	pthread_t t[WORKERS];

	pthread_barrier_init(&phase.met, NULL, WORKERS + 1);
	for (int i = 0; i < WORKERS; i++) {
		slot[i].phase = &phase;
		slot[i].number = i;
		pthread_create(&t[i], NULL, work, &slot[i]);
	}
	for (int i = 0; i < WORKERS; i++)
		pthread_join(t[i], NULL);
	return 0;
}
