/* All members of a union begin at offset 0: the address alone does not say which one is meant, so it is not
 * called by the first one. */
union value {
	int i;
	float f;
	struct {
		short low, high;
	} half;
};

struct box {
	long tag;
	union value v;
};

short pun(struct box *b, float f)
{
	b->v.f = f; // NORACE: nothing says that what callers hand over is shared
	return b->v.half.high; // NORACE
}

/* dump-has ir:pun
   fn extern pun(%b.1: struct box *, %f.2: float)
   $v = field %b.1 + 8 : struct box.v
   store f32 $v, %f.2
   $h = field ... .high
   load i16 $h
*/

/* dump-lacks ir:pun
   .v.i
*/
