int shared_util(void)
{
	return 1;
}

/* --main takes one of the programs; the other is not looked at. */
// FLAGS: --main client
// STATS: programs == 1
