/* A shared/exclusive lock, taken exclusively. */
#include "freebsd.h"

struct softc {
	struct sx lock;
	int count, state;
};

int dev_open(struct softc *sc)
{
	sx_xlock(&sc->lock);
	sc->count++; // NORACE
	sx_xunlock(&sc->lock);
	return 0;
}

int dev_close(struct softc *sc)
{
	sx_xlock(&sc->lock);
	sc->count--; // NORACE
	sx_xunlock(&sc->lock);
	return 0;
}
