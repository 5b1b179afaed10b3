/* Jobs are numbers: how many are waiting is counted up by two threads and down by the worker. */
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
static int waiting;
static const char *name;
static int length;
static void *worker(void *a)
{
	for (int i = 0; i < 4; i++) {
		pthread_mutex_lock(&m);
		while (waiting == 0)
			pthread_cond_wait(&c, &m);
		waiting--;
		pthread_mutex_unlock(&m);
		length += name[0];
	}
	return a;
}
static void *client(void *a)
{
	for (int i = 0; i < 2; i++) {
		pthread_mutex_lock(&m);
		waiting++;
		pthread_mutex_unlock(&m);
		pthread_cond_signal(&c);
	}
	return a;
}
int main(void)
{
	pthread_t t, u[2];

	pthread_create(&t, NULL, worker, NULL);
	name = "name"; // NORACE
	for (int i = 0; i < 2; i++)
		pthread_create(&u[i], NULL, client, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(u[i], NULL);
	pthread_join(t, NULL);
	return length;
}
