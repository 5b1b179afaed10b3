/* A once that is armed again runs its function again: who has passed it may read while another one fills.
 * What the analysis finds of it is looked at, not a race. */
// VERIFY: race
// FLAGS: --stop-after=threads
#include <pthread.h>
#include <stdio.h>

static pthread_once_t once = PTHREAD_ONCE_INIT;
static int table[256];

extern int device_value(int number);

static void fill(void)
{
	for (int i = 0; i < 256; i++)
		table[i] = device_value(i);
}

static int look(unsigned i)
{
	int value;

	pthread_once(&once, fill);
	value = table[i % 256];
	return value;
}

static void renew(void)
{
	once = (pthread_once_t)PTHREAD_ONCE_INIT;
}

static void *looker(void *argument)
{
	int sum = 0;

	for (unsigned i = 0; i < 1000; i++)
		sum ^= look(i);
	printf("%d\n", sum);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, looker, NULL);
	pthread_create(&two, NULL, looker, NULL);
	renew();
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
/* dump-has parallel:fill
   overlap look
   overlap fill
*/
