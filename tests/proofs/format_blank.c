/* A width puts blanks in front of a string, or behind it. */
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
	snprintf(text, sizeof text, "%4s|%-3s|%3c", "ab", "c", 'd');
	if (text[0] != ' ' || text[2] != 'a' || text[6] != ' ' || text[11] != 'd')
		shared = 2; // NORACE reported: it says something else
	pthread_join(t, 0);
	return 0;
}
