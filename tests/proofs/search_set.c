/* What is found is there. */
// PROVED: none
#include <pthread.h>
#include <string.h>

static int shared;

static void *work(void *a)
{
	if (*strpbrk("abc", "c") != 'c')
		shared++; // NORACE reported: it points to the c
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
