/* GLib: a pointer is exchanged from null once, through void *. */
#include <pthread.h>

extern int g_atomic_pointer_compare_and_exchange(void *, void *, void *);
static void *owner;
static int token;

static int x;

static void *work(void *unused)
{
	if (g_atomic_pointer_compare_and_exchange(&owner, NULL, &token))
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
