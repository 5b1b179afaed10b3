/* Accesses that are marked by a volatile cast, as READ_ONCE and WRITE_ONCE of the Linux kernel and CMM_LOAD_SHARED of liburcu are:
 * of a variable, of a member, by a pointer, of an element. Two marked ones do not race. */
#include <pthread.h>
#include <stdio.h>

#define READ_ONCE(x) (*(const volatile __typeof__(x) *)&(x))
#define WRITE_ONCE(x, value) (*(volatile __typeof__(x) *)&(x) = (value))

struct ring {
	unsigned head, tail;
	struct {
		long seen;
	} counts[2];
	int *last;
};

static struct ring ring;
static int stop, slot;

static unsigned level(const unsigned *at)
{
	return READ_ONCE(*at);
}

static void *producer(void *argument)
{
	struct ring *r = argument;

	while (!READ_ONCE(stop)) { // NORACE
		WRITE_ONCE(r->head, READ_ONCE(r->head) + 1); // NORACE
		WRITE_ONCE(r->counts[1].seen, 7); // NORACE
		WRITE_ONCE(r->last, &slot); // NORACE
	}
	return argument;
}

int main(void)
{
	pthread_t thread;
	long sum = 0;

	pthread_create(&thread, NULL, producer, &ring);
	for (int i = 0; i < 100; i++) {
		sum += level(&ring.head); // NORACE
		sum += READ_ONCE(ring.counts[1].seen); // NORACE
		sum += READ_ONCE(ring.last) != NULL; // NORACE
	}
	WRITE_ONCE(stop, 1); // NORACE
	pthread_join(thread, NULL);
	printf("%d\n", sum >= 0);
	return 0;
}
