/* A byte that was not read is what it was. */
// PROVED: assuming
#include <pthread.h>
#include <unistd.h>

static int shared;

static void *work(void *a)
{
	char b[2] = { 5, 5 };
	
	if (read(0, b, 2) == 1 && b[1] != 5)
		shared++; // NORACE reported: one byte is read, and it is the other one
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
