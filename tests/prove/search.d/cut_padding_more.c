/* What lies between the members of a struct need not stay, in memory from malloc neither; nor what a smaller member of a union
 * leaves over. */
// search: --define BYTE=heap --switches 30 race @read @other : not within: allocations that succeed, padding that keeps its bytes (heap)
// search: --define BYTE=behind --switches 30 race @read @other : not within: padding that keeps its bytes (behind)
// search: --define BYTE=inside --switches 30 --seconds 60 race @read @other : not within: all schedules: the search is complete
// search: --define BYTE=same --switches 30 --seconds 60 race @read @other : not within: all schedules: the search is complete
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

struct pair {
	char c;
	int i;
};
union number {
	char c;
	int i;
};
union word {
	int i;
	unsigned u;
};
static union number number;
static union word word;
static int shared;

static unsigned char heap(void)
{
	struct pair *p = malloc(sizeof *p);

	if (!p)
		return 0;
	memset(p, 0, sizeof *p);
	p->i = 1;
	p->c = 0;
	return ((unsigned char *)p)[1];
}

static unsigned char behind(void)
{
	number.i = 0;
	number.c = 0;
	return ((unsigned char *)&number)[2];
}

static unsigned char inside(void)
{
	number.i = 0;
	number.c = 0;
	return *(unsigned char *)&number;
}

static unsigned char same(void)
{
	word.i = 0;
	word.u = 1;
	return ((unsigned char *)&word)[2];
}

static void *work(void *unused)
{
	unsigned char (*all[])(void) = { heap, behind, inside, same };

	(void)all;
	if (BYTE())
		shared = 1; // @read
	return unused;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	shared = 2; // @other
	return 0;
}
