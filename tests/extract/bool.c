/* A _Bool takes a byte in memory and one bit as a value. */
_Bool done;

void finish(int n)
{
	done = n;
}

int is_done(void)
{
	return done;
}
