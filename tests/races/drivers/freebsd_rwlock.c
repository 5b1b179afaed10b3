/* A reader/writer lock, taken for writing. */
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
	rw_wlock(&sc->lock);
	sc->count--; // NORACE
	rw_wunlock(&sc->lock);
	return 0;
}
