/* Main makes its part when the boss is there, and perhaps its helpers; the boss makes his when the helpers are. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int ready;
static int of_main, of_boss, seen;
static void *worker(void *a)
{
	pthread_mutex_lock(&m);
	while (!ready)
		pthread_cond_wait(&c, &m);
	ready = 0;
	pthread_mutex_unlock(&m);
	seen = of_main + of_boss; // RACE 1; RACE 2
	return a;
}
static void *helper(void *a)
{
	pthread_mutex_lock(&m);
	ready = 1;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return a;
}
static void *boss(void *a)
{
	pthread_t h[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&h[i], NULL, helper, NULL);
	of_boss = 2; // RACE 2
	for (int i = 0; i < 2; i++)
		pthread_join(h[i], NULL);
	return a;
}
int main(void)
{
	pthread_t t, b;

	pthread_create(&t, NULL, worker, NULL);
	pthread_create(&b, NULL, boss, NULL);
	of_main = 1; // RACE 1
	pthread_join(b, NULL);
	pthread_join(t, NULL);
	return seen;
}
