/* The kernel's exchange, and no other of its names: the old value is 0 for one only. */
// PROVED: none
#include <pthread.h>

typedef struct { int counter; } atomic_t;
extern int atomic_cmpxchg(atomic_t *, int, int);
static atomic_t state;

static int x;

static void *work(void *unused)
{
	if (atomic_cmpxchg(&state, 0, 1) == 0)
		x++; // NORACE reported
	return unused;
}

int main(void)
{
	pthread_t a, b;

	pthread_create(&a, NULL, work, NULL);
	pthread_create(&b, NULL, work, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return x;
}
