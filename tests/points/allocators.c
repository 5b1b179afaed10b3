// Blocks are told apart by the call that asks for them, also through a thin wrapper, and through one too large to be instantiated; one that
// keeps what it gives away is no allocator.
#include <stdlib.h>
struct box { int *p; struct box *next; };
int a, b;
static struct box *all;
static unsigned long count[8];

static void *thin(size_t n)
{
	return malloc(n);
}

static void *thick(size_t n)
{
	void *p;

	for (int i = 0; i < 3; i++) {
		count[0] += n, count[1] += n * 2, count[2] += n * 3, count[3] += n * 4;
		count[4] += n, count[5] += n * 2, count[6] += n * 3, count[7] += n * 4;
		count[4] += n, count[5] += n * 2, count[6] += n * 3, count[7] += n * 4;
		p = malloc(n);
		if (p)
			return p;
	}
	return NULL;
}

static struct box *keeps(size_t n)
{
	struct box *p;

	for (int i = 0; i < 3; i++) {
		count[0] += n, count[1] += n * 2, count[2] += n * 3, count[3] += n * 4;
		count[4] += n, count[5] += n * 2, count[6] += n * 3, count[7] += n * 4;
		p = malloc(n);
		if (!p)
			continue;
		p->next = all;
		all = p;
		count[4] += n, count[5] += n * 2, count[6] += n * 3, count[7] += n * 4;
		return p;
	}
	return NULL;
}

int use_thin(void)
{
	struct box *x = thin(16), *y = thin(16);
	x->p = &a;
	y->p = &b;
	return *x->p + *y->p;
}

int use_thick(void)
{
	struct box *x = thick(16), *y = thick(16);
	x->p = &a;
	y->p = &b;
	return *x->p + *y->p;
}

int use_keeps(void)
{
	struct box *x = keeps(16), *y = keeps(16);
	x->p = &a;
	y->p = &b;
	return *x->p + *y->p;
}

int main(void)
{
	return use_thin() + use_thick();
}

/* dump-has points:use_thin
   { heap thin:11 in use_thin:49 }
   { heap thin:11 in use_thin:49 }
*/
/* dump-has points:use_thick
   { heap use_thick:57 }
   { heap use_thick:57 }
*/
/* dump-lacks points:use_thin
   , heap
*/
/* dump-lacks points:use_thick
   , heap
*/
/* dump-has points:use_keeps
   { heap keeps:36 }
*/
