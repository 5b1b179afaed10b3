/* As marked_access.c, but one side is plain: the other one's mark does not help. And a declared volatile marks nothing: neither a
 * variable, nor a member, nor all members of a record. */
#include <pthread.h>
#include <stdio.h>

#define READ_ONCE(x) (*(const volatile __typeof__(x) *)&(x))
#define WRITE_ONCE(x, value) (*(volatile __typeof__(x) *)&(x) = (value))

struct pair {
	int first, second;
	volatile int third;
};

static int plain_read, plain_write;
static volatile int declared;
static struct pair pair;
static volatile struct pair whole;

static void *worker(void *argument)
{
	volatile struct pair *all = &whole;

	WRITE_ONCE(plain_read, 1); // RACE 1
	plain_write++; // RACE 2
	declared = 1; // RACE 3
	WRITE_ONCE(pair.first, 1); // RACE 4
	pair.third = 1; // RACE 5
	all->second = 1; // RACE 6
	return argument;
}

int main(void)
{
	pthread_t thread;
	int sum = 0;

	pthread_create(&thread, NULL, worker, NULL);
	sum += plain_read; // RACE 1
	sum += READ_ONCE(plain_write); // RACE 2
	sum += declared; // RACE 3
	sum += pair.first; // RACE 4
	sum += pair.third; // RACE 5
	sum += whole.second; // RACE 6
	pthread_join(thread, NULL);
	printf("%d\n", sum >= 0);
	return 0;
}
