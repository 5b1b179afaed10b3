/* Where pointers have four bytes, so has a long that is read, and a long long eight. */
// PROVED: confirmed
// FLAGS: -- -m32
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int scanf(const char *, ...);

static int shared;
static struct {
	long first;
	union {
		long long both;
		int beside[2];
	};
} read;

static void *work(void *a)
{
	if (read.beside[1])
		shared++; // RACE 1
	return a;
}

int main(void)
{
	pthread_t t;

	if (scanf("%ld%lld", &read.first, &read.both) != 2)
		return 1;
	pthread_create(&t, 0, work, 0);
	shared++; // RACE 1
	pthread_join(t, 0);
	return 0;
}
