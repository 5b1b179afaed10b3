/* C leaves open which operand is evaluated first. Where that may be seen, the search has looked at one order of several; where
 * operators say which comes first, or nobody can tell, it has looked at all. */
// search: --define run=arguments race @mark @other : not within: one order in which operands are evaluated (arguments)
// search: --define run=sum race @mark @other : not within: one order in which operands are evaluated (sum)
// search: --define run=variable race @mark @other : not within: one order in which operands are evaluated (variable)
// search: --define run=increment race @mark @other : not within: one order in which operands are evaluated (increment)
// search: --define run=element race @mark @other : not within: one order in which operands are evaluated (element)
// search: --define run=records race @mark @other : not within: one order in which operands are evaluated (records)
// search: --define run=chosen race @mark @other : not within: one order in which operands are evaluated (chosen)
// search: --define run=atomics race @mark @other : not within: one order in which operands are evaluated (atomics)
// search: --define run=pointer race @mark @other : not within: one order in which operands are evaluated (pointer)
// search: --define run=nested race @mark @other : not within: one order in which operands are evaluated (nested)
// search: --define run=dropped race @mark @other : not within: one order in which operands are evaluated (dropped)
// search: --define run=initial race @mark @other : not within: one order in which operands are evaluated (initial)
// search: --define run=members race @mark @other : not within: one order in which operands are evaluated (members)
// search: --define run=literal race @mark @other : not within: one order in which operands are evaluated (literal)
// search: --define run=blocks race @mark @other : not within: one order in which operands are evaluated (blocks)
// search: --define run=marked_blocks race @mark @other : not within: one order in which operands are evaluated (marked_blocks)
// search: --define run=one_block race @mark @other : not within: all schedules: the search is complete
// search: --define run=plain_blocks race @mark @other : not within: all schedules: the search is complete
// search: --define run=initial_quiet race @mark @other : not within: all schedules: the search is complete
// search: --define run=initial_statements race @mark @other : not within: all schedules: the search is complete
// search: --define run=statements race @mark @other : not within: all schedules: the search is complete
// search: --define run=and_then race @mark @other : not within: all schedules: the search is complete
// search: --define run=comma race @mark @other : not within: all schedules: the search is complete
// search: --define run=compound race @mark @other : not within: all schedules: the search is complete
// search: --define run=own race @mark @other : not within: all schedules: the search is complete
// search: --define run=quiet race @mark @other : not within: all schedules: the search is complete
// search: --define run=one_atomic race @mark @other : not within: all schedules: the search is complete
#include <pthread.h>
#include <stdatomic.h>
#include <string.h>

struct two {
	int a, b;
};

static int turn, first, x, seen;
static _Atomic int p, q;
static int table[4];

static int step(int n)
{
	if (!turn++)
		first = n;
	return n;
}

static struct two made(int n)
{
	return (struct two){ step(n), n };
}

static int both(int a, int b)
{
	return a + b;
}

static int both_records(struct two a, struct two b)
{
	return a.a + b.b;
}

static int look(void)
{
	return turn;
}

void arguments(void)
{
	both(step(1), step(2));
}

void sum(void)
{
	seen = step(1) + 2 * step(2);
}

void variable(void)
{
	seen = turn + step(1);
	first = seen == 2 ? 2 : 1;
}

void increment(void)
{
	seen = both(look(), turn++);
	first = seen == 2 ? 2 : 1;
}

void element(void)
{
	table[step(1)] = step(2);
	first = first == 1 ? 2 : 1;
}

void records(void)
{
	both_records(made(1), made(2));
}

void chosen(void)
{
	both(x ? 0 : step(1), step(2));
}

void atomics(void)
{
	seen = p - q;
}

void pointer(void)
{
	int (*call)(int) = x ? 0 : step;

	both(call(1), call(2));
}

void nested(void)
{
	both(1 + both(0, step(1)), both(step(2), 0) - 1);
}

void dropped(void)
{
	both((step(1), 0), (step(2), 0));
}

void blocks(void)
{
	seen = ({ step(1); 0; }) + ({ step(2); 0; });
}

#define READ(variable) ({ __typeof__(variable) *at = &(variable); int value = *at; value; })

void marked_blocks(void)
{
	seen = READ(p) - READ(q);
}

void one_block(void)
{
	int k;

	{
		k = step(1);
	}
	seen = k + ({ int n = step(2); n + 1; });
	{
		int n = step(3);
		seen += n;
	}
}

void plain_blocks(void)
{
	seen = READ(x) + READ(table[1]);
}

void initial(void)
{
	int v[2] = { step(1), step(2) };

	seen = v[0];
}

void members(void)
{
	struct two t = { .b = step(2),
			 .a = step(1) };

	seen = t.a;
}

static int sum_of(const int *v)
{
	return v[0] + v[1];
}

void literal(void)
{
	seen = sum_of((int[]){ step(1), step(2) });
}

void initial_quiet(void)
{
	int v[2] = { look(), look() };

	seen = sum_of(v);
}

void initial_statements(void)
{
	int v[2];

	v[0] = step(1);
	v[1] = step(2);
	seen = sum_of(v);
}

void statements(void)
{
	int a = step(1), b = step(2);

	both(a, b);
}

void and_then(void)
{
	seen = (step(1) && step(2)) + 3;
}

void comma(void)
{
	seen = (step(1), step(2));
}

void compound(void)
{
	seen += step(1);
	table[1] -= step(2);
}

void own(void)
{
	int a = 1;

	a = a + step(1) * 2;
	seen = a;
}

void quiet(void)
{
	seen = both(look(), look()) + turn + (int)strlen("abc");
}

void one_atomic(void)
{
	seen = both(p, 2 * x);
}

static void *work(void *unused)
{
	x = 1; // @other
	return unused;
}

int main(void)
{
	pthread_t t;

	run();
	pthread_create(&t, 0, work, 0);
	if (first == 2)
		x = 2; // @mark
	pthread_join(t, 0);
	return 0;
}
