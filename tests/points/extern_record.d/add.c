#include "tab.h"

extern struct tab *tab;
extern struct other other[4];

static void on_read(int i) { (void)i; }
static void on_write(int i) { (void)i; }
static void on_other(int i) { (void)i; }

void add(int i, int write)
{
	tab[i].state = 1;
	tab[i].done = write > 1 ? on_write : on_read;
	other[i].done = on_other;
}
