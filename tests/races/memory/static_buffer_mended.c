/* A function that fills and returns the buffer it is given. */
#include <pthread.h>
#include <stdio.h>

static const char *hex(unsigned value, char text[9])
{
	static const char digits[] = "0123456789abcdef";

	text[8] = '\0';
	for (int i = 7; i >= 0; i--, value >>= 4)
		text[i] = digits[value & 15]; // NORACE
	return text;
}

static void *dump(void *argument)
{
	unsigned start = *(unsigned *)argument;
	char text[9];

	for (unsigned i = 0; i < 5; i++)
		printf("%s\n", hex(start + i, text)); // NORACE
	return NULL;
}

int main(void)
{
	unsigned low = 0x1000, high = 0xffff0000;
	pthread_t first, second;

	pthread_create(&first, NULL, dump, &low);
	pthread_create(&second, NULL, dump, &high);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
