/* The last reader leaves without switching the light off: the writer waits in front of the room for ever. */
#include <pthread.h>
#include <semaphore.h>

static sem_t room_empty;
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int readers, data;

static void *reader(void *arg)
{
	int first, last;

	pthread_mutex_lock(&m);
	first = ++readers == 1;
	if (first)
		sem_wait(&room_empty);
	pthread_mutex_unlock(&m);
	pthread_mutex_lock(&m);
	last = --readers == 0;
	(void)last;
	pthread_mutex_unlock(&m);
	return arg; // LOCK-LEAK: the token of the room
}

static void *writer(void *arg)
{
	sem_wait(&room_empty); // DEADLOCK
	data++;
	sem_post(&room_empty);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	sem_init(&room_empty, 0, 1);
	pthread_create(&t1, NULL, reader, NULL);
	pthread_create(&t2, NULL, writer, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
