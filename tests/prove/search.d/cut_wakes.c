/* A deadlock that needs a wait to end for nothing: nobody can rely on that, and it is said. */
// search: --define WAITS=1 --switches 30 deadlock @first @second : not within: waits without spurious wake-ups
// search: --define WAITS=0 --replay 1 deadlock @first @second : found: confirmed;
// search: --define WAITS=0 --switches 30 --seconds 60 deadlock @ordered @ordered_too : not within: all schedules: the search is complete
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER,
		       m = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;

static void *work(void *unused)
{
	if (WAITS) {
		pthread_mutex_lock(&m);
		pthread_cond_wait(&condition, &m);
		pthread_mutex_unlock(&m);
	}
	pthread_mutex_lock(&a);
	pthread_mutex_lock(&b); // @first
	pthread_mutex_unlock(&b);
	pthread_mutex_lock(&c); // @ordered
	pthread_mutex_unlock(&c);
	pthread_mutex_unlock(&a);
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	pthread_mutex_lock(&b);
	pthread_mutex_lock(&a); // @second
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	pthread_mutex_lock(&c); // @ordered_too
	pthread_mutex_unlock(&c);
	return 0;
}
