/* As freebsd_sx.c, without the lock on one side. */
#include "freebsd.h"

struct softc {
	struct sx lock;
	int count, state;
};

int dev_open(struct softc *sc)
{
	sx_xlock(&sc->lock);
	sc->count++; // RACE 1
	sx_xunlock(&sc->lock);
	return 0;
}

int dev_close(struct softc *sc)
{
	sc->count--; // RACE 1
	return 0;
}
