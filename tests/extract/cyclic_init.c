/* Variables whose initialisers point at each other and at themselves. */
struct list {
	struct list *next, *prev;
};
struct list self = { &self, &self };
extern struct list second;
struct list first = { &second, &second };
struct list second = { &first, &first };
char buffer[16];
char *middle = buffer + 8;
char *end = &buffer[16];

struct list *get(void)
{
	self.next = middle == end ? first.next : second.next;
	return self.next;
}
