/* As pool_slots.c, but a free slot is looked for before the lock is taken. */
#include <pthread.h>
#include <stdio.h>

#define SLOTS 8

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int used[SLOTS];

static int slot_get(void)
{
	int i;

	for (i = 0; i < SLOTS; i++)
		if (!used[i]) // RACE 1
			break;
	pthread_mutex_lock(&lock);
	if (i < SLOTS)
		used[i] = 1; // RACE 1
	pthread_mutex_unlock(&lock);
	return i < SLOTS ? i : -1;
}

static void slot_put(int i)
{
	pthread_mutex_lock(&lock);
	used[i] = 0; // RACE 1
	pthread_mutex_unlock(&lock);
}

static void *tenant(void *argument)
{
	long kept = 0;

	for (int i = 0; i < 500; i++) {
		int slot = slot_get();

		if (slot < 0)
			continue;
		kept += slot;
		slot_put(slot);
	}
	printf("%ld\n", kept);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, tenant, NULL);
	pthread_create(&two, NULL, tenant, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
