struct state {
	long c;
	int d;
};
struct hidden {
	int inside;
};

struct hidden *make(void)
{
	static struct hidden h;

	return &h;
}

int get_b(struct state *s)
{
	return s->d;
}
