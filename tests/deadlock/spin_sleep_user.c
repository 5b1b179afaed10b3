/* In user space, too, who sleeps with a spin lock in hand keeps the others spinning for as long. */
#include <pthread.h>
#include <unistd.h>

static pthread_spinlock_t lock;
static int polls;

static void pause_a_little(void)
{
	usleep(1000); // SLEEP-IN-ATOMIC 1
}

static void *poll_device(void *argument)
{
	pthread_spin_lock(&lock); // SLEEP-IN-ATOMIC 1
	polls++; // NORACE
	pause_a_little();
	pthread_spin_unlock(&lock);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_spin_init(&lock, PTHREAD_PROCESS_PRIVATE);
	pthread_create(&t1, NULL, poll_device, NULL);
	pthread_create(&t2, NULL, poll_device, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
