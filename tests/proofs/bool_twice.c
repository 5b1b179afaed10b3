/* One and one is true, which is 1 (C17, 6.3.1.2). */
// PROVED: none
#include <pthread.h>

static _Atomic _Bool twice;
static int shared;

static void *work(void *unused)
{
	if (*(unsigned char *)&twice > 1)
		shared = 1; // NORACE
	return unused;
}

int main(void)
{
	pthread_t t;

	twice += 1;
	twice += 1;
	pthread_create(&t, 0, work, 0);
	if (*(unsigned char *)&twice > 1)
		shared = 2; // NORACE reported: it is 1
	pthread_join(t, 0);
	return 0;
}
