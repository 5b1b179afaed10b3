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
	self.next = middle == end ? first.next : second.next; // RACE
	return self.next;
}

/* dump-has ir
   var extern self: struct list
   +0.next = &self
   +8.prev = &self
*/

/* dump-has ir
   var extern first: struct list
   +0.next = &second
*/

/* dump-has ir
   var extern second: struct list
   +8.prev = &first
*/

/* dump-has ir
   var extern middle: char *
   +0 = &buffer + 8
*/

/* dump-has ir
   var extern end: char *
   +0 = &buffer + 16
*/
