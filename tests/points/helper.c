// A small function called for two lists keeps them apart: each call has values of its own. A large one would not.
struct item { struct item *next; int *value; };
int a, b;
static struct item *red, *blue, red_item, blue_item;

static void push(struct item **list, struct item *i)
{
	i->next = *list;
	*list = i;
}

struct item *get_red(void) { return red; }
struct item *get_blue(void) { return blue; }

int main(void)
{
	push(&red, &red_item);
	push(&blue, &blue_item);
	return get_red() == get_blue();
}

/* dump-has points:get_red
   return -> ... { red_item }
*/
/* dump-has points:get_blue
   return -> ... { blue_item }
*/
