/* As loop_continue.c; the lock is taken for odd numbers only. */
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static const int numbers[10] = { 3, 1, 4, 1, 5, 9, 2, 6, 5, 3 };
static int odd;

static void take(void)
{
	pthread_mutex_lock(&lock);
}

static void *count(void *numbers)
{
	const int *number = numbers;

	for (int i = 0; i < 10; i++) {
		if (number[i] % 2 == 0)
			continue;
		take(); // NOSELF-DEADLOCK
		odd++; // NORACE
		pthread_mutex_unlock(&lock);
	}
	return NULL; // NOLOCK-LEAK
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, count, (void *)numbers);
	pthread_create(&t2, NULL, count, (void *)numbers);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
