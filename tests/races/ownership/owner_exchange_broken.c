/* As owner_exchange.c, but the draft is loaded and left where it is: all have it at the same time. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>

struct draft {
	int words;
};

static struct draft first;
static _Atomic(struct draft *) desk = &first;

static void *writer(void *argument)
{
	for (int i = 0; i < 1000; i++) {
		struct draft *d = atomic_load(&desk);

		if (!d)
			continue;
		d->words++; // RACE 1
		atomic_store(&desk, d);
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, writer, NULL);
	pthread_create(&two, NULL, writer, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", first.words);
	return 0;
}
