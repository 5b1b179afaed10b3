/* As marked_through_call.c, but: what is declared volatile is marked by nobody; the other side is plain; of a size that no branch
 * knows all bytes are copied plainly; and where the size is not known, they may be. */
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static inline int read_int(const volatile int *from)
{
	return *from; // RACE 1; RACE 2
}

static inline void read_size(const volatile void *from, void *to, unsigned long size)
{
	switch (size) {
	case 4:
		*(int *)to = *(const volatile int *)from;
		break;
	case 8:
		*(long *)to = *(const volatile long *)from;
		break;
	default:
		memcpy(to, (const void *)from, size); // RACE 3; RACE 4
	}
}

struct three {
	int a, b, c;
};

static volatile int declared;
static int plain;
static struct three three;
static long any;

static void *worker(void *argument)
{
	declared = 1; // RACE 1
	plain = 1; // RACE 2
	*(volatile int *)&three.b = 1; // RACE 3
	*(volatile long *)&any = 1; // RACE 4
	return argument;
}

int main(int argc, char **argv)
{
	pthread_t thread;
	struct three copy;
	long seen = 0;
	int sum = 0;

	(void)argc;
	pthread_create(&thread, NULL, worker, NULL);
	sum += read_int(&declared);
	sum += read_int(&plain);
	read_size(&three, &copy, sizeof three);
	read_size(&any, &seen, strlen(argv[0]) % 8);
	pthread_join(thread, NULL);
	printf("%d\n", sum + copy.b + (int)seen >= 0);
	return 0;
}
