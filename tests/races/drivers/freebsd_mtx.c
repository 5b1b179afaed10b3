/* A sleep mutex of the device. */
#include "freebsd.h"

struct softc {
	struct mtx lock;
	int count, state;
};

int dev_open(struct softc *sc)
{
	mtx_lock(&sc->lock);
	sc->count++; // NORACE
	mtx_unlock(&sc->lock);
	return 0;
}

int dev_close(struct softc *sc)
{
	mtx_lock(&sc->lock);
	sc->count--; // NORACE
	mtx_unlock(&sc->lock);
	return 0;
}
