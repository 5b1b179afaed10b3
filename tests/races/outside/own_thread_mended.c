/* As own_thread.c, with a lock on both sides. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct pump {
	pthread_mutex_t lock;
	pthread_t thread;
	int beats;
};

static void *beat(void *arg)
{
	struct pump *p = arg;

	for (int i = 0; i < 100; i++) {
		pthread_mutex_lock(&p->lock);
		p->beats++; // NORACE
		pthread_mutex_unlock(&p->lock);
		usleep(1000);
	}
	return NULL;
}

struct pump *pump_start(void)
{
	struct pump *p = calloc(1, sizeof *p);

	if (!p)
		return NULL;
	pthread_mutex_init(&p->lock, NULL);
	if (pthread_create(&p->thread, NULL, beat, p)) {
		free(p); // NORACE: no thread has this one, since none was started with it
		return NULL;
	}
	return p;
}

int pump_beats(struct pump *p)
{
	int n;

	pthread_mutex_lock(&p->lock);
	n = p->beats; // NORACE
	pthread_mutex_unlock(&p->lock);
	return n;
}
