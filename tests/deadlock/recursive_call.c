/* A function that takes the lock calls another one that takes it again. The mutex is an ordinary one. */
#define _GNU_SOURCE
#include <pthread.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int balance, log_size;

static void log_change(void)
{
	pthread_mutex_lock(&lock); // SELF-DEADLOCK
	log_size++; // NORACE
	pthread_mutex_unlock(&lock);
}

static void *pay(void *argument)
{
	pthread_mutex_lock(&lock);
	balance++; // NORACE
	log_change();
	pthread_mutex_unlock(&lock);
	return argument;
}

int main(void)
{
	pthread_t t1, t2;

	pthread_create(&t1, NULL, pay, NULL);
	pthread_create(&t2, NULL, pay, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
