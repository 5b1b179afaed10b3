/* Who is cancelled puts, too: from a handler, which runs whenever that may be. */
#include <pthread.h>
#include <unistd.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int events;
static int limit, reached;
static void put(void *a)
{
	(void)a;
	pthread_mutex_lock(&m);
	events++;
	pthread_mutex_unlock(&m);
}
static void *guarded(void *a)
{
	pthread_cleanup_push(put, NULL);
	pause();
	pthread_cleanup_pop(0);
	return a;
}
static void *watcher(void *a)
{
	int n = 0;

	while (!n) {
		pthread_mutex_lock(&m);
		n = events;
		pthread_mutex_unlock(&m);
		if (n) {
			reached = limit; // RACE 1
			put(NULL);
		}
	}
	return a;
}
int main(void)
{
	pthread_t t, u;

	pthread_create(&t, NULL, watcher, NULL);
	pthread_create(&u, NULL, guarded, NULL);
	pthread_cancel(u);
	limit = 10; // RACE 1
	put(NULL);
	pthread_join(u, NULL);
	pthread_join(t, NULL);
	return reached;
}
