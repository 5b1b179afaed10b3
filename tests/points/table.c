// FLAGS: -- -O1
// A call through a member reaches what initialisers and assignments put into that member of that record, not the neighbour's.
struct ops {
	int (*read)(int);
	int (*write)(int);
};
static int file_read(int x) { return x; }
static int file_write(int x) { return x + 1; }
static int sock_read(int x) { return x + 2; }
static int sock_write(int x) { return x + 3; }
static const struct ops table[] = { { file_read, file_write }, { sock_read, sock_write } };

int call_read(int i) { return table[i].read(i); }
int call_write(const struct ops *o, int i) { return o->write(i); }

int main(int argc, char **argv)
{
	(void)argv;
	return call_read(argc) + call_write(&table[argc], 1);
}

/* dump-has points:call_read
   call by field { file_read, sock_read }
*/
/* dump-has points:call_write
   call by field { file_write, sock_write }
*/
/* dump-lacks points:call_read
   write
*/
