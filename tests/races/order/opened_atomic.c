/* Either of two threads says go; main has made the table before it starts them. */
#include <pthread.h>
#include <stdatomic.h>
static _Atomic int go;
static int table[4];
static int found;
static void *reader(void *a)
{
	while (!atomic_load_explicit(&go, memory_order_acquire))
		continue;
	found = table[2];
	return a;
}
static void *starter(void *a)
{
	atomic_store_explicit(&go, 1, memory_order_release);
	return a;
}
int main(void)
{
	pthread_t t, u[2];

	pthread_create(&t, NULL, reader, NULL);
	table[2] = 7; // NORACE
	for (int i = 0; i < 2; i++)
		pthread_create(&u[i], NULL, starter, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(u[i], NULL);
	pthread_join(t, NULL);
	return found;
}
