/* racerx, section 5.1: the same code with a semaphore that is a lock, given back by who took it: two consumers block each
 * other, as in Figure 5. */
#include <pthread.h>
#include <semaphore.h>

static pthread_mutex_t l = PTHREAD_MUTEX_INITIALIZER;
static sem_t s;
static int result, wanted;

static void *consumer(void *argument)
{
	pthread_mutex_lock(&l); // DEADLOCK 1
	wanted++; // NORACE
	sem_wait(&s); // DEADLOCK 1
	pthread_mutex_unlock(&l);
	pthread_mutex_lock(&l); // DEADLOCK 1
	result++; // NORACE
	sem_post(&s);
	pthread_mutex_unlock(&l);
	return argument;
}

int main(void)
{
	pthread_t t1, t2, t3;

	sem_init(&s, 0, 1);
	pthread_create(&t1, NULL, consumer, NULL);
	pthread_create(&t2, NULL, consumer, NULL);
	pthread_create(&t3, NULL, consumer, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	return 0;
}
