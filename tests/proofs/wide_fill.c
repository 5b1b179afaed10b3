/* All of the array is filled. */
// PROVED: assuming
#include <pthread.h>
#include <wchar.h>

static int shared;

static void *work(void *a)
{
	wchar_t b[4] = { 0 };
	
	wmemset(b, 7, 4);
	if (b[2] != 7)
		shared++; // NORACE reported: it holds 7
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
