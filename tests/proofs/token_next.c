/* It moves on to the next word. */
// PROVED: assuming
#include <pthread.h>
#include <string.h>

static int shared;

static void *work(void *a)
{
	char b[] = "a b", *p = b;
	
	strsep(&p, " ");
	if (p == b)
		shared++; // NORACE reported: p is behind the blank
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
