// FLAGS: -- -fopenmp
// STATS: gap_openmp == 3
// STATS: gap_starts == 0
/* Threads of OpenMP are not followed, and what is said of the program says so: two regions and a task. */
static int hits, done, a[100];

int main(void)
{
#pragma omp parallel for
	for (int i = 0; i < 100; i++) {
		a[i] = i;
		hits++; // RACE 1 missed: threads of OpenMP are not followed
	}
#pragma omp parallel
	{
#pragma omp single
		{
#pragma omp task
			done++;
		}
	}
#pragma omp simd
	for (int i = 0; i < 100; i++)
		a[i]++;
	return hits + done + a[1];
}
