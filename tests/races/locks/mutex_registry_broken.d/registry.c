/* A registry of services behind one lock that nobody outside can see. */
#include "registry.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct service *services;
int registry_size;

static struct service *lookup(const char *name)
{
	struct service *s = services; // NORACE

	while (s && strcmp(s->name, name) != 0)
		s = s->next;
	return s;
}

void registry_add(const char *name, int port)
{
	pthread_mutex_lock(&lock);
	struct service *s = lookup(name);
	if (!s) {
		s = malloc(sizeof *s);
		if (!s)
			abort();
		s->name = name;
		s->next = services;
		services = s; // NORACE
		registry_size++; // RACE 1
	}
	s->port = port; // NORACE
	pthread_mutex_unlock(&lock);
}

int registry_find(const char *name)
{
	pthread_mutex_lock(&lock);
	struct service *s = lookup(name);
	int port = s ? s->port : -1; // NORACE
	pthread_mutex_unlock(&lock);
	return port;
}
