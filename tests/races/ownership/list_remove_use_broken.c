/* As list_remove_use.c, but the node stays in the list, where the next thread finds it as well. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct timer {
	struct timer *next;
	int key, fired;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct timer *timers;

static void timer_add(int key)
{
	struct timer *t = malloc(sizeof *t);

	if (!t)
		abort();
	t->key = key;
	t->fired = 0;
	pthread_mutex_lock(&lock);
	t->next = timers;
	timers = t;
	pthread_mutex_unlock(&lock);
}

static struct timer *timer_find(int key)
{
	struct timer **at, *t;

	pthread_mutex_lock(&lock);
	for (at = &timers; (t = *at); at = &t->next)
		if (t->key == key) {
			break;
		}
	pthread_mutex_unlock(&lock);
	return t;
}

static void *fire(void *argument)
{
	struct timer *t;

	for (int i = 0; i < 50; i++)
		if ((t = timer_find(i))) {
			t->fired++; // RACE 1
		}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	for (int i = 0; i < 50; i++)
		timer_add(i);
	pthread_create(&one, NULL, fire, NULL);
	pthread_create(&two, NULL, fire, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%s\n", timers ? "left" : "none");
	return 0;
}
