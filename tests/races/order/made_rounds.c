/* In each round the thread sees to it that the rules are there. */
#include <pthread.h>
#include <stdlib.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int *rules;
static int built_in[3];
static _Atomic int sum;
static void load(void)
{
	pthread_mutex_lock(&m);
	if (!rules)
		rules = built_in; // NORACE
	pthread_mutex_unlock(&m);
}
static void *worker(void *a)
{
	for (int i = 0; i < 3; i++) {
		load();
		sum += rules[i];
	}
	return a;
}
int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return sum;
}
