/* _Generic is settled by the compiler: exactly one call is left. */
int of_int(int), of_pointer(const char *);

#define OF(x) _Generic((x), int: of_int, char *: of_pointer)(x)

int both(int i, char *s)
{
	return OF(i) + OF(s);
}

/* dump-has ir:both
   call ... @of_int(%i.1)
   call ... @of_pointer(%s.2)
*/
