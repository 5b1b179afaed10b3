/* As freebsd_task.c, without the lock in what runs later. */
#include "freebsd.h"

struct softc {
	struct mtx lock;
	struct task later;
	int count, unused;
};

static void dev_later(void *arg, int pending)
{
	struct softc *sc = arg;

	(void)pending;
	sc->count = 0; // RACE 1
}

void dev_attach(struct softc *sc)
{
	mtx_init(&sc->lock, "later", NULL, 0);
	TASK_INIT(&sc->later, dev_later, sc);
}

int dev_start(struct softc *sc, struct taskqueue *queue)
{
	taskqueue_enqueue(queue, &sc->later);
	mtx_lock(&sc->lock);
	sc->count++; // RACE 1
	mtx_unlock(&sc->lock);
	return 0;
}
