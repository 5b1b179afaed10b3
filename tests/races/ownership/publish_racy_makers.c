/* Every worker makes an item, numbers it and shows it to the others without any order. What the others see of it they see by a
 * race; but the mark that only its maker ever touches, before he shows the item, is his own. */
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

struct item {
	int mark, number;
};

static struct item *latest;

/* Two ways to fail, as allocators have: what is returned has no name of its own. */
static void *allocate_counted(size_t size, size_t *usable)
{
	void *block;

	if (size >= SIZE_MAX / 2)
		return NULL;
	block = malloc(size);
	if (!block)
		return NULL;
	if (usable)
		*usable = size;
	return block;
}

static void *allocate(size_t size)
{
	void *block = allocate_counted(size, NULL);

	if (!block)
		abort();
	return block;
}

static void set_mark(struct item *item, int mark)
{
	item->mark = mark; // NORACE
	if (item->mark > 3)
		item->mark = 0; // NORACE
}

static void set_number(struct item *item, int number)
{
	item->number = number; // RACE 1
}

static void *worker(void *argument)
{
	struct item *mine = allocate(sizeof *mine), *seen;

	set_mark(mine, *(int *)argument);
	set_number(mine, *(int *)argument);
	latest = mine; // RACE 2
	seen = latest; // RACE 2
	if (seen)
		printf("%d\n", seen->number); // RACE 1
	return NULL;
}

int main(void)
{
	pthread_t thread[2];
	int number[2] = { 1, 2 };

	pthread_create(&thread[0], NULL, worker, &number[0]);
	pthread_create(&thread[1], NULL, worker, &number[1]);
	pthread_join(thread[0], NULL);
	pthread_join(thread[1], NULL);
	return 0;
}
