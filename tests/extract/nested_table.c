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
