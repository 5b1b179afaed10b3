int shared_util(void)
{
	return 1;
}

/* Two programs in one database: each main gets what it needs, and neither is a conflict. */
// STATS: programs == 2
// STATS: conflicts == 0
