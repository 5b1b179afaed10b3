/* Each thread reads a directory through a stream of its own. What readdir returns lies in that stream. */
#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void *list_directory(void *argument)
{
	DIR *dir = opendir(argument);
	struct dirent *entry;
	size_t length = 0;

	if (!dir)
		return NULL;
	while ((entry = readdir(dir))) // NORACE
		length += strlen(entry->d_name); // NORACE
	closedir(dir); // NORACE
	printf("%d\n", length > 0);
	return NULL;
}

int main(void)
{
	pthread_t threads[2];

	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, list_directory, "/etc");
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	return 0;
}
