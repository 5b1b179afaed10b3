/* Members of anonymous structs and unions are named as the source names them: without the nameless step. */
struct event {
	int kind;
	union {
		struct {
			int x, y;
		};
		long key;
	};
};

int get_y(struct event *e)
{
	return e->y;
}

long get_key(struct event *e)
{
	return e->key;
}
