/* atoi reads all the digits. */
// PROVED: confirmed
#include <pthread.h>
int atoi(const char *); /* the header has a body for it */

static char digits[8] = "123456";

static void *work(void *unused)
{
	digits[3] = '8'; // RACE 1
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	(void)!atoi(digits); // RACE 1
	pthread_join(t, 0);
	return 0;
}
