/* Two functions may each have their own struct of the same name: the field names must not be mixed up. */
int first(void *p)
{
	struct state {
		int a, b;
	} *s = p;

	return s->b;
}

int second(void *p)
{
	struct state {
		char c[4];
		int d;
	} *s = p;

	return s->d;
}

/* dump-has ir:first
   $b = field ... + 4 : struct state.b
   load i32 $b
*/

/* dump-has ir:second
   $d = field ... + 4 : struct state.d
   load i32 $d
*/
