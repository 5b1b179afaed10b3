// No main: what comes from outside is not known, and a call of it is not resolved; what the library itself stores is.
struct hooks { int (*mine)(int); int (*yours)(int); };
static int inside(int x) { return x; }
static struct hooks hooks = { .mine = inside };

void set_hook(int (*f)(int)) { hooks.yours = f; } // RACE 1
int call_mine(void) { return hooks.mine(1); }
int call_yours(void) { return hooks.yours(1); } // RACE 1

/* dump-has points:call_mine
   call by field { inside }
*/
/* dump-has points:call_yours
   call by none {}
*/
// STATS: sites_none == 1
