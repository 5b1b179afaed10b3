/* As array_flat_broken.c, but the matrix is used behind the join, and each thread has parts of its own. */
#include <complex.h>
#include <pthread.h>

static int matrix[4][4];
static struct { int x, y, z; } point;
static double complex wave;

static void clear(int *cells, int n)
{
	for (int i = 0; i < n; i++)
		cells[i] = 0; // NORACE
}

static void *clearer(void *argument)
{
	int *part = &point.x;

	clear(matrix[0], 16);
	part[1] = 0; // NORACE
	return argument;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, clearer, NULL);
	point.z = 1;      // NORACE
	wave = 1;         // NORACE
	pthread_join(t, NULL);
	matrix[2][1] = 1; // NORACE
	return 0;
}
