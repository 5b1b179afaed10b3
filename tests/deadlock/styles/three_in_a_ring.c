/* Three stages hand one token round, and nobody puts the first one in. */
#include <pthread.h>
#include <semaphore.h>

struct stage {
	sem_t in;
	struct stage *next;
};

static struct stage a, b, c;

static void *first(void *arg)
{
	sem_wait(&a.in); // DEADLOCK 1
	sem_post(&b.in);
	return arg;
}

static void *middle(void *arg)
{
	sem_wait(&b.in); // DEADLOCK 1
	sem_post(&c.in);
	return arg;
}

static void *last(void *arg)
{
	sem_wait(&c.in); // DEADLOCK 1
	sem_post(&a.in);
	return arg;
}

int main(void)
{
	pthread_t t1, t2, t3;

	sem_init(&a.in, 0, 0);
	sem_init(&b.in, 0, 0);
	sem_init(&c.in, 0, 0);
	pthread_create(&t1, NULL, first, NULL);
	pthread_create(&t2, NULL, middle, NULL);
	pthread_create(&t3, NULL, last, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	return 0;
}
