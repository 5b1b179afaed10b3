/* The buffer is thread-local; the error path gives the lock back. */
#include <pthread.h>
#include <setjmp.h>
#include <stdlib.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static _Thread_local jmp_buf back;
static int errors, parsed;
static void parse(int c)
{
	if (c == 0)
		longjmp(back, 1);
	parsed++; // NORACE
}
static void *worker(void *a)
{
	pthread_mutex_lock(&lock);
	if (setjmp(back)) {
		errors++; // NORACE reported: locks behind the second return of a setjmp are not known
		pthread_mutex_unlock(&lock);
		return NULL;
	}
	for (int i = 0; i < 10; i++)
		parse(rand() % 10);
	pthread_mutex_unlock(&lock);
	return a;
}
int main(void)
{
	pthread_t t[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, worker, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	return 0;
}
