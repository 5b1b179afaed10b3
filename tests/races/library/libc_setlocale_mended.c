/* The locale of the process is set once, before there are threads. */
#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *export(void *argument)
{
	for (int i = 0; i < 3; i++)
		printf("%.2f\n", i * 0.5);
	return argument;
}

static void *import(void *argument)
{
	double sum = 0;

	for (int i = 0; i < 3; i++)
		sum += strtod("2.5", NULL); // NORACE
	printf("%d\n", sum > 0);
	return argument;
}

int main(void)
{
	pthread_t first, second;

	setlocale(LC_NUMERIC, "C"); // NORACE
	pthread_create(&first, NULL, export, NULL);
	pthread_create(&second, NULL, import, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
