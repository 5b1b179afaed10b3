/* The program's own function of that name, which is no exchange. */
// PROVED: confirmed
#include <pthread.h>

typedef struct { int counter; } atomic_t;
static atomic_t state;
static int x;

int atomic_cmpxchg(atomic_t *v, int old, int new);

int atomic_cmpxchg(atomic_t *v, int old, int new)
{
	return v->counter + old - new + 1;
}

static void *work(void *unused)
{
	if (atomic_cmpxchg(&state, 0, 1) == 0)
		x++; // RACE
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
