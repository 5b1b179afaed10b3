/* Locks in loops: taken and released in each round, held over the loop, and left behind by break. */
#include <pthread.h>

struct item {
	struct item *next;
	pthread_mutex_t lock;
	int value;
};

static pthread_mutex_t list = PTHREAD_MUTEX_INITIALIZER;

int each_round(struct item *i)
{
	int sum = 0;

	for (; i; i = i->next) {
		pthread_mutex_lock(&i->lock); // NOSELF-DEADLOCK: another item in each round
		sum += i->value;
		pthread_mutex_unlock(&i->lock);
	}
	return sum; // NOLOCK-LEAK
}

int over_the_loop(struct item *i)
{
	int sum = 0;

	pthread_mutex_lock(&list);
	for (; i; i = i->next)
		sum += i->value;
	pthread_mutex_unlock(&list);
	return sum; // NOLOCK-LEAK
}

int left_behind(struct item *i)
{
	for (; i; i = i->next) {
		pthread_mutex_lock(&list);
		if (i->value < 0)
			return -1; // LOCK-LEAK
		pthread_mutex_unlock(&list);
	}
	return 0;
}

void again_and_again(int n)
{
	do
		pthread_mutex_lock(&list); // SELF-DEADLOCK
	while (--n);
	pthread_mutex_unlock(&list);
}
