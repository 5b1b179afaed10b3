/* Rounds: the lock is held while helpers of this round live. A server takes it to print. */
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int cell[2], sum;
static void *helper(void *a)
{
	int *at = a;

	(*at)++; // RACE 1; NORACE reported: which cell the threads of a round get is not known in several rounds
	return a;
}
static void *server(void *a)
{
	for (int i = 0; i < 10; i++) {
		pthread_mutex_lock(&lock);
		sum += cell[0] + cell[1]; // RACE 1
		pthread_mutex_unlock(&lock);
	}
	return a;
}
int main(void)
{
	pthread_t s, h[2];

	pthread_create(&s, NULL, server, NULL);
	for (int round = 0; round < 10; round++) {
		pthread_mutex_lock(&lock);
		for (int i = 0; i < 2; i++)
			pthread_create(&h[i], NULL, helper, &cell[i]);
		pthread_mutex_unlock(&lock);
		for (int i = 0; i < 2; i++)
			pthread_join(h[i], NULL);
	}
	pthread_join(s, NULL);
	return 0;
}
