/* A table of pointers that is closed up with memmove when one leaves: the slots hold others then. */
#include <pthread.h>
#include <string.h>
#include "snag_ask.h"

struct client { pthread_mutex_t lock; long n; };
static struct client one = { PTHREAD_MUTEX_INITIALIZER, 1 }, two = { PTHREAD_MUTEX_INITIALIZER, 2 }, three = { PTHREAD_MUTEX_INITIALIZER, 3 };

static void leave(struct client **c, int n, int i)
{
	memmove(c + i, c + i + 1, (size_t)(n - i - 1) * sizeof *c);
}

int main(int argc, char **argv)
{
	struct client *c[3] = { &one, &two, &three }, *d[3] = { &one, &two, &three };

	(void)argv;
	snag_alias(c[0], &one); // ANSWER: must
	leave(c, 3, argc > 1);
	snag_alias(c[0], &one); // ANSWER: may
	snag_alias(c[1], &three); // ANSWER: must ; today: may
	leave(d, argc < 4 ? argc : 3, 0);
	snag_alias(d[1], &two); // ANSWER: may
	return 0;
}
