int shared_util(void)
{
	return 1;
}

/* A --main that no program has: one line that names it and those that exist. */
// FLAGS: --main absent
// EXIT: 2
// MESSAGE: absent
