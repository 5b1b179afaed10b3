/* A fast mutex of the device. */
#include "wdm.h"

typedef struct {
	FAST_MUTEX Lock;
	int Count;
} DEVICE_EXTENSION;

static NTSTATUS DispatchCreate(DEVICE_OBJECT *device, IRP *irp)
{
	DEVICE_EXTENSION *e = device->DeviceExtension;

	(void)irp;
	ExAcquireFastMutex(&e->Lock);
	e->Count++; // NORACE
	ExReleaseFastMutex(&e->Lock);
	return STATUS_SUCCESS;
}

static NTSTATUS DispatchClose(DEVICE_OBJECT *device, IRP *irp)
{
	DEVICE_EXTENSION *e = device->DeviceExtension;

	(void)irp;
	ExAcquireFastMutex(&e->Lock);
	e->Count--; // NORACE
	ExReleaseFastMutex(&e->Lock);
	return STATUS_SUCCESS;
}

NTSTATUS DriverEntry(DRIVER_OBJECT *driver, void *path)
{
	(void)path;
	driver->MajorFunction[IRP_MJ_CREATE] = DispatchCreate;
	driver->MajorFunction[IRP_MJ_CLOSE] = DispatchClose;
	return STATUS_SUCCESS;
}
