/* Others may cancel it only behind the critical section. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int n;

static void flush(int fd)
{
	char c = 0;

	if (write(fd, &c, 1) != 1)
		n--;
}

static void *worker(void *arg)
{
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
	sleep(1);
	pthread_mutex_lock(&m);
	n++;
	flush(1);
	pthread_mutex_unlock(&m);
	pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, NULL);
	return arg;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, worker, NULL);
	pthread_cancel(t);
	pthread_mutex_lock(&m);
	n++;
	pthread_mutex_unlock(&m);
	pthread_join(t, NULL);
	return 0;
}
