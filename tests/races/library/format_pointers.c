/* What a format does not ask for is not touched: %p prints an address, %.4s reads four bytes, %*d stores nothing, and no conversion asks for what is left. */
#include <pthread.h>
#include <stdio.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct record { char head[8], body[8]; int level; } record;
static int input[3];

static void *change(void *argument)
{
	for (int i = 0; i < 10; i++) {
		pthread_mutex_lock(&lock);
		record.body[i % 8] = 'x'; // NORACE
		record.level++; // NORACE
		input[1]++; // NORACE
		pthread_mutex_unlock(&lock);
	}
	return argument;
}

int main(int argc, char **argv)
{
	pthread_t thread;
	char text[64];

	pthread_create(&thread, NULL, change, NULL);
	printf("%p %5.2f%%\n", (void *)&record, 1.0); // NORACE
	printf("%d\n", argc, (void *)&record.level); // NORACE
	snprintf(text, sizeof text, "%-8.4s|%.*s|%.0s", record.head, 2, record.head, record.body); // NORACE
	sscanf(argv[0], "%d%*d%%%*[^]%]%d", &input[0], &input[2], &input[1]); // NORACE
	fprintf(stderr, "%s %zu %-*p\n", text, sizeof text, 20, (void *)record.body); // NORACE
	pthread_join(thread, NULL);
	return input[0] + input[2];
}
