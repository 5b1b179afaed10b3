/* As element_chosen.c, but what is found in one table is changed under the lock of the other one, and the pointer that was found is null on one way: what is
 * done then is done without the lock. */
#include <pthread.h>
#include <stdio.h>

#define SLOTS 8

struct slot {
	int key, uses, last;
};

struct table {
	pthread_mutex_t lock;
	struct slot slot[SLOTS];
};

static struct table names = { .lock = PTHREAD_MUTEX_INITIALIZER }, hosts = { .lock = PTHREAD_MUTEX_INITIALIZER };
static int missing;

static struct slot *find(struct table *t, int key)
{
	for (int i = 0; i < SLOTS; i++)
		if (t->slot[i].key == key) // RACE 1
			return &t->slot[i];
	return NULL;
}

static void rename_host(int key)
{
	struct slot *s;

	pthread_mutex_lock(&names.lock);
	s = find(&hosts, key);
	if (s)
		s->uses++; // RACE 2
	pthread_mutex_unlock(&names.lock);
	if (!s)
		missing++; // RACE 3
}

static void use_host(int key)
{
	struct slot *s;

	pthread_mutex_lock(&hosts.lock);
	s = find(&hosts, key);
	if (s) {
		s->uses--; // RACE 2
		s->key++; // RACE 1
	}
	pthread_mutex_unlock(&hosts.lock);
}

static void *renamer(void *argument)
{
	for (int i = 0; i < 100; i++)
		rename_host(i % 11);
	return argument;
}

static void *user(void *argument)
{
	for (int i = 0; i < 100; i++)
		use_host(i % 7);
	return argument;
}

int main(void)
{
	pthread_t one, two, three;

	pthread_create(&one, NULL, renamer, NULL);
	pthread_create(&two, NULL, renamer, NULL);
	pthread_create(&three, NULL, user, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	pthread_join(three, NULL);
	printf("%d %d\n", missing, hosts.slot[0].uses);
	return 0;
}
