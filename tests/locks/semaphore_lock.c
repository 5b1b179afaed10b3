// FLAGS: --rule self-deadlock --rule lock-leak --rule unlock-unheld
/* Semaphores that are used as locks: they begin with one, and who gives them has taken them. */
#include <pthread.h>
#include <semaphore.h>

struct device {
	sem_t sem;
	int busy;
};

static sem_t gate, wrapped, rooms, bell;
static int n, rings;

static void count(void)
{
	sem_wait(&gate); // SELF-DEADLOCK
	n++;
	sem_post(&gate);
}

static void count_twice(void)
{
	sem_wait(&gate);
	count();
	sem_post(&gate);
}

static int leave(void)
{
	sem_wait(&gate);
	if (n > 4)
		return -1; // LOCK-LEAK
	n++;
	sem_post(&gate);
	return 0;
}

static int leave_well(void)
{
	sem_wait(&gate);
	if (n > 4) {
		sem_post(&gate);
		return -1;
	}
	n++;
	sem_post(&gate);
	return 0;
}

static void again(void)
{
	sem_wait(&gate);
	n++;
	sem_wait(&gate); // SELF-DEADLOCK
	n++;
	sem_post(&gate);
}

static void wrapped_lock(void)
{
	sem_wait(&wrapped);
}

static void wrapped_unlock(void)
{
	sem_post(&wrapped);
}

static int wrapped_leak(int k)
{
	wrapped_lock();
	if (k)
		return -1; // LOCK-LEAK
	n++;
	wrapped_unlock();
	return 0;
}

/* Five may come in. */
static void two_rooms(void)
{
	sem_wait(&rooms);
	sem_wait(&rooms); // NOSELF-DEADLOCK
	n++;
	sem_post(&rooms);
	sem_post(&rooms);
}

/* A signal: it is given by who has not taken it. */
static void ring(void)
{
	rings++;
	sem_post(&bell);
}

static int listen(int k)
{
	sem_wait(&bell);
	sem_wait(&bell); // NOSELF-DEADLOCK
	if (k)
		return rings; // NOLOCK-LEAK
	sem_post(&bell);
	return 0;
}

/* Whether it was taken is asked. */
static int tried(void)
{
	if (sem_trywait(&gate))
		return -1; // NOLOCK-LEAK
	n++;
	sem_post(&gate);
	return 0;
}

int device_open(struct device *d)
{
	sem_wait(&d->sem);
	if (d->busy)
		return -16; // LOCK-LEAK
	d->busy = 1;
	sem_post(&d->sem);
	return 0;
}

void device_init(struct device *d)
{
	sem_init(&d->sem, 0, 1);
	d->busy = 0;
}

static void *work(void *a)
{
	leave();
	leave_well();
	count_twice();
	again();
	two_rooms();
	tried();
	ring();
	return a;
}

int main(int argc, char **argv)
{
	struct device d;
	pthread_t t;

	(void)argv;
	sem_init(&gate, 0, 1);
	sem_init(&wrapped, 0, 1);
	sem_init(&rooms, 0, 5);
	sem_init(&bell, 0, 1);
	device_init(&d);
	pthread_create(&t, NULL, work, NULL);
	wrapped_leak(argc);
	listen(argc);
	pthread_join(t, NULL);
	return device_open(&d);
}
