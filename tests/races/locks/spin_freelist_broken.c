/* As spin_freelist.c, but giving back links the slot before it takes the lock: a race for the first index. The link itself is
 * the giver's own until the slot is on the list. */
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
		first = following[slot]; // RACE 1
	pthread_spin_unlock(&lock);
	return slot;
}

static void slot_give(int slot)
{
	following[slot] = first; // RACE 1; NORACE reported: a slot that is not on the list is its holder's own
	pthread_spin_lock(&lock);
	first = slot; // RACE 1
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
