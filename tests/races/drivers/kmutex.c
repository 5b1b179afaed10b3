/* A mutex of the dispatcher: the wait takes it. */
#include "wdm.h"

typedef struct {
	KMUTEX Lock;
	int Count;
} DEVICE_EXTENSION;

void InitDevice(DEVICE_OBJECT *device)
{
	DEVICE_EXTENSION *e = device->DeviceExtension;

	KeInitializeMutex(&e->Lock, 0);
}

static NTSTATUS DispatchCreate(DEVICE_OBJECT *device, IRP *irp)
{
	DEVICE_EXTENSION *e = device->DeviceExtension;

	(void)irp;
	if (KeWaitForSingleObject(&e->Lock, 0, 0, 0, NULL) != STATUS_SUCCESS)
		return STATUS_DELETE_PENDING;
	e->Count++; // NORACE
	KeReleaseMutex(&e->Lock, 0);
	return STATUS_SUCCESS;
}

static NTSTATUS DispatchClose(DEVICE_OBJECT *device, IRP *irp)
{
	DEVICE_EXTENSION *e = device->DeviceExtension;

	(void)irp;
	if (KeWaitForSingleObject(&e->Lock, 0, 0, 0, NULL) != STATUS_SUCCESS)
		return STATUS_DELETE_PENDING;
	e->Count--; // NORACE
	KeReleaseMutex(&e->Lock, 0);
	return STATUS_SUCCESS;
}

NTSTATUS DriverEntry(DRIVER_OBJECT *driver, void *path)
{
	(void)path;
	driver->MajorFunction[IRP_MJ_CREATE] = DispatchCreate;
	driver->MajorFunction[IRP_MJ_CLOSE] = DispatchClose;
	return STATUS_SUCCESS;
}
