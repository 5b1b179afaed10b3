/* Functions that call each other up and down a long chain: what the last one makes is known one function further each time the
 * chain is looked at. However long that takes, what the first one gives back is new, and its thread's own. */
#include <pthread.h>
#include <stdlib.h>

#include "snag_ask.h"

struct box {
	int value;
	struct box *next;
};

static struct box *kept;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct box *step1(int n);

static struct box *step0(int n)
{
	return step1(n);
}

#define STEP(i, up, down)                       \
	static struct box *up(int n);               \
	static struct box *step##i(int n)           \
	{                                           \
		return n % 2 ? down(n / 2) : up(n / 2); \
	}

STEP(1, step2, step0)
STEP(2, step3, step1)
STEP(3, step4, step2)
STEP(4, step5, step3)
STEP(5, step6, step4)
STEP(6, step7, step5)
STEP(7, step8, step6)
STEP(8, step9, step7)
STEP(9, step10, step8)
STEP(10, step11, step9)
STEP(11, step12, step10)
STEP(12, step13, step11)
STEP(13, step14, step12)
STEP(14, step15, step13)
STEP(15, step16, step14)
STEP(16, step17, step15)
STEP(17, step18, step16)

static struct box *step18(int n)
{
	struct box *b;

	if (n > 0)
		return step17(n - 1);
	b = calloc(1, sizeof *b);
	if (!b)
		abort();
	return b;
}

/* The same, but what it gives back everybody can find. */
static struct box *keep1(int n);

static struct box *keep0(int n)
{
	struct box *b;

	if (n > 0)
		return keep1(n - 1);
	pthread_mutex_lock(&lock);
	if (!kept)
		kept = calloc(1, sizeof *kept);
	b = kept;
	pthread_mutex_unlock(&lock);
	if (!b)
		abort();
	return b;
}

static struct box *keep1(int n)
{
	return keep0(n / 2);
}

static void *work(void *arg)
{
	struct box *last = step18(0), *own = step0(9), *common = keep1(4);

	(void)arg;
	snag_whose(last); // ANSWER: fresh
	snag_whose(own); // ANSWER: fresh
	own->value = 1; // NORACE
	snag_whose(common); // ANSWER: shared
	free(last);
	pthread_mutex_lock(&lock);
	own->next = kept->next;
	kept->next = own;
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t a, b;

	if (pthread_create(&a, NULL, work, NULL) || pthread_create(&b, NULL, work, NULL))
		return 1;
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
