/* Where pointers have four bytes, a long that is printed has as many, and no more. */
// PROVED: none
// FLAGS: -- -m32
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int snprintf(char *, unsigned, const char *, ...);

static int shared;
static char text[64];

static void *work(void *a)
{
	if (text[1] != '1' || text[3] != '4' || text[13] != '2')
		shared++; // NORACE
	return a;
}

int main(void)
{
	pthread_t t;

	snprintf(text, sizeof text, "%ld %zu%lld", -1L, 4294967290u, 2LL); /* "-1 42949672902" */
	pthread_create(&t, 0, work, 0);
	shared++; // NORACE reported: what is printed is not followed
	pthread_join(t, 0);
	return 0;
}
