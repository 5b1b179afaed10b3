/* The child of the lock's holder gives the work on to a function that is guarded elsewhere by that lock. */
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int state;
static void step(void)
{
	state = state * 3 + 1; // NORACE
}
static void *child(void *a)
{
	for (int i = 0; i < 3; i++)
		step();
	return a;
}
static void *worker(void *a)
{
	pthread_mutex_lock(&lock);
	step();
	pthread_mutex_unlock(&lock);
	return a;
}
static void run(void)
{
	pthread_t c;

	pthread_mutex_lock(&lock);
	if (pthread_create(&c, NULL, child, NULL) == 0)
		pthread_join(c, NULL);
	pthread_mutex_unlock(&lock);
}
int main(void)
{
	pthread_t w;

	pthread_create(&w, NULL, worker, NULL);
	run();
	run();
	pthread_join(w, NULL);
	return 0;
}
