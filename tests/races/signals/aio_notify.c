/* A function is called in a thread of its own when a read has ended; both sides take the lock. */
#include <aio.h>
#include <pthread.h>
#include <signal.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct aiocb request;
static char buffer[8];
static int ended;

static void done(union sigval value)
{
	(void)value;
	pthread_mutex_lock(&lock);
	ended++; // NORACE
	pthread_mutex_unlock(&lock);
}

int main(void)
{
	request.aio_buf = buffer;
	request.aio_nbytes = sizeof buffer;
	request.aio_sigevent.sigev_notify = SIGEV_THREAD;
	request.aio_sigevent.sigev_notify_function = done;
	aio_read(&request);
	pthread_mutex_lock(&lock);
	ended--; // NORACE
	pthread_mutex_unlock(&lock);
	return 0;
}
