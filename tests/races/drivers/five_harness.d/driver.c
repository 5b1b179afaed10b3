/* A driver with five dispatch routines and what the rules of KISS, section 6, say of its members: A1, no two Pnp requests at once; A2,
 * nothing beside the start or the removal of the device; A3, no two Power requests of one category at once. */
#include "wdm.h"

typedef struct {
	KSPIN_LOCK Lock;
	int PnpState;       /* by Pnp requests, and looked at by reads */
	int PreviousState;  /* by Pnp requests alone: A1 */
	int Resources;      /* made by the start, ended by the removal, used by reads: A2 */
	int SystemLevel;    /* by system Power requests alone: A3 */
	int DeviceLevel;    /* by device Power requests alone: A3 */
	int Idle;           /* by Power requests of both categories */
	int Reads;          /* by reads, of which there may be many */
	int OpenCount;      /* under the lock, but for one question */
	LONG Pending;       /* by interlocked operations */
} DEVICE_EXTENSION;

static NTSTATUS DispatchPnp(DEVICE_OBJECT *device, IRP *irp)
{
	DEVICE_EXTENSION *e = device->DeviceExtension;
	IO_STACK_LOCATION *stack = IoGetCurrentIrpStackLocation(irp);

	switch (stack->MinorFunction) {
	case IRP_MN_START_DEVICE:
		e->Resources = 16; // NORACE
		break;
	case IRP_MN_QUERY_STOP_DEVICE:
		e->PreviousState = e->PnpState; // NORACE
		e->PnpState = 2; // RACE 1
		break;
	case IRP_MN_CANCEL_STOP_DEVICE:
		e->PnpState = e->PreviousState; // RACE 1
		break;
	case IRP_MN_REMOVE_DEVICE:
		e->Resources = 0; // NORACE
		break;
	}
	return STATUS_SUCCESS;
}

static NTSTATUS DispatchPower(DEVICE_OBJECT *device, IRP *irp)
{
	DEVICE_EXTENSION *e = device->DeviceExtension;
	IO_STACK_LOCATION *stack = IoGetCurrentIrpStackLocation(irp);

	if (stack->Parameters.Power.Type == SystemPowerState)
		e->SystemLevel = stack->Parameters.Power.State; // NORACE
	else if (stack->Parameters.Power.Type == DevicePowerState)
		e->DeviceLevel = stack->Parameters.Power.State; // NORACE
	e->Idle = 0; // RACE 2
	return STATUS_SUCCESS;
}

static NTSTATUS DispatchRead(DEVICE_OBJECT *device, IRP *irp)
{
	DEVICE_EXTENSION *e = device->DeviceExtension;

	InterlockedIncrement(&e->Pending); // NORACE
	e->Reads++; // RACE 3
	irp->IoStatus.Information = e->PnpState == 2 ? 0 : e->Resources; // RACE 1
	InterlockedDecrement(&e->Pending); // NORACE
	return STATUS_SUCCESS;
}

static NTSTATUS DispatchCreate(DEVICE_OBJECT *device, IRP *irp)
{
	DEVICE_EXTENSION *e = device->DeviceExtension;
	KIRQL old;

	(void)irp;
	KeAcquireSpinLock(&e->Lock, &old);
	e->OpenCount++; // RACE 4
	KeReleaseSpinLock(&e->Lock, old);
	return STATUS_SUCCESS;
}

static NTSTATUS DispatchDeviceControl(DEVICE_OBJECT *device, IRP *irp)
{
	DEVICE_EXTENSION *e = device->DeviceExtension;

	(void)irp;
	if (e->OpenCount == 0) // RACE 4
		return STATUS_DELETE_PENDING;
	return STATUS_SUCCESS;
}

NTSTATUS DriverEntry(DRIVER_OBJECT *driver, void *path)
{
	(void)path;
	driver->MajorFunction[IRP_MJ_PNP] = DispatchPnp;
	driver->MajorFunction[IRP_MJ_POWER] = DispatchPower;
	driver->MajorFunction[IRP_MJ_READ] = DispatchRead;
	driver->MajorFunction[IRP_MJ_CREATE] = DispatchCreate;
	driver->MajorFunction[IRP_MJ_DEVICE_CONTROL] = DispatchDeviceControl;
	return STATUS_SUCCESS;
}
