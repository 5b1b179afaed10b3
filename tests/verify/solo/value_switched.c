/* No case is meant, and the value matters behind the switch. */
// VERIFY: race
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER;
static int n, x, y;

static void *one(void *arg)
{
	for (int i = 0; i < 100; i++) {
		pthread_mutex_lock(&a);
		n = i;
		pthread_mutex_unlock(&a);
	}
	x++;
	return arg;
}

static void *two(void *arg)
{
	for (int i = 0; i < 100; i++) {
		pthread_mutex_lock(&a);
		int seen = n;
		pthread_mutex_unlock(&a);
		switch (seen) {
		case 0:
		case 1:
			y++;
			break;
		default:
			if (seen == 77)
				x++;
		}
	}
	return arg;
}

int main(void)
{
	pthread_t t[2];

	pthread_create(&t[0], NULL, one, NULL);
	pthread_create(&t[1], NULL, two, NULL);
	pthread_join(t[0], NULL);
	pthread_join(t[1], NULL);
	return n > 5;
}
