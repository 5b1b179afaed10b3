/* As freebsd_kthread.c, without the lock in what runs later. */
#include "freebsd.h"

struct softc {
	struct mtx lock;
	struct callout later;
	int count, unused;
};

static void dev_later(void *arg)
{
	struct softc *sc = arg;

	sc->count = 0; // RACE 1
}

void dev_attach(struct softc *sc)
{
	mtx_init(&sc->lock, "later", NULL, 0);
	sc->unused = 0;
}

int dev_start(struct softc *sc)
{
	if (kthread_add(dev_later, sc, NULL, NULL, 0, 0, "later"))
		return 1;
	mtx_lock(&sc->lock);
	sc->count++; // RACE 1
	mtx_unlock(&sc->lock);
	return 0;
}
