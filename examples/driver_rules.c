/* The operating system, for examples/driver.c: requests come at any time, in threads of their own, but
 *
 *     A1  no two Pnp requests at the same time
 *     A2  nothing at all beside the start or the removal of the device
 *     A3  no two Power requests of one category at the same time
 *
 * (KISS, section 6). Each rule is a lock that a request has while it runs. */
#include <pthread.h>

void dispatch_pnp_start(void);
void dispatch_pnp_query_stop(void);
void dispatch_pnp_remove(void);
void dispatch_power_system(int level);
void dispatch_power_device(int level);
int dispatch_read(void);
void dispatch_create(void);

static pthread_rwlock_t alone = PTHREAD_RWLOCK_INITIALIZER; /* A2: start and removal have it for writing */
static pthread_mutex_t pnp = PTHREAD_MUTEX_INITIALIZER;     /* A1 */
static pthread_mutex_t power_system = PTHREAD_MUTEX_INITIALIZER, power_device = PTHREAD_MUTEX_INITIALIZER; /* A3 */

static void *start_or_remove(void *request)
{
	pthread_rwlock_wrlock(&alone);
	pthread_mutex_lock(&pnp);
	if (request)
		dispatch_pnp_start();
	else
		dispatch_pnp_remove();
	pthread_mutex_unlock(&pnp);
	pthread_rwlock_unlock(&alone);
	return request;
}

static void *other_pnp(void *request)
{
	pthread_rwlock_rdlock(&alone);
	pthread_mutex_lock(&pnp);
	dispatch_pnp_query_stop();
	pthread_mutex_unlock(&pnp);
	pthread_rwlock_unlock(&alone);
	return request;
}

static void *system_power(void *request)
{
	pthread_rwlock_rdlock(&alone);
	pthread_mutex_lock(&power_system);
	dispatch_power_system(3);
	pthread_mutex_unlock(&power_system);
	pthread_rwlock_unlock(&alone);
	return request;
}

static void *device_power(void *request)
{
	pthread_rwlock_rdlock(&alone);
	pthread_mutex_lock(&power_device);
	dispatch_power_device(1);
	pthread_mutex_unlock(&power_device);
	pthread_rwlock_unlock(&alone);
	return request;
}

static void *any_other(void *request)
{
	pthread_rwlock_rdlock(&alone);
	dispatch_read();
	dispatch_create();
	pthread_rwlock_unlock(&alone);
	return request;
}

void snag_harness(void)
{
	static int yes;
	pthread_t t;

	for (int twice = 0; twice < 2; twice++) {
		pthread_create(&t, 0, start_or_remove, &yes);
		pthread_create(&t, 0, start_or_remove, 0);
		pthread_create(&t, 0, other_pnp, 0);
		pthread_create(&t, 0, system_power, 0);
		pthread_create(&t, 0, device_power, 0);
		pthread_create(&t, 0, any_other, 0);
	}
}
