/* A finished object is published by storing its address in a plain pointer: a race for the pointer and for what it points to. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct plugin {
	int version;
};

static struct plugin *loaded;

static void *loader(void *argument)
{
	struct plugin *p = malloc(sizeof *p);

	if (!p)
		abort();
	p->version = 7; // RACE 1
	loaded = p; // RACE 2
	return argument;
}

int main(void)
{
	pthread_t thread;
	struct plugin *p;

	pthread_create(&thread, NULL, loader, NULL);
	for (int i = 0; i < 100; i++) {
		p = loaded; // RACE 2
		if (p) {
			printf("version %d\n", p->version); // RACE 1
			break;
		}
		usleep(100);
	}
	pthread_join(thread, NULL);
	free(loaded);
	return 0;
}
