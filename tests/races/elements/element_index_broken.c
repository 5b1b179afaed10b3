/* As element_index.c, but the guest who moves on takes the lock of the old seat for the new one. */
#include <pthread.h>
#include <stdio.h>

#define SEATS 6

static pthread_mutex_t locks[SEATS];
static int guests[SEATS];

static void sit(int seat)
{
	pthread_mutex_lock(&locks[seat]);
	guests[seat]++; // RACE 1
	pthread_mutex_unlock(&locks[seat]);
}

static void move_on(int seat)
{
	int next = (seat + 1) % SEATS;

	pthread_mutex_lock(&locks[seat]);
	guests[seat]--; // RACE 1
	guests[next]++; // RACE 1
	pthread_mutex_unlock(&locks[seat]);
}

static void *usher(void *argument)
{
	for (int i = 0; i < 1000; i++) {
		sit(i % SEATS);
		move_on(i % SEATS);
	}
	return argument;
}

int main(void)
{
	pthread_t ushers[3];

	for (int i = 0; i < SEATS; i++)
		pthread_mutex_init(&locks[i], NULL);
	for (int i = 0; i < 3; i++)
		pthread_create(&ushers[i], NULL, usher, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(ushers[i], NULL);
	printf("%d\n", guests[0]);
	return 0;
}
