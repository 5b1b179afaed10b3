/* A wait gives the lock back while the child lives. */
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t turn = PTHREAD_COND_INITIALIZER;
static int data, turns;
static void *child(void *a)
{
	data++; // RACE 1
	return a;
}
static void *other(void *a)
{
	pthread_mutex_lock(&lock);
	data--; // RACE 1
	turns++;
	pthread_cond_signal(&turn);
	pthread_mutex_unlock(&lock);
	return a;
}
int main(void)
{
	pthread_t c, o;

	pthread_create(&o, NULL, other, NULL);
	pthread_mutex_lock(&lock);
	pthread_create(&c, NULL, child, NULL);
	while (!turns)
		pthread_cond_wait(&turn, &lock);
	pthread_join(c, NULL);
	pthread_mutex_unlock(&lock);
	pthread_join(o, NULL);
	return 0;
}
