/* The same calls with conversions that do touch memory: %s, %.12s beyond its member, %.*s by a number that is not known, %n, and what scanf stores. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct record { char head[8], body[8]; int level; } record;
static char name[8], either[8], prefix[8], pattern[8] = "%d";
static int length, input[3];

static void *change(void *argument)
{
	for (int i = 0; i < 7; i++) {
		pthread_mutex_lock(&lock);
		record.body[i] = 'x'; // RACE 1
		name[i] = 'y'; // RACE 2
		length++; // RACE 3
		input[1]++; // RACE 4
		either[i] = 'z'; // RACE 5
		prefix[i] = 'p'; // RACE 6
		pattern[1] = 'u'; // RACE 7
		pthread_mutex_unlock(&lock);
	}
	return argument;
}

int main(int argc, char **argv)
{
	pthread_t thread;
	char text[64];
	const char *format = argc > 1 ? "%s\n" : "%p\n";

	pthread_create(&thread, NULL, change, NULL);
	snprintf(text, sizeof text, "%-8.12s", record.head); // RACE 1: up to twelve bytes
	printf("%p %d%% %s\n", (void *)name, 1, name); // RACE 2
	printf("%s%n\n", text, &length); // RACE 3
	sscanf(argv[0], "%d%*d%d%d", &input[0], &input[2], &input[1]); // RACE 4
	printf(format, either); // RACE 5: who knows which
	printf("%.*s\n", atoi(argv[0]), prefix); // RACE 6
	sscanf(argv[0], pattern, &input[0]); // RACE 7: the format itself
	pthread_join(thread, NULL);
	return input[0] + input[2];
}
