/* The lock is taken between setjmp and longjmp: behind the second return it is held. */
#include <pthread.h>
#include <setjmp.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int steps;
static void fail(jmp_buf *back)
{
	pthread_mutex_lock(&lock);
	longjmp(*back, 1);
}
static void *worker(void *a)
{
	jmp_buf back;

	if (setjmp(back) == 0)
		fail(&back);
	steps++; // NORACE reported: locks behind the second return of a setjmp are not known
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
