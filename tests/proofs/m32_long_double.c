/* Where pointers have four bytes, a long double has twelve. */
// PROVED: confirmed
// FLAGS: -- -m32
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);

static int shared;
static long double half = 1.5L, all[2] = { 0, 2.5L };

static void *work(void *a)
{
	half *= 2;
	if (half == 3 && all[1] == 2.5L && sizeof all == 24)
		shared++; // RACE 1
	return a;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	shared++; // RACE 1
	pthread_join(t, 0);
	return 0;
}
