/* In rounds: the setting of the second round is made when the first one has opened the gate. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waiting;
static int setting, used;
static void *worker(void *a)
{
	for (int i = 0; i < 4; i++) {
		pthread_mutex_lock(&m);
		while (!waiting)
			pthread_cond_wait(&c, &m);
		waiting--;
		pthread_mutex_unlock(&m);
		used += setting; // RACE 1
	}
	return a;
}
static void *client(void *a)
{
	pthread_mutex_lock(&m);
	waiting += 2;
	pthread_cond_signal(&c);
	pthread_mutex_unlock(&m);
	return a;
}
int main(void)
{
	pthread_t t, u;

	pthread_create(&t, NULL, worker, NULL);
	for (int i = 0; i < 2; i++) {
		setting = i; // RACE 1
		pthread_create(&u, NULL, client, NULL);
		pthread_join(u, NULL);
	}
	pthread_join(t, NULL);
	return used;
}
