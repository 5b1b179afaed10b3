/* As atomic_plain_pointer.c, but the pointer is atomic. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

struct plugin {
	int version;
};

static _Atomic(struct plugin *) loaded;

static void *loader(void *argument)
{
	struct plugin *p = malloc(sizeof *p);

	if (!p)
		abort();
	p->version = 7; // NORACE
	loaded = p; // NORACE
	return argument;
}

int main(void)
{
	pthread_t thread;
	struct plugin *p;

	pthread_create(&thread, NULL, loader, NULL);
	for (int i = 0; i < 100; i++) {
		p = loaded; // NORACE
		if (p) {
			printf("version %d\n", p->version); // NORACE
			break;
		}
		usleep(100);
	}
	pthread_join(thread, NULL);
	free(loaded);
	return 0;
}
