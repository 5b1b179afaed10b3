/* A block macro made of a for loop that runs once. */
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int n;
#define WITH(m) for (int once = (pthread_mutex_lock(m), 1); once; once = (pthread_mutex_unlock(m), 0))
static void *worker(void *a)
{
	WITH(&lock) {
		(void)a;
	}
	n++; // RACE 1
	return a;
}
int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
