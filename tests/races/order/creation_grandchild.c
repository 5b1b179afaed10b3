/* The child waits for a child of its own: that one, too, lives inside main's section. */
#include <pthread.h>
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int data;

static void *grandchild(void *a)
{
	data++; // NORACE
	return a;
}

static void *child(void *a)
{
	pthread_t g;

	if (pthread_create(&g, NULL, grandchild, NULL) == 0)
		pthread_join(g, NULL);
	return a;
}

static void *other(void *a)
{
	pthread_mutex_lock(&lock);
	data--; // NORACE
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
