// FLAGS: -- -std=c23
/* What C23 added. */
constexpr int limit = 3;
enum wide : unsigned long { BIG = 1ul << 40 };

struct point {
	int x, y;
};

bool check(struct point *p, typeof(limit) n)
{
	auto y = p->y;

	if (p == nullptr)
		return false;
	return y < n && BIG > 0b1000;
}

/* dump-has ir:check
   fn extern check(%p.1: struct point *, %n.2: const int)
   %y... = load i32
   compare == %p.1, null
   compare < %y..., %n.2
*/
