/* strtok keeps its place in a variable of the library: two threads that cut up strings of their own disturb each other. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static int count_words(char *line)
{
	int n = 0;

	for (char *word = strtok(line, " "); word; word = strtok(NULL, " ")) // RACE 1
		n++;
	return n;
}

static void *parse(void *argument)
{
	char line[64];

	(void)argument;
	strcpy(line, "GET /index.html HTTP/1.0"); // NORACE
	printf("%d\n", count_words(line));
	return NULL;
}

int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, parse, NULL);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
