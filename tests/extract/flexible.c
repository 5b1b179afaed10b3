/* A flexible array member begins where the struct ends; the index goes past the declared size. */
struct packet {
	unsigned short len;
	unsigned short kind;
	unsigned data[];
};

unsigned nth(struct packet *p, int i)
{
	return p->data[i];
}

struct old_style {
	int n;
	int data[1];
};

int nth_old(struct old_style *p, int i)
{
	return p->data[i];
}
