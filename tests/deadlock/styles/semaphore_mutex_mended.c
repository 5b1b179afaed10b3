/* A semaphore that begins with one is a lock; two of them are taken in one order. */
#include <pthread.h>
#include <semaphore.h>

struct disk {
	sem_t busy;
	int blocks;
};

static struct disk left, right;

static void copy(struct disk *from, struct disk *to)
{
	sem_wait(&from->busy);
	sem_wait(&to->busy);
	to->blocks += from->blocks;
	sem_post(&to->busy);
	sem_post(&from->busy);
}

static void *forth(void *arg)
{
	copy(&left, &right);
	return arg;
}

static void *back(void *arg)
{
	copy(&left, &right);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	sem_init(&left.busy, 0, 1);
	sem_init(&right.busy, 0, 1);
	pthread_create(&t1, NULL, forth, NULL);
	pthread_create(&t2, NULL, back, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
