/* A pointer as two numbers of 32 bits, as in a message or a descriptor of hardware. */
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>

struct buffer { long used; };
struct message { uint32_t lo, hi; };
static struct message box;

static void *consumer(void *argument)
{
	struct buffer *b = (struct buffer *)((uintptr_t)box.hi << 32 | box.lo);

	b->used++; // RACE 1 missed: halves of a pointer are numbers (counted: gap_inttoptr)
	return argument;
}

int main(void)
{
	pthread_t t;
	struct buffer *b = calloc(1, sizeof *b);

	box.lo = (uint32_t)(uintptr_t)b;
	box.hi = (uint32_t)((uintptr_t)b >> 32);
	pthread_create(&t, NULL, consumer, NULL);
	b->used = 2; // RACE 1 missed
	pthread_join(t, NULL);
	return 0;
}
