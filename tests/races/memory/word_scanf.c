// FLAGS: -- -m32
// On a machine of 32 bits a long has four bytes, and so has a pointer: what scanf and posix_memalign store does not reach the
// member behind it.
typedef unsigned long thread_id;
int pthread_create(thread_id *, const void *, void *(*)(void *), void *);
int pthread_join(thread_id, void **);
int sscanf(const char *, const char *, ...);
int posix_memalign(void **, unsigned, unsigned);

static struct {
	long number;
	int count;
	void *block;
	int blocks;
} g;

static void *reader(void *text)
{
	sscanf(text, "%ld", &g.number); // NORACE
	posix_memalign(&g.block, 16, 64); // NORACE
	return text;
}

int main(void)
{
	thread_id t;

	pthread_create(&t, 0, reader, "7");
	g.count++; // NORACE
	g.blocks++; // NORACE
	pthread_join(t, 0);
	return 0;
}
