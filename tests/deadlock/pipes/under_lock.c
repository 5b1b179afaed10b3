/* Who reads has the lock that the writer takes first. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int p[2], n;

static void *writer(void *arg)
{
	char x = 1;

	pthread_mutex_lock(&m); // WAIT-HOLDING 1
	n++;
	if (write(p[1], &x, 1) != 1)
		n--;
	pthread_mutex_unlock(&m);
	return arg;
}

static void *reader(void *arg)
{
	char x;

	pthread_mutex_lock(&m); // WAIT-HOLDING 1
	if (read(p[0], &x, 1) == 1) // WAIT-HOLDING 1
	n--;
	pthread_mutex_unlock(&m);
	return arg;
}

int main(void)
{
	pthread_t t1, t2;

	if (pipe(p))
		return 1;
	pthread_create(&t1, NULL, writer, NULL);
	pthread_create(&t2, NULL, reader, NULL);
	pthread_join(t1, NULL);
	pthread_join(t2, NULL);
	return 0;
}
