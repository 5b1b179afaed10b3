/* The forks are an array, and each philosopher is a number: everybody takes the fork of the same number first, and the last
 * one closes the ring. Which element an index means is the whole question. */
#include <pthread.h>

enum { SEATS = 5 };

static pthread_mutex_t fork_at[SEATS];
static int meals[SEATS];

static void eat(int seat)
{
	int left = seat, right = (seat + 1) % SEATS;

	pthread_mutex_lock(&fork_at[left]); // DEADLOCK 1
	pthread_mutex_lock(&fork_at[right]); // DEADLOCK 1
	meals[seat]++;
	pthread_mutex_unlock(&fork_at[right]);
	pthread_mutex_unlock(&fork_at[left]);
}

static void *philosopher(void *seat)
{
	for (int i = 0; i < 100; i++)
		eat((int)(long)seat);
	return NULL;
}

int main(void)
{
	pthread_t thread[SEATS];

	for (int i = 0; i < SEATS; i++)
		pthread_mutex_init(&fork_at[i], NULL);
	for (long i = 0; i < SEATS; i++)
		pthread_create(&thread[i], NULL, philosopher, (void *)i);
	for (int i = 0; i < SEATS; i++)
		pthread_join(thread[i], NULL);
	return 0;
}
