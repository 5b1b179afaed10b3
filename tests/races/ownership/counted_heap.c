/* A heap in a record, the smallest first: the one that is taken out is put behind the others, and the count says so. Written with macros, without functions of its own. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct item {
	unsigned order;
	int left;
	long sum;
};

static struct {
	struct item **root;
	unsigned size;
} queue;

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static void up(void *where, unsigned at)
{
	struct item **root = where, *x = root[at];

	while (at > 0 && x->order < root[(at - 1) / 2]->order) { // NORACE
		root[at] = root[(at - 1) / 2];
		at = (at - 1) / 2;
	}
	root[at] = x;
}

static void down(void *where, unsigned size)
{
	struct item **root = where, *x = root[size];
	unsigned at = 0;

	root[size] = root[0];
	while (2 * at + 1 < size) {
		unsigned child = 2 * at + 1;

		if (child + 1 < size && root[child + 1]->order < root[child]->order) // NORACE
			child++;
		if (x->order <= root[child]->order) // NORACE
			break;
		root[at] = root[child];
		at = child;
	}
	root[at] = x;
}

#define enqueue(q, e) ((q).root[(q).size] = (e), up((q).root, (q).size++))
#define dequeue(q) (down((q).root, --(q).size), (q).root[(q).size])

static void *worker(void *argument)
{
	pthread_mutex_lock(&lock);
	while (queue.size) { // NORACE
		struct item *x = dequeue(queue); // NORACE

		pthread_mutex_unlock(&lock);
		x->left--; // NORACE
		x->sum += x->left; // NORACE
		pthread_mutex_lock(&lock);
		if (x->left > 0) { // NORACE
			x->order++; // NORACE
			enqueue(queue, x);
		} else {
			free(x); // NORACE
		}
	}
	pthread_mutex_unlock(&lock);
	return argument;
}

int main(void)
{
	pthread_t one, two;

	queue.root = malloc(16 * sizeof *queue.root);
	for (unsigned i = 0; i < 8; i++) {
		struct item *x = calloc(1, sizeof *x);

		x->order = i; // NORACE
		x->left = 3; // NORACE
		enqueue(queue, x);
	}
	pthread_create(&one, NULL, worker, NULL);
	pthread_create(&two, NULL, worker, NULL);
	pthread_join(one, NULL);
	pthread_join(two, NULL);
	free(queue.root);
	return 0;
}
