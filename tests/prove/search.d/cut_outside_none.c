/* Functions outside that get nothing they could write to: their results are any number, and that is all. */
// search: race @any @other : found
// search: --switches 30 --seconds 60 race @never @other : not within: all schedules: the search is complete
#include <pthread.h>

int ask(int n);
int measure(const char *text, const int *table);
static const int table[2] = { 1, 2 };
static int x, own;

static void *work(void *a)
{
	int n = ask(3), k = measure("text", table) & 1;

	if (n == 77)
		x = 1; // @any
	if (own)
		x = 2; // @never
	return k ? a : 0;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	x = 3; // @other
	return 0;
}
