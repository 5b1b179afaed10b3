/* As list_remove.c, but a client is unlinked without the lock, while others walk over it. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct client {
	struct client *next;
	int id;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct client clients;

static void welcome(int id)
{
	struct client *c = malloc(sizeof *c);

	if (!c)
		abort();
	c->id = id;
	c->next = clients.next;
	clients.next = c;
}

static int count(void)
{
	int n = 0;

	pthread_mutex_lock(&lock);
	for (struct client *c = clients.next; c; c = c->next) // RACE 1; RACE 2: the head is a variable, the others are on the heap
		n++;
	pthread_mutex_unlock(&lock);
	return n;
}

static void dismiss(int id)
{
	for (struct client *c = &clients; c->next; c = c->next) // RACE 1
		if (c->next->id == id) { // RACE 1
			c->next = c->next->next; // RACE 1; RACE 2
			break;
		}
}

static void *door(void *argument)
{
	for (int i = 0; i < 100; i += 2)
		dismiss(i);
	return argument;
}

static void *display(void *argument)
{
	int most = 0;

	for (int i = 0; i < 100; i++)
		most = count() > most ? count() : most;
	printf("%d\n", most);
	return argument;
}

int main(void)
{
	pthread_t front, back, wall;

	for (int i = 0; i < 100; i++)
		welcome(i);
	pthread_create(&front, NULL, door, NULL);
	pthread_create(&back, NULL, door, NULL);
	pthread_create(&wall, NULL, display, NULL);
	pthread_join(front, NULL);
	pthread_join(back, NULL);
	pthread_join(wall, NULL);
	return 0;
}
