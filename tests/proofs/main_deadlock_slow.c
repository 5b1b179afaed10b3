/* Two locks in opposite orders. Main leads there, but not soon: what it does before cannot be left out. */
// PROVED: none
#include <pthread.h>

static pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER;

extern int input(void);

static void wait_for_input(void)
{
	for (int i = 0; i < 1000000; i++)
		while (input() != 5)
			continue;
}

static void *one(void *p)
{
	pthread_mutex_lock(&a); // DEADLOCK 1
	pthread_mutex_lock(&b); // DEADLOCK 1
	pthread_mutex_unlock(&b);
	pthread_mutex_unlock(&a);
	return p;
}

static void *two(void *p)
{
	pthread_mutex_lock(&b); // DEADLOCK 1
	pthread_mutex_lock(&a); // DEADLOCK 1
	pthread_mutex_unlock(&a);
	pthread_mutex_unlock(&b);
	return p;
}

int main(void)
{
	pthread_t t, u;

	wait_for_input();
	pthread_create(&t, 0, one, 0);
	pthread_create(&u, 0, two, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
