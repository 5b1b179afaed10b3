/* The lock is made while another thread takes it. */
// VERIFY: race
#include <pthread.h>

static pthread_mutex_t a;
static int n;

static void *one(void *arg)
{
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&a);
		n++;
		pthread_mutex_unlock(&a);
	}
	return arg;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, one, NULL);
	pthread_create(&t[1], NULL, one, NULL);
	pthread_mutex_init(&a, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return n > 5;
}
