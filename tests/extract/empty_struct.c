/* Empty structs (a GNU extension) take no room and their address is that of the next member. */
struct nothing {};
struct holder {
	struct nothing n;
	int v;
};

int get(struct holder *h)
{
	struct nothing copy = h->n;

	(void)copy;
	return h->v;
}
