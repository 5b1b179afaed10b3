/* Plain records without a lock, a count, a registry or a thread: a library of which each caller has its own. Nothing says that
 * one is shared, so nothing is told; what was ruled out says why (--show=pruned). */
struct point {
	int x, y;
};

void point_move(struct point *p, int dx, int dy)
{
	p->x += dx; // NORACE
	p->y += dy; // NORACE
}

int point_x(const struct point *p)
{
	return p->x; // NORACE
}
