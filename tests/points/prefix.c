// Record types with a common beginning, cast into each other: the class knows that they are one memory.
struct base { int kind; int *owner; };
struct derived { int kind; int *owner; int *extra; };
int a, b;
static struct derived d;
static struct base separate;

int *get_owner(struct base *x) { return x->owner; }
int *get_separate(void) { return separate.owner; }

int main(void)
{
	d.owner = &a;
	d.extra = &b;
	separate.owner = &b;
	return *get_owner((struct base *)&d) + *get_separate();
}

/* dump-has points:get_owner
   return -> ... { a }
*/
/* dump-has points:get_separate
   return -> ... { b }
*/
/* dump-lacks points:get_separate
   { a
*/
