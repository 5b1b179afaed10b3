/* Memory of the user is read with a spin lock held: it may have to be fetched from the disk. */
#include "kernel.h"

static spinlock_t lock;
static char name[16];

int set_name(const char *from)
{
	int err;

	spin_lock(&lock); // SLEEP-IN-ATOMIC 1
	err = _copy_from_user(name, from, sizeof name) != 0; // SLEEP-IN-ATOMIC 1; NORACE
	spin_unlock(&lock);
	return err;
}
