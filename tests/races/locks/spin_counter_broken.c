/* As spin_counter.c, but the reader of the last number takes no lock: an int is read at once, it thinks. */
#include <pthread.h>
#include <stdio.h>

static pthread_spinlock_t lock;
static unsigned last;

static unsigned next_number(void)
{
	unsigned number;

	pthread_spin_lock(&lock);
	number = ++last; // RACE 1
	pthread_spin_unlock(&lock);
	return number;
}

static unsigned last_number(void)
{
	return last; // RACE 1
}

static void *sender(void *argument)
{
	for (int i = 0; i < 1000; i++)
		if (next_number() > last_number())
			break;
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
	pthread_create(&one, NULL, sender, NULL);
	pthread_create(&two, NULL, sender, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%u\n", last);
	pthread_spin_destroy(&lock);
	return 0;
}
