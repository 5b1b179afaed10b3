/* The loads are read-modify-writes of one variable, of which the second is behind the first: one of them reads what the
 * other has made. The later one of two exchanges of one variable is behind the earlier one. */
// VERIFY: race-free
#include <pthread.h>
#include <stdatomic.h>

static int data;
static atomic_int x, y;

static void *one(void *unused)
{
	if (!atomic_exchange_explicit(&x, 1, memory_order_acq_rel))
		data++;
	return unused;
}

static void *two(void *unused)
{
	if (!atomic_exchange_explicit(&x, 1, memory_order_acq_rel))
		data++;
	return unused;
}

int main(void)
{
	pthread_t id[2];

	pthread_create(&id[0], NULL, one, NULL);
	pthread_create(&id[1], NULL, two, NULL);
	pthread_join(id[0], NULL);
	pthread_join(id[1], NULL);
	return 0;
}
