#include "base/system/parallel.h"

#include <omp.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/statvfs.h>
#include <unistd.h>

static bool begun;

static void unlink_own(void)
{
	char name[64];

	snprintf(name, sizeof name, "/__KMP_REGISTERED_LIB_%d_%d", (int)getpid(), (int)getuid());
	shm_unlink(name);
}

static bool can_register(void)
{
	struct rlimit limit;
	struct statvfs shm;

	if (getrlimit(RLIMIT_FSIZE, &limit) != 0 || limit.rlim_cur != RLIM_INFINITY)
		return false;
	return statvfs("/dev/shm", &shm) != 0 || shm.f_bavail > 1;
}

bool parallel_begin(void)
{
	if (begun)
		return true;
	if (!can_register())
		return false;
	unlink_own();
	setenv("KMP_BLOCKTIME", "1", 0); /* milliseconds */
	begun = true;
	return true;
}

void parallel_end(void)
{
	if (!begun)
		return;
	omp_pause_resource_all(omp_pause_hard);
	unlink_own();
}
