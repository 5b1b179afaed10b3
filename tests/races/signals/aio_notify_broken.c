/* As aio_notify.c, without the lock. */
#include <aio.h>
#include <signal.h>

static struct aiocb request;
static char buffer[8];
static int ended;

static void done(union sigval value)
{
	(void)value;
	ended++; // RACE 1
}

int main(void)
{
	request.aio_buf = buffer;
	request.aio_nbytes = sizeof buffer;
	request.aio_sigevent.sigev_notify = SIGEV_THREAD;
	request.aio_sigevent.sigev_notify_function = done;
	aio_read(&request);
	ended--; // RACE 1
	return 0;
}
