/* As rwlock_try.c, but the update that does not get the write lock is content with the read lock. */
#include <pthread.h>
#include <stdio.h>

static pthread_rwlock_t lock = PTHREAD_RWLOCK_INITIALIZER;
static int routes[4];

static int route_get(int net)
{
	int hop = -1;

	if (pthread_rwlock_tryrdlock(&lock) == 0) {
		hop = routes[net]; // RACE 1
		pthread_rwlock_unlock(&lock);
	}
	return hop;
}

static void route_set(int net, int hop)
{
	if (pthread_rwlock_trywrlock(&lock) != 0)
		pthread_rwlock_rdlock(&lock);
	routes[net] = hop; // RACE 1
	pthread_rwlock_unlock(&lock);
}

static void *forwarder(void *argument)
{
	for (int i = 0; i < 3000; i++)
		route_get(i % 4);
	return argument;
}

static void *updater(void *argument)
{
	for (int i = 0; i < 3000; i++)
		route_set(i % 4, i);
	return argument;
}

int main(void)
{
	pthread_t thread[3];

	pthread_create(&thread[0], NULL, forwarder, NULL);
	pthread_create(&thread[1], NULL, forwarder, NULL);
	pthread_create(&thread[2], NULL, updater, NULL);
	for (int i = 0; i < 3; i++)
		pthread_join(thread[i], NULL);
	printf("%d\n", routes[0]);
	return 0;
}
