// A function called with more arguments than it takes: tables of initialisers do that. One that takes more than it is given is no target.
typedef int (*any_t)(void *, void *);
struct start { any_t fn; void *arg; };
static int value;
static int takes_one(int *p) { return *p; }
static int takes_two(int *p, int *q) { return *p + *q; }
static int takes_three(int *p, int *q, int *r) { return *p + *q + *r; }
static struct start starts[] = { { (any_t)takes_one, &value }, { (any_t)takes_two, &value }, { (any_t)takes_three, &value } };

int run(int i)
{
	return starts[i].fn(starts[i].arg, starts[i].arg);
}

int main(int argc, char **argv)
{
	(void)argv;
	return run(argc);
}

/* dump-has points:run
   call by field { takes_one, takes_two }
*/
/* dump-has points:takes_one
   %p.1 -> ... { value }
*/
