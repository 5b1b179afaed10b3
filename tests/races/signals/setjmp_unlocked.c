/* The lock is held when setjmp returns for the first time, and not when it returns again. */
#include <pthread.h>
#include <setjmp.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int failures;

static void fail(jmp_buf back)
{
	pthread_mutex_unlock(&lock);
	longjmp(back, 1);
}

static void *worker(void *argument)
{
	jmp_buf back;

	pthread_mutex_lock(&lock);
	if (setjmp(back)) {
		failures++; // RACE 1
		return argument;
	}
	fail(back);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
