struct tab { long state, mask; void (*done)(int); void *owner; };
struct other { long a, b; void (*done)(int); void *c; };
void add(int i, int write);
