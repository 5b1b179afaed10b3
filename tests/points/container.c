// From a member back to its record: negative offsets lead where the record's own members are.
#include <stddef.h>
struct node { struct node *next; };
struct item { int *value; struct node node; };
int a, b;
static struct item one = { &a, { 0 } };
static struct node *head;
static struct item other = { &b, { 0 } };

int *first_value(void)
{
	struct item *i = (struct item *)((char *)head - offsetof(struct item, node));
	return i->value;
}

int *other_value(void) { return other.value; }

int main(void)
{
	head = &one.node;
	return *first_value() + *other_value();
}

/* dump-has points:first_value
   return -> ... { a }
*/
/* dump-lacks points:first_value
   b }
*/
/* dump-has points:other_value
   return -> ... { b }
*/
