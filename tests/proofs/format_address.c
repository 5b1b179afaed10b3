/* Which digits an address has nobody knows. */
// PROVED: none
#include <pthread.h>
#include <stdio.h>

static int shared;
static char text[64];

static void *work(void *unused)
{
	shared = 1; // NORACE
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	snprintf(text, sizeof text, "%p", (void *)&shared);
	if (text[9] == 'c')
		shared = 2; // NORACE reported: it says something else
	pthread_join(t, 0);
	return 0;
}
