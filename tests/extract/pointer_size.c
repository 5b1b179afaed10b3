// A pointer is as large as the target says, in C's types, in the machine's, and in what variables begin with.
// FLAGS: -- -m32
struct list { struct list *next; long n; };
static int g;
static int *begin = &g;
static int *where[2] = { &g, 0 };

long count(struct list *l)
{
	return l->next->n + *begin + *where[1];
}
/* dump-has ir
   unit ...pointer_size.c: pointers of 4 bytes
   struct list  size 8
   +4  n: long
*/
/* dump-has ir:count
   $next = field %l.1 + 0 : struct list.next
   $p = load ptr $next
   field $p + 4 : struct list.n
*/
