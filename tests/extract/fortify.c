// FLAGS: -- -O2 -D_FORTIFY_SOURCE=2
/* Fortified memory functions are still copies: the size is the programmer's, and both sides are accessed. */
#include <string.h>

struct message {
	int kind;
	char text[32];
};

void fill(struct message *m, const char *s, size_t n)
{
	memcpy(m->text, s, n);
	memset(m, 0, sizeof *m);
}

int main(void)
{
	struct message m;

	fill(&m, "", 1);
	return m.kind;
}

/* dump-has ir:fill
   $t = field %m.1 + 4 : struct message.text
   $t, %s.2, %n.3
   %m.1, 0, 36
*/
