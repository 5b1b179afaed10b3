/* A thread switches the locale of the process for a moment, to print numbers with a point; meanwhile another thread's strtod
 * reads the same tables. */
#include <locale.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static void *export(void *argument)
{
	for (int i = 0; i < 3; i++) {
		setlocale(LC_NUMERIC, "C"); // RACE 1
		printf("%.2f\n", i * 0.5);
	}
	return argument;
}

static void *import(void *argument)
{
	double sum = 0;

	for (int i = 0; i < 3; i++)
		sum += strtod("2.5", NULL); // RACE 1
	printf("%d\n", sum > 0);
	return argument;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, export, NULL);
	pthread_create(&second, NULL, import, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	return 0;
}
