/* Waiting with a lock that was taken after the mutex of the condition: when the wait is over, that mutex is taken again
 * with the other lock in hand, against the order in which everybody takes them (racerx, Figure 5). */
#include <pthread.h>

static pthread_mutex_t device = PTHREAD_MUTEX_INITIALIZER, handles = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static int opening = 1, reserved;

static void *reserve(void *argument)
{
	pthread_mutex_lock(&device); // DEADLOCK 1
	pthread_mutex_lock(&handles); // DEADLOCK 1
	while (opening) // NORACE
		pthread_cond_wait(&opened, &device); // DEADLOCK 1
	reserved++; // NORACE
	pthread_mutex_unlock(&handles);
	pthread_mutex_unlock(&device);
	return argument;
}

static void *finish_open(void *argument)
{
	pthread_mutex_lock(&device);
	opening = 0; // NORACE
	pthread_cond_broadcast(&opened);
	pthread_mutex_unlock(&device);
	return argument;
}

int main(void)
{
	pthread_t t1, t2, t3;

	pthread_create(&t1, NULL, reserve, NULL);
	pthread_create(&t2, NULL, reserve, NULL);
	pthread_create(&t3, NULL, finish_open, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	return 0;
}
