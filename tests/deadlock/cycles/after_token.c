/* The token that says "I am done" is given before the work. */
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;
static sem_t done;
static int n;

static void *first(void *arg)
{
	sem_post(&done);
	pthread_mutex_lock(&a); // DEADLOCK 1
	pthread_mutex_lock(&b); // DEADLOCK 1
	n++;
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return arg;
}

static void *second(void *arg)
{
	sem_wait(&done);
	pthread_mutex_lock(&b); // DEADLOCK 1
	pthread_mutex_lock(&a); // DEADLOCK 1
	n++;
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	sem_init(&done, 0, 0);
	pthread_create(&t1, NULL, first, NULL);
	pthread_create(&t2, NULL, second, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
