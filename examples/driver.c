/* A driver as an operating system sees it: dispatch routines, and no main. What may be called beside what is not in the code:
 * driver_rules.c says it. */
#include <pthread.h>

struct extension {
	int pnp_state;        /* a write of one Pnp request beside that of another, rule A1; beside a read of any, A2 */
	int resources;        /* made by the start of the device, used by all others: A2 */
	int system_power;     /* by system Power requests only: A3 */
	int idle;             /* by Power requests of both categories: a race under all rules */
	int reads;            /* by reads, of which there may be many: a race under all rules */
	pthread_mutex_t lock; /* of what is counted */
	int opens;
};

struct extension device = { .lock = PTHREAD_MUTEX_INITIALIZER };

enum { STARTED = 1, STOPPING, GONE };

/* ---- Pnp ---- */

void dispatch_pnp_start(void)
{
	device.resources = 16; // RACE 1
	device.pnp_state = STARTED; // RACE 2
}

void dispatch_pnp_query_stop(void)
{
	device.pnp_state = STOPPING; // RACE 2
}

void dispatch_pnp_remove(void)
{
	device.resources = 0; // RACE 1
	device.pnp_state = GONE; // RACE 2
}

/* ---- Power ---- */

void dispatch_power_system(int level)
{
	device.system_power = level; // RACE 3
	device.idle = 0; // RACE 4
}

void dispatch_power_device(int level)
{
	device.idle = level; // RACE 4
}

/* ---- anything else ---- */

int dispatch_read(void)
{
	device.reads++; // RACE 5
	return device.resources; // RACE 1
}

void dispatch_create(void)
{
	pthread_mutex_lock(&device.lock);
	device.opens++; // NORACE
	pthread_mutex_unlock(&device.lock);
}
