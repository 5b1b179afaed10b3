/* KISS, Figure 6, without a main: the state of the device is written by a Pnp request, under the remove lock, which keeps no other
 * request out, and read by a Power request under nothing. */
#include "wdm.h"

enum state { NotStarted, Started, StopPending, Deleted };

typedef struct {
	DEVICE_OBJECT *Self;
	enum state DevicePnpState;
	IO_REMOVE_LOCK RemoveLock;
} DEVICE_EXTENSION;

static NTSTATUS ToastMon_DispatchPnp(DEVICE_OBJECT *device, IRP *irp)
{
	DEVICE_EXTENSION *deviceExtension = device->DeviceExtension;
	IO_STACK_LOCATION *stack = IoGetCurrentIrpStackLocation(irp);
	NTSTATUS status = IoAcquireRemoveLock(&deviceExtension->RemoveLock, irp);

	if (status != STATUS_SUCCESS)
		return status;
	switch (stack->MinorFunction) {
	case IRP_MN_QUERY_STOP_DEVICE:
		deviceExtension->DevicePnpState = StopPending; // RACE 1
		status = STATUS_SUCCESS;
		break;
	default:
		break;
	}
	IoReleaseRemoveLock(&deviceExtension->RemoveLock, irp);
	return status;
}

static NTSTATUS ToastMon_DispatchPower(DEVICE_OBJECT *device, IRP *irp)
{
	DEVICE_EXTENSION *deviceExtension = device->DeviceExtension;

	if (deviceExtension->DevicePnpState == Deleted) { // RACE 1
		irp->IoStatus.Status = STATUS_DELETE_PENDING;
		IoCompleteRequest(irp, IO_NO_INCREMENT);
		return STATUS_DELETE_PENDING;
	}
	return STATUS_SUCCESS;
}

NTSTATUS DriverEntry(DRIVER_OBJECT *driver, void *path)
{
	(void)path;
	driver->MajorFunction[IRP_MJ_PNP] = ToastMon_DispatchPnp;
	driver->MajorFunction[IRP_MJ_POWER] = ToastMon_DispatchPower;
	return STATUS_SUCCESS;
}
