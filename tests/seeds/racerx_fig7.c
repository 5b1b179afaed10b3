/* racerx, Figure 7: four variables are used without a lock on a path that has taken locks before: two in the macro that
 * logs, two in the function, of which one could lose an update. Nobody writes resumeCount. That nvars is 4, that there is a write and that there was a
 * lock above is asked for in tests/cli/ranking.py. */
#include <pthread.h>
#include <stdio.h>

struct io_space {
	int resumeCount;
	int enabledPassthroughPorts;
	unsigned int enabledPassthroughWords;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int levels[4];
static int *logLevelPtr = levels;
static int _loglevel_offset_vmm, guests;
static struct io_space space, *theIOSpace = &space;

#define LOG(n, args) (logLevelPtr[_loglevel_offset_vmm] >= (n) ? printf args : 0)

static void IOSpaceEnablePassthrough(unsigned int port, unsigned int word)
{
	LOG(2, ("IOSpaceEnablePassthrough 0x%x count=%d\n", port, theIOSpace->resumeCount)); // RACE 1; RACE 2
	theIOSpace->enabledPassthroughPorts = 1; // RACE 3
	theIOSpace->enabledPassthroughWords |= 1u << word; // RACE 4
}

static void *guest(void *argument)
{
	pthread_mutex_lock(&lock);
	guests++; // NORACE
	pthread_mutex_unlock(&lock);
	IOSpaceEnablePassthrough(0x3f8, 3);
	return argument;
}

static void *logger(void *argument)
{
	_loglevel_offset_vmm = 2; // RACE 1
	logLevelPtr = levels + 1; // RACE 2
	return argument;
}

int main(void)
{
	pthread_t t1, t2, t3;

	pthread_create(&t1, NULL, guest, NULL);
	pthread_create(&t2, NULL, guest, NULL);
	pthread_create(&t3, NULL, logger, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	return 0;
}
