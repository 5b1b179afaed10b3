/* Objects, pointers into them, structs by value, unions, strings, the heap, variable arguments, function pointers, control flow. */
#include <assert.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct point {
	int x, y;
};
struct block {
	int v[12];
	struct point *at;
};
union both {
	uint32_t word;
	unsigned char byte[4];
};

static struct point origin = { 3, 4 };
static struct point *table[] = { &origin, NULL, &origin };
static int (*operation[2])(int, int);
static volatile int four = 4;

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }

static int sum(int n, ...)
{
	va_list ap, copy;
	int s = 0;
	double d;

	va_start(ap, n);
	va_copy(copy, ap);
	for (int i = 0; i < n; i++)
		s += va_arg(ap, int);
	d = va_arg(ap, double);
	va_end(ap);
	assert(va_arg(copy, int) == 1);
	va_end(copy);
	return s + (int)d;
}

static struct block change(struct block b)
{
	b.v[3] += b.at->y;
	return b;
}

static struct point swap(struct point p) { return (struct point){ p.y, p.x }; }

static int classify(int v)
{
	static void *const label[] = { &&even, &&odd };

	switch (v) {
	case -1: return 10;
	case 0:
	case 1: return 11;
	case 100: return 12;
	default: goto *label[v & 1];
	}
even:
	return 20;
odd:
	return 21;
}

static void heap(void)
{
	struct point *p = calloc(4, sizeof *p), *q;

	assert(p && p[3].y == 0);
	p[1] = origin;
	q = realloc(p, 8 * sizeof *p);
	assert(q && q[1].x == 3 && &q[2] - &q[0] == 2);
	q[7].y = 9;
	assert(((uintptr_t)&q[7] - (uintptr_t)q) == 7 * sizeof *q);
	free(q);
}

static void strings(void)
{
	char text[32], *copy;

	strcpy(text, "hello");
	strcat(text, ", world");
	assert(strlen(text) == 12 && !strcmp(text + 7, "world") && strchr(text, ',') == text + 5);
	copy = strdup(text);
	assert(copy && !memcmp(copy, text, 13) && strstr(copy, "wor") == copy + 7);
	assert(snprintf(text, sizeof text, "%d-%s-%05.1f-%lx-%c", four, "ab", 2.5, 255ul, (char)122) == 15 && !strcmp(text, "4-ab-002.5-ff-z"));
	free(copy);
	assert(atoi("-17") == -17 && strncmp("abc", "abd", 2) == 0);
}

int main(int argc, char **argv)
{
	struct block b = { .v = { 1, 2, 3, 4 }, .at = &origin };
	union both u = { .word = 0x01020304 };
	int n = four, vla[n];

	assert(argc == 1 && argv[0] && !argv[1]);
	assert(change(b).v[3] == 8 && b.v[3] == 4 && swap(origin).x == 4);
	assert(u.byte[0] == 4 && u.byte[3] == 1 && table[2] == table[0] && table[1] == NULL);
	for (int i = 0; i < n; i++)
		vla[i] = i * i;
	assert(vla[3] == 9);
	operation[0] = add;
	operation[1] = sub;
	assert(operation[four & 1](5, 3) == 8 && operation[1](5, 3) == 2);
	assert(sum(3, 1, 2, 3, 4.5) == 10);
	assert(classify(-1) == 10 && classify(1) == 11 && classify(100) == 12 && classify(42) == 20 && classify(43) == 21);
	heap();
	strings();
	return 0;
}
