/* Type tags, as in the kernel's __user and __rcu, are part of the pointee's type. */
#define __rcu __attribute__((btf_type_tag("rcu")))

struct entry {
	int v;
};
struct map {
	struct entry __rcu *head;
};

struct entry *first(struct map *m)
{
	return (struct entry *)m->head;
}

/* dump-has ir
   +0  head: __rcu struct entry *
*/

/* dump-has ir:first
   field %m.1 + 0 : struct map.head
*/
