/* A function outside that gets an address may write there; one that gets a function may call it; one that returns a pointer may
 * return one that others have. None of that is tried. One that gets a number, or what is constant, is as good as any number. */
// search: race @written @other : not within: functions outside that neither write nor call anything (fill)
// search: race @called @other : not within: functions outside that neither write nor call anything
// search: race @given @other : not within: a new object from each function outside (find)
#include <pthread.h>

int fill(int *to, int n);
int *find(void);
void later(void (*f)(void));
static int x, y, got;

static void back(void)
{
	x = 4; // @called
}

static void *work(void *a)
{
	int *p = find();

	fill(&got, 1);
	later(back);
	if (got)
		x = 1; // @written
	if (p == &y)
		x = 2; // @given
	return a;
}

int main(void)
{
	pthread_t t;

	pthread_create(&t, 0, work, 0);
	x = 3; // @other
	return y;
}
