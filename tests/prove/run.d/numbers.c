/* Integers of all widths, signs, shifts, overflow, bit-fields, floats. */
#include <assert.h>
#include <limits.h>
#include <stdint.h>

struct bits {
	unsigned a : 3, b : 5;
	int c : 4;
	unsigned long long d : 40;
};

static volatile int seven = 7, minus = -3;
static volatile unsigned big = 0xfffffff0u;
static volatile double half = 0.5;
static volatile float third = 1.0f / 3;
static volatile long double wide = 1.25L;

static void integers(void)
{
	signed char c = (signed char)(seven * 40);
	unsigned char u = (unsigned char)(seven * 40);
	short s = (short)(seven << 13);

	assert(c == 24 && u == 24 && s == -8192);
	assert(minus / 2 == -1 && minus % 2 == -1 && minus >> 1 == -2);
	assert(big + 32u == 16u && big / 16u == 0x0fffffffu);
	assert((unsigned)minus > big && minus < (int)big + 100);
	assert((int64_t)minus * INT_MAX == -6442450941LL);
	assert((uint64_t)(unsigned)minus == 4294967293ull);
}

static void wide_integers(void)
{
	unsigned __int128 x = (unsigned __int128)big << 64 | 5;
	__int128 y = -(__int128)seven;

	assert((uint64_t)(x >> 64) == big && (uint64_t)x == 5);
	assert(y * y == 49 && y / 2 == -3 && (x + (unsigned __int128)y) < x);
}

static void bit_fields(void)
{
	struct bits b = { .a = 5, .b = 17, .c = -3, .d = 1ull << 39 };

	b.a += 4;
	b.b ^= 1;
	assert(b.a == 1 && b.b == 16 && b.c == -3 && b.d == 1ull << 39);
	b.c = (int)seven & 7;
	assert(b.c == 7 && b.d >> 39 == 1);
}

static void floats(void)
{
	assert(half * 4 == 2.0 && (int)(half * 5) == 2 && (unsigned)(half * 9) == 4);
	assert(third * 3 == 1.0f && third < half && !(third > half));
	assert(wide * 4 == 5 && (int)(wide * 100) == 125 && (float)wide == 1.25f);
	assert(-half == -0.5 && (double)minus == -3.0 && (float)big == 4294967280.0f);
}

int main(void)
{
	int r;

	integers();
	wide_integers();
	bit_fields();
	floats();
	assert(__builtin_add_overflow(INT_MAX, seven, &r) && !__builtin_mul_overflow(seven, 6, &r) && r == 42);
	assert(__builtin_popcount(big) == 28 && __builtin_clz(1u + (unsigned)seven) == 28 && __builtin_ctz(8u * (unsigned)seven) == 3);
	assert(__builtin_bswap32(0x01020304u + (unsigned)seven) == 0x0b030201u);
	return 0;
}
