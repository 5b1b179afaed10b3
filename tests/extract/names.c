/* Names as in the source: parameters, locals in memory and in registers, types with their qualifiers, fields of fields. */
typedef unsigned long size;
struct node {
	struct node *next;
	const char *key;
	struct {
		size used, max;
	} buffer;
};

size total(const struct node *first, size *restrict limit)
{
	size sum = 0;

	for (const struct node *walk = first; walk; walk = walk->next)
		sum += walk->buffer.max;
	*limit = sum;
	return sum;
}

void fill(int *);

int kept(void)
{
	int taken = 1; /* its address is taken: stays an object */

	fill(&taken);
	return taken;
}
