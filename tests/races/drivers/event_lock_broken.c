/* As event_lock.c, without the wait on one side. */
#include "wdm.h"

typedef struct {
	KEVENT Lock;
	int Count;
} DEVICE_EXTENSION;

void InitDevice(DEVICE_OBJECT *device)
{
	DEVICE_EXTENSION *e = device->DeviceExtension;

	KeInitializeEvent(&e->Lock, SynchronizationEvent, 1);
}

static NTSTATUS DispatchCreate(DEVICE_OBJECT *device, IRP *irp)
{
	DEVICE_EXTENSION *e = device->DeviceExtension;

	(void)irp;
	if (KeWaitForSingleObject(&e->Lock, 0, 0, 0, NULL) != STATUS_SUCCESS)
		return STATUS_DELETE_PENDING;
	e->Count++; // RACE 1
	KeSetEvent(&e->Lock, 0, 0);
	return STATUS_SUCCESS;
}

static NTSTATUS DispatchClose(DEVICE_OBJECT *device, IRP *irp)
{
	DEVICE_EXTENSION *e = device->DeviceExtension;

	(void)irp;
	e->Count--; // RACE 1
	return STATUS_SUCCESS;
}

NTSTATUS DriverEntry(DRIVER_OBJECT *driver, void *path)
{
	(void)path;
	driver->MajorFunction[IRP_MJ_CREATE] = DispatchCreate;
	driver->MajorFunction[IRP_MJ_CLOSE] = DispatchClose;
	return STATUS_SUCCESS;
}
