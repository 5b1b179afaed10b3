// STATS: gap_openmp == 0
/* The same pragmas without the flag mean nothing. */
static int hits, a[100];

int main(void)
{
#pragma omp parallel for
	for (int i = 0; i < 100; i++) {
		a[i] = i;
		hits++; // NORACE
	}
	return hits;
}
