/* A lock is held across longjmp, and given back behind the second return of setjmp. */
#include <pthread.h>
#include <setjmp.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int steps;
static void work(jmp_buf *back, int n)
{
	steps++; // RACE 1
	if (n > 3)
		longjmp(*back, 1);
	steps++; // RACE 1
}
static void *worker(void *a)
{
	jmp_buf back;

	for (int i = 0; i < 10; i++) {
		pthread_mutex_lock(&lock);
		if (setjmp(back) == 0)
			work(&back, i);
		else
			pthread_mutex_unlock(&lock);
		steps--; // RACE 1
		if (i <= 3)
			pthread_mutex_unlock(&lock);
	}
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
