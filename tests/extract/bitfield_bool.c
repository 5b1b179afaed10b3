/* A _Bool bit-field beside a plain member: the storage unit must not swallow the member. */
struct state {
	_Bool busy : 1;
	_Bool dirty : 1;
	char name[3];
	int count;
};

void set_dirty(struct state *s)
{
	s->dirty = 1;
}

int get_count(struct state *s)
{
	return s->count;
}

/* dump-has ir:set_dirty
   load i8 %s.1
   store i8 %s.1, ... bits 1..1
*/

/* dump-has ir:get_count
   $c = field %s.1 + 4 : struct state.count
   load i32 $c
*/
