/* Two who have it in company run together. */
#include "freebsd.h"

struct softc {
	struct sx lock;
	int count, state;
};

int dev_open(struct softc *sc)
{
	sx_slock(&sc->lock);
	sc->count++; // RACE 1
	sx_sunlock(&sc->lock);
	return 0;
}

int dev_close(struct softc *sc)
{
	sx_slock(&sc->lock);
	sc->count--; // RACE 1
	sx_sunlock(&sc->lock);
	return 0;
}
