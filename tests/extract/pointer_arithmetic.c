/* Pointer steps: forward by elements, backward, and by bytes of another type. */
struct item {
	int a, b, c;
};

int back(struct item *p)
{
	return p[-1].b;
}

int next(struct item *p)
{
	return p[1].b;
}

int ahead(struct item *p, long n)
{
	return (p + n)->c;
}

int raw(char *p)
{
	return *(int *)(p + 6);
}

/* dump-has ir:back
   field ... : struct item ... .b
   load i32
*/

/* dump-has ir:next
   field ... : struct item ... .b
   load i32
*/

/* dump-has ir:ahead
   $e = index %p.1 [%n.2] * 12
   field $e + 8 : struct item.c
*/

/* dump-has ir:raw
   %p.1 + 6
   load i32
*/
