/* As in rows_element.c, but the index is another number by then, the array is written, or there is another way to the call. */
struct parser { int (*skip)(int); };
struct other { int (*skip)(int); long n; };

static int skip_varint(int n) { return n; }
static int skip_64(int n) { return n + 1; }
static int skip_vlen(int n) { return n + 2; }

static struct parser parsers[3] = { { skip_varint }, { skip_64 }, { skip_vlen } };
static struct other others[3] = { { skip_varint, 0 }, { skip_64, 0 }, { skip_vlen, 0 } };

static int skip_moved(unsigned int type, int n)
{
	switch (type) {
	case 1:
		type += (unsigned int)n;
		return parsers[type].skip(n);
	default:
		return 0;
	}
}

static int skip_through(unsigned int type, int n)
{
	switch (type) {
	default:
		n++;
		/* fall through */
	case 1:
		return parsers[type].skip(n);
	case 7:
		return 0;
	}
}

static int skip_written(unsigned int type, int n)
{
	if (type == 1)
		return others[type].skip(n);
	return 0;
}

int main(int argc, char **argv)
{
	unsigned int n = (unsigned int)argc;

	others[n % 3].skip = argc > 3 ? skip_vlen : skip_varint;
	return skip_moved(n, 1) + skip_through(n, 1) + skip_written(n, 1) > 100 && argv[0];
}

/* dump-has points:skip_moved
   call by field { skip_vlen, skip_varint, skip_64 }
*/
/* dump-has points:skip_through
   call by field { skip_vlen, skip_varint, skip_64 }
*/
/* dump-has points:skip_written
   call by field { skip_vlen, skip_varint, skip_64 }
*/
