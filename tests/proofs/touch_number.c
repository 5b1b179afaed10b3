/* atoi reads digits and the byte behind them. */
// PROVED: none
#include <pthread.h>
int atoi(const char *); /* the header has a body for it */

static char digits[8] = "12x45";

static void *work(void *unused)
{
	digits[3] = 1; // NORACE reported: it stops at the x
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	(void)!atoi(digits); // NORACE: it stops at the x
	pthread_join(t, 0);
	return 0;
}
