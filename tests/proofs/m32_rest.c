/* Arguments behind the named ones, one behind the other: a pointer, a long long, an int. */
// FLAGS: -- -m32
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);

typedef __builtin_va_list va_list;
static long long sum;
static int add(int n, ...)
{
	va_list list;

	__builtin_va_start(list, n);
	sum = *__builtin_va_arg(list, int *);
	sum += __builtin_va_arg(list, long long);
	sum += __builtin_va_arg(list, int);
	__builtin_va_end(list);
	return n;
}

static int shared;

static void *work(void *a)
{
	if (sum != (5ll << 32) + 10)
		shared++; // NORACE
	return a;
}

int main(void)
{
	pthread_t t;

	int four = 4;

	add(1, &four, 5ll << 32, 6);
	pthread_create(&t, 0, work, 0);
	if (sum != (5ll << 32) + 10)
		shared++; // NORACE reported: the prover knows what the value can be
	pthread_join(t, 0);
	return 0;
}
