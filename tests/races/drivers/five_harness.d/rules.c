// FLAGS: --harness rules.c
/* The rules of KISS, section 6, for driver.c, each as a lock that a request has while it runs; and nothing else is assumed. */
#include <pthread.h>
#include <stdlib.h>

#include "wdm.h"

NTSTATUS DriverEntry(DRIVER_OBJECT *, void *path);

static DRIVER_OBJECT driver;
static DEVICE_OBJECT *device;
static pthread_rwlock_t alone = PTHREAD_RWLOCK_INITIALIZER; /* A2 */
static pthread_mutex_t pnp = PTHREAD_MUTEX_INITIALIZER;     /* A1 */
static pthread_mutex_t power[2] = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER }; /* A3 */

static IRP *request(void)
{
	IRP *irp = calloc(1, sizeof *irp);

	if (!irp)
		abort();
	irp->Tail.Overlay.CurrentStackLocation = calloc(1, sizeof(IO_STACK_LOCATION));
	if (!irp->Tail.Overlay.CurrentStackLocation)
		abort();
	return irp;
}

static void *start_or_remove(void *start)
{
	IRP *irp = request();

	irp->Tail.Overlay.CurrentStackLocation->MinorFunction = start ? IRP_MN_START_DEVICE : IRP_MN_REMOVE_DEVICE;
	pthread_rwlock_wrlock(&alone);
	driver.MajorFunction[IRP_MJ_PNP](device, irp);
	pthread_rwlock_unlock(&alone);
	return NULL;
}

static void *other_pnp(void *query)
{
	IRP *irp = request();

	irp->Tail.Overlay.CurrentStackLocation->MinorFunction = query ? IRP_MN_QUERY_STOP_DEVICE : IRP_MN_CANCEL_STOP_DEVICE;
	pthread_rwlock_rdlock(&alone);
	pthread_mutex_lock(&pnp);
	driver.MajorFunction[IRP_MJ_PNP](device, irp);
	pthread_mutex_unlock(&pnp);
	pthread_rwlock_unlock(&alone);
	return NULL;
}

static void *system_power(void *unused)
{
	IRP *irp = request();

	irp->Tail.Overlay.CurrentStackLocation->Parameters.Power.Type = SystemPowerState;
	pthread_rwlock_rdlock(&alone);
	pthread_mutex_lock(&power[0]);
	driver.MajorFunction[IRP_MJ_POWER](device, irp);
	pthread_mutex_unlock(&power[0]);
	pthread_rwlock_unlock(&alone);
	return unused;
}

static void *device_power(void *unused)
{
	IRP *irp = request();

	irp->Tail.Overlay.CurrentStackLocation->Parameters.Power.Type = DevicePowerState;
	pthread_rwlock_rdlock(&alone);
	pthread_mutex_lock(&power[1]);
	driver.MajorFunction[IRP_MJ_POWER](device, irp);
	pthread_mutex_unlock(&power[1]);
	pthread_rwlock_unlock(&alone);
	return unused;
}

static void *any_other(void *unused)
{
	pthread_rwlock_rdlock(&alone);
	driver.MajorFunction[IRP_MJ_CREATE](device, request());
	driver.MajorFunction[IRP_MJ_READ](device, request());
	driver.MajorFunction[IRP_MJ_DEVICE_CONTROL](device, request());
	pthread_rwlock_unlock(&alone);
	return unused;
}

void snag_harness(void)
{
	static int yes;
	pthread_t t;

	device = calloc(1, sizeof *device);
	if (!device)
		abort();
	device->DeviceExtension = calloc(1, 256);
	DriverEntry(&driver, NULL);
	for (int twice = 0; twice < 2; twice++) {
		pthread_create(&t, NULL, start_or_remove, &yes);
		pthread_create(&t, NULL, start_or_remove, NULL);
		pthread_create(&t, NULL, other_pnp, &yes);
		pthread_create(&t, NULL, other_pnp, NULL);
		pthread_create(&t, NULL, system_power, NULL);
		pthread_create(&t, NULL, device_power, NULL);
		pthread_create(&t, NULL, any_other, NULL);
	}
}
