/* As freebsd_mtx.c, without the lock on one side. */
#include "freebsd.h"

struct softc {
	struct mtx lock;
	int count, state;
};

int dev_open(struct softc *sc)
{
	mtx_lock(&sc->lock);
	sc->count++; // RACE 1
	mtx_unlock(&sc->lock);
	return 0;
}

int dev_close(struct softc *sc)
{
	sc->count--; // RACE 1
	return 0;
}
