/* Two units may have different structs of one tag; fields are those of the unit. A struct that is only declared here has its fields
 * from there. */
struct state {
	int a, b;
};
struct hidden;
struct hidden *make(void);

int get_a(struct state *s)
{
	make();
	return s->b;
}

/* dump-has ir:get_a
   : struct state.b
*/
/* dump-has ir:get_b
   : struct state.d
*/
