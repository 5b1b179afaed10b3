// search: race @write @read : not within
/* A plain assignment to an _Atomic object is a seq_cst store, and its use a seq_cst load. */
#include <pthread.h>
#include <stdatomic.h>

static int x;
static atomic_int y;

static void *writer(void *argument)
{
	x = 1; // NORACE: @write
	y = 1;
	return argument;
}

int main(void)
{
	pthread_t t[3];
	int sum = 0;

	pthread_create(&t[0], NULL, writer, NULL);
	if (y)
		sum += x; // NORACE: @read
	return sum;
}
