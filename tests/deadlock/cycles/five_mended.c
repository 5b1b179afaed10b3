/* The last one takes the right one first. */
#include <pthread.h>

static pthread_mutex_t fork_of[5];

static void setup(void)
{
	for (int i = 0; i < 5; i++)
		pthread_mutex_init(&fork_of[i], NULL);
}

static void eat(int left, int right)
{
	pthread_mutex_lock(&fork_of[left]);
	pthread_mutex_lock(&fork_of[right]);
	pthread_mutex_unlock(&fork_of[right]);
	pthread_mutex_unlock(&fork_of[left]);
}

static void *p0(void *arg)
{
	eat(0, 1);
	return arg;
}

static void *p1(void *arg)
{
	eat(1, 2);
	return arg;
}

static void *p2(void *arg)
{
	eat(2, 3);
	return arg;
}

static void *p3(void *arg)
{
	eat(3, 4);
	return arg;
}

static void *p4(void *arg)
{
	eat(0, 4);
	return arg;
}

int main(void)
{
	pthread_t t1, t2, t3, t4, t5;

	setup();
	pthread_create(&t1, NULL, p0, NULL);
	pthread_create(&t2, NULL, p1, NULL);
	pthread_create(&t3, NULL, p2, NULL);
	pthread_create(&t4, NULL, p3, NULL);
	pthread_create(&t5, NULL, p4, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	pthread_join(t3, NULL);
	pthread_join(t4, NULL);
	pthread_join(t5, NULL);
	return 0;
}
