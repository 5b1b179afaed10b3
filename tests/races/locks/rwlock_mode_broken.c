/* As rwlock_mode.c, but the function that changes the tree asks for reading. */
#include <pthread.h>
#include <stdio.h>

enum mode { FOR_READING, FOR_WRITING };

struct tree {
	pthread_rwlock_t lock;
	int height;
};

static struct tree tree = { .lock = PTHREAD_RWLOCK_INITIALIZER };

static void tree_lock(struct tree *t, enum mode mode)
{
	if (mode == FOR_WRITING)
		pthread_rwlock_wrlock(&t->lock);
	else
		pthread_rwlock_rdlock(&t->lock);
}

static void *grow(void *argument)
{
	struct tree *t = argument;

	for (int i = 0; i < 1000; i++) {
		tree_lock(t, FOR_READING);
		t->height++; // RACE 1
		pthread_rwlock_unlock(&t->lock);
	}
	return NULL;
}

static void *measure(void *argument)
{
	struct tree *t = argument;
	int highest = 0;

	for (int i = 0; i < 1000; i++) {
		tree_lock(t, FOR_READING);
		if (t->height > highest) // RACE 1
			highest = t->height;
		pthread_rwlock_unlock(&t->lock);
	}
	printf("%d\n", highest);
	return NULL;
}

int main(void)
{
	pthread_t one, two;

	pthread_create(&one, NULL, grow, &tree);
	pthread_create(&two, NULL, measure, &tree);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	printf("%d\n", tree.height);
	return 0;
}
