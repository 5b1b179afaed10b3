// Tables at the end of a record: initialisers that go on behind the record's size are elements, too.
struct word { const char *name; int (*parse)(int); };
struct list { struct list *next; struct word words[]; };
static int parse_a(int x) { return x; }
static int parse_b(int x) { return x + 1; }
static int unrelated(int x) { return x + 2; }
static struct list words = { 0, { { "a", parse_a }, { "b", parse_b }, { 0, 0 } } };
static struct list *head;
int (*keep)(int) = unrelated;

int find(int i)
{
	return head->words[i].parse(i);
}

int main(int argc, char **argv)
{
	(void)argv;
	head = &words;
	return find(argc);
}

/* dump-has points:find
   call by field { parse_a, parse_b }
*/
/* dump-lacks points:find
   unrelated
*/
