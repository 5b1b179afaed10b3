/* As slot_self_modulo.c, but the slot is the thread's id modulo the number of slots: two threads may have one. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { SLOTS = 16 };

struct slot {
	long count;
	char pad[56];
};

static struct slot slot[SLOTS];

static void count(struct slot *s, int n)
{
	for (int i = 0; i < n; i++)
		s->count++; // RACE 1
}

static void *work(void *argument)
{
	struct slot *s = &slot[(unsigned long)pthread_self() / 4096 % SLOTS];

	count(s, 1000);
	return argument;
}

int main(void)
{
	pthread_t t[4];
	long sum = 0;

	for (int i = 0; i < 4; i++)
		pthread_create(&t[i], NULL, work, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(t[i], NULL);
	for (int i = 0; i < SLOTS; i++)
		sum += slot[i].count;
	printf("%ld\n", sum);
	return 0;
}
