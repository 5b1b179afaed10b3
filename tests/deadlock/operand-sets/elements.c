/* Two elements of an array, in the order of the arguments. */
#include <pthread.h>

static struct account {
	pthread_mutex_t lock;
	int money;
} account[2] = { { PTHREAD_MUTEX_INITIALIZER, 100 }, { PTHREAD_MUTEX_INITIALIZER, 100 } };

static void transfer(int from, int to, int sum)
{
	pthread_mutex_lock(&account[from].lock); // DEADLOCK 1
	pthread_mutex_lock(&account[to].lock); // DEADLOCK 1
	account[from].money -= sum;
	account[to].money += sum;
	pthread_mutex_unlock(&account[to].lock);
	pthread_mutex_unlock(&account[from].lock);
}

static void *first(void *arg)
{
	transfer(0, 1, 10);
	return arg;
}

static void *second(void *arg)
{
	transfer(1, 0, 20);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, first, NULL);
	pthread_create(&t2, NULL, second, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
