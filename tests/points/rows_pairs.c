/* Functions that are stored in one record together: who has no `weigh` has the `up` of whoever stores null there. */
struct server { int weight; int down; };

struct balance {
	int (*weigh)(struct server *);
	int (*up)(struct server *);
	int (*down)(struct server *);
};

struct proxy {
	int servers;
	struct balance by;
};

static int tree_weigh(struct server *s) { return s->weight; }
static int tree_up(struct server *s) { return s->weight + 1; }
static int tree_down(struct server *s) { return s->weight + 2; }
static int map_up(struct server *s) { return s->weight + 3; }
static int map_down(struct server *s) { return s->weight + 4; }

static void init_tree(struct proxy *p)
{
	p->by.up = tree_up;
	p->by.down = tree_down;
	p->by.weigh = tree_weigh;
	p->servers = 1;
}

static void init_map(struct proxy *p)
{
	p->by.up = map_up;
	p->by.down = map_down;
	p->by.weigh = 0;
}

static int is_usable(const struct server *s)
{
	if (!s->weight)
		return 0;
	return !s->down;
}

static int update(struct proxy *p, struct server *s)
{
	if (p->by.weigh)
		return p->by.weigh(s);
	if (is_usable(s)) {
		s->weight++;
		if (p->by.up)
			return p->by.up(s);
	} else if (p->by.down) {
		return p->by.down(s);
	}
	return 0;
}

static int update_tree(struct proxy *p, struct server *s)
{
	if (!p->by.weigh)
		return 0;
	return p->by.up(s);
}

int main(int argc, char **argv)
{
	static struct proxy proxy;
	struct server s = { argc, 0 };

	if (argc > 1)
		init_tree(&proxy);
	else
		init_map(&proxy);
	return update(&proxy, &s) + update_tree(&proxy, &s) > 100 && argv[0];
}

/* dump-has points:update
   call by field { tree_weigh }
   call by field { map_up } without others, by rows
   call by field { map_down } without others, by rows
*/
/* dump-has points:update_tree
   call by field { tree_up } without others, by rows
*/
