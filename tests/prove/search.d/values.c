/* One thread, everything known: the values are those of C. */
// search: assert : not within
#include <assert.h>
#include <limits.h>
#include <stdarg.h>
#include <stdint.h>
#include <string.h>

struct bits {
	unsigned a : 3;
	int b : 5;
	unsigned long long c : 40;
};

struct pair {
	long first, second;
};

struct large {
	int at[9];
};

union overlay {
	uint32_t whole;
	uint8_t part[4];
};

static struct pair make(long x)
{
	return (struct pair){ x, -x };
}

static struct large twice(struct large l)
{
	for (int i = 0; i < 9; i++)
		l.at[i] *= 2;
	return l;
}

static int sum(int n, ...)
{
	va_list list;
	int total = 0;

	va_start(list, n);
	while (n--)
		total += va_arg(list, int);
	va_end(list);
	return total;
}

static int apply(int (*f)(int), int x)
{
	return f(x);
}

static int negate(int x)
{
	return -x;
}

static unsigned fibonacci(unsigned n)
{
	return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

static void integers(void)
{
	volatile int zero = 0;
	int8_t small = (int8_t)(zero + 200);
	uint64_t wide = UINT64_MAX;
	__extension__ unsigned __int128 huge = (unsigned __int128)wide * wide;

	assert(small == -56);
	assert((uint64_t)(huge >> 64) == UINT64_MAX - 1 && (uint64_t)huge == 1);
	assert(-7 / (zero + 2) == -3 && -7 % (zero + 2) == -1 && -7 >> (zero + 1) == -4);
	assert((unsigned)(zero - 1) == UINT_MAX && (uint8_t)(zero + 257) == 1);
	assert(__builtin_popcount(0xf0u + (unsigned)zero) == 4 && __builtin_clz(1u + (unsigned)zero) == 31 && __builtin_ctz(8u + (unsigned)zero) == 3);
}

static void floats(void)
{
	volatile double third = 1.0 / 3;
	volatile float single = 0.1f;

	assert(third * 3 == 1.0 && single != 0.1 && (int)(third * 100) == 33);
	assert((double)(float)third != third && -third < 0 && (long double)third == third);
}

static void structs(void)
{
	struct bits b = { 7, -3, 1ull << 39 };
	struct pair p = make(4);
	struct large l = { { 1, 2, 3 } };
	union overlay o = { 0x01020304 };

	b.a++;
	assert(b.a == 0 && b.b == -3 && b.c == 1ull << 39);
	assert(p.first == 4 && p.second == -4);
	l = twice(l);
	assert(l.at[1] == 4 && l.at[2] == 6 && l.at[8] == 0);
	assert(o.part[0] == 4 && o.part[3] == 1);
	assert(sum(3, 10, 20, 12) == 42 && apply(negate, 5) == -5 && fibonacci(10) == 55);
}

static void strings(void)
{
	char text[32] = "race", other[8];
	int order[4] = { 3, 1, 2, 0 };

	strcat(text, "free");
	assert(strlen(text) == 8 && !strcmp(text, "racefree") && strchr(text, 'f') == text + 4 && strncmp(text, "rack", 4) < 0);
	memcpy(other, text + 4, 5);
	assert(!memcmp(other, "free", 5));
	for (int i = 0; i < 4; i++)
		for (int k = i + 1; k < 4; k++)
			if (order[k] < order[i]) {
				int swap = order[i];
				order[i] = order[k];
				order[k] = swap;
			}
	assert(order[0] == 0 && order[1] == 1 && order[2] == 2 && order[3] == 3);
}

int main(void)
{
	integers();
	floats();
	structs();
	strings();
	return 0;
}
