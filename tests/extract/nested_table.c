/* Function pointers in a nested table: each pointer is a relocation at its offset, those of inner structs too. */
typedef int (*handler)(int);

static int on_read(int fd)
{
	return fd;
}

static int on_write(int fd)
{
	return -fd;
}

struct operations {
	const char *name;
	struct {
		handler read, write;
	} io[2];
	handler *more;
};

static handler extra[] = { on_write, 0, on_read };

struct operations table[] = {
	{ "one", { { on_read, on_write }, { 0, on_read } }, extra },
	{ .name = "two", .io[1].write = on_write, .more = &extra[2] },
};

int dispatch(int which, int fd)
{
	return table[which].io[1].write(fd);
}

/* dump-has ir
   var extern table: struct operations [2]
   +0[0].name = &.str
   +8[0].io[0].read = &on_read
   +16[0].io[0].write = &on_write
   +32[0].io[1].write = &on_read
   +40[0].more = &extra
   +48[1].name = &.str.1
   +80[1].io[1].write = &on_write
   +88[1].more = &extra + 16
*/

/* dump-has ir
   var static extra: handler [3]
   +0[0] = &on_write
   +16[2] = &on_read
*/

/* dump-has ir:dispatch
   index @table [...] * 48
   field ... .write
   $f = load ptr
   call ... $f(%fd.2)
*/
