/* Numbers of all kinds: what is computed is what C says. */
// PROVED: confirmed
typedef unsigned long pthread_t;
typedef __SIZE_TYPE__ size_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);

static int one = 1, two = 2;
static double none = 0.0, large = 1e308;
static long double half = 1.5L;
static _Complex double turn = 1.0 + 2.0i;

static int holds(void)
{
	int n;
	unsigned long long w;
	_Complex double z = turn * turn;

	if (__builtin_popcount((unsigned)two + 5) != 3 || __builtin_clz((unsigned)two) != 30 || __builtin_ffs(4 * one) != 3)
		return 0;
	if (__builtin_bswap32((unsigned)one) != 0x1000000 || !__builtin_add_overflow(2147483647, one, &n))
		return 0;
	if (!__builtin_mul_overflow(1ull << 63, (unsigned long long)two, &w) || (0x80000001u * (unsigned)one << 1 | 1) != 3)
		return 0;
	if (-7 * one / 2 != -3 || -7 * one % 2 != -1 || (unsigned)(-1 * one) >> 31 != 1 || (unsigned char)(200 * one) + 100 != 300)
		return 0;
	if ((int)(-2.7 * one) != -2 || (float)(16777216 * one + 1) != 16777216.0f || (int)(0.1f * 30 * (float)one) != 3)
		return 0;
	if (!(large * 10.0 > large) || !(1 / -none < 0) || (double)(half * two) != 3.0 || __real__ z != -3.0 || __imag__ z != 4.0)
		return 0;
	return (long long)one << 33 >> 32 == 2 && (long)~0ul == -1 && sizeof(long) == sizeof(void *);
}

static int shared;

static void *work(void *unused)
{
	if (holds())
		shared++; // RACE 1
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	shared++; // RACE 1
	pthread_join(t, 0);
	return 0;
}
