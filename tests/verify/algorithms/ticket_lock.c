/* A ticket lock: a number is drawn, and its turn waited for. Who leaves releases, who sees its number acquires. */
// VERIFY: race-free
#include <pthread.h>
#include <stdatomic.h>

static atomic_uint next_ticket, serving;
static int data;

static void *work(void *unused)
{
	for (int i = 0; i < 2; i++) {
		unsigned mine = atomic_fetch_add_explicit(&next_ticket, 1, memory_order_relaxed);

		while (atomic_load_explicit(&serving, memory_order_acquire) != mine)
			continue;
		data++;
		atomic_store_explicit(&serving, mine + 1, memory_order_release);
	}
	return unused;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, work, NULL);
	pthread_create(&two, NULL, work, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return data != 4;
}
