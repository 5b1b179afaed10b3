/* strtok_r keeps its place where the caller says: here in a variable of the thread's. */
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static int count_words(char *line)
{
	int n = 0;
	char *place;

	for (char *word = strtok_r(line, " ", &place); word; word = strtok_r(NULL, " ", &place)) // NORACE
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
