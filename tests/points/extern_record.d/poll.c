/* The unit that only declares the variable knows its record as a list of sizes; what it stores there is called by the other unit by the name of
 * the member. `other` is a record of the same size with its function at the same place: it is called from nowhere here. */
#include "tab.h"

struct tab *tab;

static void on_poll(int i) { (void)i; }

void run(int i)
{
	tab[i].done(i);
}

int main(int argc, char **argv)
{
	static struct tab room[4];

	tab = room;
	tab[2].done = on_poll;
	add(1, argc);
	run(1);
	return !argv[0];
}

/* dump-has points:run
   call by field { on_poll, on_write, on_read }
*/
/* dump-lacks points:run
   on_other
*/
