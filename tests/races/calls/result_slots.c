/* Each thread stores its result in a slot of its own, and the slots are added up when all threads have been joined. */
#include <pthread.h>
#include <stdio.h>

#define THREADS 3

struct slot {
	pthread_t thread;
	int start;
	long sum;
};

static void *add(void *argument)
{
	struct slot *s = argument;

	for (int i = s->start; i < s->start + 10; i++)
		s->sum += i; // NORACE
	return NULL;
}

int main(void)
{
	static struct slot slots[THREADS];
	long sum = 0;

	for (int i = 0; i < THREADS; i++) {
		slots[i].start = 10 * i;
		pthread_create(&slots[i].thread, NULL, add, &slots[i]);
	}
	for (int i = 0; i < THREADS; i++)
		pthread_join(slots[i].thread, NULL);
	for (int i = 0; i < THREADS; i++)
		sum += slots[i].sum; // NORACE
	printf("%ld\n", sum);
	return 0;
}
