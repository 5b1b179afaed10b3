/* ... but it stays that. */
// PROVED: confirmed
#include <pthread.h>

static int shared;
static pthread_key_t key;
static pthread_key_t same;

static void *work(void *unused)
{
	shared = 1; // RACE 1
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	pthread_key_create(&key, 0);
	same = key;
	if (key == same)
		shared = 2; // RACE 1
	pthread_join(t, 0);
	return 0;
}
