/* Who reads has no lock. */
#include <pthread.h>
#include <unistd.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int p[2], n;

static void *writer(void *arg)
{
	char x = 1;

	pthread_mutex_lock(&m);
	n++;
	if (write(p[1], &x, 1) != 1)
		n--;
	pthread_mutex_unlock(&m);
	return arg;
}

static void *reader(void *arg)
{
	char x;

	if (read(p[0], &x, 1) != 1)
		return arg;
	pthread_mutex_lock(&m);
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
