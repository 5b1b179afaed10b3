/* Divide and conquer: a thread for the left half, the right half on our own, then the join, then both results. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>

struct range {
	const int *from, *to;
	long sum;
};

static void add_up(struct range *r);

static void *add_up_main(void *argument)
{
	add_up(argument);
	return NULL;
}

static void add_up(struct range *r)
{
	const int *middle = r->from + (r->to - r->from) / 2;
	struct range *left, *right;
	pthread_t thread;

	if (r->to - r->from < 16) {
		for (const int *p = r->from; p < r->to; p++)
			r->sum += *p; // NORACE
		return;
	}
	left = calloc(2, sizeof *left);
	if (!left)
		abort();
	right = left + 1;
	*left = (struct range){ r->from, middle, 0 };
	*right = (struct range){ middle, r->to, 0 };
	pthread_create(&thread, NULL, add_up_main, left);
	add_up(right);
	pthread_join(thread, NULL);
	r->sum = left->sum + right->sum; // NORACE reported: the blocks of all levels of a recursion that starts threads are one
	free(left); // NORACE reported: the blocks of all levels of a recursion that starts threads are one
}

int main(void)
{
	static int numbers[100];
	struct range all = { numbers, numbers + 100, 0 };

	for (int i = 0; i < 100; i++)
		numbers[i] = i;
	add_up(&all);
	printf("%ld\n", all.sum);
	return 0;
}
