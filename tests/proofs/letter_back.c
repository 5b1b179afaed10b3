/* What was put back is read again. */
// PROVED: assuming
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int shared;

static void *work(void *a)
{
	int c;
	
	pthread_mutex_lock(&m);
	ungetc('a', stdin);
	c = getchar();
	pthread_mutex_unlock(&m);
	if (c == 'b')
		shared++; // NORACE reported: it is an a
	return a;
}

int main(void)
{
	pthread_t t, u;

	pthread_create(&t, 0, work, 0);
	pthread_create(&u, 0, work, 0);
	pthread_join(t, 0);
	pthread_join(u, 0);
	return 0;
}
