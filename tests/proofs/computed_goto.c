/* An interpreter that jumps by a table of labels: what its lock guards, and what it counts without it. */
#include <pthread.h>
#include <stdlib.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int sum, jumps;

static int run(const unsigned char *op)
{
	static void *const label[] = { &&take, &&add, &&give, &&stop };
	int n = 0;

next:
	n++;
	goto *label[*op++];
take:
	pthread_mutex_lock(&m); // NOSELF-DEADLOCK reported: which label is next stands in the code that it runs
	goto next;
add:
	sum += n; // NORACE reported: the same
	goto next;
give:
	pthread_mutex_unlock(&m); // NOUNLOCK-UNHELD reported: the same
	goto next;
stop:
	jumps += n; // RACE
	return n; // NOLOCK-LEAK reported: the same
}

static void *worker(void *argument)
{
	static const unsigned char code[] = { 0, 1, 1, 2, 0, 1, 2, 3 };

	if (run(code) != 8)
		abort();
	return argument;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, worker, NULL);
	pthread_create(&b, NULL, worker, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
