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

/* dump-has ir:get_y
   field ... .y
   load i32
*/

/* dump-has ir:get_key
   $k = field %e.1 + 8 : struct event
   load i64 $k
*/

/* dump-lacks ir:get_key
   .x
*/
