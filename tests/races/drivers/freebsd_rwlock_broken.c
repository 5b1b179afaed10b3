/* As freebsd_rwlock.c, without the lock on one side. */
#include "freebsd.h"

struct softc {
	struct rwlock lock;
	int count, state;
};

int dev_open(struct softc *sc)
{
	rw_wlock(&sc->lock);
	sc->count++; // RACE 1
	rw_wunlock(&sc->lock);
	return 0;
}

int dev_close(struct softc *sc)
{
	sc->count--; // RACE 1
	return 0;
}
