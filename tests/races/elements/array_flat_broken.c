/* The rows of a matrix are cleared as one long row; a record is read as numbers in a row, a complex number as two. */
#include <complex.h>
#include <pthread.h>

static int matrix[4][4];
static struct { int x, y, z; } point;
static double complex wave;

static void clear(int *cells, int n)
{
	for (int i = 0; i < n; i++)
		cells[i] = 0; // RACE 1
}

static void *clearer(void *argument)
{
	int *part = &point.x;
	double *parts = (double *)&wave;

	clear(matrix[0], 16);
	part[1] = 0;  // RACE 2
	parts[1] = 0; // RACE 3
	return argument;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, NULL, clearer, NULL);
	matrix[2][1] = 1; // RACE 1
	point.y = 1;      // RACE 2
	wave = 1;         // RACE 3
	pthread_join(t, NULL);
	return 0;
}
