/* As live_failed.c, but a start that failed is taken back twice, which hides another thread. */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t none = PTHREAD_COND_INITIALIZER;
static int active, setting, seen;

static void *work(void *unused)
{
	int now = setting; // RACE 1

	pthread_mutex_lock(&lock);
	seen += now; // NORACE
	active--;
	if (!active)
		pthread_cond_signal(&none);
	pthread_mutex_unlock(&lock);
	return unused;
}

static void add(void)
{
	pthread_t thread;

	pthread_mutex_lock(&lock);
	active++;
	pthread_mutex_unlock(&lock);
	if (pthread_create(&thread, NULL, work, NULL) != 0) {
		pthread_mutex_lock(&lock);
		active--;
		if (active > 1)
			active--;
		pthread_mutex_unlock(&lock);
		return;
	}
	pthread_detach(thread);
}

static void drain(void)
{
	pthread_mutex_lock(&lock);
	while (active > 0)
		pthread_cond_wait(&none, &lock);
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	setting = 1; // NORACE
	for (int i = 0; i < 4; i++)
		add();
	drain();
	setting = 2; // RACE 1
	return 0;
}
