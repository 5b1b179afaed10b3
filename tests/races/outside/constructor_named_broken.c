/* One of the parts is added by whoever calls for it, while others look through the list. */
#include <string.h>
struct part { struct part *next; const char *name; int (*run)(int); };
static struct part *parts;
static int double_it(int n)
{
	return 2 * n;
}
static struct part of_double;
void add_double(void) __attribute__((constructor));
void add_double(void)
{
	of_double.name = "double"; // NORACE
	of_double.run = double_it;
	of_double.next = parts;
	parts = &of_double; // NORACE
}
static int halve(int n)
{
	return n / 2;
}
static struct part of_half;
void add_half(void)
{
	of_half.name = "half"; // RACE 1
	of_half.run = halve; // RACE 2
	of_half.next = parts; // RACE 3
	parts = &of_half; // RACE 4
}
int part_run(const char *name, int n)
{
	for (struct part *p = parts; p; p = p->next) // RACE 3; RACE 4
		if (!strcmp(p->name, name)) // RACE 1
			return p->run(n); // RACE 2
	return 0;
}
