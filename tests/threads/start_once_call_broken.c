/* As start_once_call.c, but the inner function is called from elsewhere, too, where nobody asks. */
#include <pthread.h>
#include <stddef.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int rounds, started;

static void *reap(void *unused)
{
	rounds++; // RACE 1
	return unused;
}

static void launch(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, reap, NULL);
}

static void set_up(void)
{
	launch();
}

static void need(void)
{
	pthread_mutex_lock(&lock);
	if (!started) {
		set_up();
		started = 1;
	}
	pthread_mutex_unlock(&lock);
}

static void *client(void *unused)
{
	need();
	return unused;
}

int main(void)
{
	pthread_t thread[4];

	launch();
	for (int i = 0; i < 4; i++)
		pthread_create(&thread[i], NULL, client, NULL);
	for (int i = 0; i < 4; i++)
		pthread_join(thread[i], NULL);
	return 0;
}
