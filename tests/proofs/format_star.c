/* Width and precision are arguments; a negative width is on the left, a negative precision is none. */
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
	snprintf(text, sizeof text, "%*d|%-*d|%.*s|%.*s", 3, 7, -3, 8, 1, "abc", -1, "de");
	if (text[2] != '7' || text[4] != '8' || text[8] != 'a' || text[9] != '|' || text[11] != 'e')
		shared = 2; // NORACE reported: it says something else
	pthread_join(t, 0);
	return 0;
}
