/* A volatile access of what is not declared volatile is marked, also where a function makes it of the pointer it is given; and a
 * function that chooses by the size it is given does not do what it does for other sizes. C17 knows no marks: what is volatile only
 * through a pointer that somebody else has made is a plain access there, and that is what the verdict is about. */
// VERIFY: race
#include <pthread.h>
#include <stdio.h>
#include <string.h>

static inline int read_int(const volatile int *from)
{
	return *from;
}

static inline void write_int(volatile int *to, int value)
{
	*to = value;
}

static inline void read_size(const volatile void *from, void *to, unsigned long size)
{
	switch (size) {
	case 1:
		*(char *)to = *(const volatile char *)from;
		break;
	case 2:
		*(short *)to = *(const volatile short *)from;
		break;
	case 4:
		*(int *)to = *(const volatile int *)from;
		break;
	case 8:
		*(long *)to = *(const volatile long *)from;
		break;
	default:
		memcpy(to, (const void *)from, size);
	}
}

static inline void forward(const volatile void *from, void *to, unsigned long size)
{
	read_size(from, to, size);
}

struct state {
	int level;
	long total;
};

static int stop;
static struct state state;
static struct state *shared = &state;
static long wide;

static void *worker(void *argument)
{
	struct state *mine = argument;

	write_int(&stop, 1); // NORACE
	write_int(&mine->level, 2); // NORACE
	*(volatile long *)&wide = 3; // NORACE
	*(volatile long *)&mine->total = 4; // NORACE
	return NULL;
}

int main(void)
{
	pthread_t thread;
	long seen = 0, sum = 0;

	pthread_create(&thread, NULL, worker, &state);
	sum += read_int(&stop); // NORACE
	sum += read_int(&shared->level); // NORACE
	read_size(&wide, &seen, sizeof wide); // NORACE
	sum += seen;
	forward(&state.total, &seen, sizeof state.total); // NORACE
	pthread_join(thread, NULL);
	printf("%d\n", sum + seen >= 0);
	return 0;
}
