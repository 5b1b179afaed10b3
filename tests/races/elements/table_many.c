/* A table with more functions than a call is followed into path by path, none of which touches the lock. */
#include <pthread.h>
#include <stdio.h>

enum { STEPS = 20, LAST = STEPS - 1 };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static int done;
static int seen[STEPS];

static void step_0(void)
{
	seen[0]++; // NORACE
}

static void step_1(void)
{
	seen[1]++; // NORACE
}

static void step_2(void)
{
	seen[2]++; // NORACE
}

static void step_3(void)
{
	seen[3]++; // NORACE
}

static void step_4(void)
{
	seen[4]++; // NORACE
}

static void step_5(void)
{
	seen[5]++; // NORACE
}

static void step_6(void)
{
	seen[6]++; // NORACE
}

static void step_7(void)
{
	seen[7]++; // NORACE
}

static void step_8(void)
{
	seen[8]++; // NORACE
}

static void step_9(void)
{
	seen[9]++; // NORACE
}

static void step_10(void)
{
	seen[10]++; // NORACE
}

static void step_11(void)
{
	seen[11]++; // NORACE
}

static void step_12(void)
{
	seen[12]++; // NORACE
}

static void step_13(void)
{
	seen[13]++; // NORACE
}

static void step_14(void)
{
	seen[14]++; // NORACE
}

static void step_15(void)
{
	seen[15]++; // NORACE
}

static void step_16(void)
{
	seen[16]++; // NORACE
}

static void step_17(void)
{
	seen[17]++; // NORACE
}

static void step_18(void)
{
	seen[18]++; // NORACE
}

static void step_19(void)
{
	seen[19]++; // NORACE
}

static void (*const step[STEPS])(void) = {
	step_0, step_1, step_2, step_3, step_4, step_5, step_6, step_7, step_8, step_9, step_10, step_11, step_12, step_13, step_14, step_15, step_16, step_17, step_18, step_19,
};

static void *run(void *argument)
{
	for (int i = 0; i < STEPS; i++) {
		pthread_mutex_lock(&lock);
		step[i]();
		done++; // NORACE
		pthread_mutex_unlock(&lock);
	}
	return argument;
}

int main(void)
{
	pthread_t first, second;

	pthread_create(&first, NULL, run, NULL);
	pthread_create(&second, NULL, run, NULL);
	pthread_join(first, NULL);
	pthread_join(second, NULL);
	printf("%d %d\n", done, seen[LAST]);
	return 0;
}
