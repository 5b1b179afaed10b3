/* Constructors that are not static: they have run when others call the library, and nobody calls them by name. Each puts what its
 * part has in a list, which is only read from then on. */
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
void add_half(void) __attribute__((constructor));
void add_half(void)
{
	of_half.name = "half"; // NORACE
	of_half.run = halve;
	of_half.next = parts;
	parts = &of_half; // NORACE
}
int part_run(const char *name, int n)
{
	for (struct part *p = parts; p; p = p->next)
		if (!strcmp(p->name, name))
			return p->run(n);
	return 0;
}
