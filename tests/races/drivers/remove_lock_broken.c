/* A remove lock: all who have one run together, so it guards nothing but the removal. */
#include "wdm.h"

typedef struct {
	IO_REMOVE_LOCK Lock;
	int Count;
} DEVICE_EXTENSION;

static NTSTATUS DispatchCreate(DEVICE_OBJECT *device, IRP *irp)
{
	DEVICE_EXTENSION *e = device->DeviceExtension;

	if (IoAcquireRemoveLock(&e->Lock, irp) != STATUS_SUCCESS)
		return STATUS_DELETE_PENDING;
	e->Count++; // RACE 1
	IoReleaseRemoveLock(&e->Lock, irp);
	return STATUS_SUCCESS;
}

static NTSTATUS DispatchClose(DEVICE_OBJECT *device, IRP *irp)
{
	DEVICE_EXTENSION *e = device->DeviceExtension;

	if (IoAcquireRemoveLock(&e->Lock, irp) != STATUS_SUCCESS)
		return STATUS_DELETE_PENDING;
	e->Count--; // RACE 1
	IoReleaseRemoveLock(&e->Lock, irp);
	return STATUS_SUCCESS;
}

NTSTATUS DriverEntry(DRIVER_OBJECT *driver, void *path)
{
	(void)path;
	driver->MajorFunction[IRP_MJ_CREATE] = DispatchCreate;
	driver->MajorFunction[IRP_MJ_CLOSE] = DispatchClose;
	return STATUS_SUCCESS;
}
