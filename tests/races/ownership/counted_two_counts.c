/* As counted_stack.c, but two counts go over the same array: what one has passed the other one finds. Who moves `second` up puts nothing at the place that it says. */
#include <pthread.h>
#include <stdlib.h>

struct job {
	long sum;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct job *waiting[16];
static unsigned first, second;

static void give(struct job *j)
{
	pthread_mutex_lock(&lock);
	waiting[first++] = j;
	second++;
	pthread_mutex_unlock(&lock);
}

static void *one(void *argument)
{
	struct job *j = NULL;

	pthread_mutex_lock(&lock);
	if (first > 0)
		j = waiting[--first];
	pthread_mutex_unlock(&lock);
	if (j)
		j->sum++; // RACE 1
	return argument;
}

static void *two(void *argument)
{
	struct job *j = NULL;

	pthread_mutex_lock(&lock);
	if (second > 0)
		j = waiting[--second];
	pthread_mutex_unlock(&lock);
	if (j)
		j->sum++; // RACE 1
	return argument;
}

int main(void)
{
	pthread_t a, b;

	give(calloc(1, sizeof(struct job)));
	pthread_create(&a, NULL, one, NULL);
	pthread_create(&b, NULL, two, NULL);
	pthread_join(a, NULL);
	pthread_join(b, NULL);
	return 0;
}
