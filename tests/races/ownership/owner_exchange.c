/* The draft lies in an atomic pointer. Who wants it exchanges it for null: at most one thread has it at a time. */
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
		struct draft *d = atomic_exchange(&desk, NULL);

		if (!d)
			continue;
		d->words++; // NORACE
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
