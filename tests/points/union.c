// Members of a union share their bytes: what is stored in one is found in the other. The record beside it is not touched.
union either { int *p; long *q; };
struct two { union either u; int *rest; };
int a, b;
static struct two t;

long *get_q(void) { return t.u.q; }
int *get_rest(void) { return t.rest; }

int main(void)
{
	t.u.p = &a;
	t.rest = &b;
	return (int)*get_q() + *get_rest();
}

/* dump-has points:get_q
   return -> ... { a }
*/
/* dump-has points:get_rest
   return -> ... { b }
*/
