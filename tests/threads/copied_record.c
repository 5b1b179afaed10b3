/* Records of functions that are replaced as a whole: through a pointer to either of two, by a copy of which nobody knows how
 * long it is, in a loop over elements, and two exchanged by a function. Every member of the destination changes, not only the
 * first. */
#include <stdio.h>
#include <string.h>

#include "snag_ask.h"

struct driver {
	int version;
	void (*send)(int);
};

static void wire(int n)
{
	printf("wire %d\n", n);
}

static void radio(int n)
{
	printf("radio %d\n", n);
}

static void nothing(int n)
{
	printf("nothing %d\n", n);
}

static void bulk(int n)
{
	printf("bulk %d\n", n);
}

static struct driver first = { 1, wire }, second = { 1, radio };

static void exchange(struct driver *a, struct driver *b)
{
	struct driver t = *a;

	*a = *b;
	*b = t;
}

static void install(struct driver *to, const struct driver *from, int n)
{
	for (int i = 0; i < n; i++)
		to[i] = from[i];
}

static void use_either(int argc)
{
	struct driver fallback = { 2, nothing }, other = { 4, bulk }, *slot = argc > 1 ? &first : &second;

	*slot = fallback;
	snag_calls(first.send); // ANSWER: nothing wire
	first.send(1);
	snag_calls(second.send); // ANSWER: nothing radio
	second.send(1);
	slot = argc > 3 ? &first : &fallback;
	memmove(slot, &other, sizeof other);
	snag_calls(fallback.send); // ANSWER: bulk nothing
	fallback.send(2);
}

static void use_length(size_t length)
{
	struct driver mine = { 3, wire }, other = { 4, bulk };

	memcpy(&mine, &other, length);
	snag_calls(mine.send); // ANSWER: bulk wire
	mine.send(3);
	other.send(3);
}

static void use_elements(int argc)
{
	struct driver a = { 1, wire }, b = { 2, radio }, c[4] = { { 3, bulk }, { 4, wire }, { 5, nothing }, { 6, radio } };

	exchange(&a, &b);
	snag_calls(a.send); // ANSWER: radio
	a.send(4);
	snag_calls(b.send); // ANSWER: wire
	b.send(4);
	install(&a, &c[argc & 3], argc > 1);
	snag_calls(a.send); // ANSWER: bulk nothing radio wire
	a.send(5);
	c[argc > 1].send = radio;
	snag_calls(c[0].send); // ANSWER: bulk radio
	c[0].send(6);
}

int main(int argc, char **argv)
{
	(void)argv;
	use_either(argc);
	use_length(argc > 2 ? sizeof(struct driver) : sizeof(int));
	use_elements(argc);
	return 0;
}
