/* The 80-bit floating type occupies 16 bytes. */
long double sum;

void add(double d)
{
	sum += d; // RACE
}

struct padded {
	char c;
	long double v;
};

long double get(struct padded *p)
{
	return p->v;
}

/* dump-has ir:add
   load f... @sum
   store f... @sum
*/

/* dump-has ir:get
   $v = field %p.1 + 16 : struct padded.v
   load f... $v
*/
