/* As much of a driver kit as the programs here need: names, numbers and shapes as wdm.h has them, in fewer words. */
#ifndef WDM_H
#define WDM_H

#include <stddef.h>

typedef int NTSTATUS, LONG, BOOLEAN;
typedef unsigned char UCHAR, KIRQL;
typedef unsigned long KSPIN_LOCK;
typedef void *PVOID;
typedef enum { NotificationEvent, SynchronizationEvent } EVENT_TYPE;
typedef enum { SystemPowerState, DevicePowerState } POWER_STATE_TYPE;
typedef struct { int header[6]; } KEVENT;
typedef struct { int header[8]; } KMUTEX;
typedef struct { int owner, event[6]; } FAST_MUTEX;
typedef struct { int common[8]; } IO_REMOVE_LOCK;

enum {
	STATUS_SUCCESS = 0,
	STATUS_DELETE_PENDING = (int)0xC0000056,
	IRP_MJ_CREATE = 0,
	IRP_MJ_CLOSE = 2,
	IRP_MJ_READ = 3,
	IRP_MJ_DEVICE_CONTROL = 14,
	IRP_MJ_POWER = 22,
	IRP_MJ_PNP = 27,
	IRP_MN_START_DEVICE = 0,
	IRP_MN_QUERY_REMOVE_DEVICE = 1,
	IRP_MN_REMOVE_DEVICE = 2,
	IRP_MN_CANCEL_REMOVE_DEVICE = 3,
	IRP_MN_STOP_DEVICE = 4,
	IRP_MN_QUERY_STOP_DEVICE = 5,
	IRP_MN_CANCEL_STOP_DEVICE = 6
};

struct _IRP;

typedef struct _DEVICE_OBJECT {
	int type;
	struct _DRIVER_OBJECT *DriverObject;
	PVOID DeviceExtension;
} DEVICE_OBJECT;

typedef struct _IO_STACK_LOCATION {
	UCHAR MajorFunction, MinorFunction, Flags, Control;
	union {
		struct {
			unsigned Length, Key;
		} Read;
		struct {
			unsigned SystemContext;
			POWER_STATE_TYPE Type;
			int State;
		} Power;
		struct {
			unsigned OutputLength, InputLength, IoControlCode;
		} DeviceIoControl;
	} Parameters;
	DEVICE_OBJECT *DeviceObject;
	PVOID CompletionRoutine;
	PVOID Context;
} IO_STACK_LOCATION;

typedef struct _IRP {
	struct {
		NTSTATUS Status;
		unsigned long Information;
	} IoStatus;
	struct {
		struct {
			IO_STACK_LOCATION *CurrentStackLocation;
		} Overlay;
	} Tail;
} IRP;

typedef NTSTATUS DRIVER_DISPATCH(DEVICE_OBJECT *, IRP *);

typedef struct _DRIVER_EXTENSION {
	struct _DRIVER_OBJECT *DriverObject;
	NTSTATUS (*AddDevice)(struct _DRIVER_OBJECT *, DEVICE_OBJECT *);
} DRIVER_EXTENSION;

typedef struct _DRIVER_OBJECT {
	int type;
	DRIVER_EXTENSION *DriverExtension;
	void (*DriverUnload)(struct _DRIVER_OBJECT *);
	DRIVER_DISPATCH *MajorFunction[28];
} DRIVER_OBJECT;

static inline IO_STACK_LOCATION *IoGetCurrentIrpStackLocation(IRP *irp)
{
	return irp->Tail.Overlay.CurrentStackLocation;
}

void IofCompleteRequest(IRP *, char boost);
#define IoCompleteRequest IofCompleteRequest
#define IO_NO_INCREMENT 0
NTSTATUS IoCreateDevice(DRIVER_OBJECT *, unsigned size, void *name, unsigned type, unsigned flags, BOOLEAN exclusive, DEVICE_OBJECT **);
void KeInitializeSpinLock(KSPIN_LOCK *);
KIRQL KeAcquireSpinLockRaiseToDpc(KSPIN_LOCK *);
void KeReleaseSpinLock(KSPIN_LOCK *, KIRQL);
#define KeAcquireSpinLock(lock, old) *(old) = KeAcquireSpinLockRaiseToDpc(lock)
LONG InterlockedIncrement(LONG volatile *);
LONG InterlockedDecrement(LONG volatile *);
void KeInitializeEvent(KEVENT *, EVENT_TYPE, BOOLEAN);
LONG KeSetEvent(KEVENT *, LONG, BOOLEAN);
NTSTATUS KeWaitForSingleObject(PVOID, int reason, char mode, BOOLEAN alertable, void *timeout);
void KeInitializeMutex(KMUTEX *, unsigned);
LONG KeReleaseMutex(KMUTEX *, BOOLEAN);
void ExAcquireFastMutex(FAST_MUTEX *);
void ExReleaseFastMutex(FAST_MUTEX *);
NTSTATUS IoAcquireRemoveLockEx(IO_REMOVE_LOCK *, PVOID tag, const char *file, unsigned line, unsigned size);
void IoReleaseRemoveLockEx(IO_REMOVE_LOCK *, PVOID tag, unsigned size);
#define IoAcquireRemoveLock(lock, tag) IoAcquireRemoveLockEx(lock, tag, __FILE__, __LINE__, sizeof(IO_REMOVE_LOCK))
#define IoReleaseRemoveLock(lock, tag) IoReleaseRemoveLockEx(lock, tag, sizeof(IO_REMOVE_LOCK))

#endif
