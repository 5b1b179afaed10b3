/* Floating point is rounded to its precision. */
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
	snprintf(text, sizeof text, "%.1f", 2.96);
	if (text[0] == '2')
		shared = 2; // NORACE reported: it says something else
	pthread_join(t, 0);
	return 0;
}
