/* A slot for each thread, drawn from a counter when the thread starts. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

enum { SLOTS = 16 };

struct slot {
	long count;
	char pad[56];
};

static struct slot slot[SLOTS];
static atomic_uint drawn;

static void count(struct slot *s, int n)
{
	for (int i = 0; i < n; i++)
		s->count++; // NORACE reported: a number that is drawn and passed on as a pointer to its slot
}

static void *work(void *argument)
{
	unsigned n = atomic_fetch_add(&drawn, 1);
	struct slot *s = n < SLOTS ? &slot[n] : NULL;

	if (!s)
		return NULL;
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
