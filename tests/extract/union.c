/* All members of a union begin at offset 0; the path names the member that fits the type of the access. */
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
	b->v.f = f;
	return b->v.half.high;
}
