/* An element of an array of tables, by an index that was asked before. */
struct parser { int (*skip)(int); int (*store)(int); };

static int skip_varint(int n) { return n; }
static int skip_64(int n) { return n + 1; }
static int skip_vlen(int n) { return n + 2; }
static int skip_32(int n) { return n + 3; }
static int store_all(int n) { return n + 4; }

static struct parser parsers[] = {
	[0] = { skip_varint, store_all },
	[1] = { skip_64, store_all },
	[2] = { skip_vlen, store_all },
	[5] = { skip_32, store_all },
};

static int skip_case(unsigned int key, int n)
{
	unsigned int type = key & 7;

	switch (type) {
	case 0:
	case 5:
		return parsers[type].skip(n);
	case 2:
		n++;
		return parsers[type].skip(n);
	default:
		return 0;
	}
}

static int skip_equal(int type, int n)
{
	if (type != 1)
		return 0;
	return parsers[type].skip(n);
}

static int skip_less(unsigned int type, int n)
{
	if (type < 2)
		return parsers[type].skip(n);
	return 0;
}

static int skip_any(unsigned int type, int n)
{
	return parsers[type].skip(n);
}

int main(int argc, char **argv)
{
	unsigned int n = (unsigned int)argc;

	return skip_case(n, 1) + skip_equal(argc, 1) + skip_less(n, 1) + skip_any(n & 1, 1) > 100 && argv[0];
}

/* dump-has points:skip_case
   call by field { skip_varint, skip_32 } without others, by rows
   call by field { skip_vlen } without others, by rows
*/
/* dump-has points:skip_equal
   call by field { skip_64 } without others, by rows
*/
/* dump-has points:skip_less
   call by field { skip_varint, skip_64 } without others, by rows
*/
/* dump-has points:skip_any
   call by field { skip_varint, skip_64, skip_vlen, skip_32 }
*/
