/* A tree under one lock: the functions that recur expect the caller to hold it, and both callers do. */
#include <pthread.h>
#include <stdio.h>

struct tree {
	struct tree *left, *right;
	int weight;
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static struct tree leaves[2] = { { NULL, NULL, 1 }, { NULL, NULL, 2 } };
static struct tree root = { &leaves[0], &leaves[1], 3 };

static int sum(const struct tree *t)
{
	if (!t)
		return 0;
	return sum(t->left) + t->weight + sum(t->right); // NORACE
}

static void add(struct tree *t, int amount)
{
	if (!t)
		return;
	add(t->left, amount);
	t->weight += amount; // NORACE
	add(t->right, amount);
}

static void *gain(void *argument)
{
	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&lock);
		add(&root, 1);
		pthread_mutex_unlock(&lock);
	}
	return argument;
}

static void *weigh(void *argument)
{
	int most = 0;

	for (int i = 0; i < 1000; i++) {
		pthread_mutex_lock(&lock);
		most = sum(&root);
		pthread_mutex_unlock(&lock);
	}
	printf("%d\n", most);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, gain, NULL);
	pthread_create(&two, NULL, weigh, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	return 0;
}
