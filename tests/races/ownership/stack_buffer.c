/* A function that runs in two threads: the buffer of each call is that call's own, though a callee writes it through a
 * pointer. */
#include <pthread.h>
#include <stdio.h>

static int split(char *digits, int n)
{
	int length = 0;

	do {
		digits[length++] = (char)(n % 10); // NORACE
		n /= 10;
	} while (n);
	return length;
}

static int checksum(int n)
{
	char digits[12];
	int sum = 0;

	for (int i = split(digits, n); i--;)
		sum += digits[i] * (i + 1); // NORACE
	return sum;
}

static void *reader(void *argument)
{
	int sum = 0;

	for (int i = 0; i < 500; i++)
		sum += checksum(i);
	printf("%d\n", sum);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, reader, NULL);
	pthread_create(&two, NULL, reader, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
