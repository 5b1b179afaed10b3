/* The library starts a thread of its own for a record that it hands out: the thread and the caller share it. */
#include <pthread.h>
#include <stdlib.h>
#include <unistd.h>

struct pump {
	pthread_t thread;
	int run, beats;
};

static void *beat(void *arg)
{
	struct pump *p = arg;

	for (int i = 0; i < 100; i++) {
		p->beats++; // RACE 1
		usleep(1000);
	}
	return NULL;
}

struct pump *pump_start(void)
{
	struct pump *p = calloc(1, sizeof *p);

	if (p && pthread_create(&p->thread, NULL, beat, p)) {
		free(p); // NORACE: no thread has this one, since none was started with it
		return NULL;
	}
	return p;
}

int pump_beats(const struct pump *p)
{
	return p->beats; // RACE 1
}
