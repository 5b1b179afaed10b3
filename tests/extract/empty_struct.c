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

/* dump-has ir:get
   $v = field %h.1 + 0 : struct holder.v
   load i32 $v
*/
