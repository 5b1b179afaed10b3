/* racerx, Figure 5: entered with scsiLock, FindHandle takes handleArrayLock; below it Validate lets scsiLock go and takes
 * it again, with handleArrayLock in hand. */
// FLAGS: --models @DIR@/system_x.model
struct SP_SpinLock {
	int owner;
};

struct adapter {
	int openInProgress;
};

struct handle {
	struct adapter *adapter;
	int reserved;
};

void SP_Lock(struct SP_SpinLock *);
void SP_Unlock(struct SP_SpinLock *);
int SP_LockIRQ(struct SP_SpinLock *, int level);
void SP_UnlockIRQ(struct SP_SpinLock *, int level);
int SP_IsLocked(struct SP_SpinLock *);
void CpuSched_Wait(const int *event, int reason, struct SP_SpinLock *);
void panic(void) __attribute__((noreturn));

#define ASSERT(x) ((x) ? (void)0 : panic())
enum { SP_IRQL_KERNEL, CPUSCHED_WAIT_SCSI };

static struct SP_SpinLock scsiLock, handleArrayLock;
static struct handle *handles[8];

static void Validate(struct handle *handle)
{
	ASSERT(SP_IsLocked(&scsiLock)); // NOASSERT-HELD
	while (handle->adapter->openInProgress) {
		CpuSched_Wait(&handle->adapter->openInProgress, CPUSCHED_WAIT_SCSI, &scsiLock);
		SP_Lock(&scsiLock); // DEADLOCK 1
	}
}

static void FindHandle(int handleID)
{
	int prevIRQL = SP_LockIRQ(&handleArrayLock, SP_IRQL_KERNEL); // DEADLOCK 1
	struct handle *handle = handles[handleID & 7];

	Validate(handle);
	handle->reserved = 1; // NORACE
	SP_UnlockIRQ(&handleArrayLock, prevIRQL);
}

void Reserve(int handleID)
{
	SP_Lock(&scsiLock); // DEADLOCK 1
	FindHandle(handleID);
	SP_Unlock(&scsiLock);
}
