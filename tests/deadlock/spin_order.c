/* Spin locks in opposite orders: both threads spin. */
#include <pthread.h>

static pthread_spinlock_t a, b;
static int total;

static void *first(void *argument)
{
	pthread_spin_lock(&a); // DEADLOCK 1
	pthread_spin_lock(&b); // DEADLOCK 1
	total++; // NORACE
	pthread_spin_unlock(&b);
	pthread_spin_unlock(&a);
	return argument;
}

static void *second(void *argument)
{
	pthread_spin_lock(&b); // DEADLOCK 1
	pthread_spin_lock(&a); // DEADLOCK 1
	total--; // NORACE
	pthread_spin_unlock(&a);
	pthread_spin_unlock(&b);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_spin_init(&a, PTHREAD_PROCESS_PRIVATE);
	pthread_spin_init(&b, PTHREAD_PROCESS_PRIVATE);
	pthread_create(&t1, NULL, first, NULL);
	pthread_create(&t2, NULL, second, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
