/* Objects of all kinds: what cannot be is not shown. */
// PROVED: none
typedef unsigned long pthread_t;
typedef __SIZE_TYPE__ size_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
void *memset(void *, int, size_t);
void *memmove(void *, const void *, size_t);
int memcmp(const void *, const void *, size_t);

static int one = 1, two = 2;

struct big {
	int v[40];
};

static struct {
	unsigned x : 30, y : 7, z : 20;
} bits;

static struct {
	unsigned long long wide : 40;
	int small : 3;
} mixed;

static struct {
	char a;
	int b;
} __attribute__((packed)) tight = { 1, 2 };

static struct {
	int a;
	struct {
		int v[2];
		const char *s;
	} in;
} nested = { 1, { { 7, 8 }, "x" } };

static struct {
	int a, b;
} table[4] = { [2] = { .b = 9 } };

static _Thread_local int own = 5;
static int cube[3][4][5], *to_two = &two, **behind = &to_two, row[3] = { 1, 2, 3 };

static struct big make(int from)
{
	struct big b;

	for (int i = 0; i < 40; i++)
		b.v[i] = from + i;
	return b;
}

static int sum(struct big b)
{
	return b.v[0] + b.v[39];
}

static int square(int n, int a[n][n])
{
	return a[1][1];
}

static int holds(void)
{
	int length = two, variable[length][2], *end = row + 2;
	char text[8] = "abcde";
	union {
		char c[4];
		int i;
	} u = { .i = 0x100 };

	memset(variable, 0, sizeof variable);
	variable[1][1] = 4;
	bits.x = 1;
	bits.y = 5;
	bits.z = 3;
	mixed.small = -1;
	mixed.wide = 1ull << 39;
	cube[1][2][1] = 77;
	memmove(text + 1, text, 4);
	if (make(two).v[30] != 32 || sum(make(1)) != 41 || ((int[]){ 1, 2, 3 })[two] != 3)
		return 0;
	if (bits.x != 1 || bits.y != 5 || mixed.small != -1 || mixed.wide >> 38 != 2)
		return 0;
	if ((char *)&tight.b - (char *)&tight != 1 || tight.b != two || nested.in.v[one] != 8 || *nested.in.s != 'x' || table[two].b != 9)
		return 0;
	if (own != 5 || cube[one][two][one] != 77 || **behind != 2 || end[-1] != 2 || end - row != 2 || u.c[1] != 1)
		return 0;
	return variable[length - 1][1] == 4 && square(length, variable) == 4 && !memcmp(text, "aabcd", 5) && sizeof variable == 16;
}

static int shared;

static void *work(void *unused)
{
	if (!holds())
		shared++; // NORACE
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	shared++; // NORACE reported: values are not followed so far
	pthread_join(t, 0);
	return 0;
}
