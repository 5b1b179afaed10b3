/* A free list inside an array, by indices; taking and giving back are one spin section each. */
#include <pthread.h>
#include <stdio.h>

#define SLOTS 8

static pthread_spinlock_t lock;
static int following[SLOTS], first;

static int slot_take(void)
{
	int slot;

	pthread_spin_lock(&lock);
	slot = first;
	if (slot >= 0)
		first = following[slot]; // NORACE
	pthread_spin_unlock(&lock);
	return slot;
}

static void slot_give(int slot)
{
	pthread_spin_lock(&lock);
	following[slot] = first; // NORACE
	first = slot; // NORACE
	pthread_spin_unlock(&lock);
}

static void *user(void *argument)
{
	for (int i = 0; i < 1000; i++) {
		int slot = slot_take();
		if (slot >= 0)
			slot_give(slot);
	}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	for (int i = 0; i < SLOTS; i++)
		following[i] = i + 1 < SLOTS ? i + 1 : -1;
	pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
	pthread_create(&one, NULL, user, NULL);
	pthread_create(&two, NULL, user, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", first);
	return 0;
}
