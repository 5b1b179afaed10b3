// Members are told apart by offset: what is stored in one is not found in the other, in nested records and arrays of records, too.
int a, b, c, d;
struct inner {
	long k;
	int *p;
};
struct outer {
	int *first;
	struct inner in;
	struct inner row[4];
} g;

void set(int i)
{
	g.first = &a;
	g.in.p = &b;
	g.row[i].p = &c;
	g.row[2].p = &d;
}

int *get_first(void)
{
	return g.first;
}

int *get_row(int i)
{
	return g.row[i].p;
}

int main(void)
{
	set(1);
	return *get_first() + *get_row(3);
}

/* dump-has points
   class ... { g }
   +0 -> ... { a }
   +16 -> ... { b }
   +32 -> ... { c, d }
*/
/* dump-has points:get_first
   return -> ... { a }
*/
/* dump-has points:get_row
   return -> ... { c, d }
*/
/* dump-lacks points
   { a, b
   { b, c
*/
