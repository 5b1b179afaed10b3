/* A number has two parts, whatever it is. */
// PROVED: confirmed
#include <pthread.h>
#include <math.h>

static int exponent;
static double input;

static void *work(void *unused)
{
	frexp(input, &exponent); // RACE 1
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	exponent = 1; // RACE 1
	pthread_join(t, 0);
	return 0;
}
