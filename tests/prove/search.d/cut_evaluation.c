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
// search: --define run=sum_dropped race @mark @other : not within: one order in which operands are evaluated (sum_dropped)
// search: --define run=compared race @mark @other : not within: one order in which operands are evaluated (compared)
// search: --define run=in_macro race @mark @other : not within: one order in which operands are evaluated (in_macro)
// search: --define run=operator_macro race @mark @other : not within: one order in which operands are evaluated (operator_macro)
// search: --define run=index_dropped race @mark @other : not within: one order in which operands are evaluated (index_dropped)
// search: --define run=store_dropped race @mark @other : not within: one order in which operands are evaluated (store_dropped)
// search: --define run=chosen_dropped race @mark @other : not within: one order in which operands are evaluated (chosen_dropped)
// search: --define run=statements_dropped race @mark @other : not within: all schedules: the search is complete
// search: --define run=or_dropped race @mark @other : not within: all schedules: the search is complete
// search: --define run=choice_dropped race @mark @other : not within: all schedules: the search is complete
// search: --define run=loops race @mark @other : not within: all schedules: the search is complete
// search: --define run=argument_comma race @mark @other : not within: all schedules: the search is complete
// search: --define run=assigned_comma race @mark @other : not within: all schedules: the search is complete
// search: --define run=macro_statements race @mark @other : not within: one order in which operands are evaluated (macro_statements)
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

void sum_dropped(void)
{
	seen = (step(1), 0) + (step(2), 0);
}

void compared(void)
{
	seen = (step(1), 1) < ((x ? step(3) : step(2)), 2);
}

#define ADD(a, b) (((a), 0) + ((b), 0))
#define PLUS +

void in_macro(void)
{
	seen = ADD(step(1), step(2));
}

void operator_macro(void)
{
	seen = (step(1), 0) PLUS (step(2), 0);
}

void index_dropped(void)
{
	table[(step(1), 0)] = (step(2), 0);
	first = first == 1 ? 2 : 1;
}

void store_dropped(void)
{
	seen = (turn = 1, 0) + (step(1), 0);
}

void chosen_dropped(void)
{
	seen = x ? 0 : (step(1), 0) *
#ifdef NEVER
	0; (
#endif
	(step(2), 0);
}

void statements_dropped(void)
{
#ifdef NEVER
	step(0);
#else
	step(1);
#endif
	{ step(2); } step(3);
}

void or_dropped(void)
{
	seen = (step(1), 0) || (step(2), 0);
}

void choice_dropped(void)
{
	seen = (step(1), 1) ? (step(2), 0) : (step(3), 1);
}

void loops(void)
{
	int i;

	for (i = 0, step(1); i < 2; i++, step(2))
		step(3);
	while (i-- > step(0))
		step(4);
	if (step(5))
		step(6);
}

void argument_comma(void)
{
	both((step(1), step(2)), 3);
}

void assigned_comma(void)
{
	seen = (step(1), 0);
	seen += (step(2), 1);
}

/* They are sequenced, which the text does not say: all that a macro makes has one place. */
#define BOTH(a, b)   \
	do {         \
		(a); \
		(b); \
	} while (0)

void macro_statements(void)
{
	BOTH(step(1), step(2));
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
