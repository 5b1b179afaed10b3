/* Four philosophers with names: each takes the fork on the left, then the one on the right. All four hold one and wait for
 * the next. */
#include <pthread.h>

static pthread_mutex_t north = PTHREAD_MUTEX_INITIALIZER, east = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t south = PTHREAD_MUTEX_INITIALIZER, west = PTHREAD_MUTEX_INITIALIZER;
static int meals[4];

static void *plato(void *argument)
{
	pthread_mutex_lock(&north); // DEADLOCK 1
	pthread_mutex_lock(&east); // DEADLOCK 1
	meals[0]++;
	pthread_mutex_unlock(&east);
	pthread_mutex_unlock(&north);
	return argument;
}

static void *kant(void *argument)
{
	pthread_mutex_lock(&east); // DEADLOCK 1
	pthread_mutex_lock(&south); // DEADLOCK 1
	meals[1]++;
	pthread_mutex_unlock(&south);
	pthread_mutex_unlock(&east);
	return argument;
}

static void *hume(void *argument)
{
	pthread_mutex_lock(&south); // DEADLOCK 1
	pthread_mutex_lock(&west); // DEADLOCK 1
	meals[2]++;
	pthread_mutex_unlock(&west);
	pthread_mutex_unlock(&south);
	return argument;
}

static void *hegel(void *argument)
{
	pthread_mutex_lock(&west); // DEADLOCK 1
	pthread_mutex_lock(&north); // DEADLOCK 1
	meals[3]++;
	pthread_mutex_unlock(&north);
	pthread_mutex_unlock(&west);
	return argument;
}

int main(void)
{
	pthread_t t1, t2, t3, t4;

	pthread_create(&t1, NULL, plato, NULL);
	pthread_create(&t2, NULL, kant, NULL);
	pthread_create(&t3, NULL, hume, NULL);
	pthread_create(&t4, NULL, hegel, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	pthread_join(t4, NULL);
	return 0;
}
