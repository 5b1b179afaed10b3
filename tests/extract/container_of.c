/* container_of goes back from a member to its struct: a negative offset, after which the field names are those of the struct. */
#include <stddef.h>

struct list {
	struct list *next, *prev;
};
struct task {
	int pid;
	long state;
	struct list link;
};

#define container_of(p, type, member) ((type *)((char *)(p) - offsetof(type, member)))

long state_of(struct list *l)
{
	return container_of(l, struct task, link)->state;
}

/* dump-has ir:state_of
   $s = field ... : struct task.state
   load i64 $s
*/
