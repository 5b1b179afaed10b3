/* Two threads, one array: the first has the elements 0..31, the second 32..63. */
#include <pthread.h>
#include <stdio.h>

static double samples[64];

static void *low(void *argument)
{
	for (int i = 0; i < 32; i++)
		samples[i] *= 2; // NORACE
	return argument;
}

static void *high(void *argument)
{
	for (int i = 32; i < 64; i++)
		samples[i] += 1; // NORACE
	return argument;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, low, NULL);
	pthread_create(&second, NULL, high, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	printf("%.1f\n", samples[0] + samples[63]);
	return 0;
}
