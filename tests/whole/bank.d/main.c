#include <stdio.h>

#include "account.h"

static struct account first = { .lock = PTHREAD_MUTEX_INITIALIZER, .balance = 100 };
static struct account second = { .lock = PTHREAD_MUTEX_INITIALIZER, .balance = 100 };
static int done;

static void *back(void *unused)
{
	transfer(&second, &first, 10);
	done = 1; // RACE 1
	return unused;
}

int main(void)
{
	pthread_t thread;

	if (pthread_create(&thread, NULL, back, NULL))
		return 1;
	transfer(&first, &second, 10);
	if (done) // RACE 1
		puts("done");
	pthread_join(thread, NULL);
	printf("%ld\n", total(&first, &second));
	return 0;
}

// STATS: units == 3
// STATS: functions_merged == 0
