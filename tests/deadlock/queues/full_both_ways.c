/* Two queues of one place each: both threads put twice before they take, so both queues are full. */
#include <pthread.h>
#include <semaphore.h>

static sem_t room_ab, room_ba, data_ab, data_ba;

static void *a(void *arg)
{
	sem_wait(&room_ab);
	sem_post(&data_ab);
	sem_wait(&room_ab); // DEADLOCK 1
	sem_post(&data_ab);
	sem_wait(&data_ba);
	sem_post(&room_ba);
	sem_wait(&data_ba);
	sem_post(&room_ba);
	return arg;
}

static void *b(void *arg)
{
	sem_wait(&room_ba);
	sem_post(&data_ba);
	sem_wait(&room_ba); // DEADLOCK 1
	sem_post(&data_ba);
	sem_wait(&data_ab);
	sem_post(&room_ab);
	sem_wait(&data_ab);
	sem_post(&room_ab);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	sem_init(&room_ab, 0, 1);
	sem_init(&room_ba, 0, 1);
	sem_init(&data_ab, 0, 0);
	sem_init(&data_ba, 0, 0);
	pthread_create(&t1, NULL, a, NULL);
	pthread_create(&t2, NULL, b, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
