/* racerx, section 3: copying from the user can fault, and the fault handler takes locks. Nothing in the program calls it
 * from there; the stub does. */
#include "vm.h"

static pthread_mutex_t process = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t pages = PTHREAD_MUTEX_INITIALIZER;
static int reads, faults;

void do_page_fault(void)
{
	pthread_mutex_lock(&pages); // DEADLOCK 1
	faults++; // NORACE
	pthread_mutex_unlock(&pages);
}

static void *read_call(void *user)
{
	char buffer[4];

	pthread_mutex_lock(&process); // DEADLOCK 1
	reads += copyin(buffer, user, sizeof buffer); // NORACE
	pthread_mutex_unlock(&process);
	return NULL;
}

static void *reclaim(void *argument)
{
	pthread_mutex_lock(&pages); // DEADLOCK 1
	faults = 0; // NORACE
	pthread_mutex_lock(&process); // DEADLOCK 1
	reads = 0; // NORACE
	pthread_mutex_unlock(&process);
	pthread_mutex_unlock(&pages);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, read_call, NULL);
	pthread_create(&t2, NULL, reclaim, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
