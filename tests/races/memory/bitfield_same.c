/* One bit-field, two threads, no lock: a race as on any variable. The word has no other user. */
#include <pthread.h>
#include <stdio.h>

struct printer {
	unsigned paper_out : 1;
	unsigned : 31;
};

static struct printer printer;

static void *feeder(void *argument)
{
	for (int i = 0; i < 10; i++)
		printer.paper_out = i & 1; // RACE 1
	return argument;
}

static void *panel(void *argument)
{
	int shown = 0;

	for (int i = 0; i < 10; i++)
		shown += printer.paper_out; // RACE 1
	printf("%d\n", shown);
	return argument;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, feeder, NULL);
	pthread_create(&second, NULL, panel, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
