/* As sem_count_two.c, but it lets one in at a time. */
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>

#define AT_A_TIME 1

static sem_t limit;
static unsigned connections;

static void *connect_one(void *argument)
{
	for (int i = 0; i < 1000; i++) {
		sem_wait(&limit);
		connections++; // NORACE
		sem_post(&limit);
	}
	return argument;
}

int main(void)
{
	pthread_t thread[3];

	sem_init(&limit, 0, AT_A_TIME);
	for (int i = 0; i < 3; i++)
		pthread_create(&thread[i], NULL, connect_one, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(thread[i], NULL);
	printf("%u\n", connections);
	return 0;
}
