// FLAGS: -- -fvisibility=hidden
// STATS: threaded == 1
// A library of which nothing is exported becomes part of some program, which may call whatever is not static, from any thread.
static long hits;

static void add(void)
{
	hits++; // RACE 1
}

void count_hit(void)
{
	add();
}

long count_hits(void)
{
	return hits; // RACE 1
}
