/* A library: constructors run before anything is called, destructors after everything. */
int limit, closed, calls;

__attribute__((constructor)) static void open_all(void)
{
	limit = 16; // NORACE
}

__attribute__((destructor)) static void close_all(void)
{
	closed = limit; // NORACE
}

int offer(int n)
{
	calls++; // RACE
	return n < limit; // NORACE
}
