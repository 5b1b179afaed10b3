/* As creation_grandchild.c, but the child does not wait for its own child, which outlives the section. */
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *grandchild(void *a)
{
	data++; // RACE 1
	return a;
}

static void *child(void *a)
{
	pthread_t g;

	if (pthread_create(&g, NULL, grandchild, NULL) == 0)
		pthread_detach(g);
	return a;
}

static void *other(void *a)
{
	pthread_mutex_lock(&lock);
	data--; // RACE 1
	pthread_mutex_unlock(&lock);
	return a;
}

int main(void)
{
	pthread_t c, o;

	pthread_create(&o, NULL, other, NULL);
	pthread_mutex_lock(&lock);
	if (pthread_create(&c, NULL, child, NULL) == 0)
		pthread_join(c, NULL);
	pthread_mutex_unlock(&lock);
	pthread_join(o, NULL);
	return 0;
}
