/* A writer that has the lock for reading only, as others of its kind may at the same time. */
#include "freebsd.h"

struct softc {
	struct rwlock lock;
	int count, state;
};

int dev_open(struct softc *sc)
{
	rw_wlock(&sc->lock);
	sc->count++; // NORACE
	rw_wunlock(&sc->lock);
	return 0;
}

int dev_close(struct softc *sc)
{
	rw_rlock(&sc->lock);
	sc->count--; // RACE 1
	rw_runlock(&sc->lock);
	return 0;
}
