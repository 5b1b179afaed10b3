/* A file that was just made is empty. */
// PROVED: assuming
#include <pthread.h>
#include <stdio.h>

static int shared;

static void *work(void *a)
{
	FILE *f = tmpfile();

	if (f && fgetc(f) == 98)
		shared++; // NORACE reported: there is nothing in it
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
