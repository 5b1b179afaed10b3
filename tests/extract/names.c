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
	*limit = sum; // NORACE: nothing says that what callers hand over is shared
	return sum;
}

void fill(int *);

int kept(void)
{
	int taken = 1; /* its address is taken: stays an object */

	fill(&taken);
	return taken;
}

/* dump-has ir:total
   fn extern total(%first.1: const struct node *, %limit.2: size *restrict)
   %sum... = phi
   store i64 %limit.2, %sum
*/

/* dump-has ir:total
   %walk... = phi
   field %walk... : const struct node.buffer.max
   field %walk... : const struct node.next
*/

/* dump-has ir:kept
   %taken... = alloca int
   store i32 %taken..., 1
   call ... @fill(%taken
   load i32 %taken
*/

/* dump-has ir
   struct node  size 32
   +0  next: struct node *
   +8  key: const char *
   +16  buffer: struct @names.c:6
*/
