#include <pthread.h>

static pthread_spinlock_t s;
static int n;

void twice(void)
{
	pthread_spin_lock(&s);
	n++;
	pthread_spin_lock(&s); // SELF-DEADLOCK
	pthread_spin_unlock(&s);
}

void try_while_held(void)
{
	pthread_spin_lock(&s);
	if (pthread_spin_trylock(&s) == 0) // NOSELF-DEADLOCK
		n++;
	pthread_spin_unlock(&s);
}
