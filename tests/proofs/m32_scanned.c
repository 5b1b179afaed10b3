/* Where pointers have four bytes, so has a long that is read: the number beside it stays. */
// PROVED: none
// FLAGS: -- -m32
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int scanf(const char *, ...);

static int shared;
static struct {
	long first;
	int beside;
} read;

static void *work(void *a)
{
	if (read.beside)
		shared++; // NORACE
	return a;
}

int main(void)
{
	pthread_t t;

	if (scanf("%ld", &read.first) != 1)
		return 1;
	pthread_create(&t, 0, work, 0);
	shared++; // NORACE reported: nobody has written the number beside it
	pthread_join(t, 0);
	return 0;
}
