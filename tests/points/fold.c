// A record whose pointer may as well be one of its own members meets itself at a distance of 8: offsets count modulo 8.
struct pair { int *x, *y; } p, q;
int a, b;

int **choose(int c)
{
	return c ? &p.x : &p.y;
}

int main(int argc, char **argv)
{
	(void)argv;
	p.x = &a;
	p.y = &b;
	q.x = &a;
	return **choose(argc);
}

/* dump-has points
   { p } folded to 8
   +0 -> ... { a, b }
*/
/* dump-has points
   class ... { q }
*/
/* dump-lacks points
   { q } folded
*/
