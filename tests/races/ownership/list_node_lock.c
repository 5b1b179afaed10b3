/* The list is built once and then stays; each node's lock guards that node's value. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct sensor {
	struct sensor *next;
	pthread_mutex_t lock;
	int level;
};

static struct sensor *sensors;

static void build(int n)
{
	while (n--) {
		struct sensor *s = malloc(sizeof *s);
		if (!s)
			abort();
		pthread_mutex_init(&s->lock, NULL);
		s->level = n;
		s->next = sensors;
		sensors = s;
	}
}

static void *raise_levels(void *argument)
{
	for (int i = 0; i < 500; i++)
		for (struct sensor *s = sensors; s; s = s->next) {
			pthread_mutex_lock(&s->lock);
			s->level++; // NORACE
			pthread_mutex_unlock(&s->lock);
		}
	return argument;
}

static void *level_out(void *argument)
{
	for (int i = 0; i < 500; i++)
		for (struct sensor *s = sensors; s->next; s = s->next) {
			pthread_mutex_lock(&s->next->lock);
			s->next->level /= 2; // NORACE
			pthread_mutex_unlock(&s->next->lock);
		}
	return argument;
}

int main(void)
{
	pthread_t one, two;

	build(5);
	pthread_create(&one, NULL, raise_levels, NULL);
	pthread_create(&two, NULL, level_out, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", sensors->level);
	return 0;
}
