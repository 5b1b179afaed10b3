/* Double-checked initialisation with a plain flag: the flag itself is a race. */
// VERIFY: race
#include <pthread.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int ready;
static int table;

static int get(void)
{
	if (!ready) {
		pthread_mutex_lock(&m);
		if (!ready) {
			table = 7;
			ready = 1;
		}
		pthread_mutex_unlock(&m);
	}
	return table;
}

static void *work(void *unused)
{
	return get() == 7 ? unused : NULL;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, work, NULL);
	pthread_create(&two, NULL, work, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
