/* Two threads share the entries of one directory, by one stream: what readdir returns to one lies in the buffer that the other
 * one's readdir fills again. */
#include <dirent.h>
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static void *list_directory(void *argument)
{
	DIR *dir = argument;
	struct dirent *entry;
	size_t length = 0;

	while ((entry = readdir(dir))) // RACE 1
		length += strlen(entry->d_name); // RACE 1
	printf("%d\n", length > 0);
	return NULL;
}

int main(void)
{
	DIR *dir = opendir("/etc");
	pthread_t threads[2];

	if (!dir)
		return 1;
	for (int i = 0; i < 2; i++)
		pthread_create(&threads[i], NULL, list_directory, dir);
	for (int i = 0; i < 2; i++)
		pthread_join(threads[i], NULL);
	closedir(dir); // NORACE
	return 0;
}
