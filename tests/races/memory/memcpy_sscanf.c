/* sscanf stores its results in shared variables: under the lock here, and the reader holds it, too. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int load_percent, tasks;

static void parse(const char *line)
{
	pthread_mutex_lock(&lock);
	if (sscanf(line, "load %d tasks %d", &load_percent, &tasks) != 2) // NORACE
		puts("bad line");
	pthread_mutex_unlock(&lock);
}

static void *monitor(void *argument)
{
	for (int i = 0; i < 5; i++)
		parse("load 12 tasks 80");
	return argument;
}

static void show(void)
{
	int load;

	pthread_mutex_lock(&lock);
	load = load_percent; // NORACE
	pthread_mutex_unlock(&lock);
	printf("%d%%\n", load);
}

int main(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, monitor, NULL);
	show();
	pthread_join(thread, NULL);
	printf("%d\n", tasks);
	return 0;
}
